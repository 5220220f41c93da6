import Text

/// Reads the address of a system: `http` or `https`, a host, a port, a path, and nothing else.
enum URLReader {
  /// The address that `text` is, or what is wrong with which part of it. The text of user info is never shown.
  static func read(_ text: String) -> Result<BaseURL, SentenceProblem> {
    do throws(SentenceProblem) {
      return .success(try url(Array(text.unicodeScalars)))
    } catch {
      return .failure(error)
    }
  }

  private typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func url(_ scalars: [Unicode.Scalar]) throws(SentenceProblem) -> BaseURL {
    if let bad = scalars.firstIndex(where: { $0 == " " || $0 == "\\" || !$0.isASCII || ValueReader.isControl($0) }) {
      throw problem(bad..<(bad + 1), .urlCharacter(scalars[bad]))
    }
    let (scheme, rest) = try scheme(scalars)
    let authorityEnd = rest.firstIndex { ["/", "?", "#"].contains($0) } ?? rest.endIndex
    let authority = rest[..<authorityEnd]
    if let at = authority.lastIndex(of: "@") { throw problem(authority.startIndex..<(at + 1), .urlUserInfo) }
    let tail = rest[authorityEnd...]
    if let mark = tail.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      throw problem(mark..<tail.endIndex, tail[mark] == "?" ? .urlQuery : .urlFragment)
    }
    let (host, port) = try hostAndPort(authority, scheme: scheme)
    return BaseURL(scheme: scheme, host: host, port: port, path: try path(tail))
  }

  private static func scheme(_ scalars: [Unicode.Scalar]) throws(SentenceProblem) -> (BaseURL.Scheme, Scalars) {
    let lowered = ASCII.lowercased(text(scalars[...]))
    for (prefix, scheme) in [("https://", BaseURL.Scheme.https), ("http://", .http)] where lowered.hasPrefix(prefix) {
      return (scheme, scalars[prefix.count...])
    }
    let name = scalars.firstIndex(of: ":").map { text(scalars[..<$0]) }
    let isOther = lowered.holds("://")
    throw problem(0..<(isOther ? (name?.count ?? 0) : scalars.count), .urlScheme(isOther ? name : nil))
  }

  private static func hostAndPort(
    _ authority: Scalars, scheme: BaseURL.Scheme
  ) throws(SentenceProblem) -> (String, Int) {
    let isBracketed = authority.first == "["
    let hostEnd =
      isBracketed
      ? authority.firstIndex(of: "]").map { $0 + 1 } ?? authority.endIndex
      : authority.firstIndex(of: ":") ?? authority.endIndex
    let written = authority[..<hostEnd]
    let host = isBracketed ? text(written.dropFirst().dropLast()) : text(written)
    let isHost = isBracketed ? written.last == "]" && HostAddress.isIPv6(host) : HostAddress.isHostName(host)
    guard isHost else { throw problem(authority.indices, .urlHost(text(written))) }
    return (ASCII.lowercased(host), try port(authority[hostEnd...], scheme: scheme))
  }

  private static func port(_ scalars: Scalars, scheme: BaseURL.Scheme) throws(SentenceProblem) -> Int {
    if scalars.isEmpty { return scheme == .http ? 80 : 443 }
    let digits = text(scalars.dropFirst())
    guard scalars.first == ":", let port = ASCII.number(digits), (1...65535).contains(port) else {
      throw problem(scalars.indices, .urlPort(digits))
    }
    return port
  }

  /// The path without slashes at its end. Steps up the path are refused: they would mean another address than shown.
  private static func path(_ scalars: Scalars) throws(SentenceProblem) -> String {
    var kept = scalars
    while kept.last == "/" { kept.removeLast() }
    let path = text(kept)
    let isPlain = path.split(separator: "/").allSatisfy { $0 != "." && $0 != ".." }
    guard isPlain, !path.holds("//"), path.unicodeScalars.allSatisfy(isPathCharacter) else {
      throw problem(scalars.indices, .urlPath)
    }
    return path
  }

  private static func isPathCharacter(_ scalar: Unicode.Scalar) -> Bool {
    ASCII.isLetter(scalar) || ASCII.isDigit(scalar) || "/-._~!$&'()*+,;=:@".unicodeScalars.contains(scalar)
  }

  private static func text(_ scalars: Scalars) -> String { String(String.UnicodeScalarView(scalars)) }

  private static func problem(_ range: Range<Int>, _ message: PolicyMessage) -> SentenceProblem {
    SentenceProblem(range: range, message: message)
  }
}

extension BaseURL {
  /// The address that `text` is, read as that of a system is; nil where it is none.
  public init?(reading text: String) {
    guard case .success(let url) = URLReader.read(text) else { return nil }
    self = url
  }
}
