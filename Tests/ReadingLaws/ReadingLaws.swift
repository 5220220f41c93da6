import CivilTime
import Documents
import LibYAML
import Policies
import TestSupport

/// What holds for whatever comes in from outside, however broken it is: a policy, JSON, the answers of a system, a state
/// file.
///
/// The tests ask it about the files of `Fixtures/fuzz`, the fuzzers about whatever they think of.
public enum ReadingLaws {
  private static let file = "policy.yaml"

  /// The laws that reading and decoding `bytes` as a policy file breaks; empty where all hold.
  public static func brokenByPolicy(_ bytes: [UInt8]) -> [String] {
    let source = SourceText(bytes, file: file)
    let places = PlacesInText(source: source)
    let (node, diagnostics) = YAMLReader.read(bytes, file: file)
    var broken = places.faults(of: diagnostics)
    guard let node else { return diagnostics.isEmpty ? broken + ["no node and no diagnostic"] : broken }
    broken += places.faults(of: node) + faults(ofLayout: bytes, node, diagnostics)
    let decoded = decode(node)
    broken += places.faults(of: decoded.diagnostics) + faults(of: decoded)
    // What is shown for thousands of diagnostics is shown for the first.
    let shown = (diagnostics + decoded.diagnostics).prefix(32)
    return broken + faults(ofText: DiagnosticText(sources: [source]).text(of: Array(shown)))
  }

  /// The laws that `bytes`, as the sentence of a statement and as a schedule, break; empty where all hold.
  public static func brokenBySentence(_ bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    let asSchedule = decode(SentencePolicy.root(schedule: text))
    let asStatement = decode(SentencePolicy.root(statement: text))
    return [asSchedule, asStatement].flatMap { SentencePolicy.faults(of: $0.diagnostics, in: text) + faults(of: $0) }
      + (asStatement.policy.map { faults(ofPolicy: $0) } ?? [])
  }

  static func decode(_ root: Node) -> (policy: Policy?, diagnostics: [Diagnostic]) {
    let context = PolicyContext(
      kinds: .shipped, zone: { $0 == "UTC" ? .zone(.utc) : .unknown(suggestions: []) }, machineZone: nil,
      now: Instant(secondsSinceEpoch: 1_795_000_000))
    return PolicyDecoder.decode([PolicyDocument(file: file, root: root)], path: file, context: context)
  }

  private static func faults(of decoded: (policy: Policy?, diagnostics: [Diagnostic])) -> [String] {
    let hasErrors = decoded.diagnostics.contains { $0.severity == .error }
    return (decoded.policy == nil) == hasErrors ? [] : ["a policy beside errors, or neither"]
  }

  private static func faults(ofText text: String) -> [String] {
    text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 } ? [] : ["a control character is shown"]
  }

  /// A sentence that was understood can be written back and means the same, and what it says can be asked.
  private static func faults(ofPolicy policy: Policy) -> [String] {
    guard let statement = policy.statements.first, let sentence = SentenceText.sentences(of: statement).first else {
      return ["an accepted sentence left no statement"]
    }
    let again = decode(SentencePolicy.root(statement: sentence)).policy?.statements.first
    let isSame = again?.when == statement.when && again?.state == statement.state
    let written = isSame ? [] : ["'\(sentence)' means something else"]
    let now = Instant(secondsSinceEpoch: 1_795_000_000)
    let evaluator = Evaluator(policy)
    let until = evaluator.verdicts(at: now).compactMap(\.verdict.until).min()
    return until == evaluator.nextChange(after: now) ? written : written + ["the next change is no verdict's end"]
  }
}
