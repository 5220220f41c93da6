import Foundation
import Testing

@testable import Host

/// What is seen of a policy whose files are moved about.
@Suite struct FolderWatchTests {
  @Test func theWayToAFile() {
    let steps = FileWatcher.steps(of: "/etc/reconcile/policy.yaml").map { "\($0.folder) \($0.name)" }
    #expect(steps == ["/ etc", "/etc reconcile", "/etc/reconcile policy.yaml"])
    let relative = FileWatcher.steps(of: "home/policy.yaml").map { "\($0.folder) \($0.name)" }
    #expect(relative == [". home", "./home policy.yaml"])
  }

  /// Events as the kernel writes them: about a name, about a folder itself, and that some were lost.
  @Test func everyEventIsRead() {
    func event(_ watch: Int32, _ mask: Int32, _ name: String = "") -> [UInt8] {
      let padded = Array(name.utf8) + Array(repeating: 0, count: name.isEmpty ? 0 : 16 - name.utf8.count)
      let numbers = [watch, mask, 0, Int32(padded.count)]
      return numbers.flatMap { withUnsafeBytes(of: $0, Array.init) } + padded
    }
    let (other, wanted) = (event(1, IN_CREATE, "notes.txt"), event(1, IN_CREATE, "policy.yaml"))
    let (gone, elsewhere) = (event(1, Int32(IN_MOVE_SELF)), event(7, IN_CREATE, "policy.yaml"))
    let lost = event(-1, Int32(IN_Q_OVERFLOW))
    for (events, isTold) in [
      ([], false), ([other], false), ([elsewhere], false), ([wanted], true), ([gone], true), ([lost], true),
      ([other, wanted], true), ([other, other], false), ([other, elsewhere, gone], true), ([other, lost], true),
    ] {
      #expect(
        FileWatcher.isTold(of: [1: ["policy.yaml"], 7: []], by: Array(events.joined())[...]) == isTold, "\(events)")
    }
  }

  /// `releases/a` and `releases/b` with a policy each, and `current`, a link to the first.
  static func releases() throws -> (TemporaryFolder, (String) -> String) {
    let folder = try TemporaryFolder([:])
    let path = { (name: String) in folder.url.appending(path: name).path }
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(atPath: path("releases/\(name)"), withIntermediateDirectories: true)
      try Data(name.utf8).write(to: URL(filePath: path("releases/\(name)/policy.yaml")))
    }
    try FileManager.default.createSymbolicLink(atPath: path("current"), withDestinationPath: "releases/a")
    return (folder, path)
  }

  enum Happening: String, CaseIterable {
    case written, renamed, added, removed, swapped, replaced
  }

  @Test(arguments: Happening.allCases, ["current", "current/policy.yaml"])
  func itIsSeen(_ happening: Happening, _ policy: String) throws {
    let (folder, path) = try Self.releases()
    defer { withExtendedLifetime(folder) {} }
    let watch = try #require(FileWatcher())
    defer { watch.close() }
    watch.attend(to: [path(policy)])
    #expect(!watch.wasTouched())
    try happen(happening, path)
    #expect(watch.wasTouched() || happening == .added && policy != "current", "\(happening)")
    #expect(!watch.wasTouched(), "once")
    // And the next thing after it.
    watch.attend(to: [path(policy)])
    _ = watch.wasTouched()
    try Data("again".utf8).write(to: URL(filePath: path("current/policy.yaml")), options: .atomic)
    #expect(watch.wasTouched())
  }

  private func happen(_ happening: Happening, _ path: (String) -> String) throws {
    let file = URL(filePath: path("current/policy.yaml"))
    switch happening {
    case .written: try Data("other".utf8).write(to: file)
    case .renamed: try Data("other".utf8).write(to: file, options: .atomic)
    case .added: try Data("x".utf8).write(to: URL(filePath: path("current/more.yaml")))
    case .removed: try FileManager.default.removeItem(at: file)
    case .swapped:
      try FileManager.default.createSymbolicLink(atPath: path("next"), withDestinationPath: "releases/b")
      #expect(rename(path("next"), path("current")) == 0)
    case .replaced:
      #expect(rename(path("releases"), path("old")) == 0)
      #expect(rename(path("old"), path("releases")) == 0)
    }
  }

  /// What a link leads to goes and comes back: a file, and a folder.
  @Test(arguments: ["link.yaml", "current", "current/policy.yaml"])
  func whatALinkLeadsToIsSeenToComeBack(_ policy: String) throws {
    let (folder, path) = try Self.releases()
    defer { withExtendedLifetime(folder) {} }
    try FileManager.default.createSymbolicLink(atPath: path("twice"), withDestinationPath: "releases/a/policy.yaml")
    try FileManager.default.createSymbolicLink(atPath: path("link.yaml"), withDestinationPath: path("twice"))
    let moved = policy == "link.yaml" ? "releases/a/policy.yaml" : "releases"
    let watch = try #require(FileWatcher())
    defer { watch.close() }
    for _ in 0..<2 {
      for (from, to) in [(moved, "away"), ("away", moved)] {
        watch.attend(to: [path(policy)])
        _ = watch.wasTouched()
        #expect(rename(path(from), path(to)) == 0)
        #expect(watch.wasTouched(), "\(from) became \(to)")
      }
    }
  }

  @Test func linksThatLeadInACircleEnd() throws {
    let (folder, path) = try Self.releases()
    defer { withExtendedLifetime(folder) {} }
    try FileManager.default.createSymbolicLink(atPath: path("circle"), withDestinationPath: "circle/circle")
    #expect(FileWatcher.ways(to: path("circle")).count == 41)
    #expect(FileWatcher.ways(to: path("current/policy.yaml")).last == path("releases/a/policy.yaml"))
  }

  @Test func whatHappensBesideItIsNotSeen() throws {
    let (folder, path) = try Self.releases()
    defer { withExtendedLifetime(folder) {} }
    let watch = try #require(FileWatcher())
    defer { watch.close() }
    watch.attend(to: [path("current/policy.yaml")])
    try Data("x".utf8).write(to: URL(filePath: path("beside.yaml")))
    try Data("x".utf8).write(to: URL(filePath: path("releases/b/policy.yaml")))
    #expect(!watch.wasTouched())
  }
}
