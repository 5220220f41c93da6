import Foundation
import TestSupport
import Testing

@testable import BuilderOS
@testable import Calendars
@testable import Controller
@testable import Doctor
@testable import Documents
@testable import EasyControl
@testable import HTTPTransport
@testable import HomeAssistant
@testable import Host
@testable import JSONTree
@testable import LibYAML
@testable import Overrides
@testable import PageServer
@testable import PiHole
@testable import Policies
@testable import Presentation
@testable import Providers
@testable import ReconcileCLI
@testable import Secrets
@testable import Planning
@testable import StateStore
@testable import UniFi

/// The table of bounds in `docs/failures.md` says what the program does: each row is one of these, and each of these
/// a row.
@Suite struct BoundsTableTests {
  /// How the first cell of each row begins, and what its second one holds.
  private static let bounds: [(row: String, says: String)] = [
    (
      "an answer",
      "\(mebibytes(Transport.largestBody)); headers, interim answers and trailers \(kibibytes(Transfer.largestHeader))"
    ),
    ("pieces of an answer", spaced(Transfer.mostPieces)),
    ("an answer that is not a list", "\(kibibytes(JSONBudget.small.bytes)), \(spaced(JSONBudget.small.values)) values"),
    ("what a Home Assistant says of its configuration", budget(.config)), ("a list of capsules", budget(.capsules)),
    ("the answer to an action on a capsule", budget(.action)),
    ("values and names in a list", spaced(JSONBudget.list.values)),
    ("brackets in one another", "\(JSON.maximumDepth)"),
    ("objects of one kind on a console", "\(UniFiClient.mostItems)"),
    ("entities of a Home Assistant that can be switched", "\(HomeAssistantClient.mostEntities)"),
    ("entities of a Home Assistant that can be switched", "\(EasyControlClient.mostEntities)"),
    ("entities of a Home Assistant that can be switched", "\(BuilderOSClient.mostCapsules)"),
    ("members of a group of a Home Assistant", "\(EntityBoard.mostMembers)"),
    ("members of all groups of a Home Assistant", spaced(GroupWalk.mostSteps)),
    ("members of groups within groups", spaced(GroupWalk.mostSteps)),
    ("pages of a list of a console", "\(UniFiClient.mostPages)"),
    (
      "all pages of a list of a console",
      "\(mebibytes(UniFiClient.listBudget.bytes)), \(spaced(UniFiClient.listBudget.values)) values"
    ),
    ("details of WiFi networks", "\(UniFiClient.mostDetails)"),
    ("secrets that a console tells", "\(UniFiSecrets.most)"),
    ("domain entries of a Pi-hole", spaced(Table.domains.mostRows)),
    ("domain entries of a Pi-hole that a policy names, or that were made for it", spaced(Table.mostOwnEntries)),
    ("one object", kibibytes(Table.largestRow)),
    ("a pattern of the policy", "\(SelectorDecoder.longestPattern) characters"),
    ("objects that the targets select on one system", spaced(Comparison.mostSelections)),
    ("findings of `doctor`", "\(Examination.mostFindings), failures first"),
    ("entities of a guest pass that `doctor` names", "\(Grant.mostNamed)"),
    ("objects that fit one name", "\(Planning.Messages.fewNames) are named"),
    ("names for which something is proposed", "the first \(Proposals.most) of a system"),
    (
      "a policy, all of its files together",
      "\(mebibytes(ReadingBudget().bytes)), \(spaced(ReadingBudget().nodes)) values"
    ),
    ("lists and keys of a policy within each other", "\(ReadingBudget.maximumDepth)"),
    (
      "a calendar",
      "\(mebibytes(CalendarLimits.bytes)), \(spaced(CalendarLimits.events)) events, \(CalendarLimits.zones) time zones, "
        + "components \(CalendarLimits.depth) deep"
    ), ("an event of a calendar", "\(spaced(CalendarLimits.days)) days"),
    ("times at which the events of a calendar happen", spaced(CalendarLimits.occurrences)),
    ("following the rules of a calendar", "\(spaced(CalendarLimits.ruleCost)) steps"),
    (
      "all calendars of a policy", "\(mebibytes(CalendarFile.mostTogether)); \(spaced(CalendarDecoder.mostTimes)) times"
    ),
    ("patterns that choose events", "\(CalendarDecoder.mostPatterns)"),
    ("approvers of a guard", "\(Guard.mostApprovers)"),
    ("targets whose guards hold edits", "\(Guard.mostHoldingEdits)"),
    ("versions of the policy in which edits wait", "\(ApprovedVersions.mostWaiting)"),
    ("a secret", kibibytes(FileRules.largestSize)), ("the file of people", kibibytes(ClosedFile.largestSize)),
    ("the authorities of", mebibytes(AuthorityFile.largestSize)),
    ("what a run notes before it makes its changes", mebibytes(StateStore.Bounds().run)),
    ("what one run adds to the history", mebibytes(StateStore.Bounds().run)),
    ("the whole state", mebibytes(StateStore.Bounds().state)),
    ("a state whose last write was cut off", mebibytes(RollbackJournal.mostBytes)),
    ("a row of the state", mebibytes(Int(Database.longestRow))),
    ("one statement on the state", "\(Database.mostWork) million steps"),
    (
      "actions at a time that the state remembers",
      "\(DueActions.mostSettled) that are over, \(DueActions.mostExpected) that are to come"
    ), ("last good policies in the state", "\(StateStore.mostGoodPolicies)"),
    ("files that were followed before", "\(FollowedFiles.mostFormer)"),
    (
      "a notification",
      "\(RunTime.mostToTell) seconds for all programs and addresses, \(RunTime.leastToTell) after a run that took all of "
        + "its time; as text \(NotificationText.mostLines) lines of \(NotificationText.mostBytes) bytes"
    ), ("pages that one person has open", "\(OpenPages.most)"),
    ("what one device does on the page", "\(ActRate.most) a minute"),
    (
      "problems that the state remembers",
      "\(StateStore.mostProblems); \(RecordedProblem.mostCharacters) characters of each"
    ),
    ("errors and warnings of a policy", "\(ShownDiagnostics.most), errors first"),
    ("warnings of a plan or a run that text shows", "\(ShownWarnings.most)"),
    ("words and marks of one sentence", spaced(Lexer.mostTokens)),
    ("errors that are looked for in a policy", "\(Findings.mostErrors); \(Lexer.mostProblems)"),
    ("a run", "its deadline and \(Watchdog.graceSeconds) seconds; \(Watchdog.patienceSeconds) seconds after"),
    ("a reason that somebody gives", "\(OverrideMaking.longestReason) characters"),
    ("what a timeline shows", spaced(TimelineView.most)),
    ("days times targets times lines", "\(TestRun.most / 1_000_000) million"),
  ]

