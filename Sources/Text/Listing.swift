extension Collection where Element: StringProtocol {
  /// `a`, `a and b`, `a, b and c`; with another `conjunction` such as `or`.
  public func listed(_ conjunction: String = "and") -> String {
    guard count > 1 else { return first.map { String($0) } ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + suffix(1).joined()
  }

  /// `a, b and 4 more`: at most so many, and how many others there are.
  public func listed(atMost most: Int) -> String {
    prefix(most).joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
  }
}
