import Testing

@testable import FileAccess

/// Who may change what is in a folder, on machines that need not be there.
@Suite struct PathTrustTests {
  private static let (anna, service, mallory) = (1000, 61_800, 1337) as (UInt32, UInt32, UInt32)

  private static func folder(_ owner: UInt32, _ mode: UInt32, isGroupOfOne: Bool = false) -> PathTrust.Facts {
    .init(kind: .folder, owner: owner, permissions: mode, isGroupOfOne: isGroupOfOne)
  }
  private static func link(_ target: String, _ owner: UInt32 = 0) -> PathTrust.Facts {
    .init(kind: .link(to: target), owner: owner, permissions: 0o777)
  }
  private static func file(_ owner: UInt32, _ mode: UInt32, group: UInt32 = 0) -> PathTrust.Facts {
    .init(kind: .other, owner: owner, group: group, permissions: mode)
  }

  private static let machine: [String: PathTrust.Facts] = [
    "/": folder(0, 0o755), "/var": folder(0, 0o755), "/var/lib": folder(0, 0o755),
    "/var/lib/private": folder(0, 0o700), "/var/lib/private/reconcile": folder(service, 0o700),
    "/var/lib/reconcile": link("private/reconcile"), "/var/lib/open": folder(service, 0o770),
    "/var/lib/private/reconcile/below": folder(service, 0o700),
    "/var/lib/group": .init(kind: .folder, owner: service, group: 77, permissions: 0o770),
    "/var/lib/group/below": folder(service, 0o770), "/var/lib/all": folder(service, 0o777),
    "/home": folder(0, 0o755), "/home/anna": folder(anna, 0o755), "/home/anna/state": folder(anna, 0o700),
    "/home/anna/shared": folder(anna, 0o2775), "/home/anna/own": folder(anna, 0o775, isGroupOfOne: true),
    "/home/anna/all": folder(anna, 0o777, isGroupOfOne: true), "/home/anna/all/state": folder(anna, 0o700),
    "/home/anna/shared/state": folder(anna, 0o700), "/home/anna/own/state": folder(anna, 0o700),
    "/home/anna/roots": folder(0, 0o700), "/home/anna/up": link("../anna/state", anna),
    "/home/anna/round": link("round", anna), "/home/anna/file": file(anna, 0o644),
    "/tmp": folder(0, 0o1777), "/tmp/state": folder(anna, 0o700), "/tmp/hers": folder(mallory, 0o700),
    "/tmp/link": link("/home/anna/state", mallory), "/tmp/mine": link("/home/anna/state", anna),
    "/shared": folder(0, 0o777), "/shared/state": folder(anna, 0o700),
    "/shared/link": link("/home/anna/state", anna), "/home/link": link("/shared/state"),
  ]

  /// Who asks for which folder, and what is wrong: the path, and whether its owner or its mode is.
  static let rows: [(caller: UInt32, path: String, flaw: String?)] = [
    (anna, "/home/anna/state", nil), (0, "/home/anna/state", "owner /home/anna"), (anna, "/home/anna/roots", nil),
    (0, "/home/anna/roots", "owner /home/anna"), (mallory, "/home/anna/state", "owner /home/anna"),
    (anna, "/home/anna/shared", "mode /home/anna/shared"), (anna, "/home/anna/shared/state", "mode /home/anna/shared"),
    (anna, "/home/anna/own", nil), (anna, "/home/anna/own/state", nil), (anna, "/home/anna/all", "mode /home/anna/all"),
    (anna, "/home/anna/all/state", "mode /home/anna/all"), (anna, "/home/anna/up", nil),
    (anna, "/home/anna/./up/../roots", nil), (anna, "/home/anna/round", nil), (anna, "/home/anna/file", nil),
    (anna, "/home/anna/none/state", nil), (anna, "/home/anna/shared/none", "mode /home/anna/shared"),
    (anna, "/tmp", "mode /tmp"), (anna, "/tmp/state", nil), (0, "/tmp/state", "owner /tmp/state"),
    (anna, "/tmp/hers", "owner /tmp/hers"), (anna, "/tmp/link", "owner /tmp/link"), (anna, "/tmp/mine", nil),
    (anna, "/tmp/none", nil), (anna, "/shared/state", "mode /shared"), (anna, "/shared/link", "mode /shared"),
    (anna, "/home/link", "mode /shared"),
    (0, "/var/lib/reconcile", nil), (service, "/var/lib/reconcile", nil), (anna, "/var/lib/reconcile", nil),
    (0, "/var/lib/private/reconcile", nil), (0, "/var/lib/open", nil),
    (0, "/var/lib/private/reconcile/below", "owner /var/lib/private/reconcile"),
    (0, "/var/lib/group", nil), (service, "/var/lib/group", nil), (anna, "/var/lib/group", nil),
    (0, "/var/lib/group/below", "owner /var/lib/group"), (0, "/var/lib/all", "mode /var/lib/all"),
  ]

