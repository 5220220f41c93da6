import Documents
import Policies
import Providers

/// What more than one target would switch: an object that several name, and one that a target names while another has it
/// as a member of a group.
struct SharedObjects {
  private struct Member: Hashable {
    var kind: ObjectKind
    var id: String
  }

  private var objects: [ObservedObject: Claims] = [:]
  private var members: [Member: Claims] = [:]

  /// Of `targets`, in the order of the file, each with the objects that it names. One that a target must not touch,
  /// because its name is ambiguous, is not another's to touch either.
  init(_ targets: [(target: Target, selection: Selection)], _ pace: inout Pace) async throws(ProviderError) {
    // Within one target each object is picked once, and a group may be beside its members.
    guard targets.count > 1 else { return }
    var hasGroups = false
    for (target, selection) in targets {
      for object in selection.named {
        objects[object, default: Claims()].add(target)
        hasGroups = hasGroups || object.members != nil
      }
    }
    objects = objects.filter(\.value.isShared)
    // Most systems have no groups, and then thousands of objects are not looked through again.
    guard hasGroups else { return }
    for (target, selection) in targets {
      var own: Set<Member> = []
      for object in selection.named {
        let switched = Self.switched(with: object)
        own.formUnion(switched)
        try await pace.step(switched.count)
      }
      for member in own { members[member, default: Claims()].add(target) }
    }
    members = members.filter(\.value.isShared)
  }

  /// Why `target`, which names `object`, must not touch it; nil where it may.
  func refusal(of object: ObservedObject, for target: Name) -> Message? {
    // Most often nothing is shared, and then thousands are not looked for among it.
    if !objects.isEmpty, let claims = objects[object], let refusal = claims.refusal(for: target, Messages.selectedTwice)
    {
      return refusal
    }
    if members.isEmpty { return nil }
    for member in Self.switched(with: object) {
      let refusal = members[member]?.refusal(
        for: target, { Messages.switchedTwice(member.id, by: $0) }, another: { Messages.isOf($0, member: member.id) })
      if let refusal { return refusal }
    }
    return nil
  }

  /// What is switched with `object`: itself, or the members of a group.
  private static func switched(with object: ObservedObject) -> [Member] {
    (object.members ?? object.id.map { [$0] } ?? []).map { Member(kind: object.kind, id: $0) }
  }
}
