public import HTTPTransport
import Text

extension Secret {
  /// `text` with stars instead, should a system repeat it where it is told to people.
  public func hidden(in text: String) -> String {
    reveal { secret in
      secret.isEmpty || text.utf8.count < secret.utf8.count ? text : text.exchanging(secret, for: "***")
    }
  }
}
