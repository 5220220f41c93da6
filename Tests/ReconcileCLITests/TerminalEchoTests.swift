import Foundation
import TestSupport
import Testing

/// A terminal shows nothing while something secret is typed, and afterwards everything, however that ended.
@Suite(.waitsForPrograms) struct TerminalEchoTests {
  private static let policy = """
    timezone: UTC
    people: {anna: {manages: [pihole]}}
    systems: {pihole: {kind: pihole, url: http://127.0.0.1:9}}
    policy: [pause pihole weekdays]

    """

  /// Nil: the question is answered.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, nil]) func comesBack(_ signal: Int32?) throws {
    let folder = try TemporaryFolder(["policy.yaml": Self.policy])
    let terminal = try Terminal()
    // Whoever runs the tests may ignore signals, and that is inherited.
    let program = try Program(
      "/usr/bin/env",
      ["--default-signal", Program.built("reconcile"), "people", "pin", "anna", "--policy", "policy.yaml"],
      environment: ["STATE_DIRECTORY": folder.url.path + "/state"], in: folder.url, input: terminal.end)
    #expect(terminal.waitForEcho(false))
    if let signal {
      program.send(signal)
    } else {
      terminal.type("1234\n")
    }
    let run = try program.wait()
    #expect(terminal.waitForEcho(true), "\(run)")
    #expect(signal != nil || run.status == 4 && run.error.contains("that is too short"), "\(run)")
    #expect(signal == nil || run.status != 0 && run.error.hasPrefix("new PIN of anna"), "\(run)")
  }

  /// A pseudo terminal: what is typed at `keyboard` can be read at `end`.
  private final class Terminal {
    let end: FileHandle
    private let keyboard: FileHandle

    // Of <asm-generic/ioctls.h>, whose macros are not imported.
    private static let setLock: UInt = 0x4004_5431
    private static let openPeer: UInt = 0x5441

    init() throws {
      let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      keyboard = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      var isLocked: Int32 = 0
      try #require(ioctl(descriptor, Self.setLock, &isLocked) == 0)
      let peer = ioctl(descriptor, Self.openPeer, O_RDWR | O_NOCTTY)
      try #require(peer >= 0)
      end = FileHandle(fileDescriptor: peer, closeOnDealloc: true)
    }

    func type(_ text: String) { try? keyboard.write(contentsOf: Data(text.utf8)) }

    /// Whether it comes to show what is typed, or not to.
    func waitForEcho(_ isShown: Bool) -> Bool {
      for _ in 0..<1000 where hasEcho != isShown { Thread.sleep(forTimeInterval: 0.01) }
      return hasEcho == isShown
    }

    private var hasEcho: Bool {
      var modes = termios()
      tcgetattr(end.fileDescriptor, &modes)
      return modes.c_lflag & tcflag_t(ECHO) != 0
    }
  }
}
