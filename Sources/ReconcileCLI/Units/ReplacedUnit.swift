import Controller

/// What a unit file said that the one which replaces it does not say any more: written again with fewer options it would
/// notify nobody, or keep another state, and nobody would be told.
struct ReplacedUnit {
  /// The options with which the program was run and no longer is, by their names, in their order.
  private(set) var options: [String]
  /// How the program was run, with all of its options.
  private(set) var command: String
  /// The state's folder if it is another one now; nil if it is the same, or if one of the two names none.
  private(set) var state: String?
  /// The policy that it was for, if that is another one than now; nil if it is the same, or if one of the two names none.
  private(set) var policy: String?

  /// `old` is what is there, `new` what comes in its place.
  init(_ old: UnitText, by new: UnitText) {
    command = Self.command(of: old)
    let commands = (old: UnitCommand(command), new: UnitCommand(Self.command(of: new)))
    let kept = Set(commands.new.options)
    options = commands.old.options.filter { !kept.contains($0) }
    let states = (old: Self.state(of: old), new: Self.state(of: new))
    state = states.new == nil || states.old == states.new ? nil : states.old
    let policies = [commands.old.policy, commands.new.policy]
    policy = policies.contains(nil) || policies[0] == policies[1] ? nil : policies[0]
  }

  /// The folder that systemd makes for it, or the one that a page is told of.
  private static func state(of unit: UnitText) -> String? {
    if let name = unit.values(of: "StateDirectory").first { return "/var/lib/\(name)" }
    let variable = StateDirectory.variable + "="
    return unit.values(of: "Environment").last { $0.hasPrefix(variable) }.map { String($0.dropFirst(variable.count)) }
  }

  private static func command(of unit: UnitText) -> String { unit.values(of: UnitText.start).first ?? "" }
}
