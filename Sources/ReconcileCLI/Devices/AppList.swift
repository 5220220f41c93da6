import Documents
import JSONTree
import Policies
import Presentation
import Providers
import Text

/// The applications and their kinds that the systems of a policy can tell apart.
struct AppList {
  private let systems: [(system: System, result: Result<[CatalogueEntry], ProviderError>)]
  private let text: String

  /// Those whose names hold `text`, in whatever case.
  init(_ found: [(system: System, result: Result<[CatalogueEntry], ProviderError>)], holding text: String) {
    let folded = FoldedName(text).text
    systems = found.map { system, result in
      (
        system,
        result.map { entries in
          entries.filter { folded.isEmpty || FoldedName($0.name).text.holds(folded) }
            .sorted {
              ($0.sort == .category ? 0 : 1, $0.name.lowercased(), $0.id) < (
                $1.sort == .category ? 0 : 1, $1.name.lowercased(), $1.id
              )
            }
        }
      )
    }
    self.text = text
  }

  func text(_ style: Style) -> String {
    systems.flatMap { system, result -> [String] in
      switch result {
      case .failure(let error):
        return style.wrapped("\(system.name)  could not be read: \(error.message.text)".escaped, indent: "! ")
          + style.wrapped((error.message.hint ?? "").escaped, indent: "    ")
      case .success(let entries):
        let heading = style.wrapped(
          "\(system.name)  \(system.kind.title) at \(system.url.origin)".escaped, indent: "  ")
        if entries.isEmpty { return heading + style.wrapped(DeviceMessages.noApps(like: text).escaped, indent: "    ") }
        return heading
          + entries.map {
            "    \(padded($0.sort.rawValue, to: 8))  \(padded("id:\($0.id)", to: 11))  \(EscapedText.terminal($0.name))"
          }
      }
    }.joined(separator: "\n") + "\n"
  }

  var json: JSON {
    .object([
      .init("formatVersion", .number("1")),
      .init(
        "systems",
        .array(
          systems.map { system, result in
            let entries = (try? result.get()) ?? []
            let status = if case .failure(let error) = result { error.statusWord } else { "ok" }
            return .object([
              .init("name", .string(system.name.text)), .init("status", .string(status)),
              .init(
                "catalogue",
                .array(
                  entries.map { entry in
                    .object([
                      .init("sort", .string(entry.sort.rawValue)), .init("name", .string(entry.name)),
                      .init("id", .integer(entry.id)),
                    ])
                  })),
            ])
          })),
    ])
  }
}
