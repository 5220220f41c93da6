import Documents
import HTTPTransport
import JSONTree
import Providers
import Text

/// An object of a console that has a switch, as the console gave it: a view over its whole text, so that nothing it
/// holds can be lost on the way back. Its tree is made when it is to be sent or compared.
///
/// The API knows no partial update. A body that leaves a filter out clears it, and a rule that blocks without filters
/// blocks everything; hence no model of the object that is decoded and encoded again.
protocol SwitchedObject: Hashable, Sendable {
  /// What is particular to its kind.
  static var traits: ObjectTraits { get }

  /// A view over `text`; throws the words for what is missing or contradicts itself.
  init(_ text: JSONText) throws(Malformed)

  /// What objects of every kind have.
  var head: ObjectHead { get }
  /// What it does while its switch is enabled.
  var action: ObjectAction { get }
  /// Why it must not be enabled; nil where nothing speaks against it.
  var enableBlocker: Message? { get }
  /// Its own schedule in words, where it has one.
  var ownSchedule: String? { get }
  /// What it holds that must never be seen.
  var secrets: [Secret] { get }
}

extension SwitchedObject {
  /// Everything, as it came.
  var tree: JSON { head.text.tree }
  var id: String? { head.id }
  var name: String { head.name }
  var isEnabled: Bool { head.isEnabled }

  var enableBlocker: Message? { nil }
  var ownSchedule: String? { nil }
  var secrets: [Secret] { [] }

  /// Whether it may be written: somebody made it, and what it does is understood.
  var isWritable: Bool {
    switch head.origin {
    case .userDefined: action.isKnown
    case .other: false
    }
  }

  /// The body of the update that moves the switch: the tree as it came, in its order and spelling and with its nulls,
  /// but with another `enabled` and without `id`, `metadata` and a policy's `index`, which an update refuses by name.
  ///
  /// A null that the console refuses is left out when it says so: see `UniFiRefusal.withoutRefusedNull`.
  func body(enabled: Bool) -> JSON {
    tree.removing(Self.traits.refusedMembers).setting("enabled", to: .bool(enabled))
  }
}

/// What objects of every kind have.
struct ObjectHead: Hashable, Sendable {
  /// Everything, as it came.
  let text: JSONText
  /// A UUID; nil where the console gave none, so that the object cannot be addressed.
  let id: String?
  /// Not unique, and not trusted by a terminal.
  let name: String
  /// The position of the switch; false where that is not told.
  let isEnabled: Bool
  /// Whether the position of the switch is told; of what somebody made it always is.
  let tellsSwitch: Bool
  /// Who made it.
  let origin: Origin

  /// Who made an object.
  enum Origin: Hashable, Sendable {
    /// An administrator, in the user interface or through the API.
    case userDefined
    /// The controller, from something else, or nobody known. Never written.
    case other(String?)
  }

  /// The head of `text`; throws where a member is missing or is there twice. An id may be missing only where
  /// `mayLackID`. What nobody made is never written, and so may lack anything: nothing else of its list depends on it.
  init(_ text: JSONText, mayLackID: Bool = false) throws(Malformed) {
    guard text.isObject else { throw Malformed("is not an object") }
    if let twice = text.repeatedName { throw Malformed("has the field \(twice.quoted) twice") }
    origin = try Self.origin(text)
    let mayLackAll = origin != .userDefined
    id = text["id"]?.textOfUUID
    if id == nil, !mayLackID, !mayLackAll { throw Malformed("has no UUID in 'id'") }
    guard let name = text["name"]?.string ?? (mayLackAll ? id ?? "" : nil) else {
      throw Malformed("has no text in 'name'")
    }
    let isEnabled = text["enabled"]?.bool
    if isEnabled == nil, !mayLackAll { throw Malformed("has no boolean in 'enabled'") }
    self.text = text
    self.name = name
    self.isEnabled = isEnabled ?? false
    tellsSwitch = isEnabled != nil
  }

  /// What it says that it does, in the words of its kind, which `told` are; of what nobody made that may be nothing. Throws
  /// where it has to be said at `member` and is not.
  func actionWord(_ told: String?, at member: String) throws(Malformed) -> String {
    if let told { return told }
    if origin != .userDefined { return "" }
    throw Malformed("has no text in '\(member)'")
  }

  /// Who made it; nobody known where the console does not say. What says it in another form is no answer.
  private static func origin(_ text: JSONText) throws(Malformed) -> Origin {
    guard let metadata = text["metadata"], !metadata.isNull else { return .other(nil) }
    guard metadata.isObject else { throw Malformed("has no object in 'metadata'") }
    guard let origin = metadata["origin"], !origin.isNull else { return .other(nil) }
    guard let spelling = origin.string else { throw Malformed("has no text in 'origin'") }
    return spelling == "USER_DEFINED" ? .userDefined : .other(spelling)
  }
}

/// What is wrong with a tree that should be an object; follows words such as "an ACL rule".
struct Malformed: Error, Hashable {
  var words: String
  init(_ words: String) { self.words = words }
}

extension JSONText {
  /// The id of an item; nil where it has none that could be in a path.
  var uuid: String? { self["id"]?.textOfUUID }

  /// The text, where it has the form of a UUID.
  fileprivate var textOfUUID: String? { string.flatMap { $0.isUUID ? $0 : nil } }

  /// Whether this is null, or an object without members that are not.
  var isNothing: Bool { isNull || allMembers { $1.isNull } ?? false }
}
