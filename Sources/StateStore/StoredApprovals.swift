import Approvals
import CivilTime
import JSONTree
import Policies

// How requests and tries are written into the file, in the same way as the rest. Of a code only its hash is there.

extension ApprovalRequest {
  /// The request as text, but for its number.
  var stored: String {
    var members = StoredMembers()
    members.add("asker", asker)
    members.add("deed", deed.stored)
    members.add("because", because)
    members.add("made", made.stored)
    members.add("expires", expires)
    members.add("policy", policy?.path)
    members.add("owner", policy?.owner)
    members.add("needs", .array(needs.map(\.stored)))
    members.add("codes", .array(codes.map(\.stored)))
    members.add("approvedBy", approvedBy.isEmpty ? nil : .array(approvedBy.map { .string($0.text) }))
    members.add("earlierNos", earlierNos.isEmpty ? nil : .array(earlierNos.map(\.stored)))
    members.add("wrongTries", wrongTries == 0 ? nil : .integer(wrongTries))
    members.add("ending", ending?.rawValue)
    members.add("endedAt", endedAt)
    members.add("endedBy", endedBy)
    return members.text
  }

  /// The request that `stored` wrote. Where a part cannot be read there is none: what is left must not be easier to meet.
  init?(stored text: String, id: String) {
    guard let tree = JSON(stored: text), let asker = tree["asker"]?.string,
      let deed = tree["deed"].flatMap(Deed.init(stored:)), let made = tree["made"].flatMap(ClockReading.init(stored:)),
      let expires = tree.instant("expires"), let needs = tree.all("needs", ApprovalNeed.init(stored:)),
      let codes = tree.all("codes", ApproverCode.init(stored:)), !needs.isEmpty,
      let wrongTries = tree.count("wrongTries")
    else { return nil }
    self.init(
      id: id, asker: asker, deed: deed, because: tree["because"]?.string, made: made, expires: expires,
      policy: tree["policy"]?.string.map { PolicyFile(path: $0, owner: tree["owner"]?.string ?? "") }, needs: needs)
    self.codes = codes
    approvedBy = tree.names("approvedBy")
    earlierNos = tree.all("earlierNos", EarlierNo.init(stored:)) ?? []
    self.wrongTries = wrongTries
    if let word = tree["ending"]?.string {
      guard let ending = Ending(rawValue: word) else { return nil }
      self.ending = ending
    }
    endedAt = tree.instant("endedAt")
    endedBy = tree["endedBy"]?.string
  }
}

extension EarlierNo {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("by", by)
    members.add("at", at)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let by = tree["by"]?.string, let at = tree.instant("at") else { return nil }
    self.init(by: by, at: at)
  }
}

extension ApprovalRequest.Deed {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    switch self {
    case .make(let overrides): members.add("make", .array(overrides.map(\.storedInRequest)))
    case .end(let overrides): members.add("end", .array(overrides.map(\.storedInRequest)))
    case .extend(let override, let until):
      members.add("extend", override.storedInRequest)
      members.add("until", until)
    case .edit(let edit): members.add("edit", edit.stored)
    case .follow(let policy):
      members.add("follow", policy.path)
      members.add("owner", policy.owner)
    case .release(let objects): members.add("release", .array(objects.map(\.stored)))
    }
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    if let overrides = tree.all("make", Override.init(storedInRequest:)), !overrides.isEmpty {
      self = .make(overrides)
    } else if let overrides = tree.all("end", Override.init(storedInRequest:)), !overrides.isEmpty {
      self = .end(overrides)
    } else if let override = tree["extend"].flatMap(Override.init(storedInRequest:)), let until = tree.instant("until")
    {
      self = .extend(override, until: until)
    } else if let edit = tree["edit"].flatMap(PolicyEdit.init(stored:)) {
      self = .edit(edit)
    } else if let path = tree["follow"]?.string, let owner = tree["owner"]?.string {
      self = .follow(PolicyFile(path: path, owner: owner))
    } else if let objects = tree.all("release", ReleasedObject.init(stored:)), !objects.isEmpty {
      self = .release(objects)
    } else {
      return nil
    }
  }
}

extension PolicyEdit {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("targets", .array(targets.map { .string($0.text) }))
    members.add("version", version)
    members.add("summary", summary)
    if !notes.isEmpty { members.add("notes", .array(notes.map(\.stored))) }
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let targets = tree.all("targets", { $0.string.map { Name($0) } }), !targets.isEmpty,
      let version = tree["version"]?.string, let summary = tree["summary"]?.string
    else { return nil }
    // Without all of them the words are told.
    self.init(
      targets: targets, version: version, summary: summary, notes: tree.all("notes", EditNote.init(stored:)) ?? [])
  }
}

extension EditNote {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("target", target.text)
    members.add("reason", reason.rawValue)
    members.add("other", other?.text)
    members.add("state", state?.rawValue)
    members.add("before", before?.rawValue)
    members.add("at", at)
    members.add("times", times?.stored)
    members.add("need", need?.stored)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let target = tree["target"]?.string, let reason = tree["reason"]?.string.flatMap(Reason.init(rawValue:))
    else {
      return nil
    }
    self.init(
      Name(target), reason, other: tree.name("other"),
      state: tree["state"]?.string.flatMap(TargetState.init(rawValue:)),
      before: tree["before"]?.string.flatMap(TargetState.init(rawValue:)), at: tree.instant("at"),
      times: tree["times"].flatMap(LooserTimes.init(stored:)), need: tree["need"].flatMap(ApprovalNeed.init(stored:)))
  }
}

