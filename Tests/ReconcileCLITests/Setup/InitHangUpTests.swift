import Simulator
import TestSupport
import Testing

@testable import Presentation
@testable import ReconcileCLI

/// `init` at a terminal that goes away, as when a connection drops.
@Suite struct InitHangUpTests {
  /// Whoever is not there any more has not decided.
  @Test(arguments: [["emma"], ["emma", ""], [], ["emma", "", "21:00–07:00"]])
  func nothingIsWritten(_ typed: [String]) async {
    var household = PretendHousehold()
    household.front.certificates = ["192.168.1.1": FakeCertificate()]
    await household.console.inspect { $0.sites[0].aclRules = [] }
    var world = household.world()
    (world.typed, world.hangsUp) = (typed, true)
    for _ in 1...2 {
      let run = world.run("init", "--unifi", "https://192.168.1.1")
      #expect(run.status == 64 && world.created.isEmpty && run.error.contains("nothing was written"), "\(run)")
    }
  }
}
