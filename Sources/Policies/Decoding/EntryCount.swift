/// How many entries a policy names on one system.
///
/// A system is read as long as it has no more of them than `SelectorKind.EntryForm.most`. A policy that names more would be
/// applied once: from then on nothing of it could be read, changed or removed.
struct EntryCount {
  /// With the target that crosses the limit.
  let target: Target
  /// By all targets on that system.
  let count: Int
  let form: SelectorKind.EntryForm
  /// Of which the system can be read.
  let most: Int

  /// One for each system on which `targets` name more than a `share`th of what can be read, in the order of the file.
  static func over(aShare share: Int = 1, of targets: [Target]) -> [EntryCount] {
    var counts: [Name: Int] = [:]
    var crossing: [(system: Name, target: Target, form: SelectorKind.EntryForm, most: Int)] = []
    for target in targets {
      guard case .entries(let system, let kind, let entries) = target.selector, case .entries(let form) = kind.form,
        let most = form.most
      else { continue }
      let before = counts[system, default: 0]
      let after = before + entries.exact.count + entries.regex.count
      counts[system] = after
      if before <= most / share, after > most / share { crossing.append((system, target, form, most)) }
    }
    return crossing.map { EntryCount(target: $0.target, count: counts[$0.system] ?? 0, form: $0.form, most: $0.most) }
  }
}
