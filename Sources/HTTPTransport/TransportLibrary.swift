import CCurl

/// The library that requests are made with, which is loaded when the first loop is made.
public enum TransportLibrary {
  /// Why it cannot be used; nil where it can. Loads it if need be.
  public static var problem: String? { rc_load().map { String(cString: $0) } }
}
