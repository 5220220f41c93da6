import Foundation
import TestSupport
import Testing

/// The built program where a file may not grow, as on a disk that is full.
///
/// The thread sanitizer keeps a table of its own in a file, and ends where that cannot grow.
@Suite(.waitsForPrograms, .enabled(if: Program.instruments["TSAN_OPTIONS"] == nil)) struct FullDiskTests {
  @Test func aFileThatIsNotWholeIsTakenAwayAndTold() throws {
    let folder = try TemporaryFolder([
      "policy.yaml": """
      timezone: UTC
      systems: {pihole: {kind: pihole, url: http://127.0.0.1:9}}
      policy: [pause pihole weekdays]

      """
    ])
    // What is counted of the lines that run must not be missed either, as the program would say so.
    let run = try Program.run(
      "/usr/bin/bash",
      [
        "-c", "ulimit -f 0; LLVM_PROFILE_FILE=/dev/null exec \"$0\" plan policy.yaml -o plan.json",
        Program.built("reconcile"),
      ],
      environment: ["PATH": "/usr/bin:/bin", "STATE_DIRECTORY": folder.url.path + "/state"], in: folder.url)
    #expect(run.status == 69 && run.output.contains("Nothing was written (dry run)."), "\(run)")
    #expect(run.error == "reconcile: the plan was not written to 'plan.json': File too large\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["policy.yaml"])
  }
}
