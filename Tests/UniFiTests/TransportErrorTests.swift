import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Testing

@testable import UniFi

@Suite struct TransportErrorTests {
  @Test(
    arguments: [
      (.unresolved, .unreachable, nil), (.refused, .unreachable, nil), (.unanswered, .unreachable, nil),
      (.broken, .unreachable, nil),
      (.failed, .unreachable, nil), (.timedOut, .timedOut, nil), (.cancelled, .cancelled, nil),
      (.untrusted, .unreachable, "'reconcile trust console' shows the key"), (.plaintextRefused, .unreachable, "https"),
      (.tooLarge, .unexpectedReply, nil), (.outOfProportion, .unexpectedReply, nil),
    ] as [(TransportError.Kind, ProviderError.Kind, String?)])
  func becomesAnErrorOfTheSystem(_ kind: TransportError.Kind, _ expected: ProviderError.Kind, _ hint: String?) {
    let flaw: CertificateFlaw? = kind == .untrusted ? .selfSigned : nil
    let error = UniFiMessages.transport(TransportError(kind, "what was found", flaw: flaw), from: Name("console"))
    #expect(error.kind == expected)
    #expect(error.message.text == "what was found")
    #expect(hint.map { error.message.hint?.contains($0) == true } ?? (error.message.hint == nil))
  }

  /// Whoever answers without TLS shows no certificate that could be pinned.
  @Test func noCertificateIsNotOneToPin() {
    #expect(UniFiMessages.transport(TransportError(.untrusted, "no TLS"), from: Name("console")).message.hint == nil)
  }
}
