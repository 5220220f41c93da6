import HTTPTransport
import JSONTree
import Text

/// What a console told that must be seen nowhere, so that its own words can be quoted without it.
struct UniFiSecrets: Sendable, CustomReflectable {
  /// Of more than these nothing is quoted any more: a site has a few passphrases, or some hundred keys of its guests.
  static let most = 1000

  private var texts: Set<String> = []
  private var areTooMany = false

  /// None, or those.
  init(_ secrets: [Secret] = []) { add(secrets) }

  /// Hides `secrets` as well.
  mutating func add(_ secrets: [Secret]) {
    for secret in secrets where !areTooMany {
      secret.reveal { text in if !text.isEmpty { texts.insert(text) } }
      areTooMany = texts.count > Self.most
    }
    if areTooMany { texts = [] }
  }

  /// These and one more.
  func adding(_ secret: Secret) -> UniFiSecrets {
    var all = self
    all.add([secret])
    return all
  }

  /// `text` without any of them, should the console have echoed one, as it is or as it is in JSON; nil where they are so
  /// many that nothing may be quoted.
  func hidden(in text: String) -> String? {
    if areTooMany { return nil }
    // The longest first, so that none is left in part.
    let longest = texts.sorted { ($1.count, $1) < ($0.count, $0) }
    return longest.reduce(text) { text, secret in
      let spelled = String(JSON.string(secret).text.dropFirst().dropLast())
      return text.exchanging(spelled, for: "***").exchanging(secret, for: "***")
    }
  }

  /// Without children.
  var customMirror: Mirror { Mirror(self, children: []) }
}
