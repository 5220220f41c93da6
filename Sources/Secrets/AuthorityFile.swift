/// Reads the PEM files that `tls: {ca: …}` names.
public enum AuthorityFile {
  /// The most bytes of one: a machine's whole trust store has a quarter of that.
  static let largestSize = 1 << 20

  /// The content of the regular file at `path`; links are followed, for nothing in it is a secret.
  public static func read(_ path: String) throws(SecretError) -> [UInt8] {
    switch openedFile(path, limit: largestSize + 1, followsLink: true) {
    case .success(let file): try accepted(file, path)
    case .failure(let failure): throw SecretMessages.authorities(path, failure)
    }
  }

  static func accepted(_ file: FoundFile, _ path: String) throws(SecretError) -> [UInt8] {
    guard file.isRegular else { throw SecretMessages.authorities(path, .other("not a regular file")) }
    guard file.bytes.count <= largestSize else { throw SecretMessages.authorities(path, .other("over 1 MiB")) }
    return file.bytes
  }
}
