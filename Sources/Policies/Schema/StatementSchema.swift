import JSONTree

/// The schema of one entry of `policy`: a sentence, or a map.
enum StatementSchema {
  static let schema =
    typed
    .with("if", Schema().requiring([PolicyKey.Statement.do]))
    .with("then", Schema().refusing(PolicyKey.Statement.fields))
    .with("else", fields)
    .called(
      "A statement", "Names, a state, and when it applies; or a map with 'do' or with 'target', 'state' and 'when'.",
      examples: "kids off 21:00–07:00", "pause pihole weekdays", "kids off sat, sun 22:00–08:00",
      "guests off daily except holidays",
      "kids on only 15:00–18:00")

  /// A map's keywords say nothing about a text, and the other way round.
  private static let typed = Schema()
    .with("type", .strings(["string", "object"])).with("minLength", .number("1"))
    .with(.map(PolicyKey.Statement.self, statement), except: ["type"])

  private static let fields = Schema().requiring([PolicyKey.Statement.state])
    .when(
      Schema().requiring([PolicyKey.Statement.target]),
      then: .anything.refusing([PolicyKey.Statement.targets]),
      otherwise: .anything.requiring([PolicyKey.Statement.targets])
    )
    // Beside the other condition: a schema has one 'if' only.
    .with("allOf", [Schema().when(Schema().requiring([PolicyKey.Statement.only]), then: besideOnly)])

  private static let besideOnly = Schema()
    .with(
      "properties",
      .object([
        .init(PolicyKey.Statement.when.rawValue, .bool(false)),
        .init(PolicyKey.Statement.state.rawValue, Schema.choice([TargetState.on]).json),
      ]))

  private static func statement(_ key: PolicyKey.Statement) -> Schema {
    switch key {
    case .do:
      Schema.sentence.called(
        "Do", "The whole statement as a sentence.", examples: "kids on 2026-12-31 18:00–02:00")
    case .target: Schema.reference(.targetName)
    case .targets: Schema.list(of: .reference(.targetName)).called("Targets", "The targets that it is about.")
    case .state:
      Schema.reference(.state).called(
        "State", "The state to set: on or off, active or paused, and so on, as the targets can be.")
    case .when: Schema.reference(.when)
    case .only:
      Schema.reference(.when).called(
        "Only", "Instead of 'when', with 'state: on': on at these times of day, off at every other time.",
        examples: "15:00–18:00")
    case .grace:
      SystemSchema.duration.called(
        "Grace", "How late an action that runs at a time ('do: gate at 06:45') may still run; 10m unless given.",
        examples: "5m")
    case .id:
      Schema.text(SchemaPattern.statementID, "lower case letters, digits and dashes; not otherwise and not policy-N")
        .called(
          "Id", "The name of the statement in reports; policy-1, policy-2, … unless given.", examples: "new-year")
    case .because:
      Schema.text.called(
        "Because", "The reason, shown wherever the statement applies.", examples: "everybody stays up")
    }
  }
}

/// The schema of one entry of `tests`.
struct TestSchema {
  let kinds: SystemKinds

  init(_ kinds: SystemKinds) { self.kinds = kinds }

  var schema: Schema {
    Schema.map(PolicyKey.Test.self, required: [.expect], test)
      .when(
        Schema().requiring([PolicyKey.Test.at]),
        then: .anything.refusing([PolicyKey.Test.from, .to]),
        otherwise: .anything.requiring([PolicyKey.Test.from, .to])
      )
      .called("A test", "What must be true at an instant ('at'), or all the time between two ('from' and 'to').")
  }

  private func test(_ key: PolicyKey.Test) -> Schema {
    switch key {
    case .name: Schema.text.called("Name", "The name of the test in reports.", examples: "school night")
    case .at:
      Schema.oneOrMore(Self.instant).called("At", "An instant, or a list of them.", examples: "2026-11-20 22:00")
    case .from: Self.instant.called("From", "The first instant.", examples: "2026-11-20 22:00")
    case .to:
      Self.instant.called("To", "The end: the first instant that no longer counts.", examples: "2026-11-21 07:00")
    case .expect: expect
    }
  }

  private static let instant = Schema.text(
    SchemaPattern.instant, "an instant is written like 2026-11-20 22:00, or as RFC 3339 with an offset")

  private var expect: Schema {
    Schema().with("type", .string("object")).with("minProperties", .number("1"))
      .with("propertyNames", Schema().with("pattern", .string("^(?:x-.*|\(SchemaPattern.nameInAnyCase))$")))
      .with(
        "patternProperties",
        .object([.init("^(?!x-)", Schema.choice(kinds.states + [.runs, .leave]).json)])
      )
      .called(
        "Expect", "The state of each target; runs or leave for an action.",
        examples: [.object([.init("kids", .string("off"))])])
  }
}
