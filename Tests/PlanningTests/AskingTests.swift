import CivilTime
import Documents
import Policies
import Providers
import Planning
import TestSupport
import Testing

/// What cannot be read is asked for what is wanted when that changes, and at no other time.
@Suite struct AskingTests {
  private static let lost = Outcome.unverified(Message(code: "lost", "lost"))
  private static let no = Outcome.failed(Message(code: "no", "no"))

  @Test("at first what is wanted is only noted, whatever it is", arguments: [TargetState.running, .stopped, .leave])
  func first(_ state: TargetState) throws {
    var service = AskedService(state: state)
    for _ in 1...3 {
      let entry = try #require(try service.run())
      #expect(entry.action == (state == .leave ? .leave : .none))
    }
    #expect(service.sent == [])
    service.state = state == .running ? .stopped : .running
    #expect(try service.word() == "change")
    #expect(try service.word() == "none")
    #expect(service.sent == [state == .running ? .disabled : .enabled])
  }

  @Test("the first line says why nothing is asked for, and the later ones do not") func says() throws {
    var service = AskedService()
    #expect(try service.run()?.notes.map(\.code) == ["asking.noted"])
    #expect(try service.run()?.notes == [])
  }

  @Test("without a state nothing is ever asked for, and the plan says why") func hasNoState() throws {
    var service = AskedService(memory: nil)
    for state in [TargetState.running, .stopped, .running] {
      service.state = state
      let entry = try #require(try service.run())
      #expect(entry.action == .none && entry.notes.map(\.code) == ["asking.no-state"])
    }
    #expect(service.sent == [])
  }

  @Test("a state that was lost, and a target that was taken out meanwhile, begin anew") func beginsAnew() throws {
    for isTakenOut in [true, false] {
      var service = AskedService()
      try service.run()
      if isTakenOut {
        service.isNamed = false
        #expect(try service.plan().forgotten == [AskedService.key])
        try service.run()
        #expect(service.memory?.objects[AskedService.key] == nil)
        service.isNamed = true
      } else {
        service.memory = RecordedState()
      }
      service.state = .stopped
      #expect(try service.run()?.notes.map(\.code) == ["asking.noted"])
      service.state = .running
      #expect(try service.word() == "change")
      #expect(service.sent == [.enabled])
    }
  }

  @Test("what was last asked to stop and is named no more is told once", arguments: [true, false])
  func isLeftOff(_ wasStopped: Bool) throws {
    var service = AskedService()
    try service.run()
    for state in wasStopped ? [TargetState.stopped, .leave] : [.stopped, .running] {
      service.state = state
      try service.run()
    }
    service.isNamed = false
    #expect(try service.plan().warnings.map(\.message.code).contains("asking.left-off") == wasStopped)
    let before = service.memory
    let report = Report(.apply, plan: try service.plan())
    var after = try #require(before)
    let events = after.remember(report, policy: service.policy) { _ in "policy-1" }
    #expect(events.map(\.kind) == (wasStopped ? [.kept] : []))
    #expect(events.allSatisfy { $0.target == Name("media") && $0.name == "media" && $0.message != nil })
    service.memory = after
    #expect(try service.plan().leftOff == [])
  }

  @Test("an edit, an override and its end are changes too, each with its cause") func causes() throws {
    var service = AskedService()
    try service.run()
    service.state = .stopped
    #expect(try service.run()?.cause == .schedule)
    service.state = .running
    service.make(1)
    #expect(try service.run()?.cause == .override)
    service.state = .stopped
    service.end()
    #expect(try service.run()?.cause == .override)
    #expect(service.sent == [.disabled, .enabled, .disabled])
  }

