import Text

/// Which system is meant, whatever it is called: two entries of one place are two names of one system.
struct SystemPlace: Hashable {
  private let kind: SystemKind
  private let address: String
  /// What follows those keys with which one address is several systems.
  private let settings: [String: FoldedName]
  private let secret: SecretReference?

  /// The place of `system`; `ofHost` where every port and path of its host is the same one.
  init(_ system: System, ofHost: Bool = false) {
    kind = system.kind
    address = ofHost ? system.url.plainHost : system.url.text
    let keys = system.kind.settings.filter(\.isOfAddress)
    settings = Dictionary(
      keys.compactMap { key in system.text(key.key).map { (key.key, FoldedName($0)) } }, uniquingKeysWith: { $1 })
    secret = keys.contains(where: \.isSecret) ? system.secret : nil
  }
}
