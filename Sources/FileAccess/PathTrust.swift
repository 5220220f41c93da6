import CLinux
import Glibc

/// Who may change what is in a folder: whoever may write in it, and in every folder on the way to it, links included.
///
/// A folder may belong to root or to the caller, and nobody else may write in it. On the way, one in which everybody may
/// write is fine where only the owner of an entry may replace that (the sticky bit, as in `/tmp`). A folder that lies
/// directly where systemd keeps those of services may belong to whom root gave it: that is the service. Where its group may
/// write there, root gave it to that, too: what is in it, and is of that group, may belong to any of its members.
public struct PathTrust {
  /// What is at a path, links not followed.
  struct Facts {
    enum Kind {
      case folder
      case link(to: String)
      case other
    }

    var kind: Kind
    var owner: UInt32
    var group: UInt32 = 0
    var permissions: UInt32
    /// Whether nobody but the owner is in its group.
    var isGroupOfOne = false

    /// Whether others than the owner may write there.
    var isShared: Bool { permissions & (isGroupOfOne ? 0o002 : 0o022) != 0 }
    /// Whether everybody may write there.
    var isOpenToAll: Bool { permissions & 0o002 != 0 }
    /// Whether its group may write there.
    var isOfGroup: Bool { permissions & 0o020 != 0 }
    /// Whether in a shared folder only the owner of an entry may replace it.
    var isSticky: Bool { permissions & 0o1000 != 0 }
  }

  private let caller: UInt32
  private let look: (String) -> Facts?

  /// Trusts root and `caller`.
  init(caller: UInt32, look: @escaping (String) -> Facts?) {
    (self.caller, self.look) = (caller, look)
  }

  /// Trusts root and who runs the program.
  public init() { self.init(caller: geteuid(), look: Facts.init) }

  /// Where systemd keeps the folders of services, those with a user that exists only while they run too.
  private static let foldersOfServices = ["/var/lib", "/var/lib/private"]
  /// As many links in one path as the kernel follows.
  private static let mostLinks = 40

  /// What is wrong with the folder at `path`, or with one on the way to it; nil where nothing is. What is not there, or
  /// cannot be looked at, is not judged: whoever opens it will be told.
  public func flaw(ofFolder path: String) -> TrustFlaw? {
    var ahead = Self.names(in: path.hasPrefix("/") ? path : Self.currentFolder + "/" + path)
    var place = ""
    var links = 0
    guard var here = look("/") else { return nil }
    if let flaw = flaw(of: here, "/", isGoal: false) { return flaw }
    while let name = ahead.popLast() {
      if name == ".." {
        place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
        guard let above = look(place.isEmpty ? "/" : place) else { return nil }
        here = above
        continue
      }
      let next = place + "/" + name
      guard let facts = look(next) else { return nil }
      switch facts.kind {
      case .folder:
        (place, here) = (next, facts)
        if let flaw = flaw(of: facts, next, isGoal: ahead.isEmpty) { return flaw }
      case .link(let target):
        links += 1
        guard links <= Self.mostLinks else { return nil }
        // Where everybody may make one, whose it is says who chooses where it leads.
        if here.isShared, !isTrusted(facts.owner) {
          return TrustFlaw(path: next, reason: .owner(facts.owner), noun: "link", isGoal: false)
        }
        if target.hasPrefix("/") {
          guard let root = look("/") else { return nil }
          (place, here) = ("", root)
        }
        ahead += Self.names(in: target)
      case .other: return nil
      }
    }
    return nil
  }

  /// What is wrong with the file at `path` in a folder that `flaw(ofFolder:)` found nothing wrong with; nil where nothing
  /// is, or no file is there. It may belong to the folder's owner too, and in a folder of a group to any of its members.
  public func flaw(ofFile path: String, in folder: String) -> TrustFlaw? {
    guard let facts = look(path), case .other = facts.kind else { return nil }
    if let home = look(folder), home.isOfGroup, Self.isOfService(folder), facts.group == home.group {
      return facts.isOpenToAll
        ? TrustFlaw(path: path, reason: .writable(permissions: facts.permissions), noun: "file", isGoal: true) : nil
    }
    guard isTrusted(facts.owner) || facts.owner == look(folder)?.owner else {
      return TrustFlaw(path: path, reason: .owner(facts.owner), noun: "file", isGoal: true)
    }
    return facts.isShared
      ? TrustFlaw(path: path, reason: .writable(permissions: facts.permissions), noun: "file", isGoal: true) : nil
  }

  private func flaw(of facts: Facts, _ path: String, isGoal: Bool) -> TrustFlaw? {
    guard isTrusted(facts.owner) || isGoal && Self.isOfService(path) else {
      return TrustFlaw(path: path, reason: .owner(facts.owner), noun: "folder", isGoal: isGoal)
    }
    if isGoal, facts.isOfGroup, !facts.isOpenToAll, Self.isOfService(path) { return nil }
    // Where entries are made and removed, it does not help that each belongs to who made it.
    return facts.isShared && (isGoal || !facts.isSticky)
      ? TrustFlaw(path: path, reason: .writable(permissions: facts.permissions), noun: "folder", isGoal: isGoal) : nil
  }

  private func isTrusted(_ owner: UInt32) -> Bool { owner == 0 || owner == caller }

  private static func isOfService(_ path: String) -> Bool {
    path.lastIndex(of: "/").map { foldersOfServices.contains(String(path[..<$0])) } ?? false
  }

  /// The names in `path`, the last one first.
  private static func names(in path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
  }

  private static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}

extension PathTrust.Facts {
  /// What `lstat` says; nil where it says nothing.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: kind = .folder
    case S_IFLNK:
      guard let target = Self.target(of: path) else { return nil }
      kind = .link(to: target)
    default: kind = .other
    }
    (owner, group, permissions) = (status.st_uid, status.st_gid, status.st_mode & 0o7777)
    if permissions & 0o020 != 0 { isGroupOfOne = Self.isGroupOfOne(status, path) }
  }

  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count <= 0 ? nil : String(decoding: bytes[..<count].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Many systems give every user a group of its own, and let it write. With an access control list the bits of the group
  /// say something else.
  private static func isGroupOfOne(_ status: stat, _ path: String) -> Bool {
    guard shim_has_access_list(path) == 0, let user = getpwuid(status.st_uid)?.pointee,
      user.pw_gid == status.st_gid, let group = getgrgid(status.st_gid)?.pointee
    else { return false }
    var members: [String] = []
    var member = group.gr_mem
    while let name = member?.pointee {
      members.append(String(cString: name))
      member = member?.advanced(by: 1)
    }
    return isGroupOfOne(String(cString: group.gr_name), of: String(cString: user.pw_name), members: members)
  }

  /// Whether a group is that of `user` alone: called like the user, and with nobody else in it.
  static func isGroupOfOne(_ group: String, of user: String, members: [String]) -> Bool {
    group == user && members.allSatisfy { $0 == user }
  }
}
