/// Where a member is in a body, as the console names it: `$.hits`, `$.sourceFilter.macAddresses`,
/// `$.items[0].value`.
struct MemberPath: Hashable, Sendable, CustomStringConvertible {
  /// `sourceFilter.macAddresses`; never empty.
  let description: String

  /// The first path that `message` holds in single quotes; nil if there is none.
  init?(quotedIn message: String) {
    let pieces = message.split(separator: "'", omittingEmptySubsequences: false)
    guard let path = pieces.first(where: { $0.hasPrefix("$.") && $0.count > 2 }) else { return nil }
    description = String(path.dropFirst(2))
  }

  /// The member's name where it is in the body itself, and not inside another member.
  var outermost: String? { description.contains { $0 == "." || $0 == "[" } ? nil : description }
}

extension MemberPath {
  /// One step on the way to a member.
  enum Step: Hashable {
    case member(String)
    /// Counted from 0.
    case element(Int)
  }

  /// The way from the body to the member. What is in brackets and no number leads nowhere.
  var steps: [Step] {
    description.split(separator: ".").flatMap { part in
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      let elements = pieces.dropFirst().map { Step.element(Int($0.prefix { $0 != "]" }) ?? -1) }
      return [.member(String(pieces[0]))] + elements
    }
  }
}
