import Foundation
import TestSupport
import Testing

/// The scripts that check an edit before it is merged, on a repository in a folder and with a pretend GitHub.
@Suite("checking an edit", .waitsForPrograms) struct PolicyCheckTests {
  private static let failing = "tests:\n  - {at: 2026-11-20 22:00, expect: {kids: on}}\n"

  @Test("what an edit means, and the tests as JUnit") func edit() throws {
    let stage = try PolicyRepository()
    let first = try stage.commit(stage.policy(until: "07:00"))
    try stage.commit(stage.policy(until: "06:00") + Self.failing.replacing("kids: on", with: "kids: off"))
    let (outcome, results) = try stage.check("policy.yaml", against: first)
    #expect(outcome.status == 0, "\(outcome)")
    let compared = try #require(results["compare.md"])
    let heading = "### What this edit means\n\n`before/policy.yaml` → `after/policy.yaml`, "
    #expect(compared.hasPrefix(heading), "\(compared)")
    #expect(compared.contains("06:00–07:00") && !compared.contains("tmp"), "\(compared)")
    #expect(outcome.output.contains(compared) && outcome.output.contains("\n1 test passed.\n"), "\(outcome.output)")
    #expect(results["tests.xml"]?.contains("<testsuites") == true)
    #expect(compared.contains("| `test` | *new* |"), "\(compared)")
    #expect(compared.hasSuffix("\n\nTests: 1, before this edit 0.\n"), "\(compared)")
  }

