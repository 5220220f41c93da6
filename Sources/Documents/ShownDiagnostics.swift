/// As many of the diagnostics of one policy as somebody reads, and how many others there are: a slip in a generated file
/// may give thousands.
public struct ShownDiagnostics: Sendable {
  /// So many are shown.
  public static let most = 100

  /// In the order given: all, or the first errors, then warnings, then notes, until there are `most`.
  public private(set) var diagnostics: [Diagnostic]
  /// How many others there are of each severity.
  public private(set) var others: [Diagnostic.Severity: Int] = [:]

  /// What is shown of `diagnostics`.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
    guard diagnostics.count > Self.most else { return }
    let places = Self.severities.flatMap { severity in
      diagnostics.indices.filter { diagnostics[$0].severity == severity }
    }
    self.diagnostics = places.prefix(Self.most).sorted().map { diagnostics[$0] }
    for place in places.dropFirst(Self.most) { others[diagnostics[place].severity, default: 0] += 1 }
  }

  /// The others of several together, in words such as `and 15900 more errors, 3 more warnings`; nil where there are none.
  public static func words(_ others: [Diagnostic.Severity: Int]) -> String? {
    let counts = severities.compactMap { severity in
      others[severity].map { "\($0) more \(severity.rawValue)\($0 == 1 ? "" : "s")" }
    }
    return counts.isEmpty ? nil : "and " + counts.joined(separator: ", ")
  }

  private static let severities: [Diagnostic.Severity] = [.error, .warning, .note]
}
