import Documents
import Policies
import Providers
import Text

/// The live objects of one kind on one system, in which the names of all targets are looked up.
///
/// What takes time in proportion to the objects is made once, however many names there are, and only when it is asked for.
final class Catalogue {
  /// By what they are selected.
  let kind: SelectorKind
  /// All of them.
  let objects: [ObservedObject]
  private let proposals: Proposals
  private var lookups = 0
  private lazy var folded = objects.map { FoldedName($0.name) }
  private lazy var placesByName = Dictionary(grouping: objects.indices) { folded[$0] }
  private lazy var placesByID = Dictionary(grouping: objects.indices) { objects[$0].id?.lowercased() }

  /// The names of what somebody made, in the order of reports.
  private(set) lazy var namesOfPeople = objects.filter(\.isUserDefined).inReportOrder.map(\.name)

  /// The catalogue of `objects`, which are all of the kind that `kind` selects.
  init(_ objects: [ObservedObject], kind: SelectorKind, _ proposals: Proposals) {
    self.objects = objects
    self.kind = kind
    self.proposals = proposals
  }

  /// So many names are looked for one object after the other, which takes less than to make an index.
  private static let fewLookups = 8

  /// Where the objects are that `name` means, in the order given.
  func places(of name: ObjectName, _ pace: inout Pace) async throws(ProviderError) -> [Int] {
    let test = NameTest(name)
    lookups += 1
    guard lookups > Self.fewLookups else { return try await places(where: test, &pace) }
    try await pace.step()
    switch test {
    case .name(let name): return placesByName[name] ?? []
    case .id(let id): return placesByID[id] ?? []
    case .pattern: return try await places(where: test, &pace)
    }
  }

  private func places(where test: NameTest, _ pace: inout Pace) async throws(ProviderError) -> [Int] {
    let folded = folded
    var places: [Int] = []
    for (place, name) in folded.enumerated() {
      if test.fits(name, id: objects[place].id) { places.append(place) }
      if pace.spend(1 + name.text.utf8.count / Self.ordinaryLength) { try await pace.rest() }
    }
    return places
  }

  /// In bytes: to hold a name of this length against another one takes a step.
  private static let ordinaryLength = 64

  /// The `places` in the order of reports.
  func inReportOrder(_ places: [Int]) -> [Int] { objects.inReportOrder(places) }

  /// Why nothing is called `name`.
  func notFound(_ name: String) -> Message {
    let isID = name.hasPrefix("id:")
    let near = isID ? nil : proposals.nearest(to: name, among: namesOfPeople)
    return Messages.notFound(name, kind.one, near: near, among: candidates(for: name))
  }

  /// What may be meant by `name`: where names begin with a domain, those of the same one, if there are any.
  private func candidates(for name: String) -> [String] {
    let domain = name.prefix { $0 != "." }.lowercased()
    guard kind.domains.contains(domain) else { return namesOfPeople }
    let alike = namesOfPeople.filter { $0.lowercased().hasPrefix(domain + ".") }
    return alike.isEmpty ? namesOfPeople : alike
  }
}

/// What may have been meant by names that do not exist. To look for it takes time in proportion to all names that there
/// are, hence for the first few: whoever has hundreds of wrong names has other troubles than a slip.
final class Proposals {
  /// For so many names on one system something is proposed.
  static let most = 20

  private var made = 0

  /// The nearest of `names`; nil where none is near, and after the first few.
  func nearest(to name: String, among names: [String]) -> String? {
    guard made < Self.most else { return nil }
    made += 1
    return Suggestion.nearest(to: name, among: names)
  }
}
