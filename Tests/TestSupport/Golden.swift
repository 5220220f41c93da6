import Foundation

/// Expected outputs under `Fixtures`.
public enum Golden {
  /// What a test says whose expected output is not what came.
  public struct Difference: Error, CustomStringConvertible {
    /// Which file, and both texts.
    public var description: String
  }

  /// Compares `text` with the file at `path` below `Fixtures`. With `REWRITE_FIXTURES=1` the file is rewritten and the
  /// test fails all the same, so that nothing passes by being rewritten.
  public static func check(_ text: String, _ path: String) throws {
    let expected = try? Fixtures.text(path)
    guard expected != text else { return }
    guard ProcessInfo.processInfo.environment["REWRITE_FIXTURES"] == "1" else {
      throw Difference(
        description: "\(path) differs.\n--- expected\n\(expected ?? "(no such file)\n")--- came\n\(text)")
    }
    let file = Fixtures.folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    throw Difference(description: "\(path) was rewritten")
  }
}
