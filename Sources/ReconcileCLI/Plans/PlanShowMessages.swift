import Text

/// What `show` says of a plan file.
enum PlanShowMessages {
  static func count(_ changes: Int) -> String {
    switch changes {
    case 0: "No changes."
    case 1: "1 change."
    default: "\(changes) changes."
    }
  }

  /// `The plan is 5 minutes old.`; nothing of one that is a moment old.
  static func age(seconds: Int64) -> [String] {
    if seconds < 0 { return ["The plan was made in the future: check this machine's clock."] }
    let units: [(Int64, String)] = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
    guard let (length, word) = units.first(where: { seconds >= $0.0 }) else { return [] }
    let count = seconds / length
    return ["The plan is \(count) \(word)\(count == 1 ? "" : "s") old."]
  }

  static func policy(_ path: String, isChanged: Bool?) -> String {
    switch isChanged {
    case nil: "\(path) cannot be read here, so whether it has changed is not known."
    case true?: "\(path) has changed since: the plan is carried out only if the changes are still the same."
    case false?: "\(path) has not changed since."
    }
  }

  static func movedOn(_ targets: [String]) -> String {
    "By now the policy wants something else of \(targets.listed())."
  }

  static let pauseOver = "A pause that the plan wants is over."

  static func gone(_ targets: [String]) -> String { "The policy no longer has the target \(targets.listed())." }

  static func refused(_ apply: String) -> String { "\(apply) will refuse it: make a new plan." }

  /// The policy is another one, or what changed is wanted of targets that had nothing to change.
  static func doubtful(_ apply: String) -> String {
    "\(apply) carries it out if that changes nothing and the systems have not changed either; else it refuses it."
  }

  static func unknown(_ apply: String) -> String {
    "\(apply) carries it out if the systems have not changed either, and refuses it if they have."
  }
}
