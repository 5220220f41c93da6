import Glibc
import HTTPTransport
import Policies

/// Where a real system is, as the command line gives it.
struct LiveAddress {
  let url: BaseURL

  /// `http://192.168.1.2:8080`; nil where it is none.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, parts[1].isEmpty, let scheme = BaseURL.Scheme(rawValue: String(parts[0].dropLast())),
      let colon = parts[0].last, colon == ":", !parts[2].isEmpty
    else { return nil }
    let usual = scheme == .https ? 443 : 80
    let path = parts.count > 3 && !parts[3].isEmpty ? "/" + parts[3] : ""
    let host = parts[2].hasSuffix("]") || !parts[2].contains(":") ? (parts[2], "\(usual)") : Self.split(parts[2])
    guard let port = Int(host.1), (1...65_535).contains(port) else { return nil }
    let bare = host.0.hasPrefix("[") ? String(host.0.dropFirst().dropLast()) : host.0
    url = BaseURL(
      scheme: scheme, host: bare.lowercased(), port: port, path: path.hasSuffix("/") ? String(path.dropLast()) : path)
  }

  private static func split(_ text: String) -> (String, String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return (parts.dropLast().joined(separator: ":"), String(parts.last ?? ""))
  }

  /// The endpoint for requests below `basePath`; with pins the certificate is judged by them alone.
  func endpoint(_ basePath: String, pin: String?) -> Endpoint {
    Endpoint(
      isTLS: url.scheme == .https, host: url.host, port: url.port, basePath: basePath,
      trust: pin.map { .pins([$0]) } ?? .system, plaintext: .privateAddresses, timeoutSeconds: 15)
  }

  /// An environment variable that is not empty.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
