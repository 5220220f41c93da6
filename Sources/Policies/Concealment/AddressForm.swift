import Text

/// Tells an address from the path of a file.
public enum AddressForm {
  /// Whether `text` has the form of an address, which somebody may keep as a secret.
  public static func isAddress(_ text: String) -> Bool { text.holds("://") || text.lowercased().holds("webcal:") }
}
