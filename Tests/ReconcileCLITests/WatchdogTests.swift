import Foundation
import TestSupport
import Testing

/// The built program, held up for ever by a library that is loaded before it.
///
/// The thread sanitizer hands a signal on only where the program calls something of its own, which it never does again.
@Suite(.waitsForPrograms, .enabled(if: Program.instruments["TSAN_OPTIONS"] == nil)) struct WatchdogTests {
  /// Where libcurl waits for systems, it comes back no more.
  private static let holdUp = """
    #include <unistd.h>
    int poll(void *descriptors, unsigned long count, int milliseconds) {
      (void)descriptors; (void)count; (void)milliseconds;
      for (;;) pause();
    }

    """

  private static let policy = """
    timezone: UTC
    systems: {pihole: {kind: pihole, url: http://127.0.0.1:9}}
    policy: [pause pihole weekdays]

    """

  private static func start(_ arguments: String...) throws -> (Program, TemporaryFolder) {
    let folder = try TemporaryFolder(["hold-up.c": holdUp, "policy.yaml": policy])
    let library = folder.url.appending(path: "hold-up.so").path
    let compiler = try Program.run(
      "/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", library, "hold-up.c"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], in: folder.url)
    #expect(compiler.status == 0, "\(compiler)")
    let program = try Program(
      Program.built("reconcile"), arguments + ["./policy.yaml"],
      environment: ["LD_PRELOAD": library, "STATE_DIRECTORY": folder.url.path + "/state"], in: folder.url)
    return (program, folder)
  }

  @Test func aRunIsEndedAfterItsDeadline() throws {
    let (program, folder) = try Self.start("apply", "--deadline", "1s")
    let run = try program.wait()
    #expect(run.status == 75 && run.error.contains("10 seconds after its deadline, and was ended\nhint: "), "\(run)")
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func aRunIsEndedAfterASignal(_ signal: Int32, _ status: Int32) throws {
    let (program, folder) = try Self.start("plan")
    // Before the program listens, the signal would end it at once, and with the same status.
    Thread.sleep(forTimeInterval: 2)
    program.send(signal)
    let run = try program.wait()
    #expect(run.status == status && run.error.contains("5 seconds after it was told to end"), "\(run)")
    withExtendedLifetime(folder) {}
  }
}
