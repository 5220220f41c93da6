/// Serves a pretend system on 127.0.0.1 through libmicrohttpd.
///
/// Interface agreed; body to be written:
///   init(_ system: any PretendSystem, port: UInt16 = 0, tls: ServerCertificate? = nil, now: @Sendable () -> Double) throws
///   var port: UInt16
///   func inspect<R>(_ use: (inout any PretendSystem) -> R) -> R    // look at or change the state between requests
///   func stop()
enum LoopbackServerPlaceholder {}
