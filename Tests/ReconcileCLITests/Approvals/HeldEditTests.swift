import Approvals
import CivilTime
import Foundation
import JSONTree
import Planning
import Policies
import StateStore
import TestSupport
import Testing

@testable import ReconcileCLI

/// Edits of the policy that would free what a guard holds: every way around the guard, and what ends a hold.
struct HeldEditTests {
  static let policy = """
    timezone: Europe/Berlin
    owner: home
    limits: {max-changes: 20}
    people: {anna: {}, ben: {}, carl: {}}
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
      pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: pihole-password}}
    targets:
      phone: {system: gateway, acl-rules: [Downtime-iPad], guard: {approve: anna, edits: true}}
      tv: {system: gateway, acl-rules: [Downtime-KidsRoom]}
      ads: {system: pihole, groups: [kids], when-off: enabled, guard: {approve: anna, edits: true}}
      sites: {system: pihole, domains: {deny: [a.example, b.example]}, guard: {approve: anna, edits: true}}
      both: {targets: [phone, tv]}
    schedules:
      school: mon-fri
      nights: daily 21:00–07:00
    policy:
      - phone off nights
      - tv off 22:00–06:00
      - ads off 20:00–08:00
      - sites off school 14:00–18:00

    """

  /// An edit, and which targets it may not free. `also` are other edits of the same version.
  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let old: String
    let new: String
    let also: [String: String]
    let held: [String]

    init(_ name: String, _ old: String, _ new: String, also: [String: String] = [:], held: [String] = ["phone"]) {
      (testDescription, self.old, self.new, self.also, self.held) = (name, old, new, also, held)
    }

