import Documents
import HTTPTransport
import Policies
import Secrets
import TestSupport
import Testing

/// `secret | for ORIGIN pins words`, or the error's code: what the tables compare.
func shown(_ read: () throws(SecretError) -> BoundSecret) -> String {
  do throws(SecretError) {
    let bound = try read()
    let secret = bound.secret.reveal { $0 }
    guard let binding = bound.binding else { return secret }
    let kind = binding.kind.map { [$0] } ?? []
    let words = [binding.address.text] + kind + binding.pins.map { String($0.suffix(4)) }
    let flags = (binding.allowsInsecure ? ["insecure"] : []) + (binding.allowsPlaintext ? ["plaintext"] : [])
    return "\(secret) | \((words + flags).joined(separator: " "))"
  } catch {
    return error.message.code
  }
}

let pinA = "sha256//" + String(repeating: "A", count: 43) + "="
let pinB = "sha256//" + String(repeating: "c", count: 43) + "="

@Suite struct SecretTextTests {
  static let texts: [(text: String, expected: String)] = [
    ("k", "k"), ("k\n", "k"), ("k\r\n", "k"), (" k y ", " k y "), ("schlüssel€", "schlüssel€"),
    ("", "secret.empty"), ("\n", "secret.empty"), ("\nfor https://h\n", "secret.empty"),
    ("k\n\n", "secret.line"), ("k\n\n\n", "secret.line"), ("k\nfor https://h\n\n", "secret.line"),
    ("k\tb", "secret.control-character"), ("k\u{7f}", "secret.control-character"), ("k\0", "secret.control-character"),
    ("k\u{85}", "secret.control-character"), ("\u{feff}k", "secret.control-character"),
    ("k\rb", "secret.control-character"), ("k\r\r\n", "secret.control-character"),
    ("k\nfor https://192.168.1.1", "k | https://192.168.1.1"),
    ("k\r\nfor https://192.168.1.1\r\n", "k | https://192.168.1.1"),
    ("k\nfor https://Console.Home:8443/\n", "k | https://console.home:8443"),
    ("k\nfor https://h:443", "k | https://h"), ("k\nfor http://pi.hole", "k | http://pi.hole"),
    ("k\nfor http://h:443", "k | http://h:443"), ("k\nfor https://[FE80::1]", "k | https://[fe80::1]"),
    ("k\nfor https://[::1]:8443", "k | https://[::1]:8443"),
    ("k\n  for   https://h \t \(pinA)  ", "k | https://h AAA="),
    ("k\nfor https://h \(pinA) \(pinB)", "k | https://h AAA= ccc="),
    ("k\nfor https://h insecure", "k | https://h insecure"),
    ("k\nfor https://h \(pinA) insecure", "k | https://h AAA= insecure"),
    ("k\nfor http://h plaintext", "k | http://h plaintext"),
    ("k\nfor https://h insecure plaintext", "k | https://h insecure plaintext"),
    ("k\nfor https://h plaintext insecure insecure", "k | https://h insecure plaintext"),
    ("k\nfor https://h insecure \(pinA)", "k | https://h AAA= insecure"),
    ("k\nfor https://h unifi", "k | https://h unifi"), ("k\nfor http://h pihole", "k | http://h pihole"),
    ("k\nfor https://h \(pinA) unifi \(pinB)", "k | https://h unifi AAA= ccc="),
    ("k\nfor http://h plaintext pihole", "k | http://h pihole plaintext"),
    ("k\nfor https://h/proxy/app", "k | https://h/proxy/app"),
    ("k\nfor https://h/App/ unifi", "k | https://h/App unifi"),
    ("k\nfor https://h//", "k | https://h"), ("k\nfor HTTPS://H", "k | https://h"),
    ("k\nfor http://h \(pinA)", "secret.line"), ("k\nfor https://h nonsense", "secret.line"),
    ("k\nfor https://h unifi pihole", "secret.line"), ("k\nfor https://h unifi unifi", "secret.line"),
    ("k\nfor https://h UniFi", "secret.line"), ("k\nfor unifi https://h", "secret.line"),
    ("k\nfor https://h https://i", "secret.line"), ("k\nfor https://h\u{a0}unifi", "secret.line"),
    ("k\nfor https://h INSECURE", "secret.line"), ("k\nfor https://h sha256//short=", "secret.line"),
    ("k\nfor https://h \(pinA)=", "secret.line"), ("k\nfor https://h \(pinA.dropLast())", "secret.line"),
    ("k\nfor https://h \(pinA.dropLast(2))B=", "secret.line"), ("k\nfor https://h ins\u{301}ecure", "secret.line"),
    ("k\nFor https://h", "secret.line"), ("k\nforhttps://h", "secret.line"), ("k\nfor", "secret.line"),
    ("k\nhttps://h", "secret.line"), ("k\nother", "secret.line"), ("k\nfor h", "secret.line"),
    ("k\nfor ftp://h", "secret.line"), ("k\nfor https://", "secret.line"), ("k\nfor https:///", "secret.line"),
    ("k\nfor https://h/a/../b", "secret.line"), ("k\nfor https://h/a//b", "secret.line"),
    ("k\nfor https://h?q", "secret.line"), ("k\nfor https://h#f", "secret.line"),
    ("k\nfor https://user@h", "secret.line"), ("k\nfor https://h@evil:443", "secret.line"),
    ("k\nfor https://h:", "secret.line"), ("k\nfor https://h:0", "secret.line"),
    ("k\nfor https://h:65536", "secret.line"), ("k\nfor https://h:+443", "secret.line"),
    ("k\nfor https://h:4a", "secret.line"), ("k\nfor https://::1", "secret.line"),
    ("k\nfor https://[h]", "secret.line"), ("k\nfor https://[::1", "secret.line"),
    ("k\nfor https://[::1]x", "secret.line"),
  ]

  @Test(arguments: texts) func isRead(_ row: (text: String, expected: String)) {
    #expect(
      shown { () throws(SecretError) in
        try BoundSecret(text: Array(row.text.utf8), kinds: SystemKinds.shipped.names, source: .file(path: "/s"))
      } == row.expected)
  }

  @Test func whatIsNotUTF8IsNoSecret() {
    #expect(
      shown { () throws(SecretError) in
        try BoundSecret(text: [0x6b, 0xff], kinds: SystemKinds.shipped.names, source: .file(path: "/s"))
      }
        == "secret.text")
  }

  /// Wherever somebody may have put it by mistake, it is in no message, and in no way to print a value.
  @Test(arguments: [
    "hush", "x\nhush", "x\nfor hush", "x\nfor https://hush/x y", "x\nfor https://h hush", "hush\nx", "hush\n\u{1}",
    "hush\u{1}",
  ])
  func isNeverShown(_ text: String) {
    do throws(SecretError) {
      let bound = try BoundSecret(text: Array(text.utf8), kinds: SystemKinds.shipped.names, source: .file(path: "/s"))
      var dumped = ""
      dump(bound, to: &dumped)
      #expect(!"\(bound) \(String(reflecting: bound)) \(dumped)".contains("hush"))
    } catch {
      #expect(!"\(error) \(error.message.hint ?? "")".contains("hush"))
    }
  }
}
