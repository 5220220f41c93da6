/// A command of a guide, and what its reader meets who types it.
struct GuideStep: Sendable {
  let command: String
  /// Why no test of this suite types it; nil for what is typed.
  var elsewhere: String?
  /// What it ends with.
  var status: Int32 = 0
  /// What is answered to its questions; nil where it has none.
  var answers: [String]?
  /// The secrets that the commands which it prints ask for, in their order.
  var secrets: [String] = []
  /// What is answered when it is typed once more after that; nil where the page says so itself.
  var again: [String]?
  /// Whether the children have what they want afterwards, in the daytime and at night; nil where nothing is looked at.
  var leaves: (day: Bool, night: Bool)?

  /// Installs, builds, or needs systemd.
  static func elsewhere(_ command: String, _ reason: String, leaves: (day: Bool, night: Bool)? = nil) -> GuideStep {
    GuideStep(command: command, elsewhere: reason, leaves: leaves)
  }

  static func typed(
    _ command: String, status: Int32 = 0, answers: [String]? = nil, secrets: [String] = [],
    again: [String]? = nil, leaves: (day: Bool, night: Bool)? = nil
  ) -> GuideStep {
    GuideStep(command: command, status: status, answers: answers, secrets: secrets, again: again, leaves: leaves)
  }
}
