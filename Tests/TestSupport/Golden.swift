public import Foundation

/// Expected outputs under `Fixtures`. Whatever a test compares with a file goes through here.
public enum Golden {
  /// What a test says whose expected output is not what came.
  public struct Difference: Error, CustomStringConvertible {
    /// Which file, and both texts.
    public var description: String
  }

  /// Whether the files are to be written again: `REWRITE_FIXTURES=1` is set, as `make golden` does.
  public static var rewrites: Bool { ProcessInfo.processInfo.environment["REWRITE_FIXTURES"] == "1" }

  /// Compares `text` with the file at `path` below `folder`. Where `rewrites` holds, a file that differs is rewritten
  /// and the test fails all the same, so that nothing passes by being rewritten.
  ///
  /// A test may compare with several files. It ends at the first one that differs, so only that one is rewritten.
  public static func check(
    _ text: String, _ path: String, in folder: URL = Fixtures.folder, rewrites: Bool = Golden.rewrites
  ) throws {
    let file = folder.appending(path: path)
    let expected = try? Data(contentsOf: file)
    // Byte by byte: to `String` the two ways of writing 'é' are equal.
    guard expected != Data(text.utf8) else { return }
    guard rewrites else {
      let shown = expected.map { String(decoding: $0, as: UTF8.self) } ?? "(no such file)\n"
      throw Difference(description: "\(path) differs.\n--- expected\n\(shown)--- came\n\(text)")
    }
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    throw Difference(description: "\(path) was rewritten")
  }
}
