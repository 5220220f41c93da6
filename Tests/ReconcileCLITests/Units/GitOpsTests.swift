import Foundation
import TestSupport
import Testing

/// The script that lets a machine follow a repository, on a repository in a folder.
@Suite("following a repository", .waitsForPrograms) struct GitOpsTests {
  @Test("a good commit is swapped in, and the next one after it") func good() throws {
    let stage = try PolicyRepository()
    let first = try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0)
    #expect(stage.current == stage.policy(until: "07:00"))
    let nothing = try stage.pull()
    #expect(nothing.status == 0 && nothing.output.isEmpty && nothing.error.isEmpty, "\(nothing.error)")

    let second = try stage.commit(stage.policy(until: "06:30"))
    let pulled = try stage.pull()
    #expect(pulled.status == 0 && pulled.error.contains("the machine follows '\(second)' now"), "\(pulled.error)")
    #expect(stage.current == stage.policy(until: "06:30"))
    #expect(stage.folders == [first, second].sorted(), "the one before is kept for whoever reads it")

    let third = try stage.commit(stage.policy(until: "06:00"))
    #expect(try stage.pull().status == 0)
    #expect(stage.folders == [second, third].sorted())
    #expect(stage.left == ["checked", "commits", "current", "lock", "store.git"])
  }

  static let badPolicies: [(String, policy: String, said: String)] = [
    ("broken", "timezone: Europe/Berlin\npolicy: [kids of 22:00]\n", "is not valid"),
    ("a sketch", "timezone: UTC\ntargets: {kids: {acl-rules: [K]}}\npolicy: [kids off]\n", "is not valid"),
    ("no YAML", "a: [", "is not valid"), ("empty", "", "is not valid"),
    (
      "a test that fails",
      PolicyRepository.text(until: "07:00") + "tests:\n  - {at: 2026-11-20 22:00, expect: {kids: on}}\n",
      "a test of"
    ),
  ]

  @Test("a bad commit is not", arguments: badPolicies) func bad(_ name: String, _ policy: String, _ said: String) throws
  {
    let stage = try PolicyRepository()
    let first = try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0)
    try stage.commit(policy)
    let pulled = try stage.pull()
    #expect(pulled.status == 1)
    #expect(pulled.error.contains(said) && pulled.error.contains("the policy stays as it is"), "\(pulled.error)")
    #expect(stage.current == stage.policy(until: "07:00"))
    #expect(stage.folders == [first])

    try stage.commit(stage.policy(until: "06:00"))
    #expect(try stage.pull().status == 0, "what is mended is followed again")
    #expect(stage.current == stage.policy(until: "06:00"))
  }

  @Test("a calendar comes with its commit, and a broken one is refused with it") func calendars() throws {
    let stage = try PolicyRepository()
    let policy = stage.policy(until: "07:00").replacing("07:00", with: "07:00 except school")
      .replacing("policy:", with: "schedules:\n  school: {ics: calendars/school.ics}\npolicy:")
    try stage.write(Self.calendar(of: "20261120"), to: "calendars/school.ics")
    let first = try stage.commit(policy)
    #expect(try stage.pull().status == 0)
    #expect(try stage.stateOfKids(at: "2026-11-20 22:00") == "on", "the calendar's day is an exception")

    try stage.write(Self.calendar(of: "20269999"), to: "calendars/school.ics")
    try stage.commit(policy)
    let broken = try stage.pull()
    #expect(broken.status == 1 && broken.error.contains("is not valid"), "\(broken.error)")
    #expect(broken.error.contains("school.ics:5:"), "\(broken.error)")
    try stage.git("rm", "--quiet", "calendars/school.ics")
    try stage.commit(policy)
    #expect(try stage.pull().status == 1, "a calendar that is named has to be there")
    #expect(stage.folders == [first])

    try stage.write(Self.calendar(of: "20261121"), to: "calendars/school.ics")
    try stage.commit(policy)
    #expect(try stage.pull().status == 0)
    #expect(try stage.stateOfKids(at: "2026-11-20 22:00") == "off")
  }

  private static func calendar(of day: String) -> String {
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:\(day)", "END:VEVENT"]
    return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  @Test("a first commit that is bad leaves nothing") func firstBad() throws {
    let stage = try PolicyRepository()
    try stage.commit("a: [")
    #expect(try stage.pull().status == 1)
    #expect(stage.current == nil && stage.folders.isEmpty)
  }

  @Test("a past that was rewritten is not followed") func rewritten() throws {
    let stage = try PolicyRepository()
    try stage.commit(stage.policy(until: "07:00"))
    try stage.commit(stage.policy(until: "06:30"))
    #expect(try stage.pull().status == 0)
    try stage.git("reset", "--quiet", "--hard", "HEAD~1")
    let back = try stage.pull()
    #expect(back.status == 1 && back.error.contains("the past was rewritten"), "\(back.error)")
    try stage.commit(stage.policy(until: "05:00"))
    #expect(try stage.pull().status == 1)
    #expect(stage.current == stage.policy(until: "06:30"))
  }

  @Test("a link in a commit is not followed") func link() throws {
    let stage = try PolicyRepository()
    try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: stage.repository + "/more.yaml", withDestinationPath: "/etc/shadow")
    try stage.commit(stage.policy(until: "06:30"))
    let pulled = try stage.pull()
    #expect(pulled.status == 1 && pulled.error.contains("holds a symbolic link"), "\(pulled.error)")
    #expect(stage.current == stage.policy(until: "07:00"))
  }

  /// What is in a commit's attributes changes nothing: what is followed is what was reviewed.
  @Test(
    "files come as they were committed",
    arguments: [
      "policy.yaml export-subst", "policy.yaml export-ignore", "policy.yaml ident", "policy.yaml text eol=crlf",
      "policy.yaml working-tree-encoding=UTF-16",
    ])
  func attributes(_ attributes: String) throws {
    let stage = try PolicyRepository()
    let policy = stage.policy(until: "07:00") + "# $Format:%n%b$ $Id$\n"
    try Tool.write("", to: stage.repository + "/.gitattributes")
    try stage.commit(policy)
    try Tool.write(attributes + "\n", to: stage.repository + "/.gitattributes")
    try stage.git("add", ".gitattributes")
    try stage.git("commit", "--quiet", "--message=policy", "--message=x-evil: 1")
    let pulled = try stage.pull()
    #expect(pulled.status == 0, "\(pulled.error)")
    #expect(stage.current == policy)
  }

  static let tooMuch: [(String, settings: [String: String], said: String)] = [
    ("files", [:], "holds more than 1000 folders"),
    ("files that are counted", ["FILES": "5"], "holds more than 5 folders"),
    ("files in one folder", ["FILES": "1"], "holds more than 1 files"),
    ("folders without files", [:], "holds more than 1000 folders"),
  ]

  /// Ten thousand million files, or folders, in a few trees: nothing of it is unpacked.
  @Test("a commit of too much is not", arguments: tooMuch)
  func many(_ name: String, _ settings: [String: String], _ said: String) throws {
    let stage = try PolicyRepository()
    let first = try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0)
    try stage.commitMany(
      stage.policy(until: "06:30"), depth: settings["FILES"].map { $0 == "1" ? 0 : 1 } ?? 10,
      empty: name.hasPrefix("folders"))
    let pulled = try stage.pull(settings)
    #expect(pulled.status == 1 && pulled.error.contains(said), "\(pulled.error)")
    #expect(stage.folders == [first] && stage.left == ["checked", "commits", "current", "lock", "store.git"])
    try stage.git("reset", "--quiet", "--hard", "HEAD~1")
    #expect(try stage.pull().status == 0 && stage.current == stage.policy(until: "06:30"))
  }

  @Test("a fetch or a commit of too many bytes is not") func large() throws {
    let stage = try PolicyRepository()
    try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull(["MIB": "1"]).status == 0)
    // Two MiB that compress well come with the fetch, and do not come out.
    try Tool.write(String(repeating: "#", count: 2 << 20), to: stage.repository + "/notes")
    try stage.commit(stage.policy(until: "06:30"))
    let unpacked = try stage.pull(["MIB": "1"])
    #expect(unpacked.status == 1 && unpacked.error.contains("holds more than 1 MiB"), "\(unpacked.error)")
    try stage.writeNoise(3 << 20, to: "notes")
    try stage.commit(stage.policy(until: "06:00"))
    let fetched = try stage.pull(["MIB": "1"])
    #expect(fetched.status == 1 && fetched.error.contains("brings more than 1 MiB"), "\(fetched.error)")
    #expect(stage.current == stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0 && stage.current == stage.policy(until: "06:00"))
  }

  /// What a disk makes of the list of files that is full for a moment: cut behind a name or within one, told of or not.
  static let cutLists: [(script: String, said: String)] = [
    ("/usr/bin/head -z -n 20; exit 1", "cannot be written"), ("/usr/bin/head -c 1539; exit 1", "cannot be written"),
    ("/usr/bin/head -c 1539", "ends in the middle of a name"),
  ]

  @Test("a list that is cut off is not all that is followed", arguments: cutLists)
  func cutList(_ row: (script: String, said: String)) throws {
    let stage = try PolicyRepository()
    for number in 10..<50 { try stage.write("\(number)", to: "weeks/\(number)") }
    try stage.commit(stage.policy(until: "07:00"))
    let full = try stage.path(with: "head", row.script)
    for _ in 0..<2 {
      let pulled = try stage.pull(["PATH": full])
      #expect(pulled.status == 1 && pulled.error.contains(row.said), "\(pulled.error)")
      #expect(pulled.error.contains("the policy stays as it is"))
      #expect(stage.left == ["commits", "lock", "store.git"] && stage.folders.isEmpty)
    }
    #expect(try stage.pull().status == 0)
    #expect(stage.names(in: stage.work + "/current/weeks").count == 40)
  }

  @Test("a history of more than a fetch may bring is kept, and what was refused is not") func longHistory() throws {
    let stage = try PolicyRepository()
    var commits: [String] = []
    func follow(_ number: Int, _ settings: [String: String] = ["MIB": "1"]) throws -> Program.Outcome {
      try stage.writeNoise(820_000, to: "picture")
      commits.append(try stage.commit(stage.policy(until: "06:\(10 + number)")))
      return try stage.pull(settings)
    }
    // Seven are more than four times MIB, and the eighth comes after that.
    for number in 0..<8 {
      let pulled = try follow(number)
      #expect(pulled.status == 0, "\(pulled.error)")
    }
    let good = commits[7]
    for number in 8..<16 {
      try stage.git("reset", "--quiet", "--hard", commits[6])
      #expect(try follow(number).status == 1)
    }
    #expect(try stage.sizeOfClone() < 12 << 20)
    try stage.git("reset", "--quiet", "--hard", good)
    let last = try follow(16)
    #expect(last.status == 0 && stage.current == stage.policy(until: "06:26"), "\(last.error)")

    // A clone that is made anew needs all of it.
    try stage.breakClone("objects")
    for _ in 0..<2 {
      let anew = try stage.pull(["MIB": "1"])
      #expect(anew.status == 1 && anew.error.contains("all of its history is more than 4 MiB, four times MIB"))
    }
    #expect(try stage.pull(["MIB": "2"]).status == 0)
    #expect(try follow(17).status == 0 && stage.current == stage.policy(until: "06:27"))
  }

  @Test("a signature of another kind counts for nothing") func forgiven() throws {
    let stage = try PolicyRepository()
    let signers = try stage.key("anna")
    let keyring = try stage.forgivingKeyring()
    try stage.commitForgiven(stage.policy(until: "07:00"), by: keyring)
    let pulled = try stage.pull(signers: signers, ["PATH": "\(keyring):/usr/bin:/bin"])
    #expect(pulled.status == 1 && pulled.error.contains("no signature of an allowed signer"), "\(pulled.error)")
    #expect(stage.current == nil)
  }

  @Test("a file that cannot be written is told, and the policy stays as it is") func unwritable() throws {
    let stage = try PolicyRepository()
    let first = try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0)
    try stage.commit(stage.policy(until: "06:30"))
    // Files and folders are made by these.
    for program in ["mkdir", "sync"] {
      let path = try stage.path(with: program, "echo 'No space left on device' >&2; exit 1")
      let pulled = try stage.pull(["PATH": path])
      let told = "No space left on device\nreconcile-pull: that failed; the policy stays as it is\n"
      #expect(pulled.status == 1 && pulled.error.hasSuffix(told), "\(pulled.error)")
      #expect(stage.current == stage.policy(until: "07:00") && stage.folders == [first])
      try FileManager.default.removeItem(atPath: String(path.prefix { $0 != ":" }))
    }
    #expect(try stage.pull().status == 0 && stage.current == stage.policy(until: "06:30"))
  }

  @Test("a folder's name may end in a line break") func lineBreak() throws {
    let stage = try PolicyRepository()
    try stage.write("x", to: "odd\n/name")
    let commit = try stage.commit(stage.policy(until: "07:00"))
    let pulled = try stage.pull()
    #expect(pulled.status == 0 && stage.current == stage.policy(until: "07:00"), "\(pulled.error)")
    #expect(stage.names(in: "\(stage.work)/commits/\(commit)") == ["odd\n", "policy.yaml"])
  }

  @Test("what a run left half-done is made again", arguments: ["", "/", "-[1]*"]) func halfDone(_ end: String) throws {
    let stage = try PolicyRepository()
    stage.work += end
    let first = try stage.commit(stage.policy(until: "07:00"))
    for folder in [first, ".new-abandoned"] {
      let half = stage.work + "/commits/" + folder
      try FileManager.default.createDirectory(atPath: half, withIntermediateDirectories: true)
      try Tool.write("half of it", to: half + "/policy.yaml")
    }
    #expect(try stage.pull().status == 0)
    #expect(stage.current == stage.policy(until: "07:00"))
    #expect(stage.folders == [first])
  }

  @Test("a clone that a power cut left in pieces is fetched anew", arguments: ["HEAD", "objects"])
  func pieces(_ piece: String) throws {
    let stage = try PolicyRepository()
    try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0)
    let second = try stage.commit(stage.policy(until: "06:30"))
    try stage.breakClone(piece)
    let pulled = try stage.pull()
    #expect(pulled.status == 0 && stage.current == stage.policy(until: "06:30"), "\(pulled.error)")
    #expect(try stage.pull().error.isEmpty)

    try stage.git("reset", "--quiet", "--hard", "HEAD~1")
    try stage.breakClone(piece)
    let back = try stage.pull()
    #expect(back.status == 1 && back.error.contains("does not follow '\(second)'"), "\(back.error)")
    #expect(stage.current == stage.policy(until: "06:30"), "what is followed is remembered outside the clone")
  }

  /// What git leaves in the clone when it is killed: the lock of a name, and half of a pack.
  @Test(
    "what git locked before it was killed is locked no more",
    arguments: ["refs/fetched.lock", "objects/pack/tmp_pack_4VXkzT", "config.lock", "objects/pack/pack-1.keep"])
  func locked(_ left: String) throws {
    let stage = try PolicyRepository()
    for end in ["07:00", "06:30"] {
      try stage.commit(stage.policy(until: end))
      #expect(try stage.pull().status == 0 && stage.current == stage.policy(until: end))
      try Tool.write("", to: stage.work + "/store.git/" + left)
    }
    try stage.commit(stage.policy(until: "06:00"))
    let pulled = try stage.pull()
    #expect(pulled.status == 0 && stage.current == stage.policy(until: "06:00"), "\(pulled.error)")
    #expect(!FileManager.default.fileExists(atPath: stage.work + "/store.git/" + left))
  }

  @Test("a repository that is not there changes nothing") func unreachable() throws {
    let stage = try PolicyRepository()
    try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0)
    try FileManager.default.moveItem(atPath: stage.repository, toPath: stage.repository + "-away")
    let pulled = try stage.pull()
    #expect(pulled.status == 1 && pulled.error.contains("cannot be fetched"), "\(pulled.error)")
    #expect(stage.current == stage.policy(until: "07:00"))
  }

  @Test("a repository without its history is told, and nothing of it is followed") func shallow() throws {
    let stage = try PolicyRepository()
    try stage.commit(stage.policy(until: "07:00"))
    let last = try stage.commit(stage.policy(until: "06:30"))
    try Tool.write(last + "\n", to: stage.repository + "/.git/shallow")
    for _ in 0..<2 {
      let pulled = try stage.pull()
      #expect(
        pulled.status == 1 && pulled.error.contains("'main' cannot be fetched, for the reason"), "\(pulled.error)")
      #expect(pulled.error.contains("the policy stays as it is") && stage.current == nil)
    }
  }

  /// What an earlier fetch brought is no answer of this one.
  @Test("a repository that has lost its history since is told each time") func shallowLater() throws {
    let stage = try PolicyRepository()
    try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0)
    for end in ["06:50", "06:40"] { try stage.commit(stage.policy(until: end)) }
    let last = try stage.commit(stage.policy(until: "06:30"))
    try Tool.write(last + "\n", to: stage.repository + "/.git/shallow")
    for _ in 0..<3 {
      let pulled = try stage.pull()
      #expect(
        pulled.status == 1 && pulled.error.contains("'main' cannot be fetched, for the reason"), "\(pulled.error)")
      #expect(stage.current == stage.policy(until: "07:00"))
    }
    try FileManager.default.removeItem(atPath: stage.repository + "/.git/shallow")
    for _ in 0..<2 {
      #expect(try stage.pull().status == 0)
      #expect(stage.current == stage.policy(until: "06:30"))
    }
  }

  @Test("with signers only their commits are followed") func signed() throws {
    let stage = try PolicyRepository()
    let signers = try stage.key("anna")
    _ = try stage.key("mallory")
    try stage.commit(stage.policy(until: "07:00"), signedBy: "anna")
    let first = try stage.pull(signers: signers)
    #expect(first.status == 0, "\(first.error)")
    for signer in [nil, "mallory"] {
      try stage.commit(stage.policy(until: "06:30"), signedBy: signer)
      let pulled = try stage.pull(signers: signers)
      #expect(pulled.status == 1 && pulled.error.contains("no signature of an allowed signer"), "\(pulled.error)")
      #expect(stage.current == stage.policy(until: "07:00"))
    }
    try stage.commit(stage.policy(until: "06:00"), signedBy: "anna")
    #expect(try stage.pull(signers: signers).status == 0, "who signs the last one answers for those before it")
    #expect(stage.current == stage.policy(until: "06:00"))
  }

  @Test("an expired key cannot sign with its clock set back") func clockSetBack() throws {
    let stage = try PolicyRepository()
    let signers = try stage.key("anna")
    let expired = try stage.key("ben")
    let line = try String(contentsOfFile: expired, encoding: .utf8).replacing(
      " ", with: " valid-before=\"20200101\" ", maxReplacements: 1)
    try Tool.write(String(contentsOfFile: signers, encoding: .utf8) + line, to: signers)
    try stage.commit(stage.policy(until: "07:00"), signedBy: "anna")
    #expect(try stage.pull(signers: signers).status == 0)
    for (date, said) in [
      ("2026-11-20T12:00:00Z", "no signature of an allowed signer"),
      ("2019-01-01T00:00:00Z", "is dated more than a day before"),
    ] {
      try stage.commit(stage.policy(until: "06:30"), signedBy: "ben", at: date)
      let pulled = try stage.pull(signers: signers)
      #expect(pulled.status == 1 && pulled.error.contains(said), "\(pulled.error)")
      #expect(stage.current == stage.policy(until: "07:00"))
    }
    // A clock that is some hours behind is no harm, and neither is one that is years ahead.
    for (end, date) in [
      ("06:10", Date(timeIntervalSinceNow: -40_000)), ("06:20", Date(timeIntervalSinceNow: 1e9)), ("06:30", Date()),
    ] {
      try stage.commit(stage.policy(until: end), signedBy: "anna", at: "@\(Int(date.timeIntervalSince1970)) +0000")
      let pulled = try stage.pull(signers: signers)
      #expect(pulled.status == 0 && stage.current == stage.policy(until: end), "\(pulled.error)")
    }
  }

  @Test("a commit that is followed is not good whatever else is asked for") func sameCommit() throws {
    let stage = try PolicyRepository()
    let (anna, ben) = (try stage.key("anna"), try stage.key("ben"))
    let commit = try stage.commit(stage.policy(until: "07:00"), signedBy: "anna")
    #expect(try stage.pull().status == 0)
    for _ in 0..<2 {
      let same = try stage.pull(signers: anna)
      #expect(same.status == 0 && same.error.isEmpty && same.output.isEmpty, "\(same)")
      let other = try stage.pull(signers: ben)
      #expect(other.status == 1 && other.error.contains("no signature of an allowed signer"), "\(other.error)")
      let renamed = try stage.pull(["POLICY": "home.yaml"])
      #expect(renamed.status == 1 && renamed.error.contains("'\(commit)' has no 'home.yaml'"), "\(renamed.error)")
    }
    try FileManager.default.removeItem(atPath: stage.work + "/commits")
    #expect(try stage.pull().status == 0 && stage.current == stage.policy(until: "07:00"), "it is unpacked again")
    #expect(stage.folders == [commit])
  }

  @Test("another policy of the commit that is followed is checked before it is good", arguments: badPolicies)
  func otherPolicy(_ name: String, _ policy: String, _ said: String) throws {
    let stage = try PolicyRepository()
    try stage.write(policy, to: "bad.yaml")
    try stage.write(stage.policy(until: "06:00"), to: "good.yaml")
    let commit = try stage.commit(stage.policy(until: "07:00"))
    #expect(try stage.pull().status == 0)
    for _ in 0..<2 {
      let bad = try stage.pull(["POLICY": "bad.yaml"])
      #expect(bad.status == 1 && bad.error.contains(said), "\(bad.error)")
      #expect(bad.error.contains("the policy stays as it is") && stage.folders == [commit])
    }
    let same = try stage.pull()
    #expect(same.status == 0 && same.error.isEmpty, "what was refused changes nothing: \(same.error)")
    let other = try stage.pull(["POLICY": "good.yaml"])
    #expect(other.status == 0 && !other.error.isEmpty, "\(other.error)")
    #expect(try stage.pull(["POLICY": "good.yaml"]).error.isEmpty, "it is checked once")
    let bad = try stage.pull(["POLICY": "bad.yaml"])
    #expect(bad.status == 1 && bad.error.contains(said), "\(bad.error)")
  }

  @Test("the program is found where it is installed, and one that is missing is named") func program() throws {
    let stage = try PolicyRepository()
    try stage.commit(stage.policy(until: "07:00"))
    let missing = try stage.pull(["RECONCILE": "/usr/bin/reconcile-no"])
    #expect(missing.status == 1 && stage.current == nil)
    #expect(missing.error.contains("there is no program '/usr/bin/reconcile-no'"), "\(missing.error)")
    #expect(!missing.error.contains("is not valid"))
    let path = try stage.path(with: "reconcile", "exec '\(Program.built("reconcile"))' \"$@\"")
    let found = try stage.pull(["PATH": path, "RECONCILE": ""])
    #expect(found.status == 0 && stage.current == stage.policy(until: "07:00"), "\(found.error)")
  }

  @Test("without signers a date decides nothing") func undated() throws {
    let stage = try PolicyRepository()
    for (end, date) in [("07:00", "2026-11-20T12:00:00Z"), ("06:30", "2019-01-01T00:00:00Z")] {
      try stage.commit(stage.policy(until: end), at: date)
      #expect(try stage.pull().status == 0 && stage.current == stage.policy(until: end))
    }
  }
}