  @Test(arguments: [
    ("anna", [], true), ("anna", ["anna"], true), ("anna", ["mallory"], false), ("anna", ["anna", "mallory"], false),
    ("users", [], false), ("users", ["anna"], false),
  ]) func groupOfOne(_ group: String, _ members: [String], _ isOfOne: Bool) {
    #expect(PathTrust.Facts.isGroupOfOne(group, of: "anna", members: members) == isOfOne)
  }

  @Test(arguments: rows) func folders(_ row: (caller: UInt32, path: String, flaw: String?)) {
    let found = PathTrust(caller: row.caller) { Self.machine[$0] }.flaw(ofFolder: row.path)
    let flaw = found.map { flaw in
      switch flaw.reason {
      case .owner: "owner \(flaw.path)"
      case .writable: "mode \(flaw.path)"
      }
    }
    #expect(flaw == row.flaw)
    if let found, found.noun == "folder" { #expect(found.isGoal == (found.path == row.path)) }
  }

  /// A file in the folder of the service, which root asks for: whose it may be, and with which mode.
  @Test(
    arguments: [
      (0, 0o600, true), (service, 0o600, true), (0, 0o644, true), (mallory, 0o600, false), (0, 0o620, false),
      (service, 0o602, false),
    ] as [(UInt32, UInt32, Bool)])
  func files(_ owner: UInt32, _ mode: UInt32, _ isFine: Bool) {
    let folder = "/var/lib/private/reconcile"
    let trust = PathTrust(caller: 0) { $0 == folder + "/lock" ? Self.file(owner, mode) : Self.machine[$0] }
    #expect((trust.flaw(ofFile: folder + "/lock", in: folder) == nil) == isFine)
    #expect(trust.flaw(ofFile: folder + "/none", in: folder) == nil)
  }

  /// A file in the folder of a group: of whichever member, but of that group, and closed to others.
  @Test(
    arguments: [
      (service, 77, 0o660, true), (anna, 77, 0o660, true), (0, 77, 0o600, true), (mallory, 0, 0o660, false),
      (anna, 77, 0o662, false),
    ] as [(UInt32, UInt32, UInt32, Bool)])
  func filesOfAGroup(_ owner: UInt32, _ group: UInt32, _ mode: UInt32, _ isFine: Bool) {
    let folder = "/var/lib/group"
    let trust = PathTrust(caller: Self.service) {
      $0 == folder + "/lock" ? Self.file(owner, mode, group: group) : Self.machine[$0]
    }
    #expect((trust.flaw(ofFile: folder + "/lock", in: folder) == nil) == isFine)
  }

  /// What is said, and the command that mends it.
  @Test func words() {
    let open = TrustFlaw(path: "/srv/it's", reason: .writable(permissions: 0o2777), noun: "folder", isGoal: true)
    #expect(open.words == "the folder '/srv/it's' may be written by others (mode 2777)")
    #expect(open.remedy(for: 1000) == #"chmod go-w '/srv/it'\''s'"#)
    let hers = TrustFlaw(path: "/srv/state", reason: .owner(1337), noun: "folder", isGoal: true)
    #expect(hers.words == "the folder '/srv/state' belongs to user 1337, who is neither root nor you")
    #expect(hers.remedy(for: 0) == "chown -R 0 /srv/state")
    #expect(hers.remedy(for: 1000) == "sudo chown -R 1000 /srv/state")
    let above = TrustFlaw(path: "/home/anna", reason: .owner(1000), noun: "folder", isGoal: false)
    #expect(above.remedy(for: 0) == nil, "nobody's home becomes root's")
  }
}
