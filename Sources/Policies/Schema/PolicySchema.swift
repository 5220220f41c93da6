package import JSONTree

/// The JSON Schema of a policy file, for editors and other tools.
///
/// It describes the form of a file: keys, words, the spelling of plain values. What sentences mean, and whether names
/// are defined, only the decoder knows. It never refuses what the decoder accepts, with one exception: a scalar that
/// parsers take for `null` (`~`, `null`) has to be quoted to be a text. A file of a directory need not hold every key,
/// and so none is required at the top.
package struct PolicySchema {
  let kinds: SystemKinds

  /// A schema for policies that name these kinds of system.
  package init(_ kinds: SystemKinds) { self.kinds = kinds }

  package var json: JSON {
    Schema()
      .with("$schema", .string("https://json-schema.org/draft/2020-12/schema"))
      .with(
        Schema.map(PolicyKey.Top.self, top)
          .called("reconcile policy", "What should be on and off in a home network, and when.", examples: [])
      )
      .with("$defs", .object(Schema.Definition.allCases.map { .init($0.rawValue, definition($0).json) }))
      .json
  }

  private func top(_ key: PolicyKey.Top) -> Schema {
    switch key {
    case .version:
      Schema().with("enum", .array([.number("1"), .string("1")]))
        .called("Version", "The version of the policy language. Optional.", examples: [.number("1")])
    case .timezone:
      Schema.text(SchemaPattern.timezone, "a zone is 'UTC', or Area/Place such as Europe/Berlin")
        .called(
          "Time zone", "The time zone of all times in the file. Given once, in the file or the directory.",
          examples: "Europe/Berlin", "America/New_York", "UTC")
    case .owner:
      Schema.text(SchemaPattern.name, "lower case letters, digits and dashes, at most 63")
        .called(
          "Owner", "Marks the domain entries that this file owns; 'home' unless given.",
          examples: "home", "cottage")
    case .limits:
      Schema.map(PolicyKey.Limit.self, limit)
        .called("Limits", "What keeps a mistake in the file from changing too much.")
    case .people:
      Schema.names(of: Self.person)
        .called(
          "People", "Who approves what loosens a guarded target, and everybody else in the household.",
          examples: [.object([.init("anna", .object([])), .init("ben", .object([]))])])
    case .systems:
      Schema.names(of: SystemSchema(kinds).schema)
        .called("Systems", "The systems that are switched, each with a name of your own: \(kinds.choice).")
    case .devices:
      Schema.names(of: Self.device)
        .called(
          "Devices", "Names for things on the network, known by their MAC addresses.",
          examples: [.object([.init("emma-ipad", .string("04:00:5e:00:53:01"))])])
    case .targets:
      Schema.names(of: TargetSchema(kinds).schema)
        .called("Targets", "What statements control: each names objects of one system, or other targets.")
    case .schedules:
      Schema.names(of: Schema.any(of: [.reference(.when), Self.calendar]))
        .called("Schedules", "Names for days, or for days and times, for use in sentences.")
    case .policy:
      Schema().with("type", .string("array")).with("items", StatementSchema.schema)
        .called("Policy", "The statements. A later one wins over an earlier one.")
    case .tests:
      Schema().with("type", .string("array")).with("items", TestSchema(kinds).schema)
        .called("Tests", "What must be true at certain times; 'reconcile test' checks it.")
    }
  }

  /// A map, or nothing at all.
  private static let person = Schema.any(of: [
    Schema().with("type", .string("null")),
    Schema.map(PolicyKey.Person.self) { key in
      switch key {
      case .manages:
        targets.called(
          "Manages", "The targets that this person manages on the page, with overrides and locks.",
          examples: [.strings(["kids", "tv"])])
      case .asks:
        targets.called(
          "Asks", "The targets that this person sees on the page, and may ask about.", examples: [.strings(["kids"])])
      }
    },
  ])
  .called("Somebody", "A name, and what they may do on the page. Addresses do not belong in the policy.")

  private static let targets = Schema.oneOrMore(
    Schema.text(SchemaPattern.nameInAnyCase, "the name of a target"))

  private static let calendar = Schema.map(PolicyKey.Calendar.self, required: [.ics]) { key in
    switch key {
    case .ics:
      Schema.text.called(
        "Calendar", "The path of an iCalendar file in the folder of the policy or below it.",
        examples: "calendars/school.ics")
    case .summary:
      Schema.oneOrMore(Schema.text).called(
        "Summary", "Which of its events count: names, or patterns with * and ?.", examples: "Christmas*")
    case .busy: Schema.flag.called("Busy", "Whether the times of its events count, instead of whole days.")
    }
  }
  .called("A calendar", "The days, or the times, of the events of an iCalendar file.")

  private static let mac = Schema.text(SchemaPattern.mac, "a MAC address, such as 04:00:5e:00:53:01")

  private static let device = Schema.any(of: [
    mac,
    Schema.map(PolicyKey.Device.self, required: [.mac]) { key in
      switch key {
      case .mac: mac.called("MAC address", "What it is known by on the network.")
      case .because: Schema.text.called("Because", "Why a private address can be relied on.")
      }
    },
  ]).called("A device", "A MAC address, or a map with 'mac' and 'because'.")

  private func limit(_ key: PolicyKey.Limit) -> Schema {
    switch key {
    case .maxChanges:
      Schema.number(in: key.range)
        .called(
          "Most changes", "A run that would change more than this writes nothing.",
          examples: [.number("5"), .number("20")])
    }
  }

  private func definition(_ definition: Schema.Definition) -> Schema {
    switch definition {
    case .definedName:
      Schema()
        .with("pattern", .string("^(?:\(SchemaPattern.definedName))$"))
        .with("not", Schema().with("pattern", .string("^(?:\(SchemaPattern.reserved(kinds)))$")))
        .otherwise(
          "a name has at most 63 lower case letters, digits and dashes, and is not made of words of the language alone"
        )
        .called(
          "A name", "Lower case letters, digits and dashes; not a word of the language such as 'sun' or 'mon-fri'.")
    case .targetName:
      Schema.text(SchemaPattern.nameInAnyCase, "the name of a target")
        .called("A target", "The name of a target; some systems are targets themselves.")
    case .systemName:
      Schema.text(SchemaPattern.name, "the name of a system")
    case .state: Schema.choice(kinds.states)
    case .secret: SystemSchema.secret
    case .objects: TargetSchema.objects
    case .when:
      Schema.oneOrMore(.sentence)
        .called(
          "When", "The part of a sentence that says when, or a list of them: any of them.",
          examples: "21:00–07:00", "mon-fri 16:00–18:00", "sun-thu except eves of holidays", "2026-12-23..2027-01-06")
    case .boolean:
      Schema()
        .with("$comment", .string("what YAML 1.1 makes of on and off; no 'type', so that no editor proposes it"))
        .with("not", Schema().with("type", .strings(["string", "number", "object", "array", "null"])))
    }
  }
}
