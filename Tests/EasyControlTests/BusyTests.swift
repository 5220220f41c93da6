import Documents
import HTTPTransport
import Providers
import Testing

@testable import EasyControl

/// What is busy says for how long, and a system that cannot answer now is busy where it asks for more than a read waits.
@Suite struct BusyTests {
  @Test(
    arguments: [
      (429, "20", .busy(retryAfterSeconds: 20), true), (429, "3", .busy(retryAfterSeconds: 3), true),
      (429, nil, .busy(retryAfterSeconds: nil), false), (503, "20", .busy(retryAfterSeconds: 20), true),
      (502, "11", .busy(retryAfterSeconds: 11), true), (504, "11", .busy(retryAfterSeconds: 11), true),
      (503, "10", .notReady, false), (503, nil, .notReady, false), (500, "20", .notReady, false),
    ] as [(Int, String?, ProviderError.Kind, Bool)])
  func saysForHowLong(_ status: Int, _ wait: String?, _ kind: ProviderError.Kind, _ isTold: Bool) {
    let response = Response(status: status, headers: wait.map { [("Retry-After", $0)] } ?? [])
    let error = EasyControlMessages.failure(response)
    #expect(error.kind == kind)
    let words = "and asks to be left alone for " + (wait ?? "") + " seconds"
    #expect(error.message.text.contains(words) == isTold, "\(error.message.text)")
  }
}
