import CivilTime
import Documents
import JSONTree
import Policies
import Providers

/// What the guest's token may do.
struct Grant: Hashable, Sendable {
  /// The generations of the guest API. The first one has one entity, limited uses and no states.
  enum Contract: String, Hashable, Sendable {
    case first = "1"
    case second = "2"
  }

  let contract: Contract
  /// What it may do, and when and after how many uses it ends.
  let rights: PairedRights
  /// The actions by the entity that they are allowed with: each of thousands of entities is looked up.
  private let actions: [String: Set<String>]

  /// What an answer to a pairing, or to the question what the token may do, says; nil where that is not understood, as
  /// with an end in no year of four digits. In contract 2 the lists of the entities are the truth, in contract 1 there is
  /// only one.
  init?(_ answer: JSONText) {
    guard let ends = (answer["expires_at"]?.int).map({ Instant(secondsSinceEpoch: Int64($0)) }),
      ends >= Instant(secondsSinceEpoch: 0), Instant.writable.contains(ends),
      let uses = (answer["remaining_uses"] ?? answer["max_uses"])?.int
    else { return nil }
    // In a pairing 0 stands for any number of uses, later -1 does.
    let isLimited = answer["remaining_uses"] == nil ? uses != 0 : uses >= 0
    var grants: [PairedRights.Grant] = []
    if let entities = answer["entities"]?.elements {
      contract = .second
      for entity in entities {
        guard let id = entity["entity_id"]?.string, let actions = Self.actions(entity) else { return nil }
        grants.append(.init(name: id, actions: actions))
      }
    } else {
      contract = .first
      guard let actions = Self.actions(answer) else { return nil }
      grants = [.init(name: answer["entity_id"]?.string, actions: actions)]
    }
    rights = PairedRights(grants: grants, ends: ends, usesLeft: isLimited ? uses : nil)
    actions = Dictionary(
      grants.compactMap { grant in grant.name.map { ($0, Set(grant.actions)) } }, uniquingKeysWith: { $0.union($1) })
  }

  private static func actions(_ text: JSONText) -> [String]? {
    text["allowed_actions"]?.elements?.compactMap(\.string)
  }

  /// Whether it may do `action` with the entity `id`.
  func allows(_ action: String, on id: String) -> Bool {
    actions[id]?.contains(action) ?? false
  }

  /// Why `action` cannot be done with this pass of `system`: it has to be allowed with one entity. Nil where it can.
  func obstacle(to action: SelectorKind.Action, on system: Name) -> Message? {
    let able = rights.grants.filter { $0.actions.contains(action.name) }
    let isKnown = able.count == 1
    if able.isEmpty { return EasyControlMessages.actionNotGranted(action.name, system) }
    return isKnown ? nil : EasyControlMessages.severalEntities(action.name, able.compactMap(\.name))
  }

  /// The entity that each action moves; none of one that is allowed with several, and where nothing says which it is.
  func moves(on system: Name) -> [String: ObjectKey] {
    guard contract == .second else { return [:] }
    let moves = rights.grants.flatMap { grant in
      let domain = grant.name.flatMap { EntityDomain.named($0.prefix { $0 != "." }) }
      let key = domain.flatMap { domain in grant.name.map { ObjectKey(system: system, kind: domain.kind, id: $0) } }
      return grant.actions.map { ($0, key) }
    }
    return Dictionary(moves) { _, _ in nil }.compactMapValues(\.self)
  }

  /// So many entities are named in `words`, the others counted.
  static let mostNamed = 20

  /// In one line for the user.
  var words: String {
    var grants = rights.grants.prefix(Self.mostNamed).map { grant in
      grant.actions.joined(separator: ", ").shortened() + (grant.name.map { " of \($0.shortened(to: 80))" } ?? "")
    }
    let others = rights.grants.count - grants.count
    if others > 0 { grants.append("and with \(others) more") }
    let ends = rights.ends.map { "; until \($0.utcMinute)" } ?? ""
    return "may do " + grants.joined(separator: "; ") + ends + "; "
      + (rights.usesLeft.map { EasyControlMessages.uses($0) } ?? "any number of times")
  }

  /// How long before its end, and how many uses before, somebody is told.
  static let (daysBefore, usesBefore) = (Int64(14), 3)

  /// What there is to say of it before it ends.
  func endings(at now: Instant, of system: Name) -> [CredentialEnd] {
    var endings: [CredentialEnd] = []
    if let ends = rights.ends, ends - now <= Self.daysBefore * 86_400 {
      endings.append(EasyControlMessages.tokenEnds(ends, system))
    }
    if let uses = rights.usesLeft, uses <= Self.usesBefore {
      endings.append(EasyControlMessages.usesEnd(uses, system))
    }
    return endings
  }
}
