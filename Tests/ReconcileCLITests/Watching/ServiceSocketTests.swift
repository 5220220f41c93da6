import Foundation
import Testing

@testable import ReconcileCLI

@Suite struct ServiceSocketTests {
  @Test func aSocketOfTheFileSystemAndAnAbstractOneHear() throws {
    let folder = try TemporaryFolder([:])
    for path in [folder.url.appending(path: "notify").path, "@reconcile-\(UUID().uuidString)"] {
      let supervisor = try ListeningSupervisor(at: path)
      ServiceSocket(path: path)?.send(ServiceNotice.ready)
      ServiceSocket(path: path)?.send(ServiceNotice.reloading)
      #expect(supervisor.hears("RELOADING=1\nMONOTONIC_USEC="))
      #expect(supervisor.heard.first == "READY=1")
    }
  }

  @Test(arguments: ["", "relative", "/" + String(repeating: "x", count: 200)])
  func whatIsNoSocketIsNone(_ path: String) { #expect(ServiceSocket(path: path) == nil) }

  @Test func nobodyWhoListensIsNoHarm() { ServiceSocket(path: "/nonexistent/notify")?.send("READY=1") }

  @Test func aStatusIsOneLine() {
    #expect(ServiceNotice.status("next\nREADY=0\u{1B}") == #"STATUS=next\u{A}READY=0\u{1B}"#)
  }

  @Test(arguments: [("20000000", 10), ("x", nil), ("0", nil), ("-5", nil), (nil, nil)] as [(String?, Int64?)])
  func theWatchdogIsFedInHalfItsTime(microseconds: String?, seconds: Int64?) {
    #expect(ServiceNotice.beat(microseconds) == seconds.map { .seconds($0) })
  }
}
