/// The text format of Prometheus, read by the letter: what its own reader would let pass, and nobody should write, is a
/// mistake here too.
public struct PrometheusText {
  /// Metrics in their order.
  public var families: [Family] = []

  /// A metric.
  public struct Family {
    /// What it is called.
    public var name: String
    /// What it says.
    public var help: String
    /// Its samples, each with its labels in their order.
    public var samples: [(labels: [(name: String, value: String)], value: Double)] = []
  }

  /// What is wrong, and where.
  public struct Mistake: Error, CustomStringConvertible {
    /// The line and what is wrong with it.
    public var description: String
  }

  /// The metric of this name; nil if there is none.
  public subscript(name: String) -> Family? { families.first { $0.name == name } }

  /// Reads `text`: for each metric its `HELP`, its `TYPE`, which is a gauge, and one sample or more, none twice.
  public init(_ text: String) throws(Mistake) {
    guard text.hasSuffix("\n") else { throw Mistake(description: "the last line has no end") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
    while let first = lines.popFirst() {
      let words = first.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      guard words.count == 4, words[0] == "#", words[1] == "HELP", Self.isName(words[2]), !words[3].isEmpty,
        !words[3].contains("\\"), self[words[2]] == nil
      else { throw Mistake(description: "expected HELP of a new metric: \(first)") }
      var family = Family(name: words[2], help: words[3])
      guard lines.popFirst() == "# TYPE \(family.name) gauge" else {
        throw Mistake(description: "expected the TYPE of \(family.name)")
      }
      while let line = lines.first, !line.hasPrefix("#") {
        lines.removeFirst()
        let sample = try Self.sample(line, of: family.name)
        let isKnown = family.samples.contains { known in
          known.labels.map(\.value) == sample.labels.map(\.value)
        }
        let names = family.samples.first?.labels.map(\.name) ?? sample.labels.map(\.name)
        guard !isKnown, names == sample.labels.map(\.name) else {
          throw Mistake(description: "the same labels twice, or others: \(line)")
        }
        family.samples.append(sample)
      }
      guard !family.samples.isEmpty else { throw Mistake(description: "\(family.name) has no sample") }
      families.append(family)
    }
  }

  private static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil
  }

  private static func sample(
    _ line: Substring, of name: String
  ) throws(Mistake) -> (labels: [(name: String, value: String)], value: Double) {
    guard line.hasPrefix(name) else { throw Mistake(description: "expected a sample of \(name): \(line)") }
    var rest = line.dropFirst(name.count)
    var labels: [(name: String, value: String)] = []
    if rest.first == "{" {
      repeat {
        rest.removeFirst()
        guard let found = rest.prefixMatch(of: /([a-z][a-z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"/) else {
          throw Mistake(description: "expected a label: \(line)")
        }
        labels.append((String(found.1), unescaped(found.2)))
        rest = rest[found.range.upperBound...]
      } while rest.first == ","
      guard rest.first == "}" else { throw Mistake(description: "expected the end of the labels: \(line)") }
      rest.removeFirst()
    }
    guard rest.first == " ", let value = Double(rest.dropFirst()), value.isFinite,
      Set(labels.map(\.name)).count == labels.count
    else { throw Mistake(description: "expected a value: \(line)") }
    return (labels, value)
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        result.append(character)
        continue
      }
      result.append(escaped == "n" ? "\n" : escaped)
    }
    return result
  }
}