  @Test("an override to what is wanted already asks for it once, and its end does not", arguments: [true, false])
  func isWished(_ isEndedBySomebody: Bool) throws {
    for state in [TargetState.running, .stopped] {
      let position: SwitchState.Position = state == .running ? .enabled : .disabled
      var service = AskedService(state: state)
      try service.run()
      service.make(1)
      let entry = try #require(try service.run())
      #expect(entry.action == .change && entry.cause == .override)
      #expect(try service.word() == "none")
      // Another one that is newer is another wish; the older one that goes on after it is not.
      service.make(2)
      #expect(try service.word() == "change")
      service.end(bySomebody: isEndedBySomebody, then: 1)
      for _ in 1...2 { #expect(try service.word() == "none") }
      service.end(bySomebody: isEndedBySomebody)
      for _ in 1...2 { #expect(try service.word() == "none") }
      #expect(service.sent == [position, position])
    }
  }

  @Test("what is seen for the first time is asked for if somebody wishes for it") func isWishedAtFirst() throws {
    var service = AskedService(state: .stopped)
    service.make(3)
    #expect(try service.word(Self.no) == "change")
    #expect(try service.word() == "change")
    #expect(try service.word() == "none")
    #expect(service.sent == [.disabled])
    // Also by a run that is killed.
    service = AskedService(state: .stopped)
    service.make(3)
    try service.run(.applied([]), .afterSending)
    #expect(try service.word() == "none")
    #expect(service.sent == [.disabled])
    // Not where nothing can be remembered, and not where it is only observed.
    for (memory, enforcement) in [(nil, Enforcement.normal), (RecordedState(), .observe)] {
      service = AskedService(memory: memory, state: .stopped, enforcement: enforcement)
      service.make(3)
      for _ in 1...2 { #expect(try service.word() == "none") }
    }
  }

  @Test("who ends an override asks for what nobody knows to be so, and its time does not", arguments: [true, false])
  func isReleased(_ isEndedBySomebody: Bool) throws {
    let expected = isEndedBySomebody ? "change" : "none"
    // The answer was lost.
    var service = AskedService(state: .stopped)
    try service.run()
    service.make(1)
    #expect(try service.word(Self.lost) == "change")
    service.end(bySomebody: isEndedBySomebody)
    #expect(try service.word(Self.lost) == expected)
    #expect(try service.word() == "none")
    // It was refused, and never asked for what is wanted now; a no, or a run that ends, puts that off.
    service = AskedService(state: .running)
    try service.run()
    service.state = .stopped
    service.make(1)
    #expect(try service.word(Self.no) == "change")
    service.state = .running
    service.end(bySomebody: isEndedBySomebody)
    #expect(try service.word(.skipped(Message(code: "ended", "ended"))) == expected)
    #expect(try service.word(Self.no) == expected)
    #expect(try service.word() == expected)
    for _ in 1...2 { #expect(try service.word() == "none") }
    #expect(service.sent == (isEndedBySomebody ? [.enabled] : []))
  }

  @Test("what was asked for before the override, and confirmed, is not asked for as it ends") func isKnown() throws {
    var service = AskedService(state: .stopped)
    try service.run()
    service.state = .running
    #expect(try service.word() == "change")
    service.state = .stopped
    service.make(1)
    #expect(try service.word(Self.no) == "change")
    service.state = .running
    service.end(bySomebody: true)
    #expect(try service.word() == "none")
    #expect(service.sent == [.enabled])
  }

  @Test("a new wish begins the tries anew, and has no more of them") func wishesAgain() throws {
    var service = AskedService()
    try service.run()
    service.state = .stopped
    for number in [nil, 1, 2] {
      if let number { service.make(number) }
      var tries = 0
      for _ in 0..<60 { tries += try service.word(Self.no) == "change" ? 1 : 0 }
      #expect(tries == 4)
      #expect(try service.run()?.notes.map(\.code) == ["asking.given-up"])
    }
    #expect(service.sent == [])
  }

  @Test("nothing is asked for while it is left alone, and what holds afterwards is") func leaves() throws {
    var service = AskedService(state: .stopped)
    try service.run()
    service.state = .leave
    #expect(try service.word() == "leave")
    // The window of the next night is another one.
    service.state = .stopped
    #expect(try service.word() == "change")
    service.state = .leave
    #expect(try service.word() == "leave")
    #expect(service.memory?.objects[AskedService.key]?.asking?.last?.position == .disabled)
    #expect(service.sent == [.disabled])
  }

  @Test("an answer that was lost counts as asked") func loses() throws {
    var service = AskedService()
    try service.run()
    service.state = .stopped
    #expect(try service.word(Self.lost) == "change")
    let at = service.clock
    for _ in 1...3 {
      let entry = try #require(try service.run())
      #expect(entry.action == .none)
      #expect(entry.unread == .init(verb: "stop", last: .init("stop", at: at, isAnswered: false)))
    }
    #expect(service.sent == [.disabled])
  }

  @Test("a no is tried again after 1, 5 and 15 minutes, and then not until something changes") func triesAgain() throws
  {
    var service = AskedService()
    try service.run()
    service.state = .stopped
    var tries: [Int] = []
    var problems = Set<Bool>()
    for minute in 0..<120 {
      let entry = try #require(try service.run(Self.no))
      if entry.action == .change {
        tries.append(minute)
      } else {
        let mayPass = entry.notes.first?.mayPass ?? false
        #expect(entry.action == .problem)
        #expect(entry.notes.map(\.code) == [mayPass ? "asking.in-vain" : "asking.given-up"])
        problems.insert(mayPass)
      }
    }
    // The clock stands for one of the minutes after each of them.
    #expect(tries == [0, 1, 6, 21] && problems == [true, false])
    // It never came to that: what is noted holds, and nothing has to be asked for.
    service.state = .running
    #expect(try service.word() == "none")
    service.state = .stopped
    #expect(try service.word() == "change")
    #expect(service.sent == [.disabled])
  }

  @Test("what was refused is what it was last asked for, until it is asked again") func isRefused() throws {
    var service = AskedService()
    try service.run()
    service.state = .stopped
    try service.run()
    let stop = PlanEntry.Unread.Request("stop", at: service.clock, isAnswered: true)
    service.state = .running
    try service.run(Self.no)
    let start = PlanEntry.Unread.Request("start", at: service.clock, isAnswered: false, isRefused: true)
    #expect(try service.plan().entries.first?.unread?.last == start)
    // Also once something else is wanted again, which needs no request.
    service.state = .stopped
    for _ in 1...2 { #expect(try service.run()?.unread?.last == start) }
    service.state = .running
    for _ in 1...2 { try service.run(Self.lost) }
    #expect(try service.run()?.unread?.last?.isRefused == false)
    // Nobody said no where nobody was asked.
    service = AskedService(state: .running)
    try service.run()
    service.state = .stopped
    try service.run()
    service.state = .running
    var passing = Message(code: "system.unreachable", "no route")
    passing.mayPass = true
    for message in [passing, Message(code: "system.refused", "no"), Message(code: Outcome.notNotedCode, "no state")] {
      try service.run(after: 3600, .failed(message))
      #expect(try service.plan().entries.first?.unread?.last?.verb == stop.verb)
    }
  }

  @Test("what was skipped is tried by the next run") func skipped() throws {
    var service = AskedService()
    try service.run()
    service.state = .stopped
    #expect(try service.word(after: 5, .skipped(Message(code: "ended", "ended"))) == "change")
    #expect(try service.word(after: 5) == "change")
    #expect(service.sent == [.disabled])
  }

  @Test("what is only observed is reported once, and asked for no more when it is looked after again") func observes()
    throws
  {
    var service = AskedService(enforcement: .observe)
    try service.run()
    service.state = .stopped
    let entry = try #require(try service.run())
    #expect(entry.action == .observe && !entry.isDrift)
    service.enforcement = .normal
    #expect(try service.word() == "none")
    #expect(service.sent == [])
  }

  @Test("nothing of it is drift, in place, moved by others or left behind") func isNoDrift() throws {
    var service = AskedService()
    for state in [TargetState.running, .stopped, .leave, .running] {
      service.state = state
      let plan = try service.plan()
      #expect(plan.entries.allSatisfy { !$0.isDrift && $0.fromState == nil && $0.inPlaceAt == nil })
      let summary = Report(.plan, plan: plan).summary
      #expect(summary.inPlace == 0 && summary.changes + summary.leftAlone == 1)
      try service.run()
      #expect(service.memory?.closings.isEmpty == true)
      #expect(service.memory?.objects[AskedService.key]?.found == nil)
    }
  }
}
