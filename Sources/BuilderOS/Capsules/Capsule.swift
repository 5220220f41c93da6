import Documents
import JSONTree
import Policies
import Providers

/// One capsule as a host lists it.
struct Capsule: Sendable {
  /// What it is called in paths: `id`, or `name` where there is no `id`.
  let id: String

  /// Nil where `text` names none. What it says of a status is where the capsule is in its life, and nothing about
  /// running.
  init?(_ text: JSONText) {
    guard let id = text["id"]?.string ?? text["name"]?.string, !id.isEmpty else { return nil }
    self.id = id
  }

  /// The path of its actions; nil where `id` cannot be one segment of a path.
  static func actions(of id: String) -> String? {
    guard !id.isEmpty, id.utf8.count <= longest, id != ".", id != "..", !id.utf8.contains(UInt8(ascii: "/")),
      id.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    return "/capsules/\(encoded(id))/actions"
  }

  /// In bytes.
  private static let longest = 255

  /// Everything but unreserved characters (RFC 3986, 2.3) stands as its bytes.
  private static func encoded(_ id: String) -> String {
    let hex = Array("0123456789ABCDEF")
    return id.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
      return isPlain ? String(character) : "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
    }.joined()
  }
}

extension ObservedObject {
  /// `capsule` as an object that can be asked to start and to stop, and does not tell whether it runs.
  init(_ capsule: Capsule) {
    self.init(
      kind: .capsule, id: capsule.id, name: capsule.id, switchState: SwitchState(.unknown), whenOff: .disabled)
    isUnreadable = true
    if Capsule.actions(of: capsule.id) == nil { switchBlocker = BuilderOSMessages.unusableID }
  }
}
