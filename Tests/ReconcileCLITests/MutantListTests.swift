import TestSupport
import Testing

/// What `make mutants` breaks on purpose is there to be broken.
@Suite(.waitsForPrograms) struct MutantListTests {
  @Test("the text that a mutant replaces stands exactly once in the sources")
  func theListFitsTheSources() throws {
    let check = try Tool.run("/usr/bin/python3", ["Tests/Mutants/mutants.py", "--check"])
    #expect(check.status == 0, "\(check.output)")
  }
}
