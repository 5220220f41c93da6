import Text

/// Which system is meant, whatever it is called: two entries of one place are two names of one system.
struct SystemPlace: Hashable {
  private let kind: SystemKind
  private let url: BaseURL
  /// What follows those keys with which one address is several systems.
  private let settings: [String: FoldedName]
  private let secret: SecretReference?

  /// The place of `system`.
  init(_ system: System) {
    kind = system.kind
    url = system.url
    let keys = system.kind.settings.filter(\.isOfAddress)
    settings = Dictionary(
      keys.compactMap { key in system.text(key.key).map { (key.key, FoldedName($0)) } }, uniquingKeysWith: { $1 })
    secret = keys.contains(where: \.isSecret) ? system.secret : nil
  }
}
