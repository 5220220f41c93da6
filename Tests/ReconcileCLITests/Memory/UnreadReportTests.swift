import StateStore
import Synchronization
import Testing

@testable import Host
@testable import ReconcileCLI

/// Somebody looks at a report for as long as they like: `reconcile apply | less`.
@Suite struct UnreadReportTests {
  @Test(arguments: [[], ["--format", "json"]]) func theNextRunNeedNotWaitForWhoeverReads(_ options: [String]) throws {
    let story = Chronicle()
    let (output, error) = (Written(), Written())
    var environment = story.world.environment(output, error)
    let state = story.world.state.path
    let isFree = Mutex<[Bool]>([])
    environment.output = { text in
      output.add(text)
      let lock = try? WriterLock(state)
      isFree.withLock { $0.append(lock != nil) }
    }
    #expect(Reconcile.run(["apply"] + options + ["household.yaml"], environment) == 0)
    #expect(!output.text.isEmpty && isFree.withLock { !$0.isEmpty && $0.allSatisfy(\.self) })
  }
}
