package import JSONTree
import Policies
import Providers
import Planning

extension PlanEntry {
  /// Which switch it is and where it is to go, as every JSON output begins with it.
  package var switchMembers: [JSON.Member] {
    [
      .init("target", .string(target.text)), .init("system", .string(system.text)),
      .init("kind", .string(kind.rawValue)), .init("id", .text(id)), .init("name", .string(name)),
      .init("from", .text(from?.position.rawValue)), .init("to", .text(to?.position.rawValue)),
    ]
  }
}
