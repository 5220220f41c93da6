extension Sequence {
  /// The first of the elements that are alike by `projection`, in their order.
  public func uniqued<Subject: Hashable>(on projection: (Element) -> Subject) -> [Element] {
    var seen: Set<Subject> = []
    return filter { seen.insert(projection($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, at the place of the first.
  public func uniqued() -> [Element] { uniqued(on: \.self) }
}
