package import JSONTree
import Policies
import Providers
import Reconciliation

extension Finding {
  /// As one object, its keys in a fixed order.
  package var json: JSON {
    .object([
      .init("code", .string(notice.code)),
      .init("message", .string(notice.message)),
      .init("hint", .text(notice.hint)),
      .init("system", .text(system?.text)),
      .init("target", .text(target?.text)),
      .init("name", .text(name)),
      .init("file", .text(file)),
      .init("line", line.map { .number(String($0)) } ?? .null),
    ])
  }
}
