package import JSONTree
import Policies

extension Override {
  /// The override as one JSON object, its keys in a fixed order.
  package var json: JSON {
    .object([
      .init("id", .string(id)), .init("target", .string(target.text)), .init("state", .string(state.rawValue)),
      .init("from", .instant(from)), .init("until", .instant(until)), .init("because", .text(because)),
      .init("by", .string(by)), .init("kind", .string(kind.rawValue)), .init("madeAt", .instant(madeAt)),
      .init("policy", .text(policy?.path)),
    ])
  }
}
