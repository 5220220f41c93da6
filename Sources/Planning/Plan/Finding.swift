public import Documents
public import Policies

extension Plan {
  /// What overrides found and left alone targets are not put back to, as it is too late for that.
  public var notPutBack: [Finding] {
    entries.lazy.filter { $0.action == .leave && !$0.notes.isEmpty && $0.verdict.override == nil }.flatMap { entry in
      // What was partly on can be put back by nobody.
      entry.notes.filter { $0.code == Messages.Code.notPutBack && $0 != Messages.foundMixed }.map { note in
        Finding(note, system: entry.system, target: entry.target, kind: entry.kind, name: entry.name)
      }
    }
  }

  /// What several targets select and is left alone, for each of them: a plan has one problem for all.
  public var selectedTwice: [Finding] {
    entries.lazy.filter { $0.action == .problem }.flatMap { entry in
      entry.notes.filter { $0.code == Messages.Code.twoTargets }.map { note in
        Finding(note, system: entry.system, target: entry.target, kind: entry.kind, name: entry.name)
      }
    }
  }
}

/// Something wrong or doubtful, and where.
public struct Finding: Hashable, Sendable {
  /// The code of what several targets select.
  public static let twoTargetsCode = Messages.Code.twoTargets

  /// The code of what works only within a schedule of its own.
  public static let ownScheduleCode = Messages.Code.ownSchedule

  /// What to do about it.
  public static let ownScheduleHint =
    "remove that schedule if only this policy should decide: it works only within it"

  /// The code of what an override found and is not put back to.
  public static let notPutBackCode = Messages.Code.notPutBack

  /// What was found.
  public var message: Message
  /// The system it is about.
  public var system: Name?
  /// The target it is about.
  public var target: Name?
  /// What kind of object it is about.
  public var kind: ObjectKind?
  /// The object's name, or the name that fits none.
  public var name: String?
  /// The place in the policy, such as the target's definition.
  public var file: String?
  /// The line in that file, from 1.
  public var line: Int?

  /// Something wrong or doubtful.
  public init(
    _ message: Message, system: Name? = nil, target: Name? = nil, kind: ObjectKind? = nil, name: String? = nil,
    file: String? = nil, line: Int? = nil
  ) {
    self.message = message
    self.system = system
    self.target = target
    self.kind = kind
    self.name = name
    self.file = file
    self.line = line
  }
}
