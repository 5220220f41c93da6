import ReadingLaws
import TestSupport
import Testing

/// The texts that the fuzzers start from, and those with which they once found a mistake.
@Suite("fuzz corpus") struct FuzzCorpusTests {
  /// A fuzzer's folder in `Fixtures/fuzz`.
  enum Corpus: String, CaseIterable {
    case yaml
    case sentence
    case json
    case http
    case unifiAnswer = "unifi-answer"
    case piholeAnswer = "pihole-answer"
    case homeAssistantAnswer = "home-assistant-answer"
    case easyControlAnswer = "easy-control-answer"
    case builderOSAnswer = "builderos-answer"
    case state
    case forged
    case calendar

    var folder: String { "fuzz/" + rawValue }
    var names: [String] { (try? Fixtures.names(in: folder)) ?? [] }
    var texts: [Text] { names.map { Text(corpus: self, name: $0) } }

    func broken(by bytes: [UInt8]) -> [String] {
      switch self {
      case .yaml: ReadingLaws.brokenByPolicy(bytes)
      case .sentence: ReadingLaws.brokenBySentence(bytes)
      case .json: ReadingLaws.brokenByJSON(bytes)
      case .http: ReadingLaws.brokenByHTTP(bytes)
      case .unifiAnswer: ReadingLaws.brokenByConsole(bytes)
      case .piholeAnswer: ReadingLaws.brokenByPiHole(bytes)
      case .homeAssistantAnswer: ReadingLaws.brokenByHomeAssistant(bytes)
      case .easyControlAnswer: ReadingLaws.brokenByEasyControl(bytes)
      case .builderOSAnswer: ReadingLaws.brokenByBuilderOS(bytes)
      case .state: ReadingLaws.brokenByState(bytes)
      case .forged: ReadingLaws.brokenByForgery(bytes)
      case .calendar: ReadingLaws.brokenByCalendar(bytes)
      }
    }
  }

  struct Text: CustomTestStringConvertible {
    var corpus: Corpus
    var name: String
    var testDescription: String { "\(corpus.rawValue)/\(name)" }
  }

  @Test("no text breaks a law", arguments: Corpus.allCases.flatMap(\.texts)) func text(_ text: Text) throws {
    let broken = text.corpus.broken(by: try Fixtures.bytes("\(text.corpus.folder)/\(text.name)"))
    #expect(broken == [], "\(broken)")
  }

  @Test("there are some", arguments: Corpus.allCases) func count(_ corpus: Corpus) {
    #expect(corpus.names.count >= 15)
  }
}
