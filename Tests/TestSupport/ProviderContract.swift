public import CivilTime
public import HTTPTransport
public import Policies
public import Providers
import Planning
public import Simulator

/// One kind of switch on one kind of system, as the contract suite meets it.
///
/// The pretend system holds at least one object whose switch can be moved, and some that are foreign to it.
public protocol ContractFixture: Sendable {
  /// The pretend system.
  associatedtype System: PretendSystem

  /// Whether the system tells how a switch stands. Where it does not, a look shows no change and an answer that was
  /// lost stays lost: instead of reaching what is wanted in the next run, it is asked once at most, and told what is
  /// known.
  var isReadable: Bool { get }
  /// What is asked of the observer.
  var kinds: Set<ObjectKind> { get }
  /// Put before every path, as the endpoint's `basePath` is.
  var basePath: String { get }
  /// The key or the password that the provider is given; it must never be seen.
  var secret: String { get }

  /// A fresh pretend system, always the same.
  func makeSystem() -> System
  /// The provider over these doors.
  func makeProvider(
    read: any ReadTransport, write: any WriteTransport, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier)

  /// The change that the stories are about; nil where the switch is seen to stand as wanted.
  func change(seeing observation: Observation, at now: Instant) -> Change?
  /// The opposite change; nil where the switch is seen to stand as it did in the beginning.
  func changeBack(seeing observation: Observation, at now: Instant) -> Change?
  /// Whether the switch of the stories stands as `change` wants it.
  func isDone(_ system: System, at now: Double) -> Bool

  /// Every object of the system as text, by a key of its own. What the system itself counts on, such as a time of
  /// modification, is left out.
  func snapshot(_ system: System) -> [String: String]
  /// The key in `snapshot` of the object that the stories are about.
  var ownKey: String { get }

  /// Moves the switch behind the provider's back, away from the change's `from`.
  func interfere(_ system: inout System)
  /// Removes the object behind the provider's back; false where it cannot be removed, and no story tells of it.
  func remove(_ system: inout System) -> Bool
  /// Lets no key or password be right from now on.
  func refuseCredentials(_ system: inout System)
  /// How many sessions are open.
  func openSessions(_ system: System) -> Int
}

extension ContractFixture {
  /// It does: only what is asked for and never answers with a state is otherwise.
  public var isReadable: Bool { true }

  /// None: most systems know no sessions.
  public func openSessions(_ system: System) -> Int { 0 }
}

/// One narrated suite that every provider must pass.
///
/// A test runs it with
/// `@Test(arguments: ProviderContract.stories(of: MyFixture())) func contract(_ story: ContractStory) async throws {
/// try await story.run() }`.
public enum ProviderContract {
  /// The stories, each told on a fresh pretend system; a further mood of the same system may do with fewer faults.
  public static func stories<Fixture: ContractFixture>(
    of fixture: Fixture, faults: [WireFault] = WireFault.allCases
  ) -> [ContractStory] {
    told(of: fixture) + toldOfRemoval(of: fixture) + faults.flatMap { toldOfFault($0, of: fixture) }
  }

  private static func told<Fixture: ContractFixture>(of fixture: Fixture) -> [ContractStory] {
    [
      story("looking lists what is there and writes nothing", fixture) { try await $0.lookingWritesNothing() },
      story("a change moves exactly one switch", fixture) { try await $0.changeMovesOneSwitch() },
      story("moving it back leaves no trace", fixture) { try await $0.movingBackLeavesNoTrace() },
      fixture.isReadable
        ? story("what was changed meanwhile is left alone", fixture) { try await $0.changedMeanwhileIsLeftAlone() }
        : story("what cannot be read is said to be so", fixture) { try await $0.unreadableIsSaid() },
      story("refused credentials are said to be refused", fixture) { try await $0.credentialsRefused() },
      story("closing ends what was begun", fixture) { try await $0.closingEndsWhatWasBegun() },
    ]
  }

  /// None of what cannot be removed, such as the switch of a whole system.
  private static func toldOfRemoval<Fixture: ContractFixture>(of fixture: Fixture) -> [ContractStory] {
    var system = fixture.makeSystem()
    guard fixture.remove(&system) else { return [] }
    return [story("what is gone meanwhile is left alone", fixture) { try await $0.goneMeanwhileIsLeftAlone() }]
  }

  private static func toldOfFault<Fixture: ContractFixture>(
    _ fault: WireFault, of fixture: Fixture
  ) -> [ContractStory] {
    [
      story("\(fault) while looking is one clear error", fixture) { try await $0.faultWhileLooking(fault) },
      fixture.isReadable
        ? story("\(fault) anywhere, then again, converges", fixture) { try await $0.faultThenConverges(fault) }
        : story("\(fault) anywhere is told, and nothing is asked twice", fixture) { try await $0.faultIsTold(fault) },
    ]
  }

  private static func story<Fixture: ContractFixture>(
    _ title: String, _ fixture: Fixture, _ tell: @escaping @Sendable (ContractStage<Fixture>) async throws -> Void
  ) -> ContractStory {
    ContractStory(title: title) { try await tell(ContractStage(fixture)) }
  }
}

/// One story of the contract.
public struct ContractStory: Sendable, CustomStringConvertible {
  let title: String
  let tell: @Sendable () async throws -> Void

  /// Tells it; throws a `ContractViolation` where the provider does not keep to it.
  public func run() async throws { try await tell() }

  /// Its title.
  public var description: String { title }
}

/// What a provider did that it must not do.
public struct ContractViolation: Error, CustomStringConvertible {
  /// What was expected and what came.
  public let description: String

  init(_ description: String) { self.description = description }
}
