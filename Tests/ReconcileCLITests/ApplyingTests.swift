import CivilTime
import Documents
import HTTPTransport
import Policies
import Reconciliation
import Synchronization
import TestSupport
import Testing

@testable import ReconcileCLI

/// Which of the changes of one system are still tried when something has happened before their turn.
@Suite struct ApplyingTests {
  @Test func aRunThatIsToEndBeginsNoFurtherWrite() async {
    let stop = Stop()
    let applier = ScriptedApplier { _ in stop.request(.terminated) }
    let result = await Self.carryOut(applier, stop)
    #expect(applier.tried == ["a"], "the write in flight is finished")
    #expect(result.outcomes == [.applied([]), .skipped(Wording.runEnded), .skipped(Wording.runEnded)])
    #expect(result.failure == nil)
  }

  @Test func aSystemThatFailedIsNotWrittenToAnyMore() async {
    let failure = ProviderError(.refusedCredentials, "the key is not accepted")
    let applier = ScriptedApplier { name throws(ProviderError) in if name == "b" { throw failure } }
    let result = await Self.carryOut(applier, Stop())
    #expect(applier.tried == ["a", "b"])
    #expect(result.outcomes == [.applied([]), .failed(failure.notice), .skipped(Wording.systemFailedBefore)])
    #expect(result.failure == failure)
  }

  /// Three changes of one console.
  private static func carryOut(_ applier: ScriptedApplier, _ stop: Stop) async -> Applying.Result {
    let span = SourceSpan(file: "p", start: .init(line: 1, column: 1), end: .init(line: 1, column: 1))
    let system = System(
      name: Name("gateway"), kind: .unifi(apiKey: .environment(name: "K"), site: nil),
      url: BaseURL(scheme: .https, host: "192.168.1.1", port: 443, path: ""), tls: .system, timeoutSeconds: 10,
      plaintext: false, span: span)
    let endpoint = Endpoint(
      isTLS: true, host: "192.168.1.1", port: 443, basePath: "", trust: .system, plaintext: .loopbackOnly,
      timeoutSeconds: 10)
    let opened = OpenedSystem(system: system, endpoint: endpoint, observer: NothingToSee(), applier: { _ in applier })
    let changes = ["a", "b", "c"].map { name in
      Change(
        target: Name("kids"), system: Name("gateway"), kind: .aclRule, id: name, name: name, from: Setting(.disabled),
        to: Setting(.enabled))
    }
    let network = PretendNetwork(PretendHousehold(), PretendTime { _ in }, log: nil, diary: Diary())
    return await Applying.carryOut(changes, on: opened, network: network, stop: stop)
  }
}

/// Applies everything, unless what happens meanwhile is a failure.
private final class ScriptedApplier: Applier {
  private let names = Mutex<[String]>([])
  private let meanwhile: @Sendable (String) throws(ProviderError) -> Void

  init(meanwhile: @escaping @Sendable (String) throws(ProviderError) -> Void) { self.meanwhile = meanwhile }

  /// The names of the objects whose change was tried.
  var tried: [String] { names.withLock { $0 } }

  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    names.withLock { $0.append(change.name) }
    try meanwhile(change.name)
    return .applied([])
  }
}

/// A system that nobody looks at.
private struct NothingToSee: Observer {
  func observe(_ kinds: Set<ResourceKind>) async throws(ProviderError) -> Observation {
    throw ProviderError(.cancelled, "nobody looks")
  }

  func close() async {}
}
