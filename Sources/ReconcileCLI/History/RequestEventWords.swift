import CivilTime
import Planning
import Policies
import Presentation
import Text

/// What happened to a request, as a letter would tell it. Nothing here is escaped.
struct RequestEventWords {
  private let event: Event
  private let moments: Moments

  /// `event` is about a request; the times in it are told as on the day on which it happened.
  init(_ event: Event, _ moments: Moments) {
    (self.event, self.moments) = (event, moments)
  }

  /// Whether it is about requests and the PINs of those who approve.
  static func isAbout(_ kind: Event.Kind) -> Bool {
    switch kind {
    case .requestMade, .codeSent, .codeNotSent, .codeAsked, .wrongCode, .pinUsed, .requestAgreed, .requestApproved,
      .requestDenied, .requestCancelled, .requestExpired, .requestReplaced, .requestWithdrawn, .releaseGivenUp,
      .editHeld,
      .editEnded, .pinSet, .pinReset,
      .linkMade, .deviceJoined, .deviceForgotten:
      true
    case .change, .moved, .contended, .contentionOver, .stuck, .problem, .problemOver, .gone, .action, .policy,
      .overrideMade,
      .overrideExtended,
      .overrideEnded, .kept, .followed, .turns,
      .systemLost, .systemBack, .leftOut, .sealed, .setAside:
      false
    }
  }

  /// `emma asks for kids on until 21:30 (film night); anna or ben can agree · request 3`
  var text: String {
    let words = words
    return event.request.map { "\(words) · request \($0)" } ?? words
  }

  private var words: String {
    switch event.kind {
    case .requestMade: "\(by) asks for \(wish)\(because)\(event.name.map { "; \($0) can agree" } ?? "")"
    case .codeSent: "\(name) was notified and sent a code"
    case .codeNotSent: "\(name) could not be notified\(event.message.map { ": \($0)" } ?? "")"
    case .codeAsked: "\(by) had a new code sent to \(name)"
    case .wrongCode: "\(by) tried \(event.message ?? "a wrong code")"
    case .pinUsed: "\(by) used the PIN of \(name)"
    case .requestAgreed: "\(by) agrees to \(wish); \(name) has yet to"
    case .requestApproved: "\(by) agrees to \(wish)"
    case .requestDenied: "\(by) says no to \(wish)"
    case .requestCancelled: "\(by) takes back \(wish)"
    case .requestExpired: "nobody decided in time about \(wish)"
    case .requestWithdrawn: "nothing is left to decide about \(wish)"
    case .releaseGivenUp:
      event.message.map { "no run does \(wish): \($0)" } ?? "no run could do \(wish) within a day; ask again"
    case .editHeld:
      "an edit of \(target) is on hold; the previous version is followed\(event.message.map { " (\($0))" } ?? "")"
    case .editEnded: "an edit of \(target) is no longer on hold"
    case .requestReplaced: "\(by) replaced the request for \(wish)"
    case .pinSet: "\(by) chose a PIN for \(name)"
    case .pinReset: "\(by) removed the PIN of \(name)"
    case .linkMade: "\(by) made a link to the page for \(name)\(device)"
    case .deviceJoined: "\(event.message ?? "a device") now acts for \(name)"
    case .deviceForgotten: "\(by) removed \(event.message ?? "a device") of \(name)"
    default: ""
    }
  }

  private var by: String { event.by ?? "somebody" }
  private var name: String { event.name ?? "somebody" }
  private var device: String { event.message.map { " (\($0))" } ?? "" }
  private var target: String { event.target?.text ?? "?" }
  private var because: String { event.kind == .requestMade ? event.message.map { " (\($0))" } ?? "" : "" }

  /// `kids on from 21:00 until 21:30`, for each part of it, or what should end.
  private var wish: String {
    if let wish = event.wish { return wish }
    let first = event.target.map {
      Event.Wished(target: $0, state: event.state, begins: event.begins, until: event.until)
    }
    let all = [first].compactMap(\.self) + event.also
    if event.state == nil { return "the end of what holds \(all.isEmpty ? "?" : all.map(\.target.text).listed())" }
    return all.map(words).listed()
  }

  private func words(_ wished: Event.Wished) -> String {
    wished.target.text + (wished.state.map { " \($0.rawValue)" } ?? "")
      + (wished.begins.map { " from \(moments.short($0))" } ?? "")
      + (wished.until.map { " until \(moments.short($0))" } ?? "")
  }
}
