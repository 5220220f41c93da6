import Foundation
import TestSupport
import Testing

@testable import Host

/// The newest entry of the package's changelog.
struct Release {
  /// Such as `0.1.0`.
  let version: String
  /// When it was made, in seconds since 1970.
  let madeAt: Int64

  /// That of the repository.
  static func newest() throws -> Release {
    let path = Tool.repository.appending(path: ".packaging/debian/changelog")
    return try Release(changelog: String(contentsOf: path, encoding: .utf8))
  }

  /// Reads the first entry of such a file, as deb-changelog(5) has it.
  init(changelog: String) throws {
    let head = try #require(changelog.firstMatch(of: /\A\S+ \(([^)]+)\) \S+; urgency=\w+\n/), "the first line")
    let foot = try #require(changelog.firstMatch(of: /(?m)^ -- [^<\n]+<[^>\n]+>  (.+)$/), "the line with the time")
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    let date = try #require(format.date(from: String(foot.1)), "not a time: \(foot.1)")
    // Without this a wrong day of the week, and a zone other than +0000, would pass.
    #expect(format.string(from: date) == foot.1)
    (version, madeAt) = (String(head.1), Int64(date.timeIntervalSince1970))
  }
}

/// The version is in `.packaging/debian/changelog`; everything else that names it is compared with that.
@Suite struct VersionTests {
  @Test func theProgramIsTheNewestRelease() throws {
    let newest = try Release.newest()
    #expect(Version.text == newest.version)
    #expect(Version.releasedAt == newest.madeAt)
  }

  /// Every way in which a file names a version of this program; all other numbers are of something else.
  private static func versions(in text: String) -> [String] {
    let packages = text.matches(of: /\breconcile[_ :\/]v?(\d+\.\d+\.\d+)/).map { String($0.1) }
    return packages + text.matches(of: /reconcile_build_info\{version="([^"]*)"/).map { String($0.1) }
  }

  @Test(arguments: ["README.md", "docs", "examples", "Fixtures", ".packaging"])
  func noFileNamesAnotherVersion(_ place: String) throws {
    let newest = try Release.newest().version
    for path in try Self.files(in: place) where !path.hasSuffix("debian/changelog") {
      let text = String(decoding: try Data(contentsOf: Tool.repository.appending(path: path)), as: UTF8.self)
      #expect(Self.versions(in: text).allSatisfy { $0 == newest }, "\(path)")
    }
  }

  /// Without these the law above would be idle.
  @Test(arguments: [
    "examples/github/policy.yml", "examples/gitlab/gitlab-ci.yml", "examples/ansible/site.yml",
    "Fixtures/metrics/applied.prom",
  ])
  func theseFilesNameOne(_ path: String) throws {
    let text = try String(contentsOf: Tool.repository.appending(path: path), encoding: .utf8)
    #expect(Self.versions(in: text) == [try Release.newest().version])
  }

  private static func files(in place: String) throws -> [String] {
    let url = Tool.repository.appending(path: place)
    guard try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else { return [place] }
    // Recordings and corpora are of other programs, and large.
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).map { "\(place)/\($0)" }.filter { path in
      let isOthers = ["Fixtures/fuzz/", "Fixtures/pihole-recordings/", "Fixtures/zoneinfo/"].contains(
        where: path.hasPrefix)
      let file = Tool.repository.appending(path: path)
      return try !isOthers && file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }
  }

  static let entries: [(text: String, version: String, madeAt: Int64)] = [
    (entry("1.2.3", "Thu, 01 Jan 1970 00:00:01 +0000"), "1.2.3", 1),
    (entry("1.2.3", "Tue, 29 Feb 2028 12:00:00 +0000") + "\n" + entry("1.0.0", "x"), "1.2.3", 1_835_438_400),
  ]

  private static func entry(_ version: String, _ time: String) -> String {
    "reconcile (\(version)) bookworm; urgency=medium\n\n  * It.\n\n -- Who <nobody@reconcile.invalid>  \(time)\n"
  }

  @Test(arguments: entries) func entriesAreRead(_ text: String, _ version: String, _ madeAt: Int64) throws {
    let release = try Release(changelog: text)
    #expect(release.version == version && release.madeAt == madeAt)
  }

  @Test(arguments: [
    entry("1.2.3", "2028-02-29"), entry("1.2.3", "Mon, 29 Feb 2028 12:00:00 +0000"), "reconcile 1.2.3\n",
  ])
  func whatIsNoEntryIsAnIssue(_ text: String) {
    withKnownIssue { _ = try Release(changelog: text) }
  }
}
