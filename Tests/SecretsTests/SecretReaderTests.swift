import Documents
import Foundation
import HTTPTransport
import Policies
import Secrets
import TestSupport
import Testing

@Suite struct SecretReaderTests {
  struct Row: Sendable {
    let id: String
    let reference: SecretReference
    var variables: [String: String] = [:]
    var files: [String: Result<FoundFile, FileFailure>] = [:]
    let expected: String
  }

  static func file(
    _ text: String = "k", owner: UInt32 = 1000, permissions: UInt32 = 0o600, isRegular: Bool = true
  ) -> Result<FoundFile, FileFailure> {
    .success(FoundFile(isRegular: isRegular, owner: owner, permissions: permissions, bytes: Array(text.utf8)))
  }

  static let folders = ["CREDENTIALS_DIRECTORY": "/run/c", "HOME": "/home/u"]

  static let credentials: [Row] = [
    Row(
      id: "systemd first", reference: .credential(name: "n"), variables: folders,
      files: ["/run/c/n": file("1"), "/etc/reconcile/credentials/n": file("2")], expected: "1"),
    Row(
      id: "one of a folder that systemd loaded", reference: .credential(name: "n"), variables: folders,
      files: ["/run/c/reconcile_n": file("1"), "/etc/reconcile/credentials/n": file("2")], expected: "1"),
    Row(
      id: "not of a folder that systemd did not load", reference: .credential(name: "n"), variables: folders,
      files: ["/etc/reconcile/credentials/reconcile_n": file("2")], expected: "secret.not-found"),
    Row(
      id: "then the machine's", reference: .credential(name: "n"), variables: folders,
      files: [
        "/etc/reconcile/credentials/n": file("2"), "/home/u/.config/reconcile/credentials/n": file("3"),
      ], expected: "2"),
    Row(
      id: "then one's own", reference: .credential(name: "n"), variables: folders,
      files: ["/home/u/.config/reconcile/credentials/n": file("3")], expected: "3"),
    Row(
      id: "settings elsewhere", reference: .credential(name: "n"),
      variables: ["HOME": "/home/u", "XDG_CONFIG_HOME": "/x"],
      files: ["/x/reconcile/credentials/n": file("4"), "/home/u/.config/reconcile/credentials/n": file("3")],
      expected: "4"),
    Row(
      id: "a relative folder does not count", reference: .credential(name: "n"),
      variables: ["HOME": "/home/u", "XDG_CONFIG_HOME": "x"],
      files: ["x/reconcile/credentials/n": file("4"), "/home/u/.config/reconcile/credentials/n": file("3")],
      expected: "3"),
    Row(id: "nowhere", reference: .credential(name: "n"), expected: "secret.not-found"),
    Row(
      id: "a closed folder is passed by", reference: .credential(name: "n"), variables: folders,
      files: [
        "/etc/reconcile/credentials/n": .failure(.denied), "/home/u/.config/reconcile/credentials/n": file("3"),
      ], expected: "3"),
    Row(
      id: "but said if there is nothing else", reference: .credential(name: "n"), variables: ["HOME": "/home/u"],
      files: ["/etc/reconcile/credentials/n": .failure(.denied)], expected: "secret.denied"),
    Row(
      id: "what a service was not handed", reference: .credential(name: "n"), variables: folders,
      files: ["/etc/reconcile/credentials/n": .failure(.denied)], expected: "secret.not-given"),
    Row(
      id: "a broken rule is not passed by", reference: .credential(name: "n"), variables: folders,
      files: ["/run/c/n": file(permissions: 0o644), "/etc/reconcile/credentials/n": file("2")],
      expected: "secret.open"),
    Row(
      id: "a link is not passed by", reference: .credential(name: "n"), variables: folders,
      files: ["/run/c/n": .failure(.link), "/etc/reconcile/credentials/n": file("2")], expected: "secret.link"),
    Row(
      id: "systemd's mask", reference: .credential(name: "n"), variables: folders,
      files: ["/run/c/n": file(owner: 0, permissions: 0o440)], expected: "k"),
    Row(
      id: "a mask elsewhere", reference: .credential(name: "n"), variables: folders,
      files: ["/etc/reconcile/credentials/n": file(owner: 0, permissions: 0o440)], expected: "secret.open"),
    Row(
      id: "systemd, writable by the group", reference: .credential(name: "n"), variables: folders,
      files: ["/run/c/n": file(permissions: 0o660)], expected: "secret.open"),
    Row(
      id: "in its place a line feed", reference: .credential(name: "n"), variables: folders,
      files: ["/run/c/n": file("\n", owner: 0, permissions: 0o440), "/etc/reconcile/credentials/n": .failure(.denied)],
      expected: "secret.not-found"),
    Row(
      id: "in its place nothing", reference: .credential(name: "n"), variables: folders,
      files: ["/run/c/reconcile_n": file(""), "/etc/reconcile/credentials/n": file("2")], expected: "secret.not-found"),
    Row(
      id: "a line feed of the machine's own", reference: .credential(name: "n"), variables: folders,
      files: ["/etc/reconcile/credentials/n": file("\n")], expected: "secret.empty"),
    Row(
      id: "a line for no secret", reference: .credential(name: "n"), variables: folders,
      files: ["/run/c/n": file("\nfor https://h")], expected: "secret.empty"),
    Row(id: "up", reference: .credential(name: ".."), variables: folders, expected: "secret.name"),
    Row(id: "a path", reference: .credential(name: "a/b"), variables: folders, expected: "secret.name"),
    Row(id: "no name", reference: .credential(name: ""), variables: folders, expected: "secret.name"),
  ]

