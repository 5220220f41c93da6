import Documents
import HTTPTransport
import Policies
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

  /// The same of what Easy Control itself says, also where only its body has the time.
  @Test(
    arguments: [
      (429, "rate_limited", "20", nil, true), (429, "rate_limited", nil, 20, true),
      (503, "integration_not_ready", "20", nil, true), (503, "integration_not_ready", "3", nil, false),
    ] as [(Int, String, String?, Int?, Bool)])
  func saysForHowLongByCode(_ status: Int, _ code: String, _ wait: String?, _ told: Int?, _ isBusy: Bool) throws {
    let seconds = told.map { #","retry_after":\#($0)"# } ?? ""
    let response = Response(
      status: status, headers: wait.map { [("Retry-After", $0)] } ?? [],
      body: Array(#"{"error":"\#(code)"\#(seconds)}"#.utf8))
    let error = try #require(GuestError(response)).error(response, of: Name("door"))
    #expect(error.kind == (isBusy ? .busy(retryAfterSeconds: 20) : .notReady))
    #expect(error.message.text.contains("and asks to be left alone for 20 seconds") == isBusy, "\(error.message.text)")
  }
}
