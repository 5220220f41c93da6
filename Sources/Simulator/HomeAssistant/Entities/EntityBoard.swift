/// The entities in order, found by their ids.
struct EntityBoard: Sendable {
  private(set) var all: [HomeAssistantEntity]
  private var places: [String: Int] = [:]
  /// Groups, then templates, each in order.
  private(set) var derived: [String] = []

  /// Of two entities with one id the first counts.
  init(_ entities: [HomeAssistantEntity]) {
    var seen: Set<String> = []
    all = entities.filter { seen.insert($0.id).inserted }
    arrange()
  }

  /// Setting nil removes; a new one comes last.
  subscript(id: String) -> HomeAssistantEntity? {
    get { places[id].map { all[$0] } }
    set {
      switch (places[id], newValue) {
      case (let place?, let entity?): all[place] = entity
      case (let place?, nil): all.remove(at: place)
      case (nil, let entity?): all.append(entity)
      case (nil, nil): return
      }
      arrange()
    }
  }

  /// Changes what is shown of an entity where it stands.
  mutating func edit(_ id: String, _ change: (inout HomeAssistantEntity) -> Void) {
    if let place = places[id] { change(&all[place]) }
  }

  mutating func editAll(_ change: (inout HomeAssistantEntity) -> Void) {
    for place in all.indices { change(&all[place]) }
  }

  private mutating func arrange() {
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
    derived = all.filter(\.isGroup).map(\.id) + all.filter { $0.source != nil && !$0.isGroup }.map(\.id)
  }
}
