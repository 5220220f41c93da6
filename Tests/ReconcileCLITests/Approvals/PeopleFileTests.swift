import Documents
import Foundation
import Policies
import Secrets
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// How approvers are reached, as the machine's own file says.
@Suite struct PeopleFileTests {
  private static let folder = "people"

  /// `Fixtures/people` has files, and beside each what is understood of it, or why it is not.
  @Test(arguments: (try? Fixtures.names(in: folder))?.filter { $0.hasSuffix(".yaml") } ?? [])
  func isUnderstoodOrNotAtAll(_ name: String) throws {
    var world = TestWorld()
    world.files[PeopleFile.usualPath] = try Fixtures.text("\(Self.folder)/\(name)")
    let people = PeopleFile(world.environment(Written(), Written()))
    #expect(people.isBroken == !people.text.isEmpty && (!people.isBroken || people.addresses.isEmpty))
    let addresses = people.addresses.sorted { $0.key < $1.key }.map { "\($0.key): \(Self.words($0.value))\n" }
    let shown = addresses.joined() + people.text
    #expect(!shown.contains("sesame"), "\(shown)")
    try Golden.check(shown, "\(Self.folder)/\(name.dropLast(5)).txt")
  }

  private static func words(_ address: ApproverAddress) -> String {
    switch address {
    case .command(let path): "runs \(path)"
    case .ntfy(let topic):
      "ntfy \(topic.url.text)" + (topic.token.map { " with \($0)" } ?? "") + (topic.plaintext ? " over plain http" : "")
    }
  }

  /// `hunter2` is a topic, wherever somebody has put it.
  @Test(arguments: [
    "anna: {ntfy: \"https://ntfy.sh:hunter2\"}", "anna: {ntfy: \"hunter2://ntfy.sh\"}",
    "anna: {ntfy: \"https://hunter2 x/y\"}",
    "anna: {hunter2: x}", "anna: hunter2", "HUNTER2: {command: /bin/x}", "anna: {ntfy: *hunter2}",
    "anna: {plaintext: hunter2}",
    "anna: {ntfy: \"https://a'hunter2/x\"}", "anna: {ntfy: !hunter2 x}", "anna: {'it''s hunter2': x}",
  ]) func noMessageQuotesIt(_ text: String) {
    var world = TestWorld()
    world.files[PeopleFile.usualPath] = text + "\n"
    let people = PeopleFile(world.environment(Written(), Written()))
    #expect(people.isBroken && !people.text.lowercased().contains("hunter2"), "\(people.text)")
  }

  @Test func isTheOneThatIsNamed() {
    var world = TestWorld()
    world.files = [
      PeopleFile.usualPath: "anna: {command: /bin/usual}", "/elsewhere": "anna: {command: /bin/elsewhere}",
      "/run/c/people.yaml": "anna: {command: /bin/loaded}", "relative": "anna: {command: /bin/relative}",
    ]
    func path(_ variables: [String: String]) -> String? {
      world.variables = variables
      let people = PeopleFile(world.environment(Written(), Written()))
      guard case .command(let path)? = people.addresses[Name("anna")] else { return people.diagnostics.first?.code }
      return path
    }
    #expect(path([:]) == "/bin/usual")
    func places(_ variables: [String: String]) -> [String] {
      world.variables = variables
      let people = PeopleFile(world.environment(Written(), Written()))
      return [people.path, people.written]
    }
    #expect(places([:]) == [PeopleFile.usualPath, PeopleFile.usualPath])
    #expect(places(["RECONCILE_PEOPLE": "/nowhere"]) == ["/nowhere", "/nowhere"])
    #expect(places(["RECONCILE_PEOPLE": "relative"]) == ["relative", "relative"])
    #expect(places(["CREDENTIALS_DIRECTORY": "/run/c"]) == ["/run/c/people.yaml", PeopleFile.usualPath])
    #expect(path(["RECONCILE_PEOPLE": ""]) == "/bin/usual")
    #expect(path(["RECONCILE_PEOPLE": "/elsewhere"]) == "/bin/elsewhere")
    #expect(path(["RECONCILE_PEOPLE": "/nowhere"]) == nil)
    #expect(path(["RECONCILE_PEOPLE": "relative"]) == "secret.path")
    // A service sees nothing of /etc but what it was given.
    #expect(path(["CREDENTIALS_DIRECTORY": "/run/c"]) == "/bin/loaded")
    #expect(path(["CREDENTIALS_DIRECTORY": "/run/other"]) == "/bin/usual")
    #expect(path(["CREDENTIALS_DIRECTORY": ""]) == "/bin/usual")
  }

