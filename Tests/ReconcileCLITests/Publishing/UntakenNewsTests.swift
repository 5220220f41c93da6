import Policies
import StateStore
import Testing

@testable import Controller
@testable import ReconcileCLI

/// What nobody took is known as it was before, whatever sort of trouble it is: what began is told again, and so is its end.
@Suite struct UntakenNewsTests {
  /// A sort of trouble: which news it is, and what people have heard of it.
  struct Sort: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether it is news that it is over.
    let isEnd: Bool
    let news: @Sendable (Set<String>) -> TroubleNews
    let told: @Sendable (StateStore) throws(StateError) -> Set<String>
    let keep: @Sendable (StateStore, Set<String>) throws(StateError) -> Void

    init(
      _ description: String, isEnd: Bool = false,
      told: @escaping @Sendable (StateStore) throws(StateError) -> Set<String>,
      keep: @escaping @Sendable (StateStore, Set<String>) throws(StateError) -> Void,
      _ set: @escaping @Sendable (inout TroubleNews, Set<String>) -> Void
    ) {
      (testDescription, self.isEnd, self.told, self.keep) = (description, isEnd, told, keep)
      news = { marks in
        var news = TroubleNews()
        set(&news, marks)
        return news
      }
    }

    static func systems(
      _ description: String, isEnd: Bool, _ set: @escaping @Sendable (inout TroubleNews, Set<Name>) -> Void
    ) -> Sort {
      Sort(
        description, isEnd: isEnd,
        told: { (store) throws(StateError) in Set(try store.toldLost().map(\.text)) },
        keep: { (store, told) throws(StateError) in try store.keep(toldLost: Set(told.map { Name($0) })) }
      ) { set(&$0, Set($1.map { Name($0) })) }
    }

    static func problems(
      _ description: String, isEnd: Bool, _ set: @escaping @Sendable (inout TroubleNews, Set<String>) -> Void
    ) -> Sort {
      Sort(
        description, isEnd: isEnd, told: { (store) throws(StateError) in try store.toldProblems() },
        keep: { (store, told) throws(StateError) in try store.keep(toldProblems: told) }, set)
    }
  }

  static let sorts: [Sort] = [
    .systems("a system that is lost", isEnd: false) { $0.lost = $1 },
    .systems("a system that is back", isEnd: true) { $0.back = $1 },
    Sort(
      "a device that is stuck", told: { (store) throws(StateError) in try store.toldStuck() },
      keep: { (store, told) throws(StateError) in try store.keep(toldStuck: told) }
    ) { $0.stuck = $1 },
    Sort(
      "a change that failed", told: { (store) throws(StateError) in try store.toldFailures() },
      keep: { (store, told) throws(StateError) in try store.keep(toldFailures: told) }
    ) { $0.failures = $1 },
    Sort(
      "a credential that ends soon", told: { (store) throws(StateError) in try store.toldEnds() },
      keep: { (store, told) throws(StateError) in try store.keep(toldEnds: told) }
    ) { $0.ends = $1 },
    .problems("a target that cannot be looked after", isEnd: false) { $0.problems = $1 },
    .problems("a target that can be again", isEnd: true) { $0.overProblems = $1 },
  ]

  /// Beside what another run has noted meanwhile.
  @Test(arguments: sorts) func isKnownAsBefore(_ sort: Sort) throws {
    let world = TestWorld()
    let store = try StateStore(writing: world.state.path, now: world.now)
    let (news, other): (Set<String>, Set<String>) = (["a", "b"], ["c"])
    let before = sort.isEnd ? news.union(other) : other
    try sort.keep(store, sort.isEnd ? other : news.union(other))
    try sort.news(news).takeBack(in: store)
    #expect(try sort.told(store) == before)
    // The others are as they were.
    for another in Self.sorts where try another.told(store) != before {
      #expect(try another.told(store).isEmpty, "\(another.testDescription)")
    }
  }

  @Test func everySortIsTried() {
    let fields = Mirror(reflecting: TroubleNews()).children.map { $0.label ?? "" }
    let set = Self.sorts.flatMap { sort in
      Mirror(reflecting: sort.news(["a"])).children.filter { "\($0.value)" != "[]" }.map { $0.label ?? "" }
    }
    #expect(set.sorted() == fields.sorted())
  }
}
