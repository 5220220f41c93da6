import Documents
package import JSONTree
import Planning
import Policies

extension Finding {
  /// As one object, its keys in a fixed order.
  package var json: JSON {
    .object([
      .init("code", .string(message.code)),
      .init("message", .string(message.text)),
      .init("hint", .text(message.hint)),
      .init("system", .text(system?.text)),
      .init("target", .text(target?.text)),
      .init("name", .text(name)),
      .init("file", .text(file)),
      .init("line", .integer(line)),
    ])
  }
}
