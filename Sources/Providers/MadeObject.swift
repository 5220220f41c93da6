public import CivilTime
public import Policies

/// What an object is that the file makes for a target, owns and keeps: all of it is as the file says, and not its switch
/// alone.
public struct MadeObject: Hashable, Sendable {
  /// The target that it is made for; the policy may have none of this name any more.
  public var target: Name
  /// How the system addresses it; nil while it is not there.
  public var address: String?
  /// Whose mark it has; nil where it has none.
  public var owner: String? = nil
  /// All that it is to be but where its switch stands, in the words of its provider, who alone reads them; nil where the
  /// file does not want it.
  public var content: String?
  /// What is other than that, each as somebody would say it: `devices: + emma-phone`. Empty for what is not there.
  public var differences: [String]
  /// Why the file does not want it; nil where it does.
  public var surplus: Surplus?
  /// How the system addresses the one like it that stays, where it is there twice; nil where none does.
  public var twin: String? = nil
  /// When it works while it is enabled; nil for what is not there.
  public var hours: Hours? = nil
  /// When it is to work while it is enabled; nil where that stays as it is.
  public var wantedHours: Hours? = nil
  /// Where its switch belongs now if its system does not keep those hours; nil where nobody can say.
  public var withoutHours: SwitchPosition? = nil

  /// When an object works while it is enabled, by its system's own clock.
  public enum Hours: Hashable, Sendable {
    /// At any time.
    case always
    /// Every day at these times.
    case daily(TimeRange)
    /// By another schedule, in words.
    case other(String)

    /// The times of every day; nil where it is none of that kind.
    public var daily: TimeRange? { if case .daily(let hours) = self { hours } else { nil } }

    /// In words: `21:00–07:00`, `always`.
    public var words: String {
      switch self {
      case .always: "always"
      case .daily(let hours): hours.description
      case .other(let words): words
      }
    }
  }

  /// Why a file does not want what it owns.
  public enum Surplus: Hashable, Sendable {
    /// There is another one like it.
    case twice
    /// Its target needs none like it any more.
    case unneeded
    /// The policy has no such target.
    case unnamed
  }

  /// What such an object is.
  public init(
    target: Name, address: String? = nil, content: String? = nil, differences: [String] = [],
    surplus: Surplus? = nil
  ) {
    self.target = target
    self.address = address
    self.content = content
    self.differences = differences
    self.surplus = surplus
  }
}
