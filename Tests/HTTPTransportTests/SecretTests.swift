import HTTPTransport
import Testing

@Suite struct SecretTests {
  @Test("a secret is shown only to who asks for it") func isNotPrinted() {
    let secret = Secret("hush")
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped] { #expect(!text.contains("hush"), "\(text)") }
    #expect(secret.reveal { $0 } == "hush")
  }
}
