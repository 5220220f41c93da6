import Simulator
import Testing

/// What groups say of their members, and what reaches the members of a group.
struct HomeAssistantGroupTests {
  struct Case: CustomTestStringConvertible, Sendable {
    /// Such as `lock=locked`; `-` is a member that there is not.
    var members: String
    var any: String
    var all: String
    var domain = "group"
    var testDescription: String { "\(domain): \(members)" }
  }

  static let cases: [Case] = [
    Case(members: "switch=on switch=off", any: "on", all: "off"),
    Case(members: "switch=on light=on", any: "on", all: "on"),
    Case(members: "switch=off -", any: "off", all: "off"), Case(members: "switch=on -", any: "on", all: "on"),
    Case(members: "-", any: "unknown", all: "unknown"),
    Case(members: "switch=unavailable", any: "unknown", all: "unknown"),
    Case(members: "switch=on switch=unavailable", any: "on", all: "off"),
    Case(members: "switch=off switch=unknown", any: "off", all: "off"),
    Case(members: "lock=locked lock=locked", any: "locked", all: "locked"),
    // One door is open, and the second word says that they are locked.
    Case(members: "lock=locked lock=unlocked", any: "unlocked", all: "locked"),
    Case(members: "lock=unlocked lock=unavailable", any: "unlocked", all: "locked"),
    Case(members: "lock=unlocked lock=open", any: "unlocked", all: "unlocked"),
    Case(members: "cover=closed cover=open", any: "open", all: "closed"),
    Case(members: "lock=unlocked switch=off", any: "on", all: "off"),
    Case(members: "lock=locked cover=open", any: "on", all: "off"),
    Case(members: "media_player=playing switch=off", any: "on", all: "off"),
    Case(members: "media_player=standby", any: "off", all: "off"),
    Case(members: "climate=heat", any: "on", all: "on"), Case(members: "climate=off", any: "off", all: "off"),
    Case(members: "lock=locked lock=unlocked", any: "unlocked", all: "unlocked", domain: "lock"),
    Case(members: "lock=locked lock=jammed", any: "jammed", all: "jammed", domain: "lock"),
    Case(members: "lock=locked lock=locking", any: "locking", all: "locking", domain: "lock"),
    Case(members: "light=off light=unavailable", any: "off", all: "unknown", domain: "light"),
    Case(members: "light=unavailable", any: "unavailable", all: "unavailable", domain: "light"),
    Case(members: "cover=closed cover=closing", any: "closing", all: "closing", domain: "cover"),
  ]

  @Test(arguments: cases)
  func addsUpItsMembers(_ example: Case) {
    let members = example.members.split(separator: " ").enumerated().map { place, text in
      let sides = text.split(separator: "=")
      return HomeAssistantEntity(id: "\(sides[0]).m\(place)", state: sides.count > 1 ? String(sides[1]) : "")
    }
    for (isAllMode, wanted) in [(false, example.any), (true, example.all)] {
      var group = HomeAssistantEntity(id: example.domain + ".x", state: "?")
      group.members = members.map(\.id)
      group.isAllMode = isAllMode
      let server = HomeAssistant(entities: [group] + members.filter { !$0.state.isEmpty })
      #expect(server["\(example.domain).x"]?.state == wanted)
    }
  }

  private static func nested() -> HomeAssistantTests.Conversation {
    var inner = HomeAssistantEntity(id: "group.inner", state: "?")
    inner.members = ["switch.a", "lock.b"]
    var outer = HomeAssistantEntity(id: "group.outer", state: "?")
    outer.members = ["group.inner", "light.c"]
    return HomeAssistantTests.Conversation([
      outer, inner, HomeAssistantEntity(id: "switch.a", state: "off"),
      HomeAssistantEntity(id: "lock.b", state: "locked"),
      HomeAssistantEntity(id: "light.c", state: "off"),
    ])
  }

  @Test func followsThroughGroupsOfGroups() {
    var talk = Self.nested()
    #expect(talk.state("group.outer") == "off")
    talk.server.set("lock.b", to: "unlocked", at: talk.now)
    #expect(talk.state("group.inner") == "on" && talk.state("group.outer") == "on")
    talk.server["lock.b"]?.state = "locked"
    #expect(talk.state("group.outer") == "off")
  }

  @Test func reachesMembersWithSuchAServiceOnly() {
    var talk = Self.nested()
    #expect(
      talk.call("homeassistant.turn_on", "group.outer")
        == "200 light.c=on group.outer=on switch.a=on group.inner=on")
    #expect(talk.state("lock.b") == "locked")
    #expect(talk.call("lock.unlock", "group.outer") == "200 lock.b=unlocked")
    #expect(talk.call("group.turn_off", "group.outer") == "400")
    #expect(talk.server.calls(of: "lock.unlock", for: "lock.b") == 1)
  }
}
