import Providers

/// Why something could not be read.
enum Setback: Error {
  /// For a reason that every other request would meet.
  case failed(ProviderError)
  /// The console answered, and refused.
  case refused(UniFiRefusal)

  /// As an error of the system as a whole.
  var error: ProviderError {
    switch self {
    case .failed(let error): error
    case .refused(let refusal): refusal.error
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
