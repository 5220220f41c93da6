import Documents
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Controller
@testable import Host

/// A policy in several files, with links among them or before them.
@Suite("links to and in the folder of a policy", .waitsForPrograms) struct ReplacedFolderTests {
  /// Files of the machine, and a link that leads elsewhere as soon as its folder has been listed.
  private struct Replacing: Files {
    let link: String
    let target: String

    func kind(of path: String) throws(FileError) -> FileKind? { try SystemFiles().kind(of: path) }
    func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
      try SystemFiles().bytes(of: path, limit: limit)
    }
    func resolved(_ path: String) -> String? { SystemFiles().resolved(path) }

    func names(in path: String) throws(FileError) -> [String] {
      let names = try SystemFiles().names(in: path)
      #expect(rename(target, link) == 0)
      return names
    }
  }

  @Test("where the folder is replaced while it is read, all of the old one is read") func old() throws {
    let folder = try TemporaryFolder([:])
    let place = folder.url.path
    for version in ["old", "new"] {
      try FileManager.default.createDirectory(atPath: "\(place)/\(version)", withIntermediateDirectories: true)
      for name in ["a", "b"] { try Tool.write("\(version) \(name)", to: "\(place)/\(version)/\(name).yaml") }
    }
    try FileManager.default.createSymbolicLink(atPath: "\(place)/current", withDestinationPath: "old")
    try FileManager.default.createSymbolicLink(atPath: "\(place)/next", withDestinationPath: "new")

    let replacing = Replacing(link: "\(place)/current", target: "\(place)/next")
    let first = PolicyText(path: "\(place)/current", files: replacing)
    #expect(first.files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["old a", "old b"])
    #expect(first.files.map(\.name) == ["\(place)/current/a.yaml", "\(place)/current/b.yaml"])
    let second = PolicyText(path: "\(place)/current", files: SystemFiles())
    #expect(second.files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["new a", "new b"])
  }

  /// Files of the machine, and a link that leads elsewhere as soon as so many questions were asked.
  private final class ReplacingLater: Files {
    private let left: Mutex<Int>
    private let replace: @Sendable () -> Void

    init(after questions: Int, _ replace: @escaping @Sendable () -> Void) {
      left = Mutex(questions)
      self.replace = replace
    }

    private func ask() {
      let isTime = left.withLock { left in
        left -= 1
        return left == -1
      }
      if isTime { replace() }
    }

    func kind(of path: String) throws(FileError) -> FileKind? {
      ask()
      return try SystemFiles().kind(of: path)
    }
    func names(in path: String) throws(FileError) -> [String] {
      ask()
      return try SystemFiles().names(in: path)
    }
    func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
      ask()
      return try SystemFiles().bytes(of: path, limit: limit)
    }
    func resolved(_ path: String) -> String? {
      ask()
      return SystemFiles().resolved(path)
    }
  }

  @Test(
    "whenever the folder is replaced, the policy and its calendar are of one version",
    arguments: ["current/policy.yaml", "current"], 0..<14)
  func oneVersion(_ path: String, _ questions: Int) throws {
    let folder = try TemporaryFolder([:])
    let place = folder.url.path
    for version in ["old", "new"] {
      try FileManager.default.createDirectory(atPath: "\(place)/\(version)", withIntermediateDirectories: true)
      for name in ["policy.yaml", "school.ics"] { try Tool.write(version, to: "\(place)/\(version)/\(name)") }
    }
    try FileManager.default.createSymbolicLink(atPath: "\(place)/current", withDestinationPath: "old")
    try FileManager.default.createSymbolicLink(atPath: "\(place)/next", withDestinationPath: "new")
    let replacing = ReplacingLater(after: questions) { #expect(rename("\(place)/next", "\(place)/current") == 0) }
    for files in [replacing as any Files, SystemFiles()] {
      var text = PolicyText(path: "\(place)/\(path)", files: files)
      text.readCalendars(["school.ics"], ofPolicyAt: "\(place)/\(path)", files)
      let version = text.files.map { String(decoding: $0.bytes, as: UTF8.self) }.first
      #expect(version != nil && text.diagnostics.isEmpty, "\(text.diagnostics)")
      let calendar = try text.calendars[0].content.get()
      #expect(String(decoding: calendar, as: UTF8.self) == version)
      #expect(text.everything.map(\.name) == ["\(place)/current/policy.yaml", "calendar:school.ics"])
      #expect(text.calendars[0].name == "\(place)/current/school.ics")
      // After so many questions a single file is read, and a second reading sees what is there then.
      if files is SystemFiles { #expect(version == (questions < 7 ? "new" : version)) }
    }
  }

  /// Whoever can write into the folder must not gain other files by it, not even in a report of what is wrong in them.
  @Test("a link that leads out of it is not followed, one that stays inside is") func outward() throws {
    let folder = try TemporaryFolder([:])
    let place = folder.url.path
    for name in ["policy/parts", "policy-of-others"] {
      try FileManager.default.createDirectory(atPath: "\(place)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["policy/a.yaml", "policy/parts/inside.yaml", "secret.yaml", "policy-of-others/b.yaml"] {
      try Tool.write(name, to: "\(place)/\(name)")
    }
    let links = [
      "inside": "parts/inside.yaml", "absolute": "\(place)/secret.yaml", "upwards": "../secret.yaml",
      "beside": "../policy-of-others/b.yaml", "twice": "absolute.yaml", "nowhere": "missing.yaml",
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: "\(place)/policy/\(name).yaml", withDestinationPath: target)
    }
    mkfifo("\(place)/policy/pipe.yaml", 0o600)
    mkdir("\(place)/policy/folder.yml", 0o700)
    try Tool.write("policy/KIDS.YAML", to: "\(place)/policy/KIDS.YAML")
    _ = FileManager.default.createFile(atPath: "\(place)/policy/.hidden.yaml", contents: nil)
    #expect(creat("\(place)/policy/b\u{1}ad.yaml".utf8CString.map { $0 == 1 ? -1 : $0 }, 0o600) >= 0)
    let text = PolicyText(path: "\(place)/policy", files: SystemFiles())
    let read = text.files
    let skipped = [
      ("absolute", "it is a link that leads out of the directory"), ("b\u{FFFD}ad", "its name is not UTF-8"),
      ("beside", "it is a link that leads out of the directory"), ("nowhere", "it is a link that leads nowhere"),
      ("pipe", "it is not a regular file"), ("twice", "it is a link that leads out of the directory"),
      ("upwards", "it is a link that leads out of the directory"),
    ].map { "'\(place)/policy/\($0.0).yaml' is not read: \($0.1)" }
    let all =
      skipped + [
        "'\(place)/policy/folder.yml' is not read: it is a directory",
        "'\(place)/policy/KIDS.YAML' is not read: its name ends in capital letters",
      ]
    #expect(text.diagnostics.map(\.message).sorted() == all.sorted())
    #expect(text.diagnostics.allSatisfy { $0.severity == .warning && $0.code == "policy.skipped" })
    #expect(read.map { String(decoding: $0.bytes, as: UTF8.self) } == ["policy/a.yaml", "policy/parts/inside.yaml"])
  }

  /// What `validate` says of a policy that it reaches through links, text and JSON.
  @Test(
    "a policy that is a link stays in its folder; folders may be links",
    arguments: [
      ("current/policy.yaml", true), ("current", true), ("current/inside.yaml", true), ("current/out.yaml", false),
      ("current/environ.yaml", false), ("out.yaml", true), ("kept/policy.yaml", true), ("current/up.yaml", false),
    ])
  func singleFile(_ path: String, _ isRead: Bool) throws {
    let folder = try TemporaryFolder([:])
    let place = folder.url.path
    for name in ["v1", "v1/parts", "other"] { mkdir("\(place)/\(name)", 0o700) }
    let good = "timezone: Europe/Berlin\ntargets: {kids: {}}\npolicy: [kids off]\n"
    try Tool.write(good, to: "\(place)/v1/policy.yaml")
    try Tool.write(good.replacingOccurrences(of: "kids", with: "tv"), to: "\(place)/v1/parts/inside.txt")
    try Tool.write("root:SECRET:0\n", to: "\(place)/other/shadow")
    let links = [
      "current": "v1", "kept": "\(place)/current", "out.yaml": "v1/policy.yaml", "v1/inside.yaml": "parts/inside.txt",
      "v1/out.yaml": "../other/shadow", "v1/environ.yaml": "/proc/self/environ", "v1/up.yaml": "\(place)/other/shadow",
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: "\(place)/\(name)", withDestinationPath: target)
    }
    // A folder holds `policy.yaml` twice with `inside.yaml`, which is another policy.
    if path == "current" { unlink("\(place)/v1/inside.yaml") }
    for format in ["text", "json"] {
      let run = try Program.run(
        Program.built("reconcile"), ["validate", "--format", format, path], environment: ["TOKEN": "SECRET"],
        in: folder.url)
      #expect((run.status == 0) == isRead, "\(run)")
      #expect(!(run.output + run.error).contains("SECRET"), "\(run)")
      if !isRead { #expect(run.output.contains("policy.link") && run.status == 65, "\(run)") }
      if path == "current" {
        #expect(run.output.contains("policy.skipped") && run.output.contains("current/out.yaml' is not read"), "\(run)")
      }
    }
  }
}
