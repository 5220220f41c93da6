import CCurl

/// curl's engine for many transfers at once. Only the loop's thread touches it.
final class TransferEngine {
  /// Requests under way at once to one host, and so connections; what answers is a small machine. Further
  /// ones wait here, first come first served, and not inside curl, where a request's time would run meanwhile.
  static let requestsPerHost = 4
  /// Idle connections kept for reuse.
  static let keptConnections = 256
  /// Idle request objects kept for reuse.
  static let keptHandles = 64

  let multi: UnsafeMutableRawPointer
  let sockets = OpenSockets()
  private var active: [UnsafeMutableRawPointer: Transfer] = [:]
  /// How many of the active ones go to each host.
  private var busy: [String: Int] = [:]
  private var waiting: [Transfer] = []
  private var idle: [UnsafeMutableRawPointer] = []
  private(set) var isAbandoned = false

  init() {
    if let problem = TransportLibrary.problem { preconditionFailure(problem) }
    guard let multi = rc_multi_init() else { preconditionFailure("out of memory") }
    self.multi = multi
    rc_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.requestsPerHost)
    rc_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
  }

  deinit {
    for transfer in active.values { rc_multi_remove_handle(multi, transfer.easy) }
    for transfer in waiting + active.values {
      transfer.end(.failure(TransportMessages.cancelled(transfer.order.endpoint)))
      rc_easy_cleanup(transfer.easy)
    }
    for easy in idle { rc_easy_cleanup(easy) }
    rc_multi_cleanup(multi)
  }

  /// Begins to send, or ends at once where the ticket was given up already.
  func begin(_ order: TransferOrder, _ ticket: Ticket, log: Transfer.Log?, _ done: @escaping Transfer.Completion) {
    if isAbandoned || ticket.isCancelled && order.cancellation != .ignored {
      return done(.failure(TransportMessages.cancelled(order.endpoint)))
    }
    guard let easy = idle.popLast() ?? rc_easy_init() else { preconditionFailure("out of memory") }
    let transfer = Transfer(order, ticket, on: easy, sockets, log: log, done)
    if let refusal = transfer.configure() {
      return recycle(transfer, .failure(refusal))
    }
    waiting.append(transfer)
    startNext(for: order.endpoint.authority)
  }

  /// Ends the transfer of `ticket` at once, where it has not ended yet and may be ended.
  func cancel(_ ticket: Ticket) {
    if let place = waiting.firstIndex(where: { $0.ticket === ticket && $0.order.cancellation != .ignored }) {
      let transfer = waiting.remove(at: place)
      recycle(transfer, .failure(TransportMessages.cancelled(transfer.order.endpoint)))
    } else if let transfer = active.values.first(where: { $0.ticket === ticket }),
      transfer.order.cancellation == .immediate
    {
      take(transfer)
      recycle(transfer, .failure(TransportMessages.cancelled(transfer.order.endpoint)))
      startNext(for: transfer.order.endpoint.authority)
    }
  }

  /// Ends every transfer at once, whatever it is, and lets none begin any more.
  func cancelAll() {
    isAbandoned = true
    let ended = waiting + active.values
    waiting = []
    for transfer in active.values { take(transfer) }
    for transfer in ended { recycle(transfer, .failure(TransportMessages.cancelled(transfer.order.endpoint))) }
  }

  /// Lets transfers begin again.
  func resume() { isAbandoned = false }

  /// Sends and receives what can be without waiting.
  func progress() {
    guard !active.isEmpty else { return }
    var running: Int32 = 0
    rc_multi_perform(multi, &running)
    var left: Int32 = 0
    while let message = rc_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      finish(easy, rc_result_of(message))
    }
  }

  private func finish(_ easy: UnsafeMutableRawPointer, _ code: CURLcode) {
    guard let transfer = active[easy] else { return }
    let outcome = transfer.outcome(code)
    take(transfer)
    recycle(transfer, outcome)
    startNext(for: transfer.order.endpoint.authority)
  }

  /// Starts the one that has waited longest for this host, if there is room for it.
  private func startNext(for host: String) {
    guard busy[host, default: 0] < Self.requestsPerHost,
      let place = waiting.firstIndex(where: { $0.order.endpoint.authority == host })
    else { return }
    let transfer = waiting.remove(at: place)
    busy[host, default: 0] += 1
    active[transfer.easy] = transfer
    rc_multi_add_handle(multi, transfer.easy)
  }

  /// Takes an active transfer back from curl.
  private func take(_ transfer: Transfer) {
    active[transfer.easy] = nil
    busy[transfer.order.endpoint.authority, default: 1] -= 1
    rc_multi_remove_handle(multi, transfer.easy)
  }

  private func recycle(_ transfer: Transfer, _ outcome: Result<Response, TransportError>) {
    // Forgets options, headers and body; what was a secret is not kept.
    rc_easy_reset(transfer.easy)
    if idle.count < Self.keptHandles {
      idle.append(transfer.easy)
    } else {
      rc_easy_cleanup(transfer.easy)
    }
    transfer.end(outcome)
  }
}
