import Documents
import TestSupport
import Testing

@testable import LibYAML

@Suite struct SecondReadingTests {
  /// The law behind every caret: reading a scalar a second time gives the text that libyaml gave.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func agreesWithTheFirst(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes = randomLines(&random)
    let check = EncodingCheck(bytes, file: "f")
    let disagreeing = scalarEvents(check).filter { event in
      guard case .scalar(let text, let style, _) = event.kind else { return false }
      return !WrittenScalar(text, style, in: check.source.scalars, event.range).isExact
    }
    #expect(disagreeing.isEmpty, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
  }

  /// Scalars of every style, their lines indented and broken at will.
  private func randomLines(_ random: inout SplitMix64) -> [UInt8] {
    let ends = random.oneIn(3) ? "\r\n" : "\n"
    var text = random.pick(["v: ", "- ", "v:\n  - ", "v:\n - w: ", "? "])
    text += random.pick([
      "'", "\"", "|", ">", "|-", "|+", ">-", ">+", "|2", ">1", "|1+", "a ", "", "[", "[ '",
    ])
    for _ in 0..<random.int(in: 1..<16) {
      text += random.pick([
        "a", "b c", " ", "  ", "\n", "\n  ", "\n   ", "\n    ", "\n\n   ", "\n \n", "\t", "''", "\\\n  ", "\\n",
        "\\x41",
        "\\u00e4", "🏠", " \\\n", "-", ",",
      ])
    }
    text += random.pick(["", "'", "\"", "\n", "\nw: x\n", "\n\n\n", "]", "\"\nw: |\n x", "'\n  "])
    return Array(text.replacing("\n", with: ends).utf8)
  }

  private func scalarEvents(_ check: EncodingCheck) -> [Event] {
    check.sanitized.withUnsafeBufferPointer { input in
      guard let stream = EventStream(input) else { return [] }
      var events: [Event] = []
      while case .success(let event) = stream.next() {
        if case .streamEnd = event.kind { break }
        if case .scalar(_, _, let properties) = event.kind, properties.isNone { events.append(event) }
      }
      return events
    }
  }
}