  @Test func whoIsNotThereHasNoAddress() {
    let people = PeopleFile(TestWorld().environment(Written(), Written()))
    #expect(people.addresses.isEmpty && people.diagnostics.isEmpty && !people.isBroken)
  }

  private static func found(
    _ permissions: UInt32 = 0o600, owner: UInt32 = 0, isRegular: Bool = true, size: Int = 0
  ) -> Result<FoundFile, FileFailure> {
    let text = "anna: {command: /bin/tell} # "
    let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: "x"), count: max(0, size - text.utf8.count))
    return .success(FoundFile(isRegular: isRegular, owner: owner, permissions: permissions, bytes: bytes))
  }

  /// The rules of a file with a secret.
  @Test(
    arguments: [
      (found(), nil, nil), (found(0o400), nil, nil), (found(owner: 1000), nil, nil),
      (found(size: 65_536), nil, nil), (.failure(.absent), nil, nil),
      (found(0o640), nil, "secret.open"), (found(0o604), nil, "secret.open"), (found(0o620), nil, "secret.open"),
      (found(0o602), nil, "secret.open"), (found(0o440), nil, "secret.open"), (found(owner: 1001), nil, "secret.owner"),
      (found(isRegular: false), nil, "secret.not-regular"), (found(size: 65_537), nil, "secret.too-large"),
      (.failure(.link), nil, "secret.link"), (.failure(.denied), nil, "secret.denied"),
      (.failure(.other("Input/output error")), nil, "secret.unreadable"),
      (found(), "the folder '/etc' may be written by others (mode 0777)", "secret.folder"),
    ] as [(Result<FoundFile, FileFailure>, String?, String?)])
  func isHeldToTheRulesOfSecrets(_ file: Result<FoundFile, FileFailure>, _ flaw: String?, _ code: String?) {
    var environment = TestWorld().environment(Written(), Written())
    environment.secrets = SecretContext(
      variable: { _ in nil }, file: { $0 == PeopleFile.usualPath && $1 == 65_537 ? file : .failure(.absent) },
      runningUser: 1000,
      folderFlaw: { $0 == "/etc/reconcile" ? flaw.map { ($0, nil) } : nil })
    let people = PeopleFile(environment)
    #expect(people.diagnostics.map(\.code) == (code.map { [$0] } ?? []), "\(people.text)")
    let isThere = if case .success = file { true } else { false }
    #expect(people.addresses.count == (code == nil && isThere ? 1 : 0))
    #expect(people.text.isEmpty || people.text.hasPrefix("error: '/etc/reconcile/people.yaml' "), "\(people.text)")
  }

  /// The same with real files: links are not followed, and what others may write to is not read.
  @Test func realFilesAreHeldToThem() throws {
    let folder = try TemporaryFolder(["people.yaml": "anna: {command: /bin/tell}\n"])
    let path = folder.url.appending(path: "people.yaml").path
    let link = folder.url.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    func codes(_ path: String, file: Int = 0o600, folder mode: Int = 0o700) throws -> [String] {
      let own = folder.url.appending(path: "people.yaml").path
      try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: own)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.url.path)
      var environment = TestWorld().environment(Written(), Written())
      environment.variable = { _ in path }
      let real = SecretContext.ofThisProcess()
      environment.secrets = SecretContext(
        variable: { _ in nil }, file: real.file, runningUser: real.runningUser, folderFlaw: real.folderFlaw)
      let people = PeopleFile(environment)
      #expect(people.addresses.isEmpty == !people.diagnostics.isEmpty)
      return people.diagnostics.map(\.code)
    }
    #expect(try codes(path) == [])
    #expect(try codes(path, file: 0o644) == ["secret.open"])
    #expect(try codes(path, folder: 0o777) == ["secret.folder"])
    #expect(try codes(link) == ["secret.link"])
    // Not the folder itself, which may be in one that others write to.
    let inner = folder.url.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    #expect(try codes(inner.path) == ["secret.not-regular"])
  }
}