  /// Constants that a row has, by their files and names, beside those of `bounds`.
  private static let inRows: Set = [
    // In `bounds`.
    "OverrideMaking.longestReason", "RollbackJournal.mostBytes", "RunTime.mostToTell",
    "BuilderOSClient.action", "BuilderOSClient.capsules", "BuilderOSClient.mostCapsules",
    "CalendarDecoder.mostPatterns",
    "CalendarDecoder.mostTimes", "CalendarFile.mostTogether", "AuthorityFile.largestSize", "Catalogue.most",
    "ApprovedVersions.mostWaiting", "Guard.mostApprovers", "Guard.mostHoldingEdits",
    "ClosedFile.largestSize", "Comparison.mostSelections", "Database.longestRow", "Database.mostWork",
    "Diagnosis+Findings.mostFindings", "DueActions.mostExpected", "DueActions.mostSettled",
    "EasyControlClient.mostEntities", "EntityBoard.mostMembers", "FileRules.largestSize", "Grant.mostNamed",
    "GroupWalk.mostSteps", "HomeAssistantClient.config", "HomeAssistantClient.mostEntities", "JSON.maximumDepth",
    "JSONBudget.list", "JSONBudget.small", "NotificationText.mostBytes", "NotificationText.mostLines",
    "ActRate.most", "OpenPages.most",
    "ReadingBudget.maximumDepth", "RowAddress.largestRow", "RowAddress.mostOwnEntries",
    "SelectorDecoder.longestPattern", "ShownDiagnostics.most", "ShownWarnings.most",
    "Findings.mostErrors", "Lexer.mostProblems", "Lexer.mostTokens",
    "StateStore+Policy.mostGoodPolicies", "FollowedFiles.mostFormer", "RecordedProblem.mostCharacters",
    "StateStore+Systems.mostProblems",
    "TestRun.most", "TimelineExtent.most", "Transfer.largestHeader", "Transfer.mostPieces", "Transport.largestBody",
    "UniFiClient.listBudget", "UniFiClient.mostItems", "UniFiClient.mostPages", "UniFiReading.mostDetails",
    "UniFiSecrets.most",
    // The same number under another name.
    "UniFiPage.largestItem", "EntityState.longestID", "EntityState.longest", "Capsule.longest",
    "SecretReader.largestFile",
  ]

