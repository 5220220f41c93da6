import Documents
import Foundation
import Secrets
import Testing

@Suite struct AuthorityFileTests {
  /// Each closure makes something at the path that it is given.
  static let rows: [(id: String, make: @Sendable (String) -> Void, expected: String)] = [
    ("a file", { put(3, at: $0) }, "3 bytes"),
    (
      "a link",
      {
        put(3, at: $0 + ".target"); symlink($0 + ".target", $0)
      }, "3 bytes"
    ),
    ("1 MiB", { put(1 << 20, at: $0) }, "1048576 bytes"),
    ("over 1 MiB", { put((1 << 20) + 1, at: $0) }, "tls.ca over 1 MiB"),
    ("a folder", { mkdir($0, 0o700) }, "tls.ca not a regular file"),
    ("a named pipe", { mkfifo($0, 0o600) }, "tls.ca not a regular file"),
    ("a circle", { symlink($0, $0) }, "tls.ca it is a loop of links"),
    ("nothing", { _ in }, "tls.ca it does not exist"),
  ]

  private static func put(_ count: Int, at path: String) {
    _ = FileManager.default.createFile(atPath: path, contents: Data(repeating: 65, count: count))
  }

  @Test(arguments: rows.indices) func isRead(_ index: Int) throws {
    let row = Self.rows[index]
    let folder = FileManager.default.temporaryDirectory.appending(path: "authorities-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "ca.pem").path
    row.make(path)
    #expect(Self.shown(path) == row.expected, "\(row.id)")
  }

  private static func shown(_ path: String) -> String {
    do throws(SecretError) {
      return "\(try AuthorityFile.read(path).count) bytes"
    } catch {
      return error.message.code + error.message.text.suffix(while: { $0 != ":" })
    }
  }
}

extension String {
  fileprivate func suffix(while isWanted: (Character) -> Bool) -> String {
    String(reversed().prefix(while: isWanted).reversed())
  }
}
