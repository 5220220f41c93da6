import HTTPTransport
import JSONTree
import Policies
import Providers

/// One entity as the server has it, of a domain that can be switched.
struct EntityState: Sendable {
  /// Its whole id: `switch.playstation`.
  let id: EntityID
  /// The word for its state.
  private(set) var state: String
  /// The bits of what its device can do; nil where it does not say.
  let features: Int?
  /// The ids of its members, for a group of any domain; none where there are too many.
  let members: [String]
  /// Whether it lists more members than a group may have.
  let hasTooManyMembers: Bool
  /// Whether it says that it asks for a code: it tells the form that this has.
  let asksForCode: Bool
  /// Nobody measures: the state is what was last asked for.
  let isAssumed: Bool
  /// The server remembers it, and nobody provides it at the moment.
  let isRestored: Bool

  /// What `text` says of an entity that can be switched; nil for any other, and for what is not understood, unless
  /// `otherwise` is the state of what does not say its own.
  init?(_ text: JSONText, otherwise: String? = nil) {
    // Of two thousand entities most are sensors: the id alone decides about those.
    guard let id = text["entity_id"]?.string.flatMap({ EntityID($0) }),
      let state = text["state"]?.string ?? otherwise
    else { return nil }
    self.id = id
    self.state = state
    let attributes = text["attributes"]
    features = attributes?["supported_features"]?.int
    let listed = attributes?["entity_id"]
    // Counted first: of millions nothing is made.
    hasTooManyMembers = (listed?.elementCount ?? 0) > EntityBoard.mostMembers
    members = hasTooManyMembers ? [] : listed?.elements?.compactMap(\.string) ?? []
    asksForCode = attributes?["code_format"]?.string.map { !$0.isEmpty } ?? false
    isAssumed = attributes?["assumed_state"]?.bool ?? false
    isRestored = attributes?["restored"]?.bool ?? false
  }

  /// The same with a state that can be told to people: without `secret`, should the server repeat it, and cut where it is
  /// longer than any state.
  func hiding(_ secret: Secret) -> EntityState {
    var hidden = self
    hidden.state = secret.hidden(in: state).shortened()
    return hidden
  }
}

/// The id of an entity that can be switched: a domain, a dot and a name of small letters, digits and `_`, so that it can
/// be in a path.
struct EntityID: Hashable, Sendable {
  /// As the server has it.
  let text: String
  /// What its entity is.
  let domain: EntityDomain

  /// Nil where `text` is none, or of a domain without a switch.
  init?(_ text: String) {
    let dot = UInt8(ascii: ".")
    guard let end = text.utf8.firstIndex(of: dot), let domain = EntityDomain.named(text[..<end]) else { return nil }
    let name = text.utf8[end...].dropFirst()
    guard !name.isEmpty, name.count <= Self.longest, name.allSatisfy(Self.isAllowed) else { return nil }
    self.text = text
    self.domain = domain
  }

  /// In bytes, of what follows the dot; the server has no shorter limit.
  private static let longest = 255

  private static func isAllowed(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "_")
  }

  /// Told apart by the text.
  static func == (left: EntityID, right: EntityID) -> Bool { left.text == right.text }

  /// By the text.
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