    func make(in scene: RequestScene) {
      scene.edit(old, new)
      for (old, new) in also { scene.edit(old, new) }
    }
  }

  static let waysAround = [
    Edit("another rule", "acl-rules: [Downtime-iPad]", "acl-rules: [Downtime-TV]"),
    Edit("a pattern that leaves alone what allows", "acl-rules: [Downtime-iPad]", "acl-rules: [\"Downtime-*\"]"),
    Edit("taken out by not", "acl-rules: [Downtime-iPad],", "acl-rules: [Downtime-iPad, Other], not: [Downtime-iPad],"),
    Edit("only watched", "acl-rules: [Downtime-iPad],", "acl-rules: [Downtime-iPad], enforcement: observe,"),
    Edit("yielding", "acl-rules: [Downtime-iPad],", "acl-rules: [Downtime-iPad], enforcement: yield,"),
    Edit("another address", "https://192.168.1.1", "https://192.168.1.9"),
    Edit("another secret", "unifi-api-key", "other-key"),
    Edit(
      "no trust", "api-key: {credential: unifi-api-key}", "api-key: {credential: unifi-api-key}, tls: {insecure: true}"),
    Edit("another site", "kind: unifi,", "kind: unifi, site: Elsewhere,"),
    Edit("no changes at all", "max-changes: 20", "max-changes: 0", held: ["phone", "ads", "sites"]),
    Edit("another owner", "owner: home", "owner: me", held: ["phone", "ads", "sites"]),
    Edit("another zone", "Europe/Berlin", "America/New_York", held: ["phone", "ads", "sites"]),
    Edit("an edited schedule", "nights: daily 21:00–07:00", "nights: daily 23:00–07:00"),
    Edit(
      "fewer days", "phone off nights", "phone off nights",
      also: ["nights: daily 21:00–07:00": "nights: sat 21:00–07:00"]),
    Edit("a freer date in 2040", "  - tv off", "  - phone on 2040-05-05\n  - tv off"),
    Edit("no statement", "  - phone off nights\n", ""),
    Edit(
      "left alone", "acl-rules: [Downtime-iPad],", "acl-rules: [Downtime-iPad], otherwise: leave,",
      also: ["  - phone off nights\n": ""]),
    Edit(
      "the approver replaced", "phone: {system: gateway, acl-rules: [Downtime-iPad], guard: {approve: anna,",
      "phone: {system: gateway, acl-rules: [Downtime-iPad], guard: {approve: carl,"),
    Edit(
      "the approver joined", "phone: {system: gateway, acl-rules: [Downtime-iPad], guard: {approve: anna,",
      "phone: {system: gateway, acl-rules: [Downtime-iPad], guard: {approve: [anna, ben],"),
    Edit(
      "a guard without edits", "acl-rules: [Downtime-iPad], guard: {approve: anna, edits: true}",
      "acl-rules: [Downtime-iPad], guard: {approve: anna}"),
    Edit("no guard", "acl-rules: [Downtime-iPad], guard: {approve: anna, edits: true}", "acl-rules: [Downtime-iPad]"),
    Edit(
      "a target that is gone",
      "  phone: {system: gateway, acl-rules: [Downtime-iPad], guard: {approve: anna, edits: true}}\n", "",
      also: ["  - phone off nights\n": "", "[phone, tv]": "[tv]"]),
    Edit(
      "a target that is renamed", "phone: {", "handy: {",
      also: ["phone off": "handy off", "[phone, tv]": "[handy, tv]"]),
    Edit(
      "a target of targets in its place",
      "phone: {system: gateway, acl-rules: [Downtime-iPad], guard: {approve: anna, edits: true}}",
      "phone: {targets: [tv]}"),
    Edit("out of its target of targets", "[phone, tv]", "[tv]"),
    Edit("a pause of its Pi-hole", "  - tv off", "  - pause pihole weekdays\n  - tv off", held: ["ads", "sites"]),
    // The rest of them wait with the one that it frees: there is one pause for all.
    Edit(
      "a pause of its Pi-hole that frees one", "  - tv off", "  - pause pihole weekdays 14:00–16:00\n  - tv off",
      held: ["ads", "sites"]),
    Edit(
      "an entry that allows", "  both: {", "  more: {system: pihole, domains: {allow: [a.example]}}\n  both: {",
      held: ["ads", "sites"]),
    Edit("fewer entries", "deny: [a.example, b.example]", "deny: [a.example]", held: ["sites"]),
    Edit("another group", "groups: [kids]", "groups: [grown-ups]", held: ["ads"]),
    Edit("another way to be off", "when-off: enabled", "when-off: disabled", held: ["ads"]),
    Edit(
      "a second name of the system", "  pihole: {kind",
      "  another: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}\n  pihole: {kind",
      also: [
        "tv: {system: gateway, acl-rules: [Downtime-KidsRoom]}": "tv: {system: another, acl-rules: [Downtime-iPad]}"
      ]
    ),
  ]

  @Test(arguments: waysAround) func isHeld(_ edit: Edit) throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    let before = try Self.states(scene)
    #expect(before.count == 3, "\(scene.run("validate").error)")
    edit.make(in: scene)
    #expect(scene.run("validate").status == 0, "\(scene.run("validate"))")
    // Held from the first look on, also where nothing was applied yet.
    for round in 0..<2 {
      let after = try Self.states(scene)
      for target in edit.held { #expect(after[target] == before[target], "\(target), \(round)") }
      let told = scene.enforce()
      if round == 0 { #expect(Set(told.keys) == ["anna"], "\(told)") } else { #expect(told.isEmpty) }
    }
    let requests = try scene.store().requests()
    #expect(Set(requests.flatMap(\.targets).map(\.text)) == Set(edit.held))
    #expect(requests.allSatisfy { $0.isOpen(at: scene.now) })
    let plan = scene.run("plan")
    #expect(
      plan.error.contains("an edit of '\(edit.held[0])' is held")
        || plan.output.contains("an edit of '\(edit.held[0])' is held"), "\(plan)")
  }

  /// What does nothing but take freedom away, add objects or change words is followed at once, and is what counts from
  /// then on.
  static let tightening = [
    Edit("an earlier night", "nights: daily 21:00–07:00", "nights: daily 20:00–07:00"),
    Edit("one more night", "  - tv off", "  - phone off 2027-01-01\n  - tv off"),
    Edit("one more rule", "acl-rules: [Downtime-iPad]", "acl-rules: [Downtime-iPad, Other]"),
    Edit("held more firmly", "acl-rules: [Downtime-iPad],", "acl-rules: [Downtime-iPad], enforcement: strict,"),
    Edit("words", "phone off nights", "{do: phone off nights, because: sleep, id: sleep}"),
    Edit("in capitals", "Downtime-iPad", "downtime-IPAD"),
    Edit("one more entry", "[a.example, b.example]", "[a.example, b.example, c.example]"),
    Edit("more changes", "max-changes: 20", "max-changes: 30"),
    Edit("other people", "carl: {}", "carl: {}, dora: {}"),
    Edit(
      "the rest", "tv off 22:00–06:00", "tv on 22:00–06:00", also: ["acl-rules: [Downtime-KidsRoom]": "acl-rules: [TV]"]
    ),
    Edit("a rule for somebody else", "  both: {", "  tablet: {system: gateway, acl-rules: [Tablet]}\n  both: {"),
  ]

  @Test(arguments: tightening) func isFollowedAtOnce(_ edit: Edit) throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    edit.make(in: scene)
    let check = scene.run("validate")
    #expect(check.status == 0, "\(check)")
    #expect(scene.enforce().isEmpty)
    #expect(try scene.store().requests().isEmpty)
    let plan = scene.run("plan")
    #expect(!(plan.error + plan.output).contains("is held"), "\(plan)")
  }

  /// Undoing what takes freedom away frees: that needs an approval, too.
  @Test func whatWasFollowedCounts() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit("nights: daily 21:00–07:00", "nights: daily 20:00–07:00")
    scene.enforce()
    scene.edit("nights: daily 20:00–07:00", "nights: daily 21:00–07:00")
    #expect(scene.enforce().count == 1)
    #expect(scene.run("explain phone").output.contains("(approved)"))
  }

  /// An override of a group is asked of nobody while no guarded target is in it.
  @Test("an edit that frees at once is not told as one that frees in May", arguments: [true, false])
  func whatAnOverrideFreesIsTold(isOverriddenBefore: Bool) throws {
    let scene = RequestScene(policy: Self.policy)
    scene.edit("both: {targets: [phone, tv]}", "both: {targets: [tv]}")
    scene.enforce()
    let override = "override both on --until 2027-01-22T18:00"
    if isOverriddenBefore { #expect(scene.run(override).status == 0) }
    scene.edit("both: {targets: [tv]}", "both: {targets: [tv, phone]}")
    scene.edit("  - tv off", "  - phone on 2027-05-03 01:00-01:05\n  - tv off")
    let first = try #require(scene.codes()["anna"])
    let inMay = "from Mon 2027-05-03 01:00"
    #expect(try Self.asked(scene).contains(inMay) == !isOverriddenBefore)
    if !isOverriddenBefore {
      #expect(scene.run(override).status == 0)
      // No run has come since: what she was asked is no longer what she would agree to.
      let refused = scene.run("approve 1", as: "anna", typing: [first])
      #expect(refused.status == 4 && refused.error.contains("a run asks again"), "\(refused)")
      #expect(refused.error.unwrapped.contains("with the overrides of now the edit would free"), "\(refused)")
      let listed = scene.run("requests").output.unwrapped
      #expect(listed.contains("would free 'phone' earlier than this says, or for much longer"), "\(listed)")
      // The question is another one now, and so is its code; it is not asked a third time.
      let second = try #require(scene.codes()["anna"])
      #expect(second != first)
      #expect(scene.run("approve 1", as: "anna", typing: [first]).status != 0)
      #expect(scene.enforce().isEmpty)
    }
    let asked = try Self.asked(scene)
    #expect(asked.contains("the four weeks from now") && !asked.contains(inMay), "\(asked)")
    #expect(scene.run("explain phone").output.contains("phone: off"))
    #expect(!scene.run("requests").output.unwrapped.contains("so nobody can agree"))
  }

  /// What the one open request says.
  private static func asked(_ scene: RequestScene) throws -> String {
    let open = try scene.store().requests().filter { $0.isOpen(at: scene.now) }
    guard open.count == 1, case .edit(let edit) = open[0].deed else { return "\(open.count) requests" }
    return edit.summary
  }

  /// A quarter of an hour that begins now is not a month that begins now, whichever came first.
  @Test("what begins together is told as the longer one", arguments: [true, false])
  func whatAnOverrideProlongsIsTold(isOverriddenBefore: Bool) throws {
    let scene = RequestScene(policy: Self.policy)
    scene.edit("both: {targets: [phone, tv]}", "both: {targets: [tv]}")
    scene.enforce()
    let override = "override both on --until 2027-01-22T18:00"
    if isOverriddenBefore { #expect(scene.run(override).status == 0) }
    scene.edit("both: {targets: [tv]}", "both: {targets: [tv, phone]}")
    scene.edit("  - tv off", "  - phone on 2026-11-20 20:00-21:15\n  - tv off")
    let code = try #require(scene.codes()["anna"])
    let short = "once for 14m56s"
    #expect(try Self.asked(scene).contains(short) == !isOverriddenBefore)
    if !isOverriddenBefore {
      #expect(scene.run(override).status == 0)
      #expect(scene.run("approve 1", as: "anna", typing: [code]).error.contains("a run asks again"))
      #expect(scene.codes()["anna"] != nil)
      #expect(scene.enforce().isEmpty)
    }
    let asked = try Self.asked(scene)
    #expect(asked.contains("the four weeks from now") && !asked.contains(short), "\(asked)")
  }

  /// What joins a target of targets and cannot be off takes the lock from nothing that is locked with it.
  @Test func aLockOutlivesWhatJoinsItsTarget() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.edit("  - phone off nights\n", "")
    scene.edit("both: {targets: [phone, tv]}", "both: {targets: [phone]}")
    scene.enforce()
    #expect(scene.run("lock both --for 3h").status == 0)
    scene.edit("both: {targets: [phone]}", "both: {targets: [phone, pihole]}")
    for _ in 0..<2 {
      let explained = scene.run("explain phone pihole")
      #expect(explained.output.contains("phone: off since 21:00:04, until Sat 00:00:04"), "\(explained)")
      #expect(explained.output.contains("pihole: left alone"), "\(explained)")
      let warning = "lock 1 wants 'off', which 'pihole' cannot be; it still counts for the rest of 'both'"
      #expect(explained.error.contains(warning), "\(explained)")
      #expect(scene.enforce().isEmpty)
    }
    #expect(try scene.store().requests().isEmpty)
    #expect(scene.run("override list").output.contains("both    off (lock)"))
    // Ending it is asked for, as before the edit.
    let ended = scene.run("override end both", as: "ben")
    #expect(ended.status == 4 && ended.output.contains("the end of lock 1"), "\(ended)")
  }

  @Test("an edit is held, denied, edited again, and approved") func theStoryOfAnEdit() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    scene.edit("tv off 22:00–06:00", "tv off 20:00–06:00")
    var story = scene.told("plan", as: "ben")
    let codes = scene.codes()
    scene.pass(60)
    story += scene.told("plan", as: "ben")
    story += scene.told("explain phone tv", as: "ben")
    story += scene.told("requests", as: "ben")
    story += scene.told("deny 1", as: "anna", typing: [try #require(codes["anna"])])
    #expect(scene.codes().isEmpty, "nobody is asked again about what was denied")
    story += scene.told("plan", as: "ben")
    scene.edit("nights: daily 23:00–07:00", "nights: daily 22:00–07:00")
    let later = scene.codes()
    story += scene.told("approve 2", as: "ben", typing: [try #require(later["anna"])])
    scene.enforce()
    story += scene.told("explain phone", as: "ben")
    story += scene.told("requests", as: "ben")
    story += scene.told("history --requests", as: "ben")
    #expect(scene.run("history --verify").output.contains("unbroken"))
    try Golden.check(story, "requests/edit.txt")
  }

  /// A run names the request that can be answered: the one that it has just made, and not one that it has replaced.
  @Test func theRequestOfNowIsNamed() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    let edits = [("21:00–07:00", "23:00–07:00"), ("23:00–07:00", "23:30–07:00"), ("23:30–07:00", "23:45–07:00")]
    for (number, edit) in edits.enumerated() {
      scene.edit("nights: daily \(edit.0)", "nights: daily \(edit.1)")
      for _ in 1...2 {
        let run = scene.world(as: "root").run("apply")
        let told = (run.error + run.output).unwrapped
        #expect(
          told.contains("; request \(number + 1)") && told.contains("'reconcile approve \(number + 1)'"), "\(run)")
      }
      let open = try scene.store().requests().filter { $0.isOpen(at: scene.now) }
      #expect(open.map(\.id) == ["\(number + 1)"])
    }
  }

  /// What becomes of a request when the file is edited once more.
  @Test func undoingTheEditEndsTheHold() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    let code = try #require(scene.codes()["anna"])
    // What is changed elsewhere leaves the request as it is.
    scene.edit("tv off 22:00–06:00", "tv off 23:00–06:00")
    #expect(scene.codes().isEmpty)
    scene.reboot()
    #expect(scene.codes().isEmpty)
    scene.edit("nights: daily 23:00–07:00", "nights: daily 21:00–07:00")
    scene.enforce()
    let request = try #require(try scene.store().requests().first)
    #expect(request.ending == .withdrawn)
    #expect(scene.run("approve 1", typing: [code]).error.contains("is over"))
    #expect(!(scene.run("plan").error + scene.run("plan").output).contains("is held"))
    // The same edit is asked for again.
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    #expect(scene.codes()["anna"] != nil)
    #expect(try scene.store().requests().count == 2)
    // A request that was taken back by its approver is made again; a code for it is good once.
    let cancelled = scene.run("cancel 2", as: "anna")
    #expect(cancelled.status == 0 && cancelled.output.contains("the next run asks again"), "\(cancelled)")
    let again = try #require(scene.codes()["anna"])
    #expect(scene.run("approve 3", typing: [again]).status == 0)
    scene.enforce()
    #expect(scene.run("explain phone").output.contains("on"), "not held at 21:00 any more")
    #expect(scene.run("approve 3", typing: [again]).status == 4)
  }

  @Test func theTimeOfAnEditIsNotOver() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    #expect(scene.codes()["anna"] != nil)
    for _ in 0..<4 {
      scene.pass(86_400)
      scene.enforce()
      let sent = scene.run("approve 1 --send", as: "anna")
      #expect(sent.status == 0 && sent.output.contains("until   somebody decides\n"), "\(sent)")
      let refused = scene.run("approve 1 --send", as: "ben")
      #expect(refused.error.contains("only an approver can have"), "\(refused)")
      #expect(scene.codes()["anna"] != nil)
    }
    #expect(scene.run("requests").output.contains("until somebody decides"))
  }

  /// Another edit in between, however often, does not let anybody ask again for what was denied.
  @Test func whatWasDeniedIsNotAskedForAgainAfterAnotherEdit() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    let code = try #require(scene.codes()["anna"])
    #expect(scene.run("deny 1", as: "anna", typing: [code]).status == 0)
    for round in 1...2 {
      scene.edit("nights: daily 23:00–07:00", "nights: daily 22:50–07:00")
      #expect(scene.codes()["anna"] != nil, "\(round)")
      scene.edit("nights: daily 22:50–07:00", "nights: daily 23:00–07:00")
      for _ in 1...2 { #expect(scene.codes().isEmpty, "\(round)") }
      let plan = scene.run("plan")
      #expect((plan.error + plan.output).unwrapped.contains("request 1 was denied"), "\(plan)")
      #expect(try scene.store().requests().allSatisfy { !$0.isOpen(at: scene.now) })
    }
  }

  /// Requests that are over are forgotten after a month, but not what was said about an edit that is still held.
  @Test func whatWasDeniedIsNotAskedForAgainLater() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    let code = try #require(scene.codes()["anna"])
    #expect(scene.run("deny 1", as: "anna", typing: [code]).status == 0)
    for _ in 0..<20 {
      scene.pass(2 * 86_400)
      #expect(scene.codes().isEmpty)
    }
    #expect(try scene.store().requests().map(\.id) == ["1"])
    #expect(!scene.run("requests").output.contains("request 1"))
    // Undone, it is forgotten, and asked for once more.
    scene.edit("nights: daily 23:00–07:00", "nights: daily 21:00–07:00")
    scene.enforce()
    scene.pass(2 * 86_400)
    scene.enforce()
    #expect(try scene.store().requests().isEmpty)
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    #expect(scene.codes()["anna"] != nil)
  }

  @Test func anEditIsNotAskedForWithoutEnd() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    for minute in 10..<25 {
      scene.edit("nights: daily 21:00", "nights: daily 21:\(minute)")
      scene.enforce()
      scene.edit("nights: daily 21:\(minute)", "nights: daily 21:00")
    }
    #expect(try scene.store().requests().count == 10)
    // Nobody could know else that anna has not heard of the last one.
    scene.edit("nights: daily 21:00", "nights: daily 23:00")
    for _ in 1...2 {
      let plan = scene.run("plan")
      let told = (plan.error + plan.output).unwrapped
      #expect(told.contains("request 10 is about an earlier edit"), "\(plan)")
      #expect(told.contains("anna has to agree, and a later run asks: a file asks at most 10 times a day"), "\(plan)")
      scene.enforce()
    }
    // Nor is anybody asked where the last one was undone.
    scene.edit("nights: daily 23:00", "nights: daily 21:00")
    scene.enforce()
    scene.edit("nights: daily 21:00", "nights: daily 23:00")
    scene.enforce()
    let plan = scene.run("plan")
    let told = (plan.error + plan.output).unwrapped
    #expect(told.contains("nobody has been asked about this edit yet"), "\(plan)")
    #expect(told.contains("anna has to agree, and a later run asks"), "\(plan)")
  }

  /// What cannot be asked any more that day does not end what was asked: the edit may become that one again.
  @Test func theLastRequestOfADayStays() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    var codes: [String: String] = [:]
    for minute in 10..<20 {
      scene.edit("nights: daily \(minute == 10 ? "21:00" : "22:\(minute - 1)")", "nights: daily 22:\(minute)")
      codes = scene.codes()
    }
    let code = try #require(codes["anna"])
    scene.edit("nights: daily 22:19", "nights: daily 23:50")
    scene.enforce()
    #expect(try scene.store().requests().filter { $0.isOpen(at: scene.now) }.map(\.id) == ["10"])
    scene.edit("nights: daily 23:50", "nights: daily 22:19")
    scene.enforce()
    let plan = scene.run("plan")
    #expect((plan.error + plan.output).unwrapped.contains("'reconcile approve 10'"), "\(plan)")
    #expect(scene.run("approve 10", typing: [code]).status == 0)
    scene.enforce()
    #expect(!(scene.run("plan").error + scene.run("plan").output).contains("is held"))
  }

  /// However much people ask in a day, an edit is asked for.
  @Test func whatPeopleAskLeavesRoomForTheFile() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    for _ in 1...10 { #expect(scene.run("ask phone on --for 20m", as: "emma").status == 0) }
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    scene.enforce()
    #expect(try scene.store().requests().first?.asker == "household.yaml")
  }

  @Test func whoIsAskedIsWhoGuardedIt() throws {
    let policy = Self.policy.replacingOccurrences(
      of: "when-off: enabled, guard: {approve: anna,",
      with: "when-off: enabled, guard: {approve: [ben, carl], all: true,")
    let scene = RequestScene(
      policy: policy, people: "anna: {command: /bin/tell}\nben: {command: /bin/tell}\ncarl: {command: /bin/tell}\n")
    scene.enforce()
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    scene.edit("ads off 20:00–08:00", "ads off 20:00–07:00")
    // One request for each guard; an approver who is taken out of the file is asked all the same.
    scene.edit("people: {anna: {}, ", "people: {")
    scene.edit("approve: anna", "approve: ben")
    let codes = scene.codes()
    #expect(Set(codes.keys) == ["anna", "ben", "carl"])
    let requests = try scene.store().requests()
    #expect(
      requests.map { $0.targets.map(\.text) } == [["phone", "sites"], ["ads"]]
        || requests.map { $0.targets.map(\.text) } == [["ads"], ["phone", "sites"]])
    let ads = try #require(requests.first { $0.targets == [Name("ads")] }).id
    #expect(scene.run("approve \(ads)", typing: [try #require(codes["ben"])]).status == 0)
    scene.enforce()
    #expect(scene.run("plan").error.contains("'ads' is held") || scene.run("plan").output.contains("'ads' is held"))
    #expect(scene.run("approve \(ads)", typing: [try #require(codes["carl"])]).status == 0)
    scene.enforce()
    let plan = scene.run("plan")
    #expect(
      !(plan.error + plan.output).contains("'ads' is held") && (plan.error + plan.output).contains("'phone' is held"))
  }

  @Test(arguments: ["text", "json", "markdown"]) func compareSaysWhoHasToAgree(_ format: String) throws {
    let scene = RequestScene(policy: Self.policy)
    scene.files["new.yaml"] = Self.policy.replacingOccurrences(of: "nights: daily 21:00", with: "nights: daily 22:00")
    let run = scene.run("compare household.yaml new.yaml --format \(format)")
    #expect(run.output.unwrapped.contains("on, not off, 28 times for 28h in all in the four weeks from now"), "\(run)")
    if format == "json" {
      let held = try JSON(parsing: Array(run.output.utf8))["held"]?.elements ?? []
      #expect(held.map { $0["target"]?.string } == ["phone"])
      #expect(held[0]["approvers"]?.elements?.compactMap(\.string) == ["anna"])
    } else {
      #expect(run.output.contains("needs approval by anna"), "\(run)")
    }
    let same = scene.run("compare new.yaml household.yaml --format \(format)")
    #expect(!same.output.contains("needs approval") && !same.output.contains("not off"), "\(same)")
  }

  /// An edit of the policy above, and what its approvers read.
  static let told: [(old: String, new: String, words: String)] = [
    (
      "nights: daily 21:00–07:00", "nights: daily 22:15–07:00",
      "on, not off, 28 times for 35h in all in the four weeks from now"
    ),
    (
      "  - phone off nights\n", "",
      "left alone, not off, 28 times for 280h in all in the four weeks from now, and never held"
    ),
    (
      "[Downtime-iPad], guard: {approve: anna,", "[Downtime-iPad], guard: {approve: ben,", "guarded by ben, not by anna"
    ),
    (
      "[Downtime-iPad], guard: {approve: anna, edits: true}", "[Downtime-iPad], guard: {approve: anna}",
      "edits of it need nobody any more"
    ),
    ("[Downtime-iPad], guard: {approve: anna, edits: true}", "[Downtime-iPad]", "nothing guards it any more"),
    ("deny: [a.example, b.example]}", "deny: [a.example, b.example], groups: [kids]}", "are for other groups"),
    ("b.example]}, guard", "b.example]}, prune: true, guard", "entries that are no longer named are removed"),
  ]

  @Test(arguments: told.indices) func approversReadHowMuchChanges(row: Int) throws {
    let example = Self.told[row]
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit(example.old, example.new)
    scene.enforce()
    for command in ["requests", "plan", "history"] {
      let run = scene.run(command)
      #expect((run.error + run.output).unwrapped.contains(example.words), "\(command): \(run)")
    }
  }

  /// Who has another edit in the file is not told to approve the one before.
  @Test func aRequestAboutAnEarlierEditIsNamedAsSuch() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit("nights: daily 21:00", "nights: daily 22:00")
    scene.enforce()
    let first = scene.run("plan")
    #expect((first.error + first.output).unwrapped.contains("'reconcile approve 1"), "\(first)")
    scene.edit("nights: daily 22:00", "nights: daily 23:00")
    for command in ["plan", "status", "plan"] {
      let told = { ($0.error + $0.output).unwrapped }(scene.run(command))
      #expect(told.contains("request 1 is about an earlier edit") && !told.contains("approve 1"), "\(told)")
    }
    // What comes to the same is the same edit.
    scene.edit("nights: daily 23:00", "nights: daily  22:00")
    let same = scene.run("plan")
    #expect(!(same.error + same.output).unwrapped.contains("earlier edit"), "\(same)")
    scene.edit("nights: daily  22:00", "nights: daily 23:00")
    scene.enforce()
    let run = scene.run("plan")
    #expect((run.error + run.output).unwrapped.contains("'reconcile approve 2"), "\(run)")
  }

  @Test func anApproverWithAPINAgrees() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    _ = scene.run("people pin anna", as: "anna", typing: ["40917723", "40917723"])
    scene.edit("  - phone off nights\n", "")
    scene.enforce()
    #expect(scene.run("approve 1 --as anna", as: "ben", typing: ["11112222"]).status == 4)
    #expect(scene.run("approve 1 --as anna", as: "anna", typing: ["40917723"]).status == 0)
    scene.enforce()
    #expect(!scene.run("explain phone").output.contains("off"), "\(scene.run("explain phone"))")
    // What was agreed to is what counts from now on, and its guard goes on.
    scene.edit("approve: anna, edits: true", "approve: anna")
    scene.enforce()
    #expect(scene.run("plan").error.contains("'phone' is held") || scene.run("plan").output.contains("'phone' is held"))
  }

  // MARK: - Other files

  @Test func anotherFileIsNotFollowedWithoutLeave() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.files["other.yaml"] = Self.policy.replacingOccurrences(of: "owner: home", with: "owner: other")
    let world = scene.world(as: "ben")
    let refused = world.run("apply", "--metrics", "/var/lib/reconcile.prom", "other.yaml")
    // A run that reads nothing is a run.
    #expect(world.replaced["/var/lib/reconcile.prom"]?.contains("reconcile_exit_status 4\n") == true, "\(refused)")
    try #require(refused.status == 4 && refused.error.contains("is not followed"), "\(refused)")
    #expect(refused.output.contains("other.yaml' being followed"), "\(refused)")
    #expect(refused.output.contains("anna is notified once."), "\(refused)")
    // No run of the other file is one that tells people, so it tells them itself.
    let message = try JSON(parsing: Array(try #require(world.told.entries.first).utf8))
    let code = try #require(message["code"]?.string)
    #expect(world.told.entries.count == 1)
    // As a timer does, whose unit names the other file: it is asked once, and the day's requests are left.
    for command in ["watch"] + Array(repeating: "apply", count: 12) {
      scene.pass(30)
      let again = scene.world(as: "ben")
      let answer = again.run(command, "other.yaml")
      #expect(answer.status == 4 && answer.output.contains("request 1"), "\(answer)")
      #expect(again.told.entries.isEmpty)
    }
    #expect(try scene.store().requests().count == 1)
    #expect(scene.codes().isEmpty)
    #expect(try scene.store().followedPolicy()?.path.hasSuffix("household.yaml") == true)
    let id = try #require(try scene.store().requests().first { $0.ending == nil }).id
    let approved = scene.run("approve \(id)", as: "ben", typing: [code])
    #expect(approved.status == 0, "\(approved)")
    #expect(scene.run("apply other.yaml", as: "ben").status != 4)
    #expect(try scene.store().followedPolicy()?.path.hasSuffix("other.yaml") == true)
    #expect(scene.run("history --verify").status == 0)
  }

  /// Who has handed the guard over has no say about another file any more, and who has it by now is told.
  @Test func anotherFileIsAskedOfThoseWhoGuardNow() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.files["other.yaml"] = Self.policy.replacingOccurrences(of: "owner: home", with: "owner: other")
    let world = scene.world(as: "carl")
    #expect(world.run("apply", "other.yaml").status == 4)
    let told = try JSON(parsing: Array((world.told.entries.first ?? "").utf8))
    let old = try #require(told["code"]?.string)
    scene.edit("approve: anna,", "approve: ben,")
    let code = try #require(scene.codes()["anna"])
    #expect(scene.run("approve 2", as: "ben", typing: [code]).status == 0)
    scene.edit("anna: {}, ", "")
    let codes = scene.codes()
    #expect(Array(codes.keys) == ["ben"], "\(codes)")
    for _ in 1...2 {
      let refused = scene.run("approve 1", as: "carl", typing: [old])
      #expect(refused.status == 4 && refused.error.contains("anna can no longer approve"), "\(refused)")
      #expect(scene.run("apply other.yaml", as: "carl").status == 4)
    }
    #expect(try scene.store().requests().count == 2, "the one that is open is enough")
    #expect(scene.run("approve 1", as: "carl", typing: [codes["ben"] ?? ""]).status == 0)
    #expect(try scene.store().followedPolicy()?.path.hasSuffix("other.yaml") == true)
  }

  /// After a no a timer whose unit names the other file asks again a day later.
  @Test func anotherFileIsNotAskedForAgainAtOnce() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.files["other.yaml"] = Self.policy.replacingOccurrences(of: "owner: home", with: "owner: other")
    let world = scene.world(as: "root")
    _ = world.run("apply", "other.yaml")
    let told = try JSON(parsing: Array((world.told.entries.first ?? "").utf8))
    let code = try #require(told["code"]?.string)
    #expect(scene.run("deny 1", as: "anna", typing: [code]).status == 0)
    for _ in 0..<2 {
      scene.pass(60)
      let refused = scene.run("apply other.yaml", as: "root")
      #expect(refused.status == 4 && refused.error.contains("request 1 about it was denied by anna"), "\(refused)")
    }
    #expect(try scene.store().requests().count == 1)
    scene.pass(86_400)
    #expect(scene.run("apply other.yaml", as: "root").output.contains("request 2"))
  }

  /// Nothing is left to decide about the file that was left. What was asked about targets stays.
  @Test func whatWasAskedAboutAFileEndsWithIt() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    scene.enforce()
    #expect(scene.run("ask phone on --for 20m", as: "emma").status == 0)
    var codes: [String: String] = [:]
    for name in ["third", "fourth", "other"] {
      scene.files["\(name).yaml"] = Self.policy.replacingOccurrences(of: "owner: home", with: "owner: \(name)")
      let world = scene.world(as: ["third": "carl", "fourth": "dora"][name] ?? "ben")
      #expect(world.run("apply", "\(name).yaml").status == 4)
      for text in world.told.entries {
        let message = try JSON(parsing: Array(text.utf8))
        codes[message["request"]?.string ?? ""] = message["code"]?.string
      }
    }
    func endings() throws -> [String] {
      try scene.store().requests().reversed().map { $0.ending?.rawValue ?? "open" }
    }
    #expect(scene.run("deny 4", as: "ben", typing: [try #require(codes["4"])]).status == 0)
    #expect(try endings() == ["open", "open", "open", "denied", "open"])
    let approved = scene.run("approve 5", as: "ben", typing: [try #require(codes["5"])])
    #expect(approved.status == 0, "\(approved)")
    #expect(try endings() == ["withdrawn", "open", "withdrawn", "denied", "approved"])
    let history = scene.run("history --requests").output
    #expect(history.contains("nothing is left to decide about an edit (phone"), "\(history)")
    #expect(scene.run("history --verify").status == 0)
    #expect(!scene.run("requests").output.contains("until somebody decides"))
  }

  @Test func aFileThatIsMovedOrBrokenChangesNothing() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.edit("nights: daily 21:00–07:00", "nights: daily 23:00–07:00")
    scene.enforce()
    scene.edit("targets:", "targetz:")
    scene.enforce()
    // At 21:05 the night holds, as it was approved.
    scene.pass(300)
    #expect(scene.run("override phone on --for 10m").status == 65, "the file is broken")
    scene.edit("targetz:", "targets:")
    #expect(scene.run("explain phone").output.contains("phone: off"))
    scene.move(to: "moved.yaml")
    #expect(scene.run("apply moved.yaml", as: "root").status != 4)
    #expect(scene.run("explain phone --policy moved.yaml").output.contains("phone: off"))
    #expect(try scene.store().requests().count { $0.ending == nil } == 1)
  }

  // MARK: - Whose an object is

  @Test func whatIsHeldGoesBeforeWhatElseNamesIt() throws {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    scene.pass(60)
    scene.edit("acl-rules: [Downtime-KidsRoom]", "acl-rules: [Downtime-iPad, Downtime-KidsRoom]")
    scene.edit(
      "  both: {",
      "  again: {system: gateway, acl-rules: [Downtime-iPad], guard: {approve: carl, edits: true}}\n  both: {")
    scene.enforce()
    let run = scene.run("plan --format json")
    let entries = try JSON(parsing: Array(run.output.utf8))["resources"]?.elements ?? []
    let iPad = entries.filter { $0["name"]?.string == "Downtime-iPad" }
    #expect(iPad.count == 3)
    for entry in iPad {
      #expect((entry["action"]?.string == "problem") == (entry["target"]?.string != "phone"), "\(entry.text)")
    }
    #expect(run.output.contains("belongs to 'phone'"))
  }

  /// Targets that select more objects together than are managed keep a system from being read as a whole, but not
  /// what a guard holds on it.
  @Test func whatIsHeldIsNotCrowdedOut() throws {
    let scene = RequestScene(policy: Self.policy, rules: 600)
    scene.enforce()
    scene.pass(60)
    let crowd = (0..<90).map { "  t\($0): {system: gateway, acl-rules: [\"Rule*\"]}\n" }.joined()
    scene.edit("  both: {", crowd + "  both: {")
    let statements = (0..<90).map { "  - t\($0) on\n" }.joined()
    scene.edit("  - tv off", statements + "  - tv off")
    let run = scene.run("plan")
    #expect(run.status != 0 && run.output.contains("select more than 50000 objects"), "\(run.output.prefix(2_000))")
    #expect(
      run.output.contains("phone  off  acl-rule 'Downtime-iPad' enabled, in place"), "\(run.output.prefix(2_000))")
  }

  /// What guarded targets are throughout three weeks, as `timeline` has it, and which objects they name.
  private static func states(_ scene: RequestScene) throws -> [String: [String]] {
    let run = scene.run("timeline phone ads sites --days 21 --format json")
    let timeline = try JSON(parsing: Array(run.output.utf8))
    var states: [String: [String]] = [:]
    for target in timeline["targets"]?.elements ?? [] {
      let intervals = (target["intervals"] ?? target["timeline"])?.elements ?? []
      #expect(!intervals.isEmpty, "\(run)")
      states[target["target"]?.string ?? "", default: []] += intervals.map {
        "\($0["state"]?.string ?? "?") until \($0["to"]?.string ?? "?")"
      }
    }
    let plan = scene.run("plan --format json")
    for entry in try JSON(parsing: Array(plan.output.utf8))["resources"]?.elements ?? [] {
      guard let target = entry["target"]?.string, states[target] != nil, entry["action"]?.string != "left-alone" else {
        continue
      }
      states[target]?.append(
        "\(entry["system"]?.string ?? "?") \(entry["name"]?.string ?? "?") \(entry["action"]?.string ?? "?")")
    }
    return states
  }
}
