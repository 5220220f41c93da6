import Documents
import JSONTree
import Policies
import Presentation
import Providers
import Text

/// What several systems answered to one question, system by system: for people and for programs.
struct SystemAnswers<Entry> {
  /// In the order of the policy.
  let all: [(system: System, result: Result<[Entry], ProviderError>)]

  /// Everything that was answered.
  var entries: [Entry] { all.flatMap { (try? $0.result.get()) ?? [] } }

  /// Each system with its entries below it, as `rows` shows them; `nothing` if there are none.
  func lines(_ style: Style, nothing: String, _ rows: ([Entry]) -> [String]) -> [String] {
    all.flatMap { system, result -> [String] in
      switch result {
      case .failure(let error):
        return style.wrapped("\(system.name)  could not be read: \(error.message.text)".escaped, indent: "! ")
          + style.wrapped((error.message.hint ?? "").escaped, indent: "    ")
      case .success(let entries):
        let heading = "\(system.name)  \(system.kind.title) at \(system.url.origin)".escaped
        return style.wrapped(heading, indent: "  ")
          + (entries.isEmpty ? style.wrapped(nothing.escaped, indent: "    ") : rows(entries))
      }
    }
  }

  /// One object, its keys in a fixed order; the entries of a system are behind `key`.
  func json(_ key: String, _ entry: (Entry) -> JSON) -> JSON {
    let systems = all.map { system, result -> JSON in
      let status = if case .failure(let error) = result { error.statusWord } else { "ok" }
      return .object([
        .init("name", .string(system.name.text)), .init("status", .string(status)),
        .init(key, .array(((try? result.get()) ?? []).map(entry))),
      ])
    }
    return .object([.formatVersion, .init("systems", .array(systems))])
  }
}