  static let files: [Row] = [
    Row(id: "file", reference: .file(path: "/s"), files: ["/s": file("k\nfor https://h")], expected: "k | https://h"),
    Row(id: "root's", reference: .file(path: "/s"), files: ["/s": file(owner: 0)], expected: "k"),
    Row(id: "read only", reference: .file(path: "/s"), files: ["/s": file(permissions: 0o400)], expected: "k"),
    Row(id: "another's", reference: .file(path: "/s"), files: ["/s": file(owner: 1001)], expected: "secret.owner"),
    Row(id: "group", reference: .file(path: "/s"), files: ["/s": file(permissions: 0o640)], expected: "secret.open"),
    Row(id: "others", reference: .file(path: "/s"), files: ["/s": file(permissions: 0o601)], expected: "secret.open"),
    Row(
      id: "a folder", reference: .file(path: "/s"), files: ["/s": file(isRegular: false)],
      expected: "secret.not-regular"),
    Row(id: "a link", reference: .file(path: "/s"), files: ["/s": .failure(.link)], expected: "secret.link"),
    Row(id: "denied", reference: .file(path: "/s"), files: ["/s": .failure(.denied)], expected: "secret.denied"),
    Row(
      id: "broken", reference: .file(path: "/s"), files: ["/s": .failure(.other("i/o error"))],
      expected: "secret.unreadable"),
    Row(id: "absent", reference: .file(path: "/s"), expected: "secret.not-found"),
    Row(id: "relative", reference: .file(path: "s"), files: ["s": file()], expected: "secret.path"),
    Row(
      id: "4 KiB", reference: .file(path: "/s"), files: ["/s": file(String(repeating: "k", count: 4096))],
      expected: String(repeating: "k", count: 4096)),
    Row(
      id: "over 4 KiB", reference: .file(path: "/s"), files: ["/s": file(String(repeating: "k", count: 4097))],
      expected: "secret.too-large"),
  ]

  static let variables: [Row] = [
    Row(id: "variable", reference: .environment(name: "V"), variables: ["V": "k"], expected: "k"),
    Row(
      id: "with its line", reference: .environment(name: "V"),
      variables: ["V": "k\n", "V_FOR": "for https://h \(pinA)\n"], expected: "k | https://h AAA="),
    Row(id: "not set", reference: .environment(name: "V"), expected: "secret.not-found"),
    Row(id: "empty", reference: .environment(name: "V"), variables: ["V": ""], expected: "secret.empty"),
    Row(
      id: "two lines in one", reference: .environment(name: "V"), variables: ["V": "k\nfor https://h"],
      expected: "secret.control-character"),
    Row(
      id: "an empty line", reference: .environment(name: "V"), variables: ["V": "k", "V_FOR": ""],
      expected: "secret.line"),
    Row(
      id: "two lines", reference: .environment(name: "V"),
      variables: ["V": "k", "V_FOR": "for https://h\nfor https://i"],
      expected: "secret.line"),
  ]

