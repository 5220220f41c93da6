package import Approvals
package import CivilTime
import HTTPTransport
import JSONTree
package import Policies
import Presentation

/// What one approver is told. It may hold that approver's code, and never anybody else's.
package struct ApproverMessage: Sendable {
  /// Who is told.
  package var approver: Name
  /// What they are told.
  package var content: Content
  /// When.
  package var at: Instant
  /// In which zone times are said to people.
  package var zone: Zone

  /// A request, or something else that an approver should hear of.
  package enum Content: Sendable {
    /// Somebody asks.
    case request(Request)
    /// Something that happened, in words: lower case, no full stop.
    case news(String)
  }

  /// Something that somebody asks for.
  package struct Request: Sendable {
    /// The request's id.
    package var id: String
    /// Who asks.
    package var asker: String
    /// What for, in words such as `kids on`.
    package var what: String
    /// Until when it is wanted; nil where that is no one instant.
    package var until: Instant?
    /// When what is asked for would begin, if that is later; and when it would end, also where `what` says it.
    package var begins, ends: Instant?
    /// Why, in the words of whoever asks.
    package var because: String?
    /// Who had said no to something similar when it was made.
    package var earlierNos: [EarlierNo]
    /// When the request ends, decided or not; nil for one that stays.
    package var expires: Instant?
    /// What shows that the approver has decided; nil if there is none, as for one with a PIN.
    package var code: OneTimeCode?
    /// For how long the code is good, in seconds.
    package var codeSeconds: Int64

    package init(
      id: String, asker: String, what: String, until: Instant?, because: String?, earlierNos: [EarlierNo],
      expires: Instant?, code: OneTimeCode?, codeSeconds: Int64, begins: Instant? = nil, ends: Instant? = nil
    ) {
      (self.begins, self.ends) = (begins, ends)
      (self.id, self.asker, self.what, self.until) = (id, asker, what, until)
      self.earlierNos = earlierNos
      (self.because, self.expires, self.code, self.codeSeconds) = (because, expires, code, codeSeconds)
    }
  }

  package init(to approver: Name, _ content: Content, at: Instant, zone: Zone) {
    (self.approver, self.content, self.at, self.zone) = (approver, content, at, zone)
  }
}

// MARK: - For programs

extension ApproverMessage {
  /// One object, its keys in a fixed order.
  var json: JSON {
    let head: [JSON.Member] = [
      .formatVersion, .init("at", .instant(at)), .init("approver", .string(approver.text)),
      .init("timezone", .string(zone.name)),
    ]
    switch content {
    case .news(let text): return .object(head + [.init("kind", .string("news")), .init("summary", .string(text))])
    case .request(let request): return .object(head + members(of: request))
    }
  }

  private func members(of request: Request) -> [JSON.Member] {
    [
      .init("kind", .string("request")), .init("request", .string(request.id)),
      .init("asker", .string(request.asker)), .init("what", .string(request.what)),
      .init("from", .instant(request.begins)), .init("until", .instant(request.until ?? request.ends)),
      .init("because", .text(request.because)),
      .init(
        "earlierNos",
        .array(request.earlierNos.map { .object([.init("by", .string($0.by)), .init("at", .instant($0.at))]) })),
      .init("expires", .instant(request.expires)), .init("code", .text(request.code?.secret.reveal(\.self))),
      .init("codeSeconds", request.code == nil ? .null : .integer(Int(request.codeSeconds))),
      .init("summary", .string(title)),
    ]
  }
}

// MARK: - For people

extension ApproverMessage {
  /// More bytes than that of what somebody else has written are cut off.
  private static let mostWritten = 600

  /// Of so many people it is told that they have said no.
  private static let mostNos = 3

  /// One line: `emma asks: kids on until 22:30`. There is no code in it, as a phone shows it while it is locked.
  var title: String {
    switch content {
    case .news(let text): return Self.cut(text)
    case .request(let request):
      let until = request.until.map { " until " + moments.short($0) } ?? ""
      return "\(Self.cut(request.asker)) asks: \(Self.cut(request.what))\(until)"
    }
  }

  /// The lines below it; none for what is said in one line.
  var lines: [String] {
    guard case .request(let request) = content else { return [] }
    let code = request.code.map { "code: \($0.secret.reveal(\.self)), good for \(minutes(request.codeSeconds))" }
    let because = request.because.map { "because: " + Self.cut($0) }
    let nos = request.earlierNos.prefix(Self.mostNos).map { "\(Self.cut($0.by)) said no at " + moments.short($0.at) }
    let rest = [
      code, "yes: reconcile approve \(request.id)", "no: reconcile deny \(request.id)",
      request.expires.map { "the request ends at " + moments.short($0) },
      // Who is away reads it by other clocks.
      "times of " + zone.name,
    ]
    return ([because] + nos + rest).compactMap(\.self)
  }

  private var moments: Moments { Moments(zone: zone, now: at) }

  private func minutes(_ seconds: Int64) -> String { seconds == 60 ? "1 minute" : "\(seconds / 60) minutes" }

  private static func cut(_ text: String) -> String { text.escapedAndCut(to: mostWritten) }
}
