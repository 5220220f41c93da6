import Policies

// | kind            | action        | off means | a pattern selects it |
// |-----------------|---------------|-----------|----------------------|
// | ACL rule        | BLOCK         | enabled   | yes                  |
// | firewall policy | BLOCK, REJECT | enabled   | yes                  |
// | both            | ALLOW         | disabled  | no                   |
// | both            | other         | nothing   | yes, never written   |
// | WiFi broadcast  | broadcasts    | disabled  | yes                  |

/// What an object does while its switch is enabled.
enum ObjectAction: Hashable, Sendable {
  /// Drops traffic.
  case block
  /// Drops traffic and says so to the sender.
  case reject
  /// Lets traffic pass.
  case allow
  /// An SSID is there.
  case broadcast
  /// Something that this program does not know, in the console's spelling.
  case other(String)

  /// The position of the switch while the target is off; nil where that is not known.
  var whenOff: SwitchPosition? {
    switch self {
    case .block, .reject: .enabled
    case .allow, .broadcast: .disabled
    case .other: nil
    }
  }

  /// Whether a pattern may select it. What is not known could block: it is not passed over without a word.
  var isSelectableByPattern: Bool {
    switch self {
    case .block, .reject, .broadcast, .other: true
    case .allow: false
    }
  }

  /// Whether this program knows what it does.
  var isKnown: Bool {
    switch self {
    case .block, .reject, .allow, .broadcast: true
    case .other: false
    }
  }
}
