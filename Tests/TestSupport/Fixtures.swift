public import Foundation

/// Files under `Fixtures`, found from where this source file stands.
public enum Fixtures {
  /// The folder `Fixtures` of the repository.
  public static let folder: URL = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// The bytes of the file at `path` below `Fixtures`.
  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  /// The text of the file at `path` below `Fixtures`.
  public static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// The names in the folder at `path` below `Fixtures`, sorted, without those that start with a dot.
  public static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
      .filter { !$0.hasPrefix(".") }
      .sorted()
  }
}
