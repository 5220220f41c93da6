import Documents
import Steps
import TestSupport
import Testing

/// How many diagnostics are shown, and what they cost.
@Suite struct ShownDiagnosticsTests {
  private static func many(_ errors: Int, _ warnings: Int, _ notes: Int) -> [Diagnostic] {
    func some(_ severity: Diagnostic.Severity, _ count: Int) -> [Diagnostic] {
      (0..<count).map { Diagnostic(severity, code: "a.b", "\(severity.rawValue) \($0)", at: nil) }
    }
    return some(.note, notes) + some(.warning, warnings) + some(.error, errors)
  }

  @Test(
    arguments: [
      (0, 0, 0, 0, nil), (100, 0, 0, 100, nil), (101, 0, 0, 100, "and 1 more error"),
      (16_000, 3, 0, 100, "and 15900 more errors, 3 more warnings"),
      (2, 300, 1, 100, "and 202 more warnings, 1 more note"),
    ] as [(Int, Int, Int, Int, String?)]) func whatMattersMostIsShown(
      errors: Int, warnings: Int, notes: Int, shown: Int, words: String?
    )
  {
    let all = Self.many(errors, warnings, notes)
    let few = ShownDiagnostics(all)
    #expect(few.diagnostics.count == shown && ShownDiagnostics.words(few.others) == words)
    #expect(few.diagnostics.count { $0.severity == .error } == min(errors, 100))
    #expect(few.diagnostics.count + few.others.values.reduce(0, +) == all.count)
    // In the order given.
    let places = few.diagnostics.compactMap(all.firstIndex(of:))
    #expect(places == places.sorted())
  }

  /// Every excerpt of one long line costs the same, wherever it is and however long the line.
  @Test(arguments: ["x", "\u{301}", "家", "\u{1B}"]) func excerptsOfALongLineCostWhatTheyShow(letter: String) {
    let growth = Steps.growth(from: 3000) { count in
      let source = SourceText(String(repeating: letter, count: count).utf8, file: "home.yaml")
      let places = (0..<20).map { $0 * source.scalars.count / 20 }
      return (source, places.map { Diagnostic(.error, code: "a.b", "wrong", at: source.span($0..<$0 + 1)) })
    } _: { source, diagnostics in
      _ = DiagnosticText(sources: [source]).text(of: diagnostics)
    }
    #expect(growth < 1.5)
  }

  @Test func aLongLineIsCutAroundThePlace() {
    let text = String(repeating: "a", count: 5000) + "KIDS" + String(repeating: "b", count: 5000)
    let source = SourceText(text.utf8, file: "home.yaml")
    let shown = DiagnosticText(sources: [source]).text(
      of: [Diagnostic(.error, code: "a.b", "wrong", at: source.span(5000..<5004))])
    let lines = shown.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines.allSatisfy { $0.count <= 80 })
    #expect(lines[1].hasPrefix("  …aaa") && lines[1].contains("aKIDSb") && lines[1].hasSuffix("bbb…"))
    let caret = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
    let place = lines[1].firstIndex(of: "K").map { lines[1].distance(from: lines[1].startIndex, to: $0) }
    #expect(caret == place)
  }
}
