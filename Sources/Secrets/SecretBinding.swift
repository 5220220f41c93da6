public import Policies

/// Where a secret may go, in its own words: `for https://192.168.1.1 KIND sha256//…`.
public struct SecretBinding: Hashable, Sendable {
  /// The scheme, the host and the port that the system must have, and its path where one is written.
  public var address: BaseURL
  /// The word of the kind that the system must have; nil for any.
  public var kind: String?
  /// Only over TLS with one of these keys; empty where none is written.
  public var pins: [String]
  /// Whether `insecure` is written: the policy may then choose whom to trust, or leave the certificate unchecked.
  public var allowsInsecure: Bool
  /// Whether `plaintext` is written: the policy may then have it sent over `http` to any address.
  public var allowsPlaintext: Bool

  /// A binding from its parts.
  public init(
    _ address: BaseURL, kind: String? = nil, pins: [String] = [], allowsInsecure: Bool = false,
    allowsPlaintext: Bool = false
  ) {
    self.address = address
    self.kind = kind
    self.pins = pins
    self.allowsInsecure = allowsInsecure
    self.allowsPlaintext = allowsPlaintext
  }

  /// The line that says all this.
  public var line: String {
    let flags = (allowsInsecure ? [Word.insecure] : []) + (allowsPlaintext ? [Word.plaintext] : [])
    let words = [Word.for, address.text] + (kind.map { [$0] } ?? []) + pins + flags
    return words.joined(separator: " ")
  }

  private enum Word {
    static let `for` = "for"
    static let insecure = "insecure"
    static let plaintext = "plaintext"
  }
}

// MARK: - Reading a line

/// What is wrong with a line; the wording is elsewhere. It holds nothing of the line, where a secret may stand.
enum BindingProblem: Error, Hashable {
  case noFor
  case address
  case pin
  case word
  case kinds
  case pinsWithoutTLS
}

extension SecretBinding {
  /// Reads `for ADDRESS` and, behind it and in any order, pins, a kind, `insecure` and `plaintext`; spaces and tabs
  /// separate. The address is read as the policy's `url` is, so that the two can only mean the same. `kinds` are the
  /// words of all kinds.
  init(line: String, kinds: [String]) throws(BindingProblem) {
    let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard words.first == Word.for, words.count > 1 else { throw .noFor }
    guard let address = BaseURL(reading: words[1]) else { throw .address }
    self.init(address)
    for word in words.dropFirst(2) { try take(word, kinds) }
    if address.scheme == .http && !pins.isEmpty { throw .pinsWithoutTLS }
  }

  private mutating func take(_ word: String, _ kinds: [String]) throws(BindingProblem) {
    if word == Word.insecure {
      allowsInsecure = true
    } else if word == Word.plaintext {
      allowsPlaintext = true
    } else if kinds.contains(word) {
      guard kind == nil else { throw .kinds }
      kind = word
    } else if System.TLSTrust.isPin(word) {
      pins.append(word)
    } else {
      throw word.hasPrefix("sha256//") ? .pin : .word
    }
  }
}

// MARK: - Whether it fits

extension SecretBinding {
  /// Whether the secret may go to `url`: the same scheme, host and port, and the same path where one is written.
  public func fits(_ url: BaseURL) -> Bool {
    let isOrigin = (address.scheme, address.host, address.port) == (url.scheme, url.host.lowercased(), url.port)
    return isOrigin && (address.path.isEmpty || address.path == url.path)
  }

  /// Whether the secret may go to a system of this kind.
  public func fits(_ kind: SystemKind) -> Bool { self.kind == nil || self.kind == kind.name }

  /// What would let the secret go where the policy wants it to, and no further: the keys of `old` are kept where the
  /// policy does not pin others.
  public static func wanted(by system: System, instead old: SecretBinding? = nil) -> SecretBinding {
    var wanted = SecretBinding(system.url, kind: system.kind.name)
    guard system.url.scheme == .https else {
      wanted.allowsPlaintext = system.plaintext && !system.url.isLoopback
      return wanted
    }
    wanted.pins = old?.pins ?? []
    switch system.tls {
    case .system: break
    case .pins(let pins): if !pins.contains(where: wanted.pins.contains) { wanted.pins = pins }
    case .authorities, .insecure: wanted.allowsInsecure = wanted.pins.isEmpty
    }
    return wanted
  }
}
