/// The state of a target at an instant.
public struct Standing: Hashable, Sendable {
  /// What is wanted of it; `leave` where nothing is.
  public var state: TargetState
  /// How free that leaves people.
  public var freedom: Freedom
  /// The system whose own switch lets the target go, whatever its own state is; nil where none does.
  public var carrier: Name?

  /// The state of a target, from its parts.
  public init(state: TargetState, freedom: Freedom, carrier: Name? = nil) {
    self.state = state
    self.freedom = freedom
    self.carrier = carrier
  }
}

extension Standing {
  /// How what no policy knows stands.
  static let unknown = Standing(state: .leave, freedom: .leftAlone)

  /// How `target` stands by itself while `state` is wanted of it, whose words are those of `vocabulary`.
  init(of target: Target, wanting state: TargetState, _ vocabulary: Vocabulary) {
    let pair = target.states ?? vocabulary.pair(of: state)
    self.init(state: state, freedom: Self.freedom(of: target, isFreer: pair.map { state == $0.freer }, state))
  }

  private static func freedom(of target: Target, isFreer: Bool?, _ state: TargetState) -> Freedom {
    guard state != .leave, let isFreer else { return .leftAlone }
    switch target.enforcement ?? .normal {
    case .observe: return .leftAlone
    case .normal: return isFreer ? .free : target.selector.isWhole ? .heldButForPauses : .held
    case .strict: return isFreer ? .free : .held
    case .yield: return isFreer ? .free : .yielding
    }
  }
}
