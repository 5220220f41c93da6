import CCurl
import Glibc

/// What users read when a request fails. A path may reveal what a family looks at, and a header may be a secret: no
/// message contains either.
enum TransportMessages {
  static func cancelled(_ endpoint: Endpoint) -> TransportError {
    TransportError(.cancelled, "the request to '\(endpoint.authority)' was cancelled")
  }

  static func notConfigured(_ endpoint: Endpoint) -> TransportError {
    TransportError(.failed, "libcurl does not accept the settings of '\(endpoint.authority)'")
  }

  static func badPath(_ endpoint: Endpoint) -> TransportError {
    TransportError(.failed, "a path for '\(endpoint.authority)' is not percent-encoded")
  }

  static func badHeader(_ endpoint: Endpoint, _ name: String) -> TransportError {
    TransportError(.failed, "the header field '\(name)' for '\(endpoint.authority)' contains a control character")
  }

  static func addressRefused(_ endpoint: Endpoint, _ address: String) -> TransportError {
    let wanted =
      endpoint.plaintext == .loopbackOnly ? "this machine" : "a private address"
    let way = endpoint.isTLS ? "" : " over plain http"
    return TransportError(
      .plaintextRefused, "'\(endpoint.authority)' is at '\(address)'; requests\(way) go only to \(wanted)")
  }

  static func notRepeated(_ endpoint: Endpoint) -> TransportError {
    unanswered("'\(endpoint.authority)'")
  }

  private static func unanswered(_ name: String) -> TransportError {
    TransportError(.unanswered, "\(name) closed the connection before it answered")
  }

  static func noKey(_ endpoint: Endpoint) -> TransportError {
    TransportError(.failed, "'\(endpoint.authority)' has no readable certificate")
  }

  static func headerBroken(_ endpoint: Endpoint) -> TransportError {
    TransportError(.broken, "'\(endpoint.authority)' closed the connection before its answer was complete")
  }

  static func headerTooLarge(_ endpoint: Endpoint, limit: Int) -> TransportError {
    TransportError(.outOfProportion, "the header of the answer from '\(endpoint.authority)' is over \(size(limit))")
  }

  static func bodyTooLarge(_ endpoint: Endpoint, limit: Int) -> TransportError {
    TransportError(.tooLarge, "the answer from '\(endpoint.authority)' is over \(size(limit))")
  }

  static func tooManyPieces(_ endpoint: Endpoint, limit: Int) -> TransportError {
    TransportError(
      .outOfProportion, "the answer from '\(endpoint.authority)' comes in more than \(limit) pieces")
  }

  /// What curl's result means. `wasSent` tells whether the request went out at all, `wasReused` whether on a connection
  /// that had served another; `osError` is an `errno`, `verification` what OpenSSL made of the certificate.
  static func failure(
    _ code: CURLcode, _ order: TransferOrder, wasSent: Bool, wasReused: Bool, osError: Int, verification: Int
  ) -> TransportError {
    let endpoint = order.endpoint
    let name = "'\(endpoint.authority)'"
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return TransportError(.unresolved, "cannot find the address of '\(endpoint.host)'")
    case CURLE_COULDNT_CONNECT:
      return TransportError(.refused, "cannot connect to \(name)\(reason(osError))")
    case CURLE_OPERATION_TIMEDOUT:
      let missing = wasSent ? "no complete answer from" : "no connection to"
      return TransportError(
        .timedOut, "\(missing) \(name) within \(wasSent ? order.seconds : endpoint.timeoutSeconds) s")
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return TransportError(.untrusted, "the certificate key of \(name) does not match the pin", flaw: .otherKey)
    case CURLE_PEER_FAILED_VERIFICATION:
      let flaw = CertificateFlaw(verification: verification)
      return TransportError(
        .untrusted, "the certificate of \(name) is not accepted\(words(flaw, verification))", flaw: flaw)
    case CURLE_SSL_CACERT_BADFILE:
      return TransportError(.untrusted, "the authorities for \(name) are not certificates in PEM format")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
      return TransportError(.untrusted, "\(name) does not answer with TLS 1.2 or later")
    case CURLE_FILESIZE_EXCEEDED:
      return bodyTooLarge(endpoint, limit: order.largestBody)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return code == CURLE_PARTIAL_FILE ? headerBroken(endpoint) : unanswered(name)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_FUNCTION_ARGUMENT:
      // The last is what curl says of a line behind an answer in chunks that is no field.
      return notHTTP(name, wasReused: wasReused)
    default:
      return TransportError(.failed, "\(name): \(String(cString: rc_easy_strerror(code)).lowercased())")
    }
  }

  /// Where a connection has served a request already, what comes before the next answer is left over from the last one:
  /// the system does speak HTTP, and on another connection it will.
  private static func notHTTP(_ name: String, wasReused: Bool) -> TransportError {
    wasReused
      ? TransportError(.broken, "\(name) sent stray data before its answer, so the connection was closed")
      : TransportError(.failed, "\(name) answers with something other than HTTP")
  }

  private static func reason(_ osError: Int) -> String {
    switch Int32(truncatingIfNeeded: osError) {
    case ECONNREFUSED: ": nothing listens there"
    case EHOSTUNREACH, ENETUNREACH: ": the host cannot be reached"
    case EPERM, EACCES: ": a firewall on this machine, or IPAddressDeny= of the unit, blocks it"
    case _: ""
    }
  }

  private static func words(_ flaw: CertificateFlaw, _ verification: Int) -> String {
    switch flaw {
    case .notYetValid: ": it is not valid yet"
    case .expired: ": it has expired"
    case .selfSigned: ": it is self-signed"
    case .unknownAuthority: ": its authority is unknown"
    case .otherName: ": it is issued for another name"
    case .otherKey, .other: " (OpenSSL's code \(verification))"
    }
  }

  private static func size(_ bytes: Int) -> String {
    bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }
}

extension CertificateFlaw {
  /// What OpenSSL's verification came to. The numbers are OpenSSL's (`x509_vfy.h`), which keeps them stable.
  fileprivate init(verification: Int) {
    self =
      switch verification {
      case 9: .notYetValid
      case 10: .expired
      case 18, 19: .selfSigned
      case 2, 20, 21: .unknownAuthority
      // The first two: libcurl compares the name itself, before it asks for OpenSSL's opinion.
      case 0, 1, 62, 64: .otherName
      case _: .other
      }
  }
}
