import Text

/// Reads a file of the machine's own that says where secrets go. Whoever can write it gets them, and its addresses may
/// be as good as a key, so that it is held to the rules of a file with a secret.
public struct ClosedFile: Sendable {
  private let context: SecretContext

  /// The most bytes of one.
  static let largestSize = 65_536

  /// A reader that looks in `context`.
  public init(_ context: SecretContext) { self.context = context }

  /// The content of the file that systemd has loaded as the credential `name`, else of the one at `path`, an absolute
  /// path, and where it was found; nil where neither is there. The first that is there decides.
  public func read(credential name: String, else path: String) throws(SecretError) -> (path: String, bytes: [UInt8])? {
    if let folder = context.variable("CREDENTIALS_DIRECTORY"), folder.hasPrefix("/"),
      let bytes = try read(folder + "/" + name, isFromSystemd: true)
    {
      return (folder + "/" + name, bytes)
    }
    return try read(path, isFromSystemd: false).map { (path, $0) }
  }

  private func read(_ path: String, isFromSystemd: Bool) throws(SecretError) -> [UInt8]? {
    guard path.hasPrefix("/") else { throw SecretMessages.relative(path) }
    let name = "'\(path)'"
    switch context.file(path, Self.largestSize + 1) {
    case .failure(.absent): return nil
    case .failure(let failure): throw SecretMessages.notOpened(failure, name, link: "put the file itself there")
    case .success(let file):
      if let flaw = context.folderFlaw(path.folderAbove) { throw SecretMessages.folder(flaw, name) }
      let violation = FileRules.violation(
        file, runningUser: context.runningUser, isFromSystemd: isFromSystemd, largestSize: Self.largestSize)
      if let violation { throw SecretMessages.rule(violation, name, path: path, limit: "64 KiB") }
      return file.bytes
    }
  }
}
