import Documents
import LibYAML
import Policies
import Testing

/// Which lines may hold a secret, and what of a message is taken out. `hunter2` is always the secret.
@Suite("concealment") struct SecretPlacesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    /// The lines that are not shown.
    var lines: [Int]
    var testDescription: String { text }

    init(_ text: String, _ lines: Int...) {
      self.text = text
      self.lines = lines
    }
  }

  static let cases: [Case] = [
    Case("a: b\napi-key: hunter2\nc: d", 2),
    Case("password: {credential: unifi}\nb: c"),
    Case("s: {kind: pihole, password: {file: /run/x}, timeout: 10s}"),
    Case("s: {kind: pihole, password: hunter2, timeout: 10s}", 1),
    Case("s: {kind: pihole, password: {hunter2: x}}", 1),
    Case("s: {password: {credential: hunter2, file: x}}", 1),
    Case("s: {a: {password: {env: X}}, b: {api-key: hunter2}}", 1),
    Case("s:\n  password:\n    credential: unifi\n  b: c"),
    Case("s:\n  password:\n    hunter2\n  b: c", 3),
    Case("s:\n  password: >\n    hunter2\n\n    hunter2\n  b: c", 2, 3, 4, 5),
    Case("s:\n  password: \"hunter2\n    hunter2\"\n  b: c", 2, 3),
    Case("{\n\"password\": \"hunter2\nhunter2\",\n\"b\": c}", 2, 3),
    Case("s:\n  - password: hunter2\n    b: c", 2, 3),
    Case("password : hunter2", 1), Case("'password': hunter2", 1), Case("password:hunter2", 1),
    Case("apikey: hunter2", 1), Case("API_KEY: hunter2", 1), Case("pasword: hunter2", 1), Case("passwort: hunter2", 1),
    Case("x-token: hunter2", 1), Case("pw: hunter2", 1), Case("key: hunter2", 1),
    Case("psk: hunter2", 1), Case("wifi-psk: hunter2", 1), Case("Bearer: hunter2", 1), Case("x-bearer: hunter2", 1),
    Case("password: *hunter2", 1), Case("password: !hunter2 x", 1), Case("password: # hunter2", 1),
    Case("x-a: &it hunter2\ns: {password: *it}", 1, 2),
    Case("x-a: &it |\n  hunter2\ns: {password: *it", 1, 2, 3), Case("x-a: &other b\ns: {password: *it", 2),
    Case("x-a: &it {token: hunter2}\nb: *it", 1),
    Case("url: https://me:hunter2@192.168.1.1", 1), Case("url: ftp://me:hunter2@x", 1),
    Case("url: https://me:hunter2", 1), Case("s: {kind: unifi, url: \"https://me:hunter2\", api-key: {env: X}}", 1),
    Case("s: {kind: unifi, url: https://me:hunter2}", 1), Case("url: https://me:8443hunter2/x", 1),
    Case("url: https://me:84438443", 1), Case("url: https://me:hunter2/x", 1),
    Case("url: https://[fd00::1]:hunter2", 1),
    Case("url: https://[fd00::1]:8443/a"), Case("s: {kind: unifi, url: https://me:8443, api-key: {env: X}}"),
    Case("s: {kind: unifi, url: https://me:8443}"), Case("url: 'https://me:8443'"), Case("url: https://me/a:hunter2"),
    Case("a: https://me:8443?x b: https://me:80#y"), Case("a: https://me:80 https://me:hunter2", 1),
    Case("sid: hunter2", 1), Case("s: {kind: pihole, sid: hunter2}", 1),
    Case("url: me:hunter2@x", 1), Case("url: \"https://me:hun ter2@x", 1), Case("url: https://192.168.1.1:8443"),
    Case("- kids off 21:00–07:00\n- {do: kids on, because: write to me@home}"),
    Case("policy: [kids off]\ntargets: {kids: {acl-rules: [a]}}"),
    Case("? password\n: hunter2", 2),
    Case("password: 'hunter2\nb: c", 1, 2),
    Case("password hunter2", 1), Case("- api-key {hunter2}", 1), Case("pass#word: hunter2", 1), Case("api-key,: x", 1),
    Case("{a: b,password: hunter2}", 1), Case("s:\n  password:\n- hunter2\nb: c", 3),
    Case("s:\n  password:\nb: c"), Case("s:\n  password: |\nhunter2 x\nb: c", 2, 3),
    Case("password: hunter2\nb: [hunter2]\nc: hunter", 1, 2), Case("password: on\nb: on", 1),
    Case("password=hunter2", 1), Case("API_KEY=hunter2", 1), Case("export PASSWORD=hunter2", 1),
    Case("password\u{FF1A}hunter2", 1), Case("s: {password=hunter2}", 1), Case("a=b: c"),
    Case("people: {anna: {ntfy: \"https://ntfy.sh/hunter2\"}}", 1), Case("webhook: https://x/hunter2", 1),
    Case("notify: hunter2", 1), Case("notify-url: hunter2", 1), Case("auth: hunter2", 1),
    Case("Authorization: Bearer hunter2", 1), Case("s: {kind: pihole, credential: hunter2}", 1),
    Case("s:\n  code: {credential: door}\n  b: c"), Case("s:\n  token:\n    credential: ha\n  b: c"),
    Case("url: \"hunter2@127.0.0.1\"", 1), Case("s: {kind: unifi, url: hunter2@127.0.0.1:80}", 1),
    Case("schedules: {h: {ics: \"https://cal.example/hunter2/basic.ics\"}}", 1),
    Case("schedules:\n  h:\n    url: https://cal.example/hunter2/basic.ics", 3),
    Case("ics: webcal://cal.example/hunter2\nb: [", 1), Case("schedules: {h: {ics: calendars/school.ics}}"),
    Case("policy: [kids off on https://cal.example/hunter2.ics]", 1),
    Case("policy:\n  - {do: kids off on webcal://x/hunter2, because: b}\n  - {do: a, because: see https://x}", 2),
    Case("\tpassword: hunter2", 1), Case("password: hunter2\r\nb: c\r\n", 1),
  ]

  /// What is longer than any key counts as one. Looked at again at each of its colons, this line would take hours.
  @Test("a line of colons") func aLineOfColons() {
    let line = String(repeating: "a:", count: 200_000)
    #expect(Self.places("b: c\n\(line)\nd: e\n").lines == [SourceLine(file: "f", line: 2)])
  }

  @Test("lines", arguments: cases) func lines(_ example: Case) {
    let places = Self.places(example.text)
    #expect(places.lines == Set(example.lines.map { SourceLine(file: "f", line: $0) }))
  }

  private static func places(_ text: String, _ diagnostics: [Diagnostic] = []) -> SecretPlaces {
    let read = YAMLReader.read(Array(text.utf8), file: "f")
    let documents = read.node.map { [PolicyDocument(file: "f", root: $0)] } ?? []
    return SecretPlaces(sources: [SourceText(text.utf8, file: "f")], documents: documents).concealing(diagnostics)
  }

  @Test(
    "whatever the diagnostics know",
    arguments: ["secret.form", "secret.literal", "url.user-info", "url.path", "tls.pin", "sentence.address"])
  func codes(_ code: String) {
    let span = SourceSpan(
      file: "f", start: SourcePosition(line: 2, column: 1), end: SourcePosition(line: 3, column: 1))
    let places = Self.places("a: b\n", [Diagnostic(.error, code: code, "", at: span)])
    #expect(places.lines == [SourceLine(file: "f", line: 2), SourceLine(file: "f", line: 3)])
    #expect(Self.places("a: b\n", [Diagnostic(.error, code: "key.unknown", "", at: span)]).lines == [])
  }

  @Test(
    "messages",
    arguments: [
      ("password: *hunter2", "unknown alias '*hunter2'", "unknown alias '…'"),
      ("password: hunter2", "'b' has no key 'password'", "'b' has no key 'password'"),
      ("s: {password: a,hunter2}", "a system has no key 'hunter2'", "a system has no key '…'"),
      ("s: {password: 'hunter2', timeuot: 5s}", "no key 'timeuot'", "no key 'timeuot'"),
      ("s: {password: 'a'hunter2', timeuot: 5s}", "no key 'hunter2'", "no key '…'"),
      ("url: https://me:hunter2/x@y", "'hunter2' is not a port", "'…' is not a port"),
      ("password: a'hunter2", "'a'hunter2' is wrong", "'a'…' is wrong"),
      ("password: hunter2", "'password: hunter2' is wrong", "'…' is wrong"),
      ("policy: [kids off on https://x/hunter2 9-7]", "write 'kids off on https://x/hunter2 9am–7am'", "write '…'"),
      ("policy: [kids off on https://x/hunter2]", "'kids' is unknown", "'kids' is unknown"),
      ("b: hunter2", "'hunter2' is no b", "'hunter2' is no b"),
    ])
  func messages(_ text: String, _ message: String, _ shown: String) {
    let source = SourceText(text.utf8, file: "f")
    let diagnostic = Diagnostic(
      .error, code: "any", message, hint: message, at: source.span(0..<text.unicodeScalars.count))
    let redacted = Self.places(text).redacted(diagnostic)
    #expect([redacted.message, redacted.hint] == [shown, shown])
  }
}
