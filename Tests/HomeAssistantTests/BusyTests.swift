import TestSupport
import Testing

@testable import HomeAssistant

/// What is busy says for how long, and a system that cannot answer now is busy where it asks for more than a read waits.
@Suite struct BusyTests {
  @Test(arguments: BusyAnswer.all)
  func saysForHowLong(_ answer: BusyAnswer) {
    let error = HomeAssistantMessages.failure(answer.response)
    #expect(answer.means(error), "\(error)")
  }
}
