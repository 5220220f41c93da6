import Foundation
import Testing

@testable import Host

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

  /// What nobody hears is lost, no file is made of it, and who listens later hears what is said from then on.
  @Test func whoListensLaterHearsWhatIsSaidFromThenOn() throws {
    let folder = try TemporaryFolder([:])
    let path = folder.url.appending(path: "notify").path
    let socket = try #require(ServiceSocket(path: path))
    socket.send("READY=1")
    #expect(!FileManager.default.fileExists(atPath: path))
    let supervisor = try ListeningSupervisor(at: path)
    socket.send("STATUS=here")
    #expect(supervisor.hears("STATUS="))
    #expect(supervisor.heard == ["STATUS=here"])
  }

  @Test func aStatusIsOneLine() {
    #expect(ServiceNotice.status("next\nREADY=0\u{1B}") == #"STATUS=next\u{A}READY=0\u{1B}"#)
  }

  @Test(arguments: [("20000000", 10), ("x", nil), ("0", nil), ("-5", nil), (nil, nil)] as [(String?, Int64?)])
  func theWatchdogIsFedInHalfItsTime(microseconds: String?, seconds: Int64?) {
    #expect(ServiceNotice.beat(microseconds) == seconds.map { .seconds($0) })
  }
}
