import Policies
import Text

/// A group of devices as somebody gives it: `emma 4 5` at a terminal, `emma=02:00:5e:00:53:01,Emma's phone` on the command
/// line, or `emma` alone for what is called like it.
struct GivenGroup: Hashable, Sendable {
  /// What the target is to be called.
  var name: String
  /// Numbers, addresses or names; none for what is called like the group.
  var devices: [String] = []

  /// What is behind `--group`; nil where there is no name, or nothing behind a `=`.
  static func option(_ text: String) -> GivenGroup? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let devices =
      parts.count > 1 ? parts[1].split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty } : []
    let group = GivenGroup(name: parts[0].trimmed.lowercased(), devices: devices)
    return group.name.isEmpty || parts.count > 1 && devices.isEmpty ? nil : group
  }

  /// As the command line has it.
  var option: String { devices.isEmpty ? name : name + "=" + devices.joined(separator: ",") }

  /// The groups of an answer, such as `emma 4 5, ben 7`. A word behind a number or a comma begins a group, and words that
  /// follow one another are one name.
  static func answer(_ text: String) -> [GivenGroup] {
    var groups: [GivenGroup] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      var isInName = false
      for token in part.split(whereSeparator: \.isWhitespace).map(String.init) {
        if token.isNumberOfDevices || MACAddress(token) != nil {
          isInName = false
          if groups.isEmpty { return [] }
          groups[groups.count - 1].devices += token.numbers
        } else if isInName {
          groups[groups.count - 1].name += "-" + token.asName
        } else {
          isInName = true
          groups.append(GivenGroup(name: token.asName))
        }
      }
    }
    return groups
  }
}

extension String {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// In lower case, and without the colon of `emma: 4 5`.
  fileprivate var asName: String { (last == ":" ? String(dropLast()) : self).lowercased() }

  /// Whether it is a number, or a stretch of them: `4`, `4-6`.
  fileprivate var isNumberOfDevices: Bool { ends != nil }

  private var ends: ClosedRange<Int>? {
    let parts = split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 3 && $0.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard let first = numbers.first, let last = numbers.last, first <= last else { return nil }
    return first...last
  }

  /// Each of a stretch of numbers; anything else as it is.
  fileprivate var numbers: [String] { ends.map { $0.map(String.init) } ?? [self] }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
