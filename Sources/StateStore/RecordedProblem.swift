public import Policies
import Providers

/// What a run could not do and a later look at the state is to tell.
public struct RecordedProblem: Hashable, Sendable {
  /// The target that it is about; nil where it is about all of them.
  public var target: Name?
  /// A stable name of it.
  public var code: String
  /// What was found, in one line.
  public var text: String

  /// What a run could not do.
  public init(target: Name?, code: String, text: String) {
    self.target = target
    self.code = code
    self.text = text
  }

  /// More characters of what was found are cut off: it may quote a name of any length.
  static let mostCharacters = 1024

  /// Texts of systems may hold anything, and must neither begin a line nor a column.
  var stored: String {
    let line = String(text.shortened(to: Self.mostCharacters).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return [target?.text ?? "", code, line].joined(separator: "\t")
  }

  init?(stored: Substring) {
    let parts = stored.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, !parts[1].isEmpty, !parts[2].isEmpty else { return nil }
    self.init(target: parts[0].isEmpty ? nil : Name(parts[0]), code: parts[1], text: parts[2])
  }
}
