import Policies
import Providers
import Text

/// Whose devices a first policy puts to bed, and when.
struct Bedtime {
  /// People, or several, with their devices.
  struct Group {
    /// What the target is called.
    var name: String
    /// The system of its devices.
    var system: Name
    /// Its devices by their names in the policy, each once.
    var devices: [(name: Name, mac: MACAddress)]
  }

  /// In the order in which they were given.
  var groups: [Group] = []
  /// When they are off, in the words of a policy.
  var hours = Self.usualHours

  /// What is proposed.
  static let usualHours = "21:00–07:00"

  /// The group that is called so.
  func group(_ name: String) -> Group? { groups.first { $0.name == name } }

  /// The devices of all groups, each once.
  var devices: [(name: Name, mac: MACAddress)] { groups.flatMap(\.devices).uniqued(on: \.mac) }

  /// The sentence of them all.
  var sentence: String { beginning + hours }

  /// What stands before the hours.
  var beginning: String { "\(groups.map(\.name).joined(separator: ", ")) off " }
}
