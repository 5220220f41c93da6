import Providers

/// Why something could not be read.
enum Setback: Error {
  /// No answer came, or one that is of no use.
  case failed(ProviderError)
  /// The connection was closed before the answer was whole.
  case cutOff(ProviderError)
  /// The console answered, and refused.
  case refused(UniFiRefusal)

  /// As an error of the system as a whole.
  var error: ProviderError {
    switch self {
    case .failed(let error), .cutOff(let error): error
    case .refused(let refusal): refusal.error
    }
  }

  /// As an error of just what was asked for: the console is asked for everything else, and by the next run for this, however
  /// long it asks to be left alone.
  var errorOfOneList: ProviderError {
    guard case .refused(var refusal) = self else { return error }
    refusal.secondsOfPeace = nil
    return refusal.error
  }

  /// Whether it may concern just what was asked for, a list for instance, so that what else the console has can still be
  /// read. A console that cannot be reached, gives no answer in time, or wants another key or peace is left alone as a whole:
  /// every other request would fare the same, or wait as long.
  var mayConcernOneList: Bool {
    switch self {
    case .cutOff: true
    case .refused(let refusal): ![401, 408, 429].contains(refusal.status)
    case .failed(let error):
      switch error.kind {
      case .notReady, .unexpectedReply, .unsupported: true
      case .unreachable, .timedOut, .refusedCredentials, .busy, .locked, .notFound, .cancelled: false
      }
    }
  }

  /// Whether the console has said that it does not give just this, or what is wrong with it; not where the whole console may
  /// be about to stop, or another key be needed.
  var isDefinite: Bool {
    switch self {
    case .refused(let refusal): refusal.isDefinite
    case .failed(let error): UniFiMessages.disproportion(error) != nil
    case .cutOff: false
    }
  }
}

/// An object that was asked for by its id.
enum Found<Object> {
  case object(Object)
  /// The console says that there is none.
  case gone
  /// The console says why it does not give this one.
  case refused(UniFiRefusal)
}
