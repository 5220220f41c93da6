import Foundation
import TestSupport
import Testing

/// A machine on which libcurl, which is loaded only by commands that ask systems, cannot be used.
@Suite(.waitsForPrograms) struct MissingLibraryTests {
  private func run(_ command: [String]) throws -> Program.Outcome {
    let folder = try TemporaryFolder([
      "libcurl.so.4": "no library",
      "policy.yaml": """
      timezone: UTC
      systems: {g: {kind: unifi, url: 'https://127.0.0.1:1', api-key: {env: KEY}}}
      targets: {kids: {system: g, acl-rules: [Downtime]}}
      policy: [kids off]

      """,
    ])
    return try Program.run(
      Program.built("reconcile"), command,
      environment: [
        "LD_LIBRARY_PATH": folder.url.path, "STATE_DIRECTORY": folder.url.path + "/state", "KEY": "k",
        "KEY_FOR": "for https://127.0.0.1:1 unifi",
      ],
      in: folder.url)
  }

  @Test(arguments: ["plan", "apply", "drift", "doctor"]) func whatItIsNeededForSaysWhatToInstall(command: String) throws
  {
    let run = try run([command, "policy.yaml"])
    #expect(run.status == 1, "\(run)")
    #expect(run.output.isEmpty)
    let lines = run.error.split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].hasPrefix("reconcile: libcurl, which it reaches systems with, cannot be loaded: "))
    #expect(lines[0].contains("libcurl.so.4: file too short"))
    #expect(lines.last == "hint: install the package libcurl4")
  }

  @Test func everythingElseDoesWithoutIt() throws {
    for command in [["validate", "policy.yaml"], ["next", "policy.yaml", "--schedule-only"], ["--version"]] {
      let run = try run(command)
      #expect(run.status == 0 && run.error.isEmpty, "\(command): \(run)")
    }
  }
}
