import JSONTree
import Policies
import Presentation
import Providers
import Planning
import StateStore

extension Entry {
  /// The entry as one object, its keys in a fixed order; of one that cannot be read only the first two are known.
  var json: JSON { EntryMembers(entry: self, event: event).json }
}

private struct EntryMembers {
  let entry: Entry
  let event: Event?

  var json: JSON {
    .object(
      [.init("number", .integer(Int(entry.number))), .init("hash", .string(entry.hash))] + what + how + result)
  }

  private var what: [JSON.Member] {
    [
      .init("at", .instant(event?.at)),
      .init("kind", .text(event?.kind.rawValue)),
      .init("by", .text(event?.by)),
      .init("target", .text(event?.target?.text)),
      .init("system", .text(event?.system?.text)),
      .init("object", .text(event?.object?.rawValue)),
      .init("id", .text(event?.id)),
      .init("name", .text(event?.name)),
    ]
  }

  private var how: [JSON.Member] {
    [
      .init("from", .text(event?.from?.position.rawValue)),
      .init("fromEnds", .instant(event?.from?.ends)),
      .init("to", .text(event?.to?.position.rawValue)),
      .init("toEnds", .instant(event?.to?.ends)),
      .init("state", .text(event?.state?.rawValue)),
      .init("until", .instant(event?.until)),
    ]
  }

  private var result: [JSON.Member] {
    [
      .init("cause", .text(event?.cause?.rawValue)),
      .init("decidedBy", .text(event?.decidedBy)),
      .init("sentence", .text(event?.sentence)),
      .init("outcome", .text(event?.outcome)),
      .init("message", .text(event?.message)),
      .init("begins", .instant(event?.begins)),
      .init("override", .text(event?.override?.rawValue)),
      .init("ended", .text(event?.ended)),
      .init("uncounted", .text(event?.uncounted)),
      .init("request", .text(event?.request)),
      .init("also", .array((event?.also ?? []).map(\.json))),
    ]
  }
}

extension Event.Wished {
  fileprivate var json: JSON {
    .object([
      .init("target", .string(target.text)), .init("state", .text(state?.rawValue)), .init("begins", .instant(begins)),
      .init("until", .instant(until)),
    ])
  }
}
