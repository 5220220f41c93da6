import Documents
import JSONTree
import Policies
import Presentation
import Providers
import Text

/// The applications and their kinds that the systems of a policy can tell apart.
struct AppList {
  private let answers: SystemAnswers<CatalogueEntry>
  private let text: String

  /// Those whose names hold `text`, in whatever case.
  init(_ found: [(system: System, result: Result<[CatalogueEntry], ProviderError>)], holding text: String) {
    let folded = FoldedName(text).text
    let systems = found.map { system, result in
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
    answers = SystemAnswers(all: systems)
    self.text = text
  }

  func text(_ style: Style) -> String {
    let lines = answers.lines(style, nothing: DeviceMessages.noApps(like: text)) { entries in
      entries.map {
        "    \(padded($0.sort.rawValue, to: 8))  \(padded("id:\($0.id)", to: 11))  \(EscapedText.terminal($0.name))"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSON {
    answers.json("catalogue") { entry in
      .object([
        .init("sort", .string(entry.sort.rawValue)), .init("name", .string(entry.name)),
        .init("id", .integer(entry.id)),
      ])
    }
  }
}
