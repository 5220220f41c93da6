import JSONTree
import Text

extension SwitchedObject {
  /// The member of `body` at `path`, where an update may go without it; nil where it must not.
  ///
  /// A console that gives a member and refuses to take it back may only be asked without it if nothing hangs on it.
  ///
  /// | member | may be left out |
  /// |---|---|
  /// | inside another one | no: what is left of that could mean more than the whole |
  /// | one of the API's description | no: without it the object would be another one |
  /// | says whom or what the object concerns, itself or anywhere inside | no: without it others could be met |
  /// | secret | no: a WiFi network could be open to everybody |
  /// | any other | yes |
  static func expendable(_ path: MemberPath, in body: JSON) -> String? {
    guard let name = path.outermost, !traits.documentedMembers.contains(name), let value = body[name],
      !saysWhomOrWhat(name, value)
    else { return nil }
    return name
  }
}

/// Whether a member called `name` holds what must never be seen.
func isNameOfSecret(_ name: String) -> Bool {
  ["passphrase", "password", "secret"].contains { name.lowercased().holds($0) }
}

/// Whether a member that nobody has described could say whom or what an object concerns, or when.
///
/// Nobody can know, so every name that sounds like it does, and so does everything that refers to something by its id.
private func saysWhomOrWhat(_ name: String, _ value: JSON) -> Bool {
  if isNameOfSecret(name) || words(of: name).contains(where: isTelling) { return true }
  return switch value {
  case .null, .bool, .number: false
  case .string(let text): text.isUUID
  case .array(let elements): elements.contains { saysWhomOrWhat("", $0) }
  case .object(let members): members.contains { saysWhomOrWhat($0.name, $0.value) }
  }
}

/// What the words of such names begin with. They are those of the API's own filters, and their likes.
private let tellingStems = [
  // Whom.
  "source", "src", "dest", "dst", "zone", "network", "subnet", "vlan", "lan", "wan", "vpn", "tunnel", "site", "address",
  "ip", "mac", "iid", "device", "client", "user", "person", "group", "member", "tag", "list", "host", "region",
  "country",
  // What.
  "filter", "match", "opposite", "invert", "negat", "scope", "traffic", "packet", "connection", "state", "direction",
  "interface", "protocol", "icmp", "port", "domain", "url", "application", "categor", "service", "action", "allow",
  "block", "reject", "limit", "exce", "exclu", "inclu", "security", "auth", "encrypt", "access", "guest", "isolat",
  "band", "key",
  // When.
  "schedule", "blackout", "day", "repeat", "start", "stop", "until", "expir",
]

private func isTelling(_ word: String) -> Bool { tellingStems.contains { word.hasPrefix($0) } }

/// `["source", "user", "ids"]` of `sourceUserIds` or `source_user_ids`.
private func words(of name: String) -> [String] {
  var words = [""]
  for character in name {
    if character.isUppercase || !character.isLetter { words.append("") }
    if character.isLetter { words[words.count - 1] += character.lowercased() }
  }
  return words.filter { !$0.isEmpty }
}
