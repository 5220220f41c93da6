import Documents
import HTTPTransport
import Policies
import Providers
import TestSupport
import Testing

@testable import EasyControl

/// What is busy says for how long, and a system that cannot answer now is busy where it asks for more than a read waits.
@Suite struct BusyTests {
  @Test(arguments: BusyAnswer.all)
  func saysForHowLong(_ answer: BusyAnswer) {
    let error = EasyControlMessages.failure(answer.response)
    #expect(answer.means(error), "\(error)")
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
