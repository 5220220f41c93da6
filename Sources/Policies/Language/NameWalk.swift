extension Name {
  /// Whether this is `other`, or leads to it: `next` says which names a name leads to, and circles are walked once.
  func leads(to other: Name, by next: (Name) -> [Name]) -> Bool {
    var seen: Set<Name> = []
    var waiting = [self]
    while let name = waiting.popLast() {
      if name == other { return true }
      if seen.insert(name).inserted { waiting += next(name) }
    }
    return false
  }
}
