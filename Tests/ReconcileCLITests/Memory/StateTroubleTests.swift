import Foundation
import TestSupport
import Testing

/// The built program with a state that it cannot write: the schedule is enforced all the same, and it says so.
@Suite(.serialized, .waitsForPrograms) struct StateTroubleTests {
  struct Trouble: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What the folder and the file of the state may be done with.
    var folder = 0o700
    var file = 0o600
    /// What the shell does before it becomes the program.
    var before = ":"
    var words: String
  }

  static let troubles = [
    Trouble(testDescription: "the folder is read-only", folder: 0o500, words: "journal.db' cannot be written"),
    Trouble(testDescription: "the file is read-only", file: 0o400, words: "journal.db' cannot be written"),
    // What is counted of the lines that run must not be missed either, as the program would say so.
    Trouble(
      testDescription: "files cannot grow", before: "ulimit -f 0 && export LLVM_PROFILE_FILE=/dev/null",
      words: "cannot be used: disk I/O error"),
  ]

  /// The thread sanitizer keeps a table of its own in a file, and ends where that cannot grow.
  private static let bearable = troubles.filter { trouble in
    Program.instruments["TSAN_OPTIONS"] == nil || trouble.before == ":"
  }

  @Test(arguments: bearable) func theScheduleIsEnforced(_ trouble: Trouble) throws {
    let home = try EndToEndTests.Home()
    #expect(try home.run().status == 0)
    let state = home.folder.appending(path: "state").path
    try Self.allow(trouble.folder, state)
    try Self.allow(trouble.file, state + "/journal.db")
    for _ in 1...2 {
      _ = try home.simulator("/rules/Downtime-iPad/disable", on: home.unifi, change: true)
      let run = try Self.run(home, trouble)
      let line = "on → off  acl-rule 'Downtime-iPad' disabled → enabled, done"
      #expect(run.status == 0 && run.output.contains(line), "\(run)")
      #expect(run.error.contains(trouble.words), "\(run)")
      #expect(run.error.hasSuffix("; what this run did is not remembered\n"), "\(run)")
    }
    try Self.allow(0o700, state)
    try Self.allow(0o600, state + "/journal.db")
    #expect(try home.run().error.isEmpty, "what was in it is still good")
    #expect(try home.run("history", "--verify").output.contains("5 entries, unbroken"))
    try home.end()
  }

  /// Who may not look into the state is told that it is not known, and what to do.
  @Test(arguments: [(0o000, 0o600), (0o700, 0o000)]) func aStateOfSomebodyElseIsNotKnown(folder: Int, file: Int) throws
  {
    let home = try EndToEndTests.Home()
    #expect(try home.run().status == 0)
    let state = home.folder.appending(path: "state").path
    try Self.allow(file, state + "/journal.db")
    try Self.allow(folder, state)
    let trouble = Trouble(testDescription: "", words: "")
    let plan = try Self.run(home, trouble, "plan")
    let words = plan.output.unwrapped
    #expect(plan.status == 0 && words.contains("cannot be opened: Permission denied; causes and overrides"), "\(plan)")
    // Root has nothing to gain from sudo.
    let hint = geteuid() == 0 ? "root is kept from it, too" : "run it with sudo"
    #expect(words.contains(hint), "\(plan)")
    for line in ["history", "override list"] {
      let run = try Self.run(home, trouble, line)
      #expect(run.status == 77 && run.error.contains(hint), "\(line): \(run)")
    }
    let run = try Self.run(home, trouble, "")
    // Of the files in a folder that is closed nobody has heard.
    let place = folder == 0 ? "state" : "state/journal.db"
    #expect(run.status == 77 && run.error.contains("/\(place)' cannot be opened: Permission denied"), "\(run)")
    try Self.allow(0o700, state)
    try home.end()
  }

  /// Whether this user may mount something where nobody else sees it.
  private static let mayMount =
    (try? Program.run("/usr/bin/bash", ["-c", "\(apart)true"], environment: ["PATH": "/usr/bin:/bin"]).status) == 0
  private static let apart = "unshare --mount" + (geteuid() == 0 ? " " : " --map-root-user ")
  private static let readOnly = "mount --bind state state && mount -o remount,ro,bind state state"

  /// Runs it where `mounting` has changed the folder of the state.
  private static func run(
    _ home: EndToEndTests.Home, mounting: String, _ line: String = ""
  ) throws -> Program.Outcome {
    try Program.run(
      "/usr/bin/bash", ["-c", "\(apart)bash -c '\(mounting) && exec \(Program.built("reconcile")) \(line)'"],
      environment: home.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }, in: home.folder)
  }

  /// What was noted before the disk became read-only is obeyed by who writes to the systems as by who only looks, in every
  /// run, and also where the lock of the state is gone or a run was killed while it wrote.
  @Test(.enabled(if: mayMount), arguments: [":", "rm state/lock", "printf x >state/journal.db-journal"])
  func aReadOnlyDiskOpensNoLock(_ before: String) throws {
    let home = try EndToEndTests.Home()
    try home.write(policy: home.policy(pin: home.pin).replacing("- kids off", with: "- kids on"))
    #expect(try home.run().status == 0)
    #expect(try home.run("lock", "kids", "--for", "2h").status == 0)
    let prepared = try Program.run(
      "/usr/bin/bash", ["-c", "touch -d '1 hour ago' state/last-run; \(before)"],
      environment: ["PATH": "/usr/bin:/bin"], in: home.folder)
    #expect(prepared.status == 0)
    // A new text is one more thing that cannot be noted.
    try home.write(policy: home.policy(pin: home.pin).replacing("- kids off", with: "- kids on # as before"))
    let plan = try Self.run(home, mounting: Self.readOnly, "plan")
    #expect(plan.output.contains("lock 1: kids off until"), "\(plan)")
    for change in ["on → off  acl-rule 'Downtime-iPad' disabled → enabled, done", "'Downtime-iPad' enabled, in place"] {
      let run = try Self.run(home, mounting: Self.readOnly)
      #expect(run.status == 0 && run.output.contains("lock 1: kids off until"), "\(run)")
      #expect(run.output.contains(change), "\(run)")
      #expect(run.error.contains("cannot be written: its disk is read-only; what this run did is not"), "\(run)")
      #expect(!run.error.contains("unknown") && run.error.split(separator: "\n").count == 1, "\(run)")
    }
    let wish = try Self.run(home, mounting: Self.readOnly, "override kids on --for 1h")
    #expect(wish.status == 1 && wish.error.contains("hint: nothing was written; mount the disk for writing"), "\(wish)")
    let status = try Self.run(home, mounting: Self.readOnly, "status")
    #expect(status.status == 3 && status.output.contains("! the state file"), "\(status)")
    #expect(status.output.unwrapped.contains("its disk is read-only; what runs do is not remembered"), "\(status)")
    #expect(status.output.contains("Whether anything has run since"), "\(status)")
    let doctor = try Self.run(home, mounting: Self.readOnly, "doctor").output.unwrapped
    #expect(doctor.contains("its disk is read-only; what runs") && !doctor.contains("nothing has run"), "\(doctor)")
    try home.end()
  }

  /// A policy that breaks while the disk is read-only is as good as its last good text.
  @Test(.enabled(if: mayMount)) func aReadOnlyDiskKeepsTheLastGoodPolicy() throws {
    let home = try EndToEndTests.Home()
    #expect(try home.run().status == 0)
    try FileManager.default.removeItem(at: home.folder.appending(path: "state/lock"))
    try home.write(policy: "targets: {kids: 3}")
    let run = try Self.run(home, mounting: Self.readOnly)
    #expect(run.status == 65 && run.output.contains("using the last valid policy"), "\(run)")
    try home.end()
  }

  /// What a full disk keeps from being remembered is told while it is full, and no longer.
  @Test(.enabled(if: mayMount)) func aFullDiskIsTold() throws {
    let home = try EndToEndTests.Home()
    let program = "\(Program.built("reconcile"))"
    let full =
      "mount -t tmpfs -o size=300k,mode=700 none state && \(program) >/dev/null && { cat /dev/zero >state/fill; true; }"
    try FileManager.default.createDirectory(at: home.folder.appending(path: "state"), withIntermediateDirectories: true)
    let quiet = " 2>/dev/null"
    let status = try Self.run(home, mounting: full + quiet, "status")
    #expect(status.status == 3 && status.output.contains("! no space left for the state file"), "\(status)")
    let again = try Self.run(home, mounting: full + quiet + " && rm state/fill", "status")
    #expect(!again.output.contains("no space left"), "\(again)")
    try home.end()
  }

  /// A worn card damages the state and is full: the lock holds, and nothing is lost once there is room.
  @Test(.enabled(if: mayMount)) func aDamagedStateOnAFullDiskKeepsItsLock() throws {
    let home = try EndToEndTests.Home()
    try home.write(policy: home.policy(pin: home.pin).replacing("- kids off", with: "- kids on"))
    try FileManager.default.createDirectory(at: home.folder.appending(path: "state"), withIntermediateDirectories: true)
    let program = "\(Program.built("reconcile"))"
    let full =
      "{ mount -t tmpfs -o size=600k,mode=700 none state && \(program) && \(program) lock kids --for 2h"
      + " && yes | head -c 4096 | dd of=state/journal.db bs=4096 seek=1 iflag=fullblock conv=notrunc"
      + "; cat /dev/zero >state/fill; } >/dev/null 2>&1"
    for before in [full, full + "; \(program) >/dev/null 2>&1"] {
      let run = try Self.run(home, mounting: before + "; true")
      #expect(run.status == 0 && run.output.contains("lock 1: kids off until"), "\(run)")
      #expect(run.error.hasPrefix("reconcile: warning: no space left for the state file"), "\(run)")
      let wish = try Self.run(home, mounting: before + "; true", "override kids on --for 1h")
      #expect(wish.status == 1 && wish.error.contains("nothing was written"), "\(wish)")
      let again = try Self.run(home, mounting: before + "; rm state/fill")
      #expect(again.status == 0 && again.output.contains("lock 1: kids off until"), "\(again)")
      #expect(again.error.contains("was set aside") && again.error.contains("but overrides are kept"), "\(again)")
    }
    try home.end()
  }

  private static func allow(_ permissions: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  /// Who may do everything, as root, gives that up first.
  private static func run(
    _ home: EndToEndTests.Home, _ trouble: Trouble, _ line: String = ""
  ) throws -> Program.Outcome {
    let powerless = geteuid() == 0 ? "setpriv --inh-caps=-all --bounding-set=-all " : ""
    return try Program.run(
      "/usr/bin/bash", ["-c", "\(trouble.before) && exec \(powerless)'\(Program.built("reconcile"))' \(line)"],
      environment: home.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }, in: home.folder)
  }
}
