import Documents
import Presentation
import Text

/// One unit file.
struct UnitFile: Hashable, Sendable {
  /// Its name in the folder.
  var name: String
  /// Everything that stands in it; ends in a line feed.
  var text: String

  /// Where an administrator's own units are.
  private static let folder = "/etc/systemd/system/"

  /// The file as one of several in one text: the first line says where it belongs.
  var shown: String { "# \(Self.folder)\(name)\n\(text)" }

  /// A file of sections; each has its name and its lines. What is empty is left out.
  init(_ name: String, _ sections: [(name: String, lines: [String])]) {
    self.name = name
    text = sections.map { section in "[\(section.name)]\n" + section.lines.map { $0 + "\n" }.joined() }
      .joined(separator: "\n")
  }

  /// A comment of lines that fit into 80 columns. What is not ours in it cannot end a line.
  static func comment(_ text: String) -> [String] { wrapped(text.escaped, indent: "# ", following: "# ") }
}
