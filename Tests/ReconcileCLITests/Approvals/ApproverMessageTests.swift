import Approvals
import CivilTime
import JSONTree
import Policies
import TestSupport
import Testing

@testable import Controller
@testable import Presentation

/// What approvers are told.
@Suite struct ApproverMessageTests {
  private static func shown(_ message: ApproverMessage) -> String {
    "\(message.title)\n---\n" + message.lines.map { $0 + "\n" }.joined()
  }

  @Test func aRequestIsOneObjectAndAFewLines() throws {
    try Golden.check(Self.shown(SentMessages.request()), "people/request.message")
    try Golden.check(SentMessages.request().json.indented, "people/request.json")
  }

  @Test func withoutACodeNoneIsSpokenOf() throws {
    let message = try SentMessages.request(code: nil, because: nil)
    let shown = Self.shown(message)
    #expect(!shown.contains("code:") && !shown.contains("because:"), "\(shown)")
    for name in ["code", "codeSeconds", "because"] { #expect(message.json[name] == .null) }
    #expect(try OutputSchema.of("approver").faults(message.json) == [])
  }

  /// Whoever is asked next reads what was said before.
  @Test(arguments: 0...4) func anEarlierNoIsTold(_ count: Int) throws {
    let people = ["paul", "anna", "omar", "ben"].prefix(count)
    let nos = people.enumerated().map { EarlierNo(by: $1, at: SentMessages.now + -(480 + Int64($0))) }
    let message = try SentMessages.request(nos: nos)
    let lines = zip(people, ["04", "03", "02"]).map { "\($0) said no at 19:52:\($1)" }
    #expect(message.lines.filter { $0.contains("said no") } == lines, "\(message.lines)")
    #expect((message.json["earlierNos"]?.elements ?? []).map { $0["by"]?.string } == Array(people))
    #expect(try OutputSchema.of("approver").faults(message.json) == [])
  }

  /// Whoever is abroad goes by other clocks, and what is wanted for later has two ends.
  @Test func timesHaveAZoneAndInstants() throws {
    let message = try SentMessages.request()
    #expect(message.lines.last == "times of UTC")
    #expect(message.json["timezone"]?.string == "UTC")
    let later = try SentMessages.request(what: "kids on from 22:00 until 23:30", until: nil, stretch: (3600, 9000))
    #expect(later.title == "emma asks: kids on from 22:00 until 23:30")
    #expect(later.json["from"] == .instant(SentMessages.now + 3600))
    #expect(later.json["until"] == .instant(SentMessages.now + 9000))
    #expect(try OutputSchema.of("approver").faults(later.json) == [])
  }

  @Test func newsAreOneLine() throws {
    try Golden.check(Self.shown(SentMessages.news), "people/news.message")
    try Golden.check(SentMessages.news.json.indented, "people/news.json")
  }

  /// Whoever asks writes what they like; the code is in it all the same, and ntfy takes up to 4096 bytes.
  @Test(arguments: [
    String(repeating: "please ", count: 9_999), String(repeating: "👩‍👩‍👧‍👦", count: 9_999),
    String(repeating: "e\u{301}\u{302}\u{303}", count: 9_999), "a\ncode: 0000-0000\r\n\u{1B}[2J\u{202E}b",
  ]) func whatOthersWriteIsCutAndEscaped(_ because: String) throws {
    let message = try SentMessages.request(asker: because, because: because)
    let body = message.lines.joined(separator: "\n")
    #expect(
      body.utf8.count < 4096 && message.title.utf8.count < 2048, "\(body.utf8.count), \(message.title.utf8.count)")
    #expect(message.lines.contains("code: 7K3M-9QXZ, good for 10 minutes") && message.lines.count == 6)
    #expect(!(body + message.title).unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E || $0 == "\r" })
    #expect(body.split(separator: "\n").count == 6 && !message.title.contains("\n"))
  }

  /// A phone shows the title while it is locked.
  @Test func theTitleHasNoCode() throws { #expect(try !SentMessages.request().title.contains("7K3M")) }

  @Test func printingOneShowsNoCode() throws {
    let message = try SentMessages.request()
    var text = "\(message) \(String(reflecting: message))"
    dump(message, to: &text)
    #expect(!text.contains("7K3M"), "\(text)")
  }

  @Test(arguments: [(60, "1 minute"), (600, "10 minutes"), (3600, "60 minutes")] as [(Int64, String)])
  func howLongACodeIsGoodIsSaid(_ seconds: Int64, _ words: String) throws {
    var message = try SentMessages.request()
    guard case .request(var request) = message.content else { return }
    request.codeSeconds = seconds
    message.content = .request(request)
    #expect(message.lines.contains("code: 7K3M-9QXZ, good for \(words)"), "\(message.lines)")
  }
}
