import HTTPTransport
import Policies
import Providers

/// What became of a write, as far as its answer says.
enum WriteResult: Sendable {
  /// Taken; a read has to show it all the same.
  case accepted
  /// It may have taken effect or not: only a read can tell.
  case lost(ProviderError)
  /// It has not taken effect.
  case refused(ProviderError)

  /// Reads an answer, or why there is none.
  ///
  /// Of the server's errors (5xx) only `dns_failure` says for certain that nothing was done.
  init(_ answer: Result<Response, TransportError>, from system: Name, quoting: Reply.Quoting) {
    switch answer {
    case .failure(let error):
      let meaning = ProviderError(error, from: system)
      self = error.mayHaveArrived ? .lost(meaning) : .refused(meaning)
    case .success(let response):
      let reply = Reply(response)
      if reply.isSuccess {
        self = .accepted
      } else if response.status >= 500, reply.errorKey != "dns_failure" {
        self = .lost(reply.failure(quoting: quoting))
      } else {
        self = .refused(reply.failure(quoting: quoting))
      }
    }
  }
}
