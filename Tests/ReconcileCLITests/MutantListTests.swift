import Foundation
import TestSupport
import Testing

/// What `make mutants` breaks on purpose is there to be broken.
@Suite(.waitsForPrograms) struct MutantListTests {
  @Test("the text that a mutant replaces stands exactly once in the sources")
  func theListFitsTheSources() throws {
    // The compiler, which reads what is broken, is where whoever runs the tests has it.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let check = try Tool.run(
      "/usr/bin/env", ["PATH=\(path)", "/usr/bin/python3", "-B", "Tests/Mutants/mutants.py", "--check"])
    #expect(check.status == 0, "\(check.output)")
  }
}
