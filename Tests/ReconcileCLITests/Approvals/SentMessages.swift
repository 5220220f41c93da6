import Approvals
import CivilTime
import HTTPTransport
import Policies
import Synchronization

@testable import Controller

/// Messages to approvers, as tests send them.
enum SentMessages {
  static let now = Instant(secondsSinceEpoch: 1_795_204_804)

  static func request(
    to approver: String = "anna", code: String? = "7k3m9qxz", asker: String = "emma",
    because: String? = "homework is done", nos: [EarlierNo] = [], what: String = "kids on", until: Int64? = 5400,
    stretch: (begins: Int64, ends: Int64)? = nil
  ) throws -> ApproverMessage {
    let request = ApproverMessage.Request(
      id: "r7", asker: asker, what: what, until: until.map { now + $0 }, because: because, earlierNos: nos,
      expires: now + 1800,
      code: try code.map { (typed) throws(OneTimeCode.Mistake) in try OneTimeCode(typed: Secret(typed)) },
      codeSeconds: 600, begins: stretch.map { now + $0.begins }, ends: stretch.map { now + $0.ends })
    return ApproverMessage(to: Name(approver), .request(request), at: now, zone: .utc)
  }

  static let news = ApproverMessage(to: Name("anna"), .news("your PIN was taken back by root"), at: now, zone: .utc)
}

/// An ntfy server in memory: what it was sent, and what it answers.
final class PretendNtfy: WriteTransport, ReadTransport {
  private let held = Mutex<[WriteRequest]>([])
  private let status: Int

  init(answering status: Int = 200) { self.status = status }

  /// Each request with its fields and its body, as text.
  var heard: [String] {
    held.withLock { $0 }.map { request in
      let fields = request.headers.map { field in
        let value =
          switch field.value {
          case .plain(let text): text
          case .secret(let secret): secret.reveal(\.self)
          }
        return "\(field.name): \(value)\n"
      }
      return "\(request.method) \(request.path)\n\(fields.joined())\n\(String(decoding: request.body, as: UTF8.self))\n"
    }
  }

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    held.withLock { $0.append(request) }
    return Response(status: status)
  }

  func read(_ request: ReadRequest) async throws(TransportError) -> Response { Response(status: 404) }
}
