import Documents
import Foundation
import Simulator
import Steps
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// A policy that is broken in thousands of places keeps nobody from what the last good one says.
@Suite struct BrokenPolicyOrderTests {
  @Test func theLastGoodPolicyIsFollowedBeforeErrorsAreTold() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    // A second time, too: then the good one is read out of the state that a broken one has left.
    for _ in 1...2 {
      await story.switchRule(0, on: false)
      await story.pass(minutes: 5)
      story.world.files["household.yaml"] = "x-b: [" + (0..<300).map { "*a\($0)" }.joined(separator: ",") + "]\n"
      let (output, error) = (Written(), Written())
      var environment = story.world.environment(output, error)
      let diary = story.world.diary
      environment.error = { text in
        if text.contains("yaml.undefined-alias") { diary.add("told") }
        error.add(text)
      }
      #expect(Reconcile.run(["apply", "household.yaml"], environment) == 65)
      let told = try #require(diary.entries.lastIndex(of: "told"))
      let written = try #require(diary.entries.lastIndex { $0.contains("PUT") })
      #expect(written < told, "\(diary.entries)")
      #expect(await story.isRuleOn(0))
      #expect(error.text.contains("and 200 more errors\n") || error.text.contains("more errors"), "\(error.text)")
    }
  }

  static let formats = [
    ("text", "and 250 more errors\n"), ("json", "\"others\":250"), ("github", "::error::and 250 more"),
  ]

  @Test(arguments: formats) func aHundredErrorsArePrintedAndTheOthersCounted(format: String, words: String) {
    var world = TestWorld()
    world.files["a.yaml"] = "timezone: UTC\nx-b: [" + (0..<350).map { "*a\($0)" }.joined(separator: ",") + "]\n"
    let run = world.run("validate", "--format", format, "a.yaml")
    let output = run.output.filter { $0 != " " || format != "json" }
    #expect(run.status == 65 && output.contains(words), "\(run.output.suffix(300)) \(run.error)")
    #expect(output.components(separatedBy: "yaml.undefined-alias").count == 101)
  }

  /// Long lines, aliases, wide schedules, repeated keys: a policy of twice the size is twice the work.
  static let policies: [(String, Int, @Sendable (Int) -> String)] = [
    ("aliases", 400, { "x-b: [" + (0..<$0).map { "*a\($0)" }.joined(separator: ",") + "]\n" }),
    ("one long word", 4000, { "timezone: UTC\nx-b: " + String(repeating: "a", count: $0) + "\ny: 1\nz: 2\n" }),
    ("repeated keys", 300, { "timezone: UTC\n" + String(repeating: "kids: 1\n", count: $0) }),
    (
      "unknown targets", 300,
      { "timezone: UTC\ntargets: {kids: {}}\npolicy:\n" + (0..<$0).map { "  - nobody-\($0) off\n" }.joined() }
    ),
    (
      "a wide schedule", 300,
      { count in
        "timezone: UTC\nschedules:\n  wide:\n" + (0..<count).map { "    - 2027-01-\(10 + $0 % 20)\n" }.joined()
          + "targets: {kids: {}}\npolicy: [kids off wide]\n"
      }
    ),
    (
      "one sentence of 'each day'", 1000,
      { "timezone: UTC\ntargets: {kids: {}}\npolicy: [kids off" + String(repeating: " each day", count: $0) + "]\n" }
    ),
    ("schedules that use one another", 7, { levels(Array(repeating: "s", count: 3), $0, "kids off") }),
    ("and are times of day", 7, { levels(Array(repeating: "s", count: 3), $0, "kids on only") }),
    ("and make no difference", 7, { levels(Array(repeating: "s", count: 3), $0, "kids on") }),
    (
      "many statements", 200,
      { count in
        "timezone: UTC\ntargets: {kids: {}}\npolicy:\n"
          + (0..<count).map { "  - kids off \(10 + $0 % 10):00–\(10 + $0 % 10):30\n" }.joined()
      }
    ),
  ]

  /// Each schedule uses the one before it more than once.
  private static func levels(_ uses: [String], _ count: Int, _ sentence: String) -> String {
    "timezone: UTC\nschedules:\n  s0: 10:00–11:00\n"
      + (1..<count).map { level in "  s\(level): [\(uses.map { "\($0)\(level - 1)" }.joined(separator: ", "))]\n" }
      .joined()
      + "targets: {kids: {}}\npolicy: [\(sentence) s\(count - 1)]\n"
  }

  @Test(arguments: policies.indices) func twiceThePolicyIsTwiceTheWork(row: Int) {
    let (name, size, make) = Self.policies[row]
    let growth = Steps.growth(from: size) { count in
      var world = TestWorld()
      world.files["a.yaml"] = make(count)
      return world
    } _: { world in
      _ = world.run("validate", "a.yaml")
    }
    #expect(growth < Steps.most, "\(name)")
  }
}

