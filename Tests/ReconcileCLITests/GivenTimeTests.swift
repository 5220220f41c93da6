import CivilTime
import Testing

@testable import ReconcileCLI

/// What is said of a time or a length that an option cannot take: whatever is quoted as something to type is accepted.
@Suite struct GivenTimeTests {
  private static let now = Instant(secondsSinceEpoch: 1_795_204_804)

  @Test(arguments: [MomentRole.at, .start, .comingStart, .past, .end(after: now)])
  func everyExampleIsAccepted(_ role: MomentRole) throws {
    for example in role.examples {
      let text = example.filter { $0 != "'" }
      #expect(throws: Never.self) { try Instant(text, as: role, in: .utc, now: Self.now) }
      #expect(text.contains(" ") == (example != text), "what a shell would cut in two is quoted")
    }
    for example in CivilLength.examples {
      #expect(CivilLength(example.filter { $0 != "'" }) != nil)
    }
  }

  /// It is Friday, 21:00:04.
  @Test(
    "refusals",
    arguments: [
      (
        "override kids on --until fri", "'fri' is a whole day, and '--until' is one instant of it",
        "'fri 00:00' is Fri 2026-11-27 00:00 +01:00; 'fri 24:00' is Sat 2026-11-21 00:00 +01:00"
      ),
      (
        "override kids on --until today", "'today' is a whole day, and '--until' is one instant of it",
        "'today 24:00' is Sat 2026-11-21 00:00 +01:00"
      ),
      (
        "timeline --to tomorrow", "'tomorrow' is a whole day, and '--to' is one instant of it",
        "'tomorrow 00:00' is Sat 2026-11-21 00:00 +01:00; 'tomorrow 24:00' is Sun 2026-11-22 00:00 +01:00"
      ),
      ("override kids on --until 7:30", "invalid value '7:30' for '--until'", "did you mean '07:30' or '7:30pm'?"),
      ("override kids on --until 30m", "invalid value '30m' for '--until'", "did you mean '+30m'?"),
      (
        "override kids on --for 22:30", "invalid value '22:30' for '--for'",
        "that is a time and no length: --until '22:30'"
      ),
      (
        "override kids on --for 0s", "invalid value '0s' for '--for'", "that is too short: a length is more than 0s"
      ),
      ("apply --deadline 0s", "invalid value '0s' for '--deadline'", "that is too short: a length is more than 0s"),
      ("watch --interval 0", "invalid value '0' for '--interval'", "that is too short: a length is more than 0s"),
      (
        "watch --interval soon", "invalid value 'soon' for '--interval'",
        "a length is written like 30m, 1h30m, 90s, '30 minutes' or '1 day'"
      ),
      (
        "explain --at 25:00", "'25:00': no calendar and no clock shows that",
        "a time is written like 21:30, 7am, noon, 'fri 21:30', 'tomorrow 7am', '2026-11-20 21:30', +90m or now"
      ),
      (
        "timeline --from 'sat 2026-11-20'", "'sat 2026-11-20': that date is a Friday",
        "leave out the day of the week, or give another date"
      ),
      (
        "history --since soon", "invalid value 'soon' for '--since'",
        "a time is written like 2h, '1 day', today, yesterday, fri, 21:30, 7am, noon, 'fri 21:30' or "
          + "'2026-11-20 21:30'"
      ),
    ])
  func unavailableKinds(line: String, message: String, hint: String) {
    let run = OverrideScene().run(line.replacing("'", with: "\""))
    #expect(run.status == 64)
    #expect(run.error == "reconcile: \(message)\nhint: \(hint)\n")
  }

  /// The same words in every command that takes a time; what they mean is in the head or the headline.
  @Test(
    "what is accepted",
    arguments: [
      ("explain --at 'fri 21:30'", "Fri 2026-11-20 21:30:00 +01:00"),
      ("explain --at 'tomorrow 7am'", "Sat 2026-11-21 07:00:00 +01:00"),
      ("explain --at fri", "Fri 2026-11-27 00:00:00 +01:00"),
      ("explain --at tomorrow", "Sat 2026-11-21 00:00:00 +01:00"),
      ("explain --at today", "Fri 2026-11-20 00:00:00 +01:00"),
      ("explain --at 2027-01-09", "Sat 2027-01-09 00:00:00 +01:00"),
      ("explain --at noon", "Fri 2026-11-20 12:00:00 +01:00"),
      ("timeline --from 2026-10-24 --to '2026-10-25 24:00'", "Sat 2026-10-24 to Sun 2026-10-25"),
      ("timeline --from tomorrow --to 'sun 24:00'", "Sat 2026-11-21 to Sun 2026-11-22"),
      ("timeline --from fri --to midnight", "Fri 2026-11-27"),
      ("override kids on --until 'sat 7am'", "Sat 07:00"), ("override kids on --until midnight", "Sat 00:00"),
      ("override kids on --for '30 minutes'", "21:30:04"), ("override kids on --for '1 day'", "Sat 21:00:04"),
      ("history --since yesterday", ""), ("history --since '2 hours'", ""), ("history --since fri", ""),
    ])
  func accepted(line: String, printed: String) {
    let run = OverrideScene().run(line.replacing("'", with: "\""))
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains(printed), "\(run.output)")
  }

  /// A day is one of the calendar, 24 hours are 24 hours, also for an override and across a clock change.
  @Test func aDayOfAnOverrideIsOneOfTheCalendar() throws {
    for (length, end) in [("'1 day'", "Sun 21:00:04"), ("1d", "Sun 21:00:04"), ("24h", "Sun 22:00:04")] {
      let scene = OverrideScene()
      scene.pass(try Instant("2027-03-27T21:00:04+01:00", in: .utc) - scene.now)
      let run = scene.run("override kids on --for " + length.replacing("'", with: "\""))
      #expect(run.output.hasPrefix("kids on until \(end)"), "\(run.output)")
    }
  }
}
