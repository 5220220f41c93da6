import Controller
import Policies
import Providers
import Text

/// What 'devices' and 'apps' say.
enum DeviceMessages {
  static func noSystem(_ kinds: ProviderKinds) -> UsageError {
    let names = kinds.all.map(\.system).filter { $0.selectors.contains(where: \.isOfDevices) }.map { "'\($0.name)'" }
    return UsageError(
      message: "the policy has no system that lists devices", hint: "systems of kind \(names.listed("or")) do")
  }

  static func noSuchSystem(_ name: String, _ known: [String]) -> UsageError {
    UsageError(
      message: "no system '\(name)' of the policy lists devices",
      hint: known.isEmpty ? nil : "those that do: \(known.listed())")
  }

  static let nothingNew = "Everything that is connected has a name in the policy."
  static let nothing = "Nothing is connected."
  static func noApps(like text: String) -> String { "Nothing in the catalogue is called like '\(text)'." }

  static let paste = "To name them, write into the policy:"
  static let privateAddress = "private"
  static let privateAddresses =
    "A device may change an address that is private: turn private addresses off on it for your WiFi first."
}
