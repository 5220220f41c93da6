/// A piece of HTML. It is made of literals and of other pieces; whatever text is put in between is escaped, so that no name
/// and no reason is ever markup.
public struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The markup.
  public private(set) var text: String

  /// What somebody wrote into the program.
  public init(stringLiteral text: String) { self.text = text }

  /// With pieces and texts put in between.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Nothing.
  public init() { text = "" }

  /// The markup.
  public var description: String { text }

  /// Adds `right` at the end.
  public static func += (left: inout HTML, right: HTML) { left.text += right.text }

  /// One after the other.
  public static func joined(_ parts: [HTML]) -> HTML {
    var all = HTML()
    for part in parts { all += part }
    return all
  }

  /// Puts it together.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Nothing yet.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
    /// What somebody wrote into the program.
    public mutating func appendLiteral(_ literal: String) { text += literal }
    /// Text of whoever wrote it.
    public mutating func appendInterpolation(_ text: String) { self.text += Self.escaped(text) }
    /// A number.
    public mutating func appendInterpolation(_ number: Int) { text += String(number) }
    /// A piece.
    public mutating func appendInterpolation(_ html: HTML) { text += html.text }
    /// One piece after the other.
    public mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
    /// Nothing where there is nothing.
    public mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }

    /// As text, and within quotes. What steers a terminal, or turns the direction of what follows, becomes a sign of its own.
    private static func escaped(_ text: String) -> String {
      var escaped = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "'": escaped += "&#39;"
        default:
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: escaped += "\u{FFFD}"
          // Marks that turn the direction; what joins the parts of one sign stays.
          case .format where scalar != "\u{200D}": escaped += "\u{FFFD}"
          default: escaped.unicodeScalars.append(scalar)
          }
        }
      }
      return escaped
    }
  }
}
