/// What comes of telling one device something.
struct DeviceOutcome {
  struct Report {
    /// Seconds after the call.
    var after: Double
    /// Nil is whatever it is then.
    var state: String?
    var attributes: [JSONValue.Field] = []
  }

  /// What the device says, in order.
  var reports: [Report] = []
  /// How long the call waits for it.
  var seconds = 0.0
  var failure: ServiceFailure?

  private static let jamSeconds = 2.0

  /// Nothing is known before: the entity as it is, what it is to become, and the manner of its device.
  init(_ entity: HomeAssistantEntity, _ wish: DeviceCommand.Wish, _ command: DeviceCommand) {
    let done = { (after: Double) in Report(after: after, state: wish.state, attributes: wish.attributes) }
    let begun = wish.via.map { [Report(after: 0, state: $0)] } ?? []
    switch entity.manner {
    case .immediate: reports = [done(0)]
    case .blocking(let seconds): (reports, self.seconds) = ([done(seconds)], seconds)
    case .late(let seconds): reports = [done(seconds)]
    case .fallsBack(let seconds): reports = [done(0), Report(after: seconds, state: entity.state)]
    case .ignores, .noFeedback: break
    case .fails: failure = .failed("\(entity.id) could not be reached")
    case .refuses: failure = .refused("\(entity.id) cannot do that now")
    case .timesOut: failure = .timedOut
    case .moving(let seconds): (reports, self.seconds) = (begun + [done(seconds)], seconds)
    case .movingAlone(let seconds): reports = begun + [done(seconds)]
    case .jams:
      let end = wish.state == "locked" ? Report(after: Self.jamSeconds, state: "jammed") : done(Self.jamSeconds)
      (reports, seconds) = (begun + [end], Self.jamSeconds)
    case .needsCode(let code):
      if Self.code(command.fields) == code {
        reports = begun + [done(0)]
      } else {
        failure = .refused("Code for \(entity.id) doesn't match")
      }
    }
    if command.verb == .run { end() }
  }

  /// Text or a number.
  private static func code(_ fields: JSONValue) -> String? {
    switch fields["code"] {
    case .string(let text): text
    case .number(let spelling): spelling
    default: nil
    }
  }

  /// A script is off again when it is through.
  private mutating func end() {
    reports.append(Report(after: seconds, state: "off", attributes: [.init("current", 0)]))
  }
}
