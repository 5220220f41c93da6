import Documents
import Foundation
import HTTPTransport
import JSONTree
import Planning
import Policies
import Providers
import TestSupport
import Testing
import UniFi

@testable import PiHole

@Suite struct PathTests {
  @Test(
    "what a text is as one segment",
    arguments: [
      ("kids", "kids"), ("AZaz09-._~", "AZaz09-._~"), ("a/b", "a%2Fb"), (#"a\b"#, "a%5Cb"), ("q?x=1", "q%3Fx%3D1"),
      ("hash#x", "hash%23x"), ("100%", "100%25"), ("pct%20lit", "pct%2520lit"), ("plus+sign", "plus%2Bsign"),
      ("x;reply=NONE", "x%3Breply%3DNONE"), ("tab\tx", "tab%09x"), ("a b", "a%20b"), ("ü", "%C3%BC"),
      ("u\u{308}", "u%CC%88"), ("🧸", "%F0%9F%A7%B8"), (":eth0", "%3Aeth0"), ("192.168.2.0/24", "192.168.2.0%2F24"),
      (#"quote'""#, "quote%27%22"), ("...", "..."), (". ", ".%20"), ("*", "%2A"),
      ("&,!$@[]{}|^`<>()", punctuation),
    ])
  func segments(text: String, expected: String) throws {
    #expect(try PathSegment.encoded(text) == expected)
  }

  /// In a path they mean the table, or what is above it.
  @Test(arguments: ["", ".", ".."]) func whatMeansAnotherPlaceIsNeverAsked(_ text: String) throws {
    for place in [RowAddress.group(text), .list(.block, text), .domain(.deny, isRegex: true, text)] {
      #expect(throws: ProviderError.self) { try place.path }
    }
    #expect(RowAddress(domainID: "deny/regex/" + text) == nil)
    let group = #"{"id":5,"name":"\#(text)","comment":null,"enabled":true}"#
    let list = #"{"id":5,"address":"\#(text)","type":"block","comment":null,"enabled":true,"groups":[0]}"#
    let entry =
      #"{"id":5,"domain":"\#(text)","type":"deny","kind":"regex","comment":null,"enabled":true,"groups":[0]}"#
    for (row, table) in [(group, Table.groups), (list, .lists), (entry, .domains)] {
      let rows = try Row.all(in: JSON(parsing: Array(#"{"\#(table.rawValue)":[\#(row)]}"#.utf8)), of: table)
      let object = try #require(ObservedObject.all(rows, groups: [], clients: nil).first)
      #expect(object.switchBlocker?.code == "pihole.unaddressable", "a problem in the plan, and nothing is sent")
    }
  }

  static let punctuation = "%26%2C%21%24%40%5B%5D%7B%7D%7C%5E%60%3C%3E%28%29"

  @Test("a segment is decoded to what it was", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let scalars = (0..<random.int(in: 0..<40)).compactMap { _ in
      Unicode.Scalar(UInt32(random.int(in: 0..<(random.oneIn(2) ? 0x80 : 0x11_0000))))
    }
    let text = String(String.UnicodeScalarView(scalars))
    guard PathSegment.canSay(text) else {
      #expect(throws: ProviderError.self) { try PathSegment.encoded(text) }
      return
    }
    let segment = try PathSegment.encoded(text)
    #expect(segment.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !segment.contains(where: "/?#+&;".contains))
    #expect(segment.removingPercentEncoding.map { Array($0.utf8) } == Array(text.utf8))
  }

  /// The paths were made by another program than this one, and the Pi-hole found the row by each of them.
  @Test("a real Pi-hole finds every recorded row at the path that is made for it")
  func recordedPaths() throws {
    var compared = 0
    for recording in try Recording.all(in: "domains-regex") + Recording.all(in: "groups") + Recording.all(in: "lists")
    where recording.method == "GET" && recording.path.contains("%") && recording.response.status == 200 {
      let table = try #require(Table(recordedPath: recording.path))
      let rows = try Row.all(in: try Reply(recording.response).value(quoting: .nothing), of: table)
      for row in rows where !recording.name.contains("unescaped") && !recording.name.contains("literal") {
        #expect(try "/api" + row.place.path == recording.path)
        compared += 1
      }
    }
    #expect(compared == 17)
  }

  @Test(
    "what a plan's id addresses",
    arguments: [
      (ObjectKind.domain, "deny/exact/a.example", "/domains/deny/exact/a.example"),
      (.domain, "allow/regex/a/b", "/domains/allow/regex/a%2Fb"),
      (.domain, "deny/exact/", nil), (.domain, "block/exact/a.example", nil), (.domain, "deny/wild/a.example", nil),
      (.domain, "deny/exact", nil),
      (.list, "block/https://a.example/b", "/lists/https%3A%2F%2Fa.example%2Fb?type=block"),
      (.list, "allow/x", "/lists/x?type=allow"), (.list, "deny/x", nil), (.list, "block/", nil), (.list, "block", nil),
      (.group, "7", "/groups/Kids%20%26%20more"), (.blocking, "7", nil), (.wifi, "7", nil),
    ] as [(ObjectKind, String, String?)])
  func places(kind: ObjectKind, id: String, path: String?) throws {
    let change = Change(
      target: Name("t"), system: Name("pihole"), kind: kind, id: id, name: "Kids & more", from: SwitchState(.enabled),
      to: SwitchState(.disabled))
    #expect(try RowAddress(change)?.path == path)
    if kind != .group, let place = RowAddress(change) { #expect(place.id == id) }
  }

  @Test(
    "control characters",
    arguments: [
      ("kids", false), ("Kids Räume & more/less", false), ("a\r\nX: y", true), ("tab\tx", true), ("\u{0}", true),
      ("\u{7F}", true), ("\u{85}", true), ("\u{A0}", false),
    ])
  func controls(text: String, expected: Bool) {
    #expect(text.hasControlCharacters == expected)
  }
}
