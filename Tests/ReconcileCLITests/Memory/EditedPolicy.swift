import Synchronization

@testable import Host
@testable import ReconcileCLI

/// A policy that may be edited while a command runs.
final class EditedPolicy: Sendable {
  private let text: Mutex<String>
  init(_ text: String) { self.text = Mutex(text) }

  var policy: String { text.withLock { $0 } }
  func edit(_ text: String) { self.text.withLock { $0 = text } }

  /// Runs the words in `world` with it as its policy, after `prepare`.
  func run(
    _ words: String..., in world: TestWorld, _ prepare: (inout Environment) -> Void = { _ in }
  ) -> TestWorld.Outcome {
    let (output, error) = (Written(), Written())
    var environment = world.environment(output, error)
    let files = world.files
    environment.files = FakeChangingFiles(texts: { files.merging(["household.yaml": self.policy]) { $1 } })
    prepare(&environment)
    let status = Reconcile.run(words, environment)
    return (status, output.text, error.text)
  }
}
