public import Policies

/// Where a secret may go, in its own words: `for https://192.168.1.1 sha256//… insecure`.
public struct SecretBinding: Hashable, Sendable {
  /// The scheme; equal to the system's, or the secret is not sent.
  public var scheme: BaseURL.Scheme
  /// The host in lower case, as written, an IPv6 address without its brackets.
  public var host: String
  /// The port; the scheme's own where none is written.
  public var port: Int
  /// Only over TLS with one of these keys; empty where none is written.
  public var pins: [String]
  /// Whether the line ends with `insecure`: the policy may then leave the certificate unchecked.
  public var allowsInsecure: Bool
  /// Whether the line ends with `plaintext`: the policy may then have it sent over `http` to any address.
  public var allowsPlaintext: Bool

  /// A binding from its parts.
  public init(
    scheme: BaseURL.Scheme, host: String, port: Int, pins: [String] = [], allowsInsecure: Bool = false,
    allowsPlaintext: Bool = false
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.pins = pins
    self.allowsInsecure = allowsInsecure
    self.allowsPlaintext = allowsPlaintext
  }

  /// The origin as a line would name it.
  public var origin: String { BaseURL(scheme: scheme, host: host, port: port, path: "").origin }
}

// MARK: - Reading a line

/// What is wrong with a line; the wording is elsewhere.
enum BindingProblem: Error, Hashable {
  case noFor
  case origin(String)
  case pin(String)
  case word(String)
  case pinsWithoutTLS
}

extension SecretBinding {
  /// Reads `for ORIGIN [sha256//…]… [insecure|plaintext]`; spaces and tabs separate.
  init(line: String) throws(BindingProblem) {
    let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard words.first == "for", words.count > 1 else { throw .noFor }
    guard let origin = Self.origin(words[1]) else { throw .origin(words[1]) }
    self = origin
    try takeRest(words.dropFirst(2))
    if scheme == .http && !pins.isEmpty { throw .pinsWithoutTLS }
  }

  private mutating func takeRest(_ words: ArraySlice<String>) throws(BindingProblem) {
    for (place, word) in words.enumerated() {
      let isLast = place == words.count - 1
      switch word {
      case "insecure" where isLast: allowsInsecure = true
      case "plaintext" where isLast: allowsPlaintext = true
      case _ where isPin(word): pins.append(word)
      case _ where word.hasPrefix("sha256//"): throw .pin(word)
      case _: throw .word(word)
      }
    }
  }

  /// `https://host[:port]`, with or without one slash at the end; nil where there is anything else.
  private static func origin(_ text: String) -> SecretBinding? {
    let schemes: [BaseURL.Scheme] = [.https, .http]
    guard let scheme = schemes.first(where: { text.hasPrefix("\($0.rawValue)://") }) else { return nil }
    var rest = text.dropFirst(scheme.rawValue.count + 3)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard let (host, portText) = hostAndPort(rest), isHost(host) else { return nil }
    guard let portText else { return SecretBinding(scheme: scheme, host: host, port: scheme == .http ? 80 : 443) }
    guard let port = UInt16(portText), port > 0, portText.allSatisfy(\.isWholeNumber) else { return nil }
    return SecretBinding(scheme: scheme, host: host, port: Int(port))
  }

  private static func hostAndPort(_ text: Substring) -> (host: String, port: Substring?)? {
    guard text.first == "[" else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      return parts.count > 2 ? nil : (parts[0].lowercased(), parts.count == 2 ? parts[1] : nil)
    }
    guard let end = text.firstIndex(of: "]") else { return nil }
    let host = text[text.index(after: text.startIndex)..<end].lowercased()
    let after = text[text.index(after: end)...]
    guard host.contains(":"), after.isEmpty || after.first == ":" else { return nil }
    return (host, after.isEmpty ? nil : after.dropFirst())
  }

  private static func isHost(_ text: String) -> Bool {
    !text.isEmpty && !text.contains { "/?#@\\[]\"'<>".contains($0) }
  }
}

/// Whether `text` is the SHA-256 of a public key as curl writes it.
private func isPin(_ text: String) -> Bool {
  guard text.hasPrefix("sha256//"), text.hasSuffix("=") else { return false }
  let digits = text.dropFirst("sha256//".count).dropLast()
  return digits.count == 43
    && digits.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "/") }
}
