/// What a unit file sets, in its order, as systemd reads it: see systemd.syntax(7).
package struct UnitText: Hashable, Sendable {
  private var settings: [Setting] = []

  private struct Setting: Hashable {
    var key: String
    var value: String
  }

  package init(_ text: String) {
    var begun = ""
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = Self.trimmed(line)
      // A comment within a line that goes on is left out of it.
      if line.hasPrefix("#") || line.hasPrefix(";") { continue }
      if line.hasSuffix("\\") {
        begun += line.dropLast() + " "
      } else {
        add(begun + line)
        begun = ""
      }
    }
    add(begun)
  }

  /// The key with which a service says what it starts.
  package static let start = "ExecStart"

  /// The values of `key`, but for those that an empty one behind them takes back.
  package func values(of key: String) -> [String] {
    settings.filter { $0.key == key }.reduce(into: []) { values, setting in
      if setting.value.isEmpty { values = [] } else { values.append(setting.value) }
    }
  }

  /// Whether it has a value of `key`, an empty one too.
  func sets(_ key: String) -> Bool { settings.contains { $0.key == key } }

  /// The same with what `dropIn` sets behind it.
  func adding(_ dropIn: UnitText) -> UnitText {
    var whole = self
    whole.settings += dropIn.settings
    return whole
  }

  private mutating func add(_ line: String) {
    guard let place = line.firstIndex(of: "=") else { return }
    settings.append(
      Setting(key: Self.trimmed(line[..<place]), value: Self.trimmed(line[line.index(after: place)...])))
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let front = text.drop { $0.isWhitespace }
    let end = front.lastIndex { !$0.isWhitespace }
    return end.map { String(front[...$0]) } ?? ""
  }
}