extension LooserTimes {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("count", .integer(count))
    members.add("seconds", .integer(Int(seconds)))
    members.add("throughout", isThroughout)
    members.add("never-held", isNeverHeld)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let count = tree["count"]?.int.flatMap(Int.init(storedCount:)),
      let seconds = tree["seconds"]?.int.flatMap({ Int64(storedSeconds: Int64($0)) })
    else { return nil }
    self.init(
      count: count, seconds: seconds, isThroughout: tree["throughout"]?.bool ?? false,
      isNeverHeld: tree["never-held"]?.bool ?? false)
  }
}

extension ReleasedObject {
  /// The object, as a part of something.
  var stored: JSON {
    var members = StoredMembers()
    members.add("target", target.text)
    members.add("system", system.text)
    members.add("kind", kind)
    members.add("id", id)
    members.add("name", name)
    return members.json
  }

  /// What `stored` wrote.
  init?(stored tree: JSON) {
    guard let target = tree["target"]?.string, let system = tree["system"]?.string, let kind = tree["kind"]?.string,
      let id = tree["id"]?.string, let name = tree["name"]?.string
    else { return nil }
    self.init(target: Name(target), system: Name(system), kind: kind, id: id, name: name)
  }
}

extension Override {
  fileprivate var storedInRequest: JSON {
    var members = StoredMembers()
    members.add("id", id.isEmpty ? nil : id)
    members.add("target", target.text)
    members.add("state", state.rawValue)
    members.add("from", from)
    members.add("until", until)
    members.add("because", because)
    members.add("by", by)
    members.add("madeAt", madeAt)
    members.add("kind", kind.rawValue)
    members.add("policy", policy?.path)
    members.add("owner", policy?.owner)
    members.add("isUnasked", isUnasked)
    members.add("named", named?.text)
    members.add("isTakenBack", isTakenBack)
    return members.json
  }

  fileprivate init?(storedInRequest tree: JSON) {
    guard let target = tree["target"]?.string, let state = tree["state"]?.string.flatMap(TargetState.init(rawValue:)),
      let from = tree.instant("from"), let until = tree.instant("until"), let by = tree["by"]?.string,
      let kind = tree["kind"]?.string.flatMap(Kind.init(rawValue:))
    else { return nil }
    self.init(
      id: tree["id"]?.string ?? "", target: Name(target), state: state, from: from, until: until,
      because: tree["because"]?.string, by: by, madeAt: tree.instant("madeAt"), kind: kind,
      policy: tree["policy"]?.string.map { PolicyFile(path: $0, owner: tree["owner"]?.string ?? "") })
    isUnasked = tree["isUnasked"]?.bool ?? false
    named = tree["named"]?.string.map { Name($0) }
    isTakenBack = tree["isTakenBack"]?.bool ?? false
  }
}

extension ApprovalNeed {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("approvers", .array(approvers.map { .string($0.text) }))
    members.add("needsAll", needsAll)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let approvers = tree.all("approvers", { $0.string.map { Name($0) } }), !approvers.isEmpty else { return nil }
    self.init(approvers: approvers, needsAll: tree["needsAll"]?.bool ?? false)
  }
}

extension ApproverCode {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("approver", approver.text)
    members.add("standing", standing.rawValue)
    members.add("hash", hash)
    members.add("at", at?.stored)
    members.add("tries", tries == 0 ? nil : .integer(tries))
    members.add("asked", asked == 0 ? nil : .integer(asked))
    members.add("trouble", trouble)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let approver = tree["approver"]?.string,
      let standing = tree["standing"]?.string.flatMap(Standing.init(rawValue:)), let tries = tree.count("tries"),
      let asked = tree.count("asked")
    else { return nil }
    self.init(approver: Name(approver), standing: standing)
    hash = tree["hash"]?.string
    at = tree["at"].flatMap(ClockReading.init(stored:))
    (self.tries, self.asked) = (tries, asked)
    trouble = tree["trouble"]?.string
  }
}

extension TryLimit {
  /// What was tried, as text.
  var stored: String {
    var members = StoredMembers()
    members.add("wrong", .array(wrong.map(\.stored)))
    members.add("blockedSince", blockedSince?.stored)
    return members.text
  }

  /// What `stored` wrote.
  init?(stored text: String) {
    guard let tree = JSON(stored: text), let wrong = tree.all("wrong", ClockReading.init(stored:)) else { return nil }
    self.init(wrong: wrong, blockedSince: tree["blockedSince"].flatMap(ClockReading.init(stored:)))
  }
}

extension ClockReading {
  /// Both clocks, as a part of something.
  var stored: JSON {
    var members = StoredMembers()
    members.add("wall", wall)
    members.add("boot", boot?.boot)
    members.add("bootSeconds", boot.map { .integer(Int($0.seconds)) })
    return members.json
  }

  /// What `stored` wrote. Where a part cannot be read there is none: the wall clock alone can be set.
  init?(stored tree: JSON) {
    guard let wall = tree.instant("wall") else { return nil }
    self.init(wall: wall, boot: nil)
    if tree["boot"] == nil, tree["bootSeconds"] == nil { return }
    guard let boot = BootMoment(stored: tree["boot"], seconds: tree["bootSeconds"]) else { return nil }
    self.boot = boot
  }
}

extension BootMoment {
  /// What was written as these members; nil for what no machine has been up for, with which calculating could overflow.
  init?(stored boot: JSON?, seconds: JSON?) {
    guard let boot = boot?.string, let seconds = seconds?.int.flatMap({ Int64(storedSeconds: Int64($0)) }) else {
      return nil
    }
    self.init(boot: boot, seconds: seconds)
  }
}

extension JSON {
  /// Every element of the array called `name`; nil if there is none, or one of them cannot be read.
  func all<Value>(_ name: String, _ read: (JSON) -> Value?) -> [Value]? {
    guard let elements = self[name]?.elements else { return nil }
    let values = elements.compactMap(read)
    return values.count == elements.count ? values : nil
  }
}
