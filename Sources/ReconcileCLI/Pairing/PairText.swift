import CivilTime
import JSONTree
import Policies
import Presentation
import Providers
import Text

/// What a secret from a pairing is good for, as `pair` shows it. There is nothing in it of the secret itself.
struct PairText {
  private let system: System
  private let rights: PairedRights
  /// The file that it is kept in; nil where it is in none.
  private let path: String?
  private let moments: Moments

  init(_ system: System, _ rights: PairedRights, keptAt path: String?, _ moments: Moments) {
    (self.system, self.rights, self.path, self.moments) = (system, rights, path, moments)
  }

  /// The whole, ending in a line feed.
  func text(_ style: Style) -> String {
    let grants = rights.grants.map { grant in
      let actions = grant.actions.joined(separator: ", ")
      return (grant.name.map { "\($0): " } ?? "") + actions
    }
    let fields =
      [("host", system.url.text)] + grants.enumerated().map { ($0.offset == 0 ? "allows" : "", $0.element) } + [
        ("ends", rights.ends.map(moments.short) ?? "never"),
        ("uses", rights.usesLeft.map { "\($0) left" } ?? "any number"),
      ] + (path.map { [("kept in", $0)] } ?? [])
    let lines =
      ["\(system.name)  paired"]
      + fields.flatMap { name, value in
        style.wrapped(value.escaped, indent: "  " + padded(name, to: 9), following: "           ")
      }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One JSON object.
  var json: JSON {
    .object([
      .formatVersion, .init("system", .string(system.name.text)),
      .init("kind", .string(system.kind.name)), .init("address", .string(system.url.text)),
      .init(
        "grants",
        .array(
          rights.grants.map { grant in
            .object([
              .init("name", grant.name.map { .string($0) } ?? .null),
              .init("actions", .array(grant.actions.map { .string($0) })),
            ])
          })), .init("ends", rights.ends.map { .instant($0) } ?? .null),
      .init("usesLeft", rights.usesLeft.map { .integer($0) } ?? .null),
      .init("keptIn", path.map { .string($0) } ?? .null),
    ])
  }
}