/// What the system does not permit has a remedy, however it words that.
@Suite struct UnreadablePolicyTests {
  /// A file that cannot be read, and why.
  private struct Locked: Files {
    var error: FileError

    func kind(of path: String) throws(FileError) -> FileKind? { .regular }
    func names(in path: String) throws(FileError) -> [String] { [] }
    func resolved(_ path: String) -> String? { path }
    func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] { throw error }
  }

  @Test(
    arguments: [
      (FileError(path: "/p.yaml", number: EACCES), true), (FileError(path: "/p.yaml", number: EIO), false),
      (FileError(path: "/p.yaml", reason: "Permission denied"), false),
    ])
  func whatIsNotPermittedIsToldByItsNumber(_ error: FileError, _ isDenied: Bool) {
    let text = PolicyText(path: "/p.yaml", files: Locked(error: error))
    #expect(text.diagnostics.map(\.code) == ["policy.unreadable"])
    #expect(text.diagnostics[0].message == "'/p.yaml': it cannot be read: \(error.reason)")
    #expect(text.diagnostics[0].hint == (isDenied ? "let everybody read it: sudo chmod a+r /p.yaml" : nil))
  }

  @Test func theMachineGivesItsNumber() {
    #expect(throws: FileError(path: "/none.yaml", number: ENOENT)) {
      try SystemFiles().bytes(of: "/none.yaml", limit: 1)
    }
    #expect(throws: FileError(path: "/none", number: ENOENT)) { try SystemFiles().names(in: "/none") }
  }
}

/// A folder is one policy, and has one budget.
@Suite struct PolicyFolderBudgetTests {
  /// A folder of files with so many KiB each; which of them are asked for, and how much of each.
  private struct Folder: Files {
    var sizes: [Int]
    let diary = Diary()

    private func number(_ path: String) -> Int? {
      Int(path.split(separator: "/").last?.dropLast(".yaml".count).dropFirst() ?? "")
    }

    func kind(of path: String) throws(FileError) -> FileKind? { path.hasSuffix(".yaml") ? .regular : .folder }
    func names(in path: String) throws(FileError) -> [String] { sizes.indices.map { "f\($0).yaml" } }
    func resolved(_ path: String) -> String? { path }
    func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
      let number = number(path) ?? 0
      diary.add("f\(number) \(limit >> 10)")
      return Array(repeating: UInt8(ascii: "#"), count: min(limit + 1, sizes[number] << 10))
    }
  }

  @Test func filesAreReadUntilTheBudgetIsSpent() {
    let folder = Folder(sizes: [400, 600, 30, 100, 5])
    let text = PolicyText(path: "/p", files: folder)
    #expect(folder.diary.entries == ["f0 1024", "f1 624", "f2 24"])
    #expect(
      text.diagnostics.map(\.message) == ["'/p/f2.yaml': more than 1 MiB of policy, with the files before it"]
        && text.files.isEmpty)
    let first = PolicyText(path: "/p", files: Folder(sizes: [2000, 1]))
    #expect(first.diagnostics.map(\.message) == ["'/p/f0.yaml': more than 1 MiB of policy"])
    let fine = Folder(sizes: [400, 600, 24])
    let whole = PolicyText(path: "/p", files: fine)
    #expect(whole.files.map(\.bytes.count) == [400 << 10, 600 << 10, 24 << 10] && whole.diagnostics.isEmpty)
  }
}
