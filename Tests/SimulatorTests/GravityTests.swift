import Simulator
import Testing

/// What groups, clients, domains and lists do that nobody expects.
struct GravityTests {
  @Test(arguments: GravitySurprises.stories + GravityFaults.stories)
  func answersAsTold(_ story: GravityStory) {
    let seen = story.play()
    for (step, found) in zip(story.steps, seen) { #expect(found == step.sees, "after \(step.does)") }
  }

  /// The trigger goes by the name: rows of other types change with it, other names do not.
  @Test func datesChangeByName() throws {
    var gravity = Gravity(at: 100)
    for place in [GravityPlace.domain(.deny, .exact), .domain(.allow, .exact), .domain(.deny, .regex)] {
      try gravity.insert("a.example", in: place, at: 110)
    }
    try gravity.insert("b.example", in: .domain(.deny, .exact), at: 110)
    try gravity.upsert("a.example", in: .domain(.deny, .exact), at: 120.9)
    #expect(gravity.domains.map(\.dateAdded) == [110, 110, 110, 110])
    #expect(gravity.domains.map(\.dateModified) == [120, 120, 120, 110])
    try gravity.insert("a.example", in: .client, at: 130)
    try gravity.rename(group: "Default", to: "a.example", at: 140)
    #expect(gravity.domains.map(\.dateModified) == [120, 120, 120, 110])
    #expect(gravity.clients.map(\.dateModified) == [130] && gravity.groups.map(\.dateModified) == [140])
  }

  /// Lower case and punycode on the way in; 'unicode' shows the labels in their own script. Empty where it is refused.
  @Test(arguments: [
    ("ADS.Example", "ads.example", "ads.example"), ("münchen.example", "xn--mnchen-3ya.example", "münchen.example"),
    ("MÜNCHEN.example", "xn--mnchen-3ya.example", "münchen.example"),
    ("straße.example", "xn--strae-oqa.example", "straße.example"), ("例え.テスト", "xn--r8jz45g.xn--zckzah", "例え.テスト"),
    ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f", "пример.испытание"),
    ("xn--mnchen-3ya.example", "xn--mnchen-3ya.example", "münchen.example"),
    ("😀.example", "xn--e28h.example", "😀.example"), ("xn--???.example", "", ""), ("a..example", "", ""),
    ("a.example-", "", ""), ("-", "", ""), ("a.-b", "", ""), (".", "", ""), ("1.2.3.4", "1.2.3.4", "1.2.3.4"),
    (String(repeating: "a.", count: 128), "", ""),
    ("xn--99999999999.example", "xn--99999999999.example", "xn--99999999999.example"),
  ])
  func storesNames(_ given: String, _ stored: String, _ shown: String) {
    var talk = PiHoleTests.Conversation()
    talk.logIn()
    let answer = talk.ask("POST", "/api/domains/deny/exact", #"{"domain":"\#(given)"}"#)
    let row = answer.json?["domains"]?.elements?.first
    #expect(answer.status == (stored.isEmpty ? 400 : 201))
    #expect(row?["domain"]?.text ?? "" == stored)
    #expect(row?["unicode"]?.text ?? "" == shown)
    #expect(answer.header("Location") == (stored.isEmpty ? nil : "/api/domains/deny/exact/" + stored))
  }

  @Test(arguments: [(65_536, 201), (65_537, 400)])
  func dropsALargeBody(_ size: Int, _ status: Int) {
    var talk = PiHoleTests.Conversation()
    talk.logIn()
    let body = #"{"name":"x"}"#
    let blanks = String(repeating: " ", count: size - body.utf8.count)
    #expect(talk.ask("POST", "/api/groups", blanks + body).status == status)
  }
}