  /// The folder that a hint names is one that whoever enforces the policy sees: no service sees the home of root.
  @Test(
    arguments: [
      (0, ["HOME": "/root"], "/etc/reconcile/credentials"),
      (0, ["XDG_CONFIG_HOME": "/x"], "/etc/reconcile/credentials"),
      (1000, ["HOME": "/home/u"], "/home/u/.config/reconcile/credentials"), (1000, [:], "/etc/reconcile/credentials"),
    ] as [(UInt32, [String: String], String)])
  func saysWhereToPutIt(_ user: UInt32, _ variables: [String: String], _ folder: String) throws {
    let context = SecretContext(
      variable: { variables[$0] }, file: { _, _ in .failure(.absent) }, runningUser: user)
    let error = try #require(throws: SecretError.self) {
      try SecretReader(context, kinds: []).read(.credential(name: "n"))
    }
    #expect(error.message.hint?.contains("put the secret in '\(folder)/n'") == true, "\(error)")
  }

  /// The one that counts is the first: whoever opens up another one has a secret that is not in use.
  @Test(
    arguments: [
      (["/etc/reconcile/credentials", "/home/u/.config/reconcile/credentials"], "/etc/reconcile/credentials"),
      (["/home/u/.config/reconcile/credentials"], "/home/u/.config/reconcile/credentials"),
    ])
  func theFirstThatIsClosedIsNamed(_ closed: [String], _ named: String) throws {
    let context = SecretContext(
      variable: { $0 == "HOME" ? "/home/u" : nil },
      file: { path, _ in .failure(closed.contains { path.hasPrefix($0 + "/") } ? .denied : .absent) },
      runningUser: 1000)
    let error = try #require(throws: SecretError.self) {
      try SecretReader(context, kinds: []).read(.credential(name: "n"))
    }
    #expect(error.message.code == "secret.denied" && error.message.text.contains("'\(named)/n'"), "\(error)")
  }

  /// No other user and no other mode of the file helps a service.
  @Test func aServiceSaysThatItWasNotHandedACredential() throws {
    let context = SecretContext(
      variable: { $0 == "CREDENTIALS_DIRECTORY" ? "/run/c" : nil },
      file: { path, _ in path.hasPrefix("/run/c/") ? .failure(.absent) : .failure(.denied) }, runningUser: 1000)
    for _ in 1...2 {
      let error = try #require(throws: SecretError.self) {
        try SecretReader(context, kinds: []).read(.credential(name: "n"))
      }
      #expect(error.message.text == "this service was not given the credential 'n'")
      #expect(error.message.hint?.contains("'sudo reconcile units' prints a unit that loads it") == true, "\(error)")
    }
  }

  /// The units put a line feed in the place of a file that is not there.
  @Test func aServiceSaysHowToStoreWhatItLacks() throws {
    for text in ["\n", ""] {
      let context = SecretContext(
        variable: { $0 == "CREDENTIALS_DIRECTORY" ? "/run/c" : nil },
        file: { path, _ in path == "/run/c/n" ? Self.file(text) : .failure(.denied) }, runningUser: 1000)
      for _ in 1...2 {
        let error = try #require(throws: SecretError.self) {
          try SecretReader(context, kinds: []).read(.credential(name: "n"))
        }
        #expect(error.message.text.contains("'n' not found in '/etc/reconcile/credentials'"), "\(error)")
        #expect(
          error.message.hint?.contains("'sudo install -m 600 /dev/stdin /etc/reconcile/credentials/n'") == true,
          "\(error)")
      }
    }
  }

  @Test(arguments: credentials + files + variables) func findsAndJudges(_ row: Row) {
    let (variables, files) = (row.variables, row.files)
    let reader = SecretReader(
      SecretContext(
        variable: { variables[$0] }, file: { path, _ in files[path] ?? .failure(.absent) }, runningUser: 1000),
      kinds: SystemKinds.shipped.names)
    #expect(shown { () throws(SecretError) in try reader.read(row.reference) } == row.expected, "\(row.id)")
  }

  /// Each closure makes something at the path that it is given.
  static let real: [(id: String, make: @Sendable (String) -> Void, expected: String)] = [
    ("a file", { put("k\nfor https://h\n", at: $0) }, "k | https://h"),
    (
      "an open file",
      {
        put("k", at: $0); chmod($0, 0o604)
      }, "secret.open"
    ),
    (
      "a link",
      {
        put("k", at: $0 + ".target"); symlink($0 + ".target", $0)
      }, "secret.link"
    ),
    ("a folder", { mkdir($0, 0o700) }, "secret.not-regular"),
    ("a named pipe", { mkfifo($0, 0o600) }, "secret.not-regular"),
    ("over 4 KiB", { put(String(repeating: "k", count: 5000), at: $0) }, "secret.too-large"),
    ("nothing", { _ in }, "secret.not-found"),
  ]

  private static func put(_ text: String, at path: String) {
    _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
  }

  @Test(arguments: real.indices) func readsRealFiles(_ index: Int) throws {
    let row = Self.real[index]
    let folder = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "s").path
    row.make(path)
    let reader = SecretReader(.ofThisProcess(), kinds: SystemKinds.shipped.names)
    #expect(shown { () throws(SecretError) in try reader.read(.file(path: path)) } == row.expected, "\(row.id)")
  }

  /// In a folder that others may write, somebody could put another secret into the place of one.
  @Test func theFolderOfACredentialIsLookedAt() {
    let files = [
      "/etc/reconcile/credentials/k": Self.file("a"), "/home/a/.config/reconcile/credentials/m": Self.file("b"),
    ]
    let reader = SecretReader(
      SecretContext(
        variable: { $0 == "HOME" ? "/home/a" : nil }, file: { path, _ in files[path] ?? .failure(.absent) },
        runningUser: 1000,
        folderFlaw: { $0.hasPrefix("/etc") ? ("the folder '\($0)' may be written by others", "chmod go-w x") : nil }),
      kinds: SystemKinds.shipped.names)
    for _ in 1...2 {
      #expect(shown { () throws(SecretError) in try reader.read(.credential(name: "k")) } == "secret.folder")
      #expect(shown { () throws(SecretError) in try reader.read(.credential(name: "m")) } == "b")
    }
  }

  /// The kernel's own files say that they are empty; what is read of its log is gone from there.
  @Test func whatSaysThatItIsEmptyIsNotRead() {
    guard case .success(let file) = SecretContext.ofThisProcess().file("/proc/version", 100) else {
      Issue.record("/proc/version cannot be opened")
      return
    }
    #expect(file.isRegular && file.bytes.isEmpty)
  }
}