  /// And constants that are no bound of what comes from elsewhere.
  private static let others: Set = [
    // How often something is tried, and how long is waited.
    "ActionCall.longestSeconds", "Backoff+Times.mostSeconds",
    "DevicePairing.longestSeconds",
    "FreshCode.most", "LiveProgram.mostTries", "LoopState.longestWait", "Pacer.longestSettling", "Pacer.longestSleep",
    "PiHoleSession.mostTries", "PiHoleSession.mostTriesInDoubt", "AcceptedSecret.mostDoubts",
    "ProviderError.longestPeace", "ProviderError.longestWish", "RetryPolicy.longestRetryAfter",
    "UntakenNews+Waiting.longestWait",
    "RetryPolicy.longestWaits", "RetryPolicy.mostTries", "UniFiApplier.mostLeftOut", "UniFiApplier.mostNulls",
    "ChangeRunner.mostPassedOver",
    // What people may ask for.
    "CodeDecision.mostWrong", "OverrideContext.longestSeconds", "PersonPIN.longestWait", "PersonPIN.mostWrong",
    "RecordedAction.mostOthers", "RequestLimits.mostOpen", "RequestLimits.mostPerDay", "RequestMaking.longestSeconds",
    "RequestWaiting.longestSeconds",
    "TryLimit.most", "WrongTries.most", "WrongTries.mostAddresses",
    // How much is quoted, proposed or drawn of what is bounded already.
    "ApproverMessage.mostNos", "ApproverMessage.mostWritten", "DevicePolicyDifference.mostChanges",
    "EncodingCheck.maximumFindings",
    "ContinuedNights.mostLookedAt", "GoneObject.mostTold", "LeftBehindMessages.mostNames", "LinkMaking.longestName",
    "MeantHours.most", "Message+Row.longestLabel", "NightsBefore.most",
    "NotificationText.mostFailures", "OfferedClients.most", "PageModel.mostEvents",
    "PaperLayout.most",
    "PaperLayout.mostColumns", "Paraphrase.longest", "PlanFileMessages.most", "PolicyAdvice.mostJoined",
    "Quotation.longest", "SecretLines.longestHost", "SecretLines.longestKey", "Setup.most",
    "StateStore+Actions.mostEnded",
    "Suggestion.longestWord",
    "TimelineText.mostExactDays", "TimelineText.mostExactTimes", "TimelineText.mostOverrides",
    "TreeBuilder.maximumCandidates", "TreeBuilder.mostProposals", "TriedSentences.mostGuesses",
    // What a form, the language or an API has room for.
    "Blocking+Resource.longestTimerSeconds", "CalendarDecoder.longest", "DeviceTraffic.mostApplications",
    "FormFields.most", "DiagnosticText.longestText", "JSONOutline.longestText", "NewsText.mostTargets",
    "NameRules.longest", "PathTrust.mostLinks", "ScheduleInWords.most", "SharedMonths.most",
    "ShortWord.longest", "UniFiPage.most", "WhenResolver.mostTimesBesideDays",
    // How much is kept to be quick.
    "Database.mostCopiedBytes", "GroupSwitches.mostCompared", "HomeAssistantObserver.mostSingly", "JSONText.mostPairs",
    "PhraseCache.most",
    "RecentActs.most",
    "Span.mostRanges", "TrafficCatalogue.mostNamesakes", "UniFiClient.largestUsualPage",
  ]

  private static func budget(_ budget: JSONBudget) -> String {
    "\(mebibytes(budget.bytes)), \(spaced(budget.values)) values"
  }

