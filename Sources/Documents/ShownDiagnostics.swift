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

  /// The others of several together, in words such as `and 15900 more errors, 3 more warnings`; nil if there are none.
  public static func words(_ others: [Diagnostic.Severity: Int]) -> String? {
    let counts = severities.compactMap { severity in
      others[severity].map { "\($0) more \(severity.rawValue)\($0 == 1 ? "" : "s")" }
    }
    return counts.isEmpty ? nil : "and " + counts.joined(separator: ", ")
  }

  private static let severities: [Diagnostic.Severity] = [.error, .warning, .note]
}

extension [Diagnostic] {
  /// The diagnostics in the order of the text: by file, place, errors before warnings before notes, then code and message. Those
  /// without a place come first.
  public func inTextOrder() -> [Diagnostic] {
    // Most often they are in order, and no second copy of thousands is needed.
    let isSorted = !indices.dropFirst().contains { self[$0].stands(before: self[$0 - 1]) }
    return isSorted ? self : sorted { $0.stands(before: $1) }
  }
}

extension Diagnostic.Severity {
  fileprivate var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}

extension Diagnostic {
  fileprivate func stands(before other: Diagnostic) -> Bool {
    if file != other.file { return file < other.file }
    if start != other.start { return start < other.start }
    if severity != other.severity { return severity.rank < other.severity.rank }
    return (code, message) < (other.code, other.message)
  }

  fileprivate var file: String { span?.file ?? "" }
  fileprivate var start: SourcePosition { span?.start ?? SourcePosition(line: 0, column: 0) }
}
