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

  @Test("an edit, an override and its end are changes too, each with its cause") func causes() throws {
    var service = AskedService()
    try service.run()
    service.state = .stopped
    #expect(try service.run()?.cause == .schedule)
    (service.state, service.override) = (.running, 1)
    #expect(try service.run()?.cause == .override)
    (service.state, service.override) = (.stopped, nil)
    #expect(try service.run()?.cause == .override)
    #expect(service.sent == [.disabled, .enabled, .disabled])
    // An override to what is wanted already asks for nothing, neither when it begins nor when it ends.
    service.override = 2
    #expect(try service.word() == "none")
    service.override = nil
    #expect(try service.word() == "none")
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