  private static func kibibytes(_ bytes: Int) -> String { "\(bytes >> 10) KiB" }
  private static func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }

  /// `65 536`, as the table has it; four digits stand together.
  private static func spaced(_ number: Int) -> String {
    let digits = String(number)
    guard digits.count > 4 else { return digits }
    return String(
      digits.enumerated().flatMap { place, digit in
        place > 0 && (digits.count - place).isMultiple(of: 3) ? [" ", digit] : [digit]
      })
  }

  @Test func eachRowIsABound() throws {
    let rows = try Self.rows()
    for bound in Self.bounds {
      let fitting = rows.filter { $0.what.hasPrefix(bound.row) }
      let row = try #require(fitting.min { $0.what.count < $1.what.count }, "no row begins with '\(bound.row)'")
      #expect(row.most.hasPrefix(bound.says), "\(row.what)")
    }
  }

  /// Whoever adds a limit says in the table what it is, or here why it is not in there.
  @Test func eachLimitOfTheSourcesIsInTheTableOrNeedNotBe() throws {
    let limits = try Self.limits()
    #expect(limits.subtracting(Self.inRows.union(Self.others)).sorted() == [])
    #expect(Self.inRows.union(Self.others).subtracting(limits).sorted() == [], "these are gone")
    #expect(Self.inRows.isDisjoint(with: Self.others))
  }

  /// The library that reads requests takes its limits as a structure of C.
  @Test func soAreThoseOfThePage() throws {
    let source = try String(
      contentsOf: Tool.repository.appending(path: "Sources/PageServer/PageServer.swift"), encoding: .utf8)
    #expect(
      source.contains(
        "connections: 300, connections_an_address: 20, seconds: 10, header_bytes: 16_384, body_bytes: 65_536"))
    let rows = try Self.rows()
    #expect(
      rows.first { $0.what == "connections to the page" }?.most.hasPrefix("300, 20 of one address; 10 seconds") == true)
    #expect(rows.first { $0.what == "one request to the page" }?.most == "16 KiB of headers, 64 KiB of a form")
  }

  /// Of each constant that is called a limit, the name of its file and its own.
  private static func limits() throws -> Set<String> {
    let sources = Tool.repository.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { path in
      path.hasSuffix(".swift") && !["Simulator/", "reconcile", "fuzz-"].contains { path.hasPrefix($0) }
    }
    var limits: Set<String> = []
    for path in paths {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") {
        guard let name = limit(line.drop { $0 == " " }) else { continue }
        limits.insert("\(path.split(separator: "/").last?.dropLast(".swift".count) ?? "").\(name)")
      }
    }
    return limits
  }

  private static func limit(_ line: Substring) -> String? {
    guard !line.hasPrefix("//"), let start = line.range(of: "static let ") ?? line.range(of: "static var ") else {
      return nil
    }
    let name = String(line[start.upperBound...].prefix { $0.isLetter || $0.isNumber })
    let isLimit = ["most", "largest", "longest", "maximum"].contains { word in
      name.hasPrefix(word) && name.dropFirst(word.count).first?.isUppercase != false
    }
    return isLimit || line.contains("= JSONBudget(") ? name : nil
  }

  /// The script has its own.
  @Test func soAreThoseOfTheScriptThatPulls() throws {
    let script = try String(
      contentsOf: Tool.repository.appending(path: "examples/gitops/reconcile-pull"), encoding: .utf8)
    let row = try #require(try Self.rows().first { $0.what.contains("`reconcile-pull`") })
    let (files, megabytes) = (try Self.setting("FILES", in: script), try Self.setting("MIB", in: script))
    #expect(row.most.hasPrefix("\(files) files, \(megabytes) MiB"))
  }

  private static func setting(_ name: String, in script: String) throws -> String {
    let start = try #require(script.range(of: ": \"${\(name):="))
    return String(script[start.upperBound...].prefix { $0 != "}" })
  }

  /// The cells of the table of which the heading is `what | at most`.
  private static func rows() throws -> [(what: String, most: String)] {
    let file = Tool.repository.appending(path: "docs/failures.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let table = lines.drop { !$0.hasPrefix("| what | at most |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
    return table.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[0], cells[1])
    }
  }
}
