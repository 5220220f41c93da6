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
      message: "the policy has no system '\(name)' that lists devices",
      hint: known.isEmpty ? nil : "use \(known.listed("or"))")
  }

  static let nothingNew = "A target names every connected device."
  static let nothing = "No device is connected."
  static func noApps(like text: String) -> String { "The catalogue has nothing with a name like '\(text)'." }

  static let paste = "To name them, add to the policy:"
  static let pasteBelow = "To name them, add below 'devices:' in the policy:"
  static let nameInTarget = "A schedule holds only the devices that the list of a target names, too."
  static let privateAddress = "private"
  static let privateAddresses =
    "A device may change its private address: first turn private addresses off on it for your WiFi."
}
