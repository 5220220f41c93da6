import Foundation
import TestSupport
import Testing

/// Where the built programs find the words that they were started with.
@Suite(.waitsForPrograms) struct CommandLineTests {
  /// A slip in an option is told before anything is read, whatever is wrong with the policy.
  @Test(arguments: [
    ["next", "--hours", "0", "--policy", "p.yaml"], ["timeline", "--days", "0", "--policy", "p.yaml"],
    ["compare", "--days", "0", "p.yaml", "p.yaml"], ["plan", "--max-changes", "x", "p.yaml"],
    ["apply", "--deadline", "x", "p.yaml"], ["watch", "--interval", "x", "p.yaml"],
    ["doctor", "--deadline", "x", "p.yaml"], ["validate", "--format", "x", "p.yaml"],
  ]) func aBadValueIsToldBeforeThePolicyIsRead(_ arguments: [String]) {
    let run = TestWorld(files: ["p.yaml": "targets: ["]).run(arguments)
    #expect(run.status == 64 && !run.error.contains("p.yaml:"), "\(run)")
  }

  /// Most commands take a policy as an operand; who gives it to one that does not is told how that has it.
  @Test(arguments: [
    ("trust gateway house.yaml", true), ("pair lock house.yaml", true), ("devices --new kids house.yaml", false),
    ("trust gateway house", false), ("compare a b house.yaml", false),
  ]) func aPolicyThatIsNoOperandIsNamedByItsOption(_ line: String, _ isNamed: Bool) {
    let run = TestWorld(files: [:]).run(line.split(separator: " ").map(String.init))
    #expect(run.status == 64 && run.error.contains("--policy house.yaml") == isNamed, "\(run)")
  }

  /// What libraries that are loaded before a program do to it: faketime, jemalloc's profiler, sandboxes.
  static let meddlers = [
    "a variable is added, so that the environment moves": #"setenv("MOVED", "1", 1);"#,
    "the environment is emptied": "clearenv();",
  ]

  @Test(arguments: meddlers.keys.sorted(), ["reconcile", "reconcile-simulator"])
  func aLibraryThatMovesTheEnvironmentHidesNoWords(meddler: String, program: String) throws {
    let folder = try TemporaryFolder(["meddler.c": Self.library(Self.meddlers[meddler] ?? "")])
    let library = folder.url.appending(path: "meddler.so").path
    let compiler = try Program.run(
      "/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", library, "meddler.c"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], in: folder.url)
    #expect(compiler.status == 0, "\(compiler)")
    let run = try Program.run(
      Program.built(program), ["--no-such", "x"], environment: ["LD_PRELOAD": library])
    #expect(run.status == 64 && run.error.contains("'--no-such'"), "\(run)")
  }

  private static func library(_ statement: String) -> String {
    """
    #define _GNU_SOURCE
    #include <stdlib.h>
    __attribute__((constructor)) static void meddle(void) { \(statement) }

    """
  }

  /// Words, empty ones and bytes that are no UTF-8, as a shell hands them over.
  @Test(arguments: [
    (#""--wrong""#, "unknown option '--wrong'"), (#"plan --format ''"#, "''"),
    (#"validate $'no\xffsuch'"#, "no\u{FFFD}such"), (#"validate $'a\nb c'"#, #"a\u{A}b c"#),
    (#"validate 'Küche 🐟'"#, "Küche 🐟"),
  ])
  func everyWordArrives(_ words: String, _ said: String) throws {
    let run = try Program.run(
      "/usr/bin/bash", ["-c", "\"$1\" \(words)", "bash", Program.built("reconcile")],
      environment: ["LC_ALL": "C.UTF-8"])
    #expect((run.output + run.error).contains(said), "\(run)")
  }
}