  @Test("an edit that removes the tests does not change nothing") func testsAreGone() throws {
    let stage = try PolicyRepository()
    let first = try stage.commit(stage.policy(until: "07:00") + Self.failing.replacing("kids: on", with: "kids: off"))
    try stage.commit(stage.policy(until: "07:00"))
    let (outcome, results) = try stage.check("policy.yaml", against: first)
    #expect(outcome.status == 0, "\(outcome)")
    let compared = try #require(results["compare.md"])
    #expect(compared.contains("| `test` | `Fri 2026-11-20 22:00: kids off` | *gone* |"), "\(compared)")
    #expect(
      !compared.contains("Nothing differs") && compared.hasSuffix("\n\nTests: 0, before this edit 1.\n"), "\(compared)")
  }

  /// A pull request that was opened before others merged theirs.
  @Test("of a pull request the main is taken that it is merged with") func base() throws {
    let stage = try PolicyRepository()
    let old = try stage.commit(stage.policy(until: "07:00"))
    try stage.git("checkout", "--quiet", "-b", "edit")
    let edit = try stage.commit(stage.policy(until: "06:00"))
    try stage.git("checkout", "--quiet", "main")
    try stage.write("x", to: "other")
    let main = try stage.commitAll()
    try stage.git("merge", "--quiet", "--no-ff", "--no-gpg-sign", "--message=merge", "edit")
    let merge = try stage.head()
    for (base, before, sha, told) in [
      (old, "", merge, main), (main, "", merge, main), ("", old, merge, old),
      // Not the merge that GitHub made.
      (old, "", edit, old),
    ] {
      #expect(try stage.base(base, before, at: sha) == told + "\n", "\(base), \(before)")
    }
    try stage.git("checkout", "--quiet", "edit")
    #expect(try stage.base(main, "", at: merge) == old + "\n", "from where the edit went its own way")
    let unknown = String(repeating: "1", count: 40)
    #expect(try stage.base(unknown, "", at: merge) == unknown + "\n")
  }

  @Test("a test that fails is in the log, in JUnit, and beside what the edit means") func failingTest() throws {
    let stage = try PolicyRepository()
    let first = try stage.commit(stage.policy(until: "07:00"))
    try stage.commit(stage.policy(until: "06:00") + Self.failing)
    let (outcome, results) = try stage.check("policy.yaml", against: first)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("kids should be on at Fri 2026-11-20 22:00, but is off"), "\(outcome.output)")
    #expect(results["tests.xml"]?.contains("<failure") == true)
    let compared = try #require(results["compare.md"])
    #expect(compared.contains("06:00–07:00") && compared.hasPrefix("**A test in `policy.yaml` fails.**"), "\(compared)")
  }

  @Test("a policy that is not valid is told next to its line, and not compared") func broken() throws {
    let stage = try PolicyRepository()
    let first = try stage.commit(stage.policy(until: "07:00"))
    try stage.commit("timezone: Europe/Berlin\npolicy: [kids of 22:00]\n")
    let (outcome, results) = try stage.check("policy.yaml", against: first)
    #expect(outcome.status == 1 && outcome.output.contains("policy.yaml:2:"), "\(outcome)")
    #expect(results == ["compare.md": "**`policy.yaml` is not valid.** See the log of the check.\n"])
  }

  @Test("a folder is compared as it was, with the calendars in it", arguments: ["home", "home/", "./home", "."])
  func folder(_ name: String) throws {
    let stage = try PolicyRepository()
    let parts = stage.policy(until: "07:00").split(separator: "policy:", maxSplits: 1)
    let isBelow = name != "."
    let place = isBelow ? "home/" : ""
    try stage.write(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//home//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\n"
        + "DTSTART;VALUE=DATE:20300101\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", to: place + "away.ics")
    try stage.write(parts[0] + "schedules: {away: {ics: away.ics}}\n", to: place + "systems.yaml")
    try stage.write("policy: [kids off 21:00–07:00 except away]\n", to: place + "nights.yaml")
    let first = try stage.commitAll()
    try stage.write("policy: [kids off 21:00–06:00 except away]\n", to: place + "nights.yaml")
    try stage.commitAll()
    let (outcome, results) = try stage.check(name, against: first)
    #expect(outcome.status == 0, "\(outcome)")
    let compared = try #require(results["compare.md"])
    #expect(compared.contains("`before/\(name)` → `after/\(name)`") && compared.contains("06:00–07:00"), "\(compared)")
  }

  @Test(
    "attributes of the earlier commit hide nothing of it, and change nothing in it",
    arguments: ["policy.yaml export-ignore", "policy.yaml export-subst", "policy.yaml text eol=crlf"])
  func attributes(_ attributes: String) throws {
    let stage = try PolicyRepository()
    try stage.write(attributes + "\n", to: ".gitattributes")
    // What takes the place of this is no YAML.
    let first = try stage.commit(stage.policy(until: "07:00") + "# $Format:%n]$\n")
    try stage.commit(stage.policy(until: "06:00"))
    let (outcome, results) = try stage.check("policy.yaml", against: first)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(results["compare.md"]?.contains("06:00–07:00") == true, "\(results)")
  }

  @Test("a commit that the clone does not hold is told, and not taken for none") func notInClone() throws {
    let stage = try PolicyRepository()
    try stage.commit(stage.policy(until: "07:00"))
    for base in [String(repeating: "1", count: 40), "no-such-branch"] {
      let (outcome, results) = try stage.check("policy.yaml", against: base)
      #expect(outcome.status == 0, "\(outcome)")
      let said = try #require(results["compare.md"])
      #expect(said.hasPrefix("The commit to compare with (`\(base)`) is not in this clone: "), "\(said)")
      #expect(said.contains("`fetch-depth: 0`") && !said.contains("There is no earlier"), "\(said)")
    }
  }

  @Test("a first policy, none and one that was broken have nothing to be compared with")
  func nothingBefore() throws {
    let stage = try PolicyRepository()
    try stage.write("x", to: "other")
    let empty = try stage.commitAll()
    let broken = try stage.commit("a: [")
    try stage.commit(stage.policy(until: "07:00"))
    for base in [empty, "", String(repeating: "0", count: 40)] {
      let (outcome, results) = try stage.check("policy.yaml", against: base)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(results["compare.md"] == "There is no earlier `policy.yaml` to compare this one with.\n", "\(base)")
    }
    let (outcome, results) = try stage.check("policy.yaml", against: broken)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(results["compare.md"]?.hasPrefix("The earlier `policy.yaml` is not valid") == true, "\(results)")
  }

  // MARK: - The comment

  /// Pretends to be the GitHub CLI: comments are the files of a folder, each with its author's kind in the first line.
  private static let github = #"""
    #!/usr/bin/python3
    import os, re, sys
    arguments = sys.argv[2:]
    assert sys.argv[1] == "api" and os.environ["GH_TOKEN"] == "token"
    folder = os.environ["COMMENTS"]
    method = arguments[arguments.index("--method") + 1] if "--method" in arguments else "GET"
    path = next(word for word in arguments if word.startswith("repos/anna/home/issues/"))
    if method == "GET":
        assert path == "repos/anna/home/issues/7/comments?per_page=100" and "--paginate" in arguments
        marker = re.fullmatch(r'\.\[\] \| select\(\.user\.type == "Bot" and \(\.body \| startswith\("(.*)"\)\)\) \| \.id',
                              arguments[arguments.index("--jq") + 1]).group(1)
        for name in sorted(os.listdir(folder)):
            if open(f"{folder}/{name}").read().startswith("Bot\n" + marker):
                print(name)
        sys.exit(0)
    if "REFUSED" in os.environ:
        sys.exit("gh: Resource not accessible by integration (HTTP 403)")
    body = open(arguments[arguments.index("--field") + 1].removeprefix("body=@")).read()
    if method == "POST":
        assert path == "repos/anna/home/issues/7/comments"
        name = str(100 + len(os.listdir(folder)))
    else:
        assert method == "PATCH"
        name = path.removeprefix("repos/anna/home/issues/comments/")
        assert os.path.exists(f"{folder}/{name}")
    open(f"{folder}/{name}", "w").write("Bot\n" + body)
    """#

  /// Writes a comment; everything that is on the pull request then.
  private static func comment(
    _ text: String, on policy: String = "policy.yaml", in folder: TemporaryFolder, _ more: [String: String] = [:]
  ) throws -> (outcome: Program.Outcome, comments: [String: String]) {
    let home = folder.url.path
    try FileManager.default.createDirectory(atPath: home + "/comments", withIntermediateDirectories: true)
    try Tool.write(text, to: home + "/compare.md")
    try Tool.writeProgram(github, to: home + "/gh")
    let surroundings = [
      "PATH": home + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8", "GH_TOKEN": "token", "GITHUB_REPOSITORY": "anna/home",
      "PULL_REQUEST": "7", "COMMENTS": home + "/comments",
    ]
    let outcome = try Program.run(
      Tool.repository.appending(path: "examples/github/comment").path, [home + "/compare.md", policy],
      environment: surroundings.merging(more) { $1 })
    let names = try FileManager.default.contentsOfDirectory(atPath: home + "/comments")
    let texts = try names.map { ($0, try String(contentsOfFile: home + "/comments/" + $0, encoding: .utf8)) }
    return (outcome, Dictionary(uniqueKeysWithValues: texts))
  }

  @Test("the second run writes over the comment of the first") func commentAgain() throws {
    let folder = try TemporaryFolder([:])
    let (first, before) = try Self.comment("one", in: folder)
    #expect(first.status == 0 && before.keys.sorted() == ["100"], "\(first)")
    #expect(before["100"]?.hasSuffix("-->\none\n") == true, "\(before)")
    // Somebody's comment that begins alike, and one about another policy, stay.
    let quoted = try #require(before["100"]?.replacing("Bot\n", with: "User\n"))
    try Tool.write(quoted, to: folder.url.path + "/comments/099")
    let (second, after) = try Self.comment("two `$(id)`\n", in: folder)
    #expect(second.status == 0 && after.count == 2 && after["099"] == quoted, "\(second)")
    #expect(after["100"]?.hasSuffix("-->\ntwo `$(id)`\n") == true, "\(after)")
    let (_, third) = try Self.comment("three", on: "other.yaml", in: folder)
    #expect(third.count == 3 && third["100"] == after["100"])
  }

  @Test("a token that may only read is no failure") func refused() throws {
    let (outcome, comments) = try Self.comment("one", in: try TemporaryFolder([:]), ["REFUSED": "1"])
    #expect(outcome.status == 0 && comments.isEmpty && outcome.output.hasPrefix("::notice::"), "\(outcome)")
  }

  @Test("a comment is never longer than GitHub takes") func long() throws {
    let (_, comments) = try Self.comment(String(repeating: "–", count: 70_000), in: try TemporaryFolder([:]))
    let text = try #require(comments.values.first)
    #expect(text.count > 60_000 && text.count < 65_000 && text.hasSuffix("in the summary of the run.\n"))
    let row = "| kids | off |"
    let (_, rows) = try Self.comment(
      String(repeating: row + "\n", count: 6_000), in: try TemporaryFolder([:]))
    #expect(try #require(rows.values.first).contains(row + "\n\n… The rest"), "it ends with a row")
  }
}
