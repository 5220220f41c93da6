import Documents
import Policies
import Providers

/// What a target's names pick from the live objects of one kind, each by its place among them: there may be thousands,
/// and none is copied.
struct Selection {
  /// All of the kind.
  let objects: [ObservedObject]
  /// Those that the target owns, each once.
  private(set) var chosen: [Int] = []
  /// Those that a pattern fits and must not select, with the reason.
  private(set) var leftAlone: [(place: Int, reason: Message)] = []
  /// Those that are named and must not be touched, with the reason.
  private(set) var refused: [(place: Int, reason: Message)] = []
  /// What could not be found at all, each with the name as the policy writes it.
  private(set) var missing: [(name: String, reason: Message)] = []
  /// What the user should know and nothing waits for.
  private(set) var warnings: [Message] = []

  /// Picks what `names` says from `catalogue`; in whatever order objects come, what one name picks is in the order of
  /// reports.
  init(_ names: ObjectNames, from catalogue: Catalogue, _ pace: inout Pace) async throws(ProviderError) {
    objects = catalogue.objects
    var excluded: Set<Int> = []
    for name in names.excluded { excluded.formUnion(try await catalogue.places(of: name, &pace)) }
    var emptyPatterns: [String] = []
    // Where the objects are that a pattern has picked, and those that a name has found ambiguous: another one that fits
    // them too has nothing to add.
    var (fitted, doubted): (Set<Int>, Set<Int>) = ([], [])
    for name in names.included {
      // There may be thousands of objects, and few are picked: only those are sorted.
      let places = try await catalogue.places(of: name, &pace)
      let found = places.filter { !excluded.contains($0) }
      switch name {
      case .pattern(let pattern):
        if found.isEmpty { emptyPatterns.append(pattern) }
        let new = names.included.count == 1 ? found : found.filter { fitted.insert($0).inserted }
        takePattern(catalogue.inReportOrder(new), catalogue.kind)
      case .name, .id:
        if places.isEmpty { missing.append((name.asWritten, catalogue.notFound(name.asWritten))) }
        if found.count < 2 || found.contains(where: { !doubted.contains($0) }) {
          takeExact(catalogue.inReportOrder(found), called: name.asWritten)
        }
        if found.count != 1 { doubted.formUnion(found) }
      }
      try await pace.step(found.count)
    }
    // One name picks each object once.
    if names.included.count > 1 { removeRepetitions() }
    judgeEmptyPatterns(emptyPatterns, all: names.included, catalogue)
  }

  /// How many objects it is about.
  var count: Int { chosen.count + leftAlone.count + refused.count }

  private mutating func takePattern(_ places: [Int], _ kind: SelectorKind) {
    for place in places {
      if !objects[place].isUserDefined {
        leftAlone.append((place, Messages.systemMade))
      } else if let owner = objects[place].madeByFile {
        leftAlone.append((place, owner))
      } else if !objects[place].isSelectableByPattern {
        leftAlone.append((place, Messages.allowsAndFitsPattern(kind.noun)))
      } else if let switchBlocker = objects[place].switchBlocker {
        refused.append((place, switchBlocker))
      } else {
        chosen.append(place)
      }
    }
  }

  private mutating func takeExact(_ found: [Int], called name: String) {
    if found.count > 1 {
      // Made once: it is the same for all of them, and there may be thousands.
      let reason = Messages.ambiguous(name, found.map { objects[$0] })
      refused += found.map { ($0, reason) }
    } else {
      for place in found {
        let object = objects[place]
        if let reason = object.madeByFile ?? object.switchBlocker
          ?? (object.isUserDefined ? nil : Messages.namedButSystemMade)
        {
          refused.append((place, reason))
        } else {
          chosen.append(place)
        }
      }
    }
  }

  /// An object that is refused by one name is not chosen by another, and one that is chosen by its exact name is not
  /// left alone because a pattern fits it too.
  private mutating func removeRepetitions() {
    var seen = Set<Int>(minimumCapacity: refused.count + chosen.count + leftAlone.count)
    refused = refused.filter { seen.insert($0.place).inserted }
    chosen = chosen.filter { seen.insert($0).inserted }
    leftAlone = leftAlone.filter { seen.insert($0.place).inserted }
  }

  private mutating func judgeEmptyPatterns(
    _ patterns: [String], all names: [ObjectName], _ catalogue: Catalogue
  ) {
    let selectsNothing = chosen.isEmpty && refused.isEmpty && missing.isEmpty
    if selectsNothing {
      let text = names.map(\.asWritten).joined(separator: ", ")
      let reason = Messages.selectsNothing(
        catalogue.kind.one, leftAlone: leftAlone.count, among: leftAlone.isEmpty ? catalogue.namesOfPeople : [])
      missing.append((text, reason))
    } else {
      warnings += patterns.map { Messages.patternFitsNothing($0, catalogue.kind.one) }
    }
  }
}

extension Selection {
  /// Every object, where there is nothing to choose.
  init(everyOne objects: [ObservedObject]) {
    self.objects = objects
    chosen = objects.inReportOrder(Array(objects.indices))
  }

  /// Those that the target owns, and those that are named and must not be touched.
  var named: [ObservedObject] { (chosen + refused.map(\.place)).map { objects[$0] } }
}
