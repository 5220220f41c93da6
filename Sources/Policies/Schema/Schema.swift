import JSONTree

/// One JSON Schema: its keywords in the order in which they are printed.
///
/// Only keywords that mean the same in draft 7 and in 2020-12 are used, because the editors' language servers know the
/// older one best.
package struct Schema {
  private(set) var members: [JSON.Member] = []

  var json: JSON { .object(members) }

  /// The schema with one more keyword.
  func with(_ keyword: String, _ value: JSON) -> Schema {
    var longer = self
    longer.members.append(.init(keyword, value))
    return longer
  }

  /// The schema with one more keyword, whose value is a schema.
  func with(_ keyword: String, _ value: Schema) -> Schema { with(keyword, value.json) }

  /// The schema with one more keyword, whose value is a list of schemas.
  func with(_ keyword: String, _ values: [Schema]) -> Schema { with(keyword, .array(values.map(\.json))) }

  /// The schema with the keywords of another one, but for those named.
  func with(_ other: Schema, except skipped: [String] = []) -> Schema {
    var longer = self
    longer.members += other.members.filter { !skipped.contains($0.name) }
    return longer
  }

  /// The schema with what an editor shows of it in front.
  func called(_ title: String, _ description: String, examples: [JSON] = []) -> Schema {
    let shown = Schema().with("title", .string(title)).with("description", .string(description))
    return (examples.isEmpty ? shown : shown.with("examples", .array(examples))).with(self)
  }

  /// The same with examples that are texts.
  func called(_ title: String, _ description: String, examples: String...) -> Schema {
    called(title, description, examples: examples.map(JSON.string))
  }

  /// The same with what a kind of system has to say of a key.
  func called(_ help: KeyHelp) -> Schema {
    called(
      help.title, help.description,
      examples: help.examples.map { example in
        switch example {
        case .text(let text): .string(text)
        case .list(let texts): .strings(texts)
        }
      })
  }

  /// What an editor shows where a value does not fit. A keyword of the language servers; validators skip it.
  func otherwise(_ message: String) -> Schema { with("errorMessage", .string(message)) }
}

// MARK: - Plain values

extension Schema {
  /// Fits everything.
  static let anything = Schema()

  /// A value that the file writes as one word or line of text.
  ///
  /// In a policy every scalar is text, but the parser of an editor makes numbers and booleans of some of them, as
  /// `2024`, or `no` in YAML 1.1. These fit as well; a pattern speaks about texts only. There is no `type`, because
  /// editors would then propose `true` and `false`.
  static let text = Schema()
    .with("not", Schema().with("type", .strings(["object", "array", "null"])))
    .with("minLength", .number("1"))

  /// A text that fits the whole of `pattern`.
  static func text(_ pattern: String, _ message: String) -> Schema {
    text.with("pattern", .string("^(?:\(pattern))$")).otherwise(message)
  }

  /// A text that no parser takes for anything else.
  static let sentence = Schema().with("type", .string("string")).with("minLength", .number("1"))

  /// One of a few words.
  static func choice<Word: RawRepresentable<String>>(_ words: [Word]) -> Schema {
    let choice = Schema().with("enum", .strings(words.map(\.rawValue)))
    let becomeBooleans = words.contains { ["on", "off"].contains($0.rawValue) }
    return becomeBooleans ? Schema().with("anyOf", [choice, .reference(.boolean)]) : choice
  }

  /// `true` or `false`, quoted or not.
  static let flag = Schema()
    .with("type", .strings(["boolean", "string"])).with("pattern", .string("^(?:true|false)$"))

  /// A whole number, quoted or not.
  static func number(in range: ClosedRange<Int>) -> Schema {
    Schema()
      .with("type", .strings(["integer", "string"])).with("pattern", .string("^[0-9]+$"))
      .with("minimum", .integer(range.lowerBound)).with("maximum", .integer(range.upperBound))
  }
}

// MARK: - Lists and maps

extension Schema {
  /// A list with at least one member.
  static func list(of member: Schema) -> Schema {
    Schema().with("type", .string("array")).with("minItems", .number("1")).with("items", member)
  }

  /// One text, or a list of them. `text` says what texts must fit.
  static func oneOrMore(_ text: Schema) -> Schema {
    Schema().with("type", .strings(["string", "array"]))
      .with(text, except: ["type", "not"])
      .with("minItems", .number("1")).with("items", text)
  }

  /// A map with these keys, and with any that start with `x-`.
  static func map<Key: CaseIterable & RawRepresentable<String>>(
    _: Key.Type, required: [Key] = [], _ schema: (Key) -> Schema
  ) -> Schema {
    map(Key.allCases.map { ($0.rawValue, schema($0)) }, required: required.map(\.rawValue))
  }

  /// A map with these keys, and with any that start with `x-`.
  static func map(_ members: [(key: String, schema: Schema)], required: [String] = []) -> Schema {
    let map = Schema().with("type", .string("object"))
    return (required.isEmpty ? map : map.requiring(required))
      .with("properties", .object(members.map { .init($0.key, $0.schema.json) }))
      .with("patternProperties", .object([.init("^x-", Schema.anything.json)]))
      .with("additionalProperties", .bool(false))
  }

  /// What fits one of `schemas`, which may be alike.
  static func any(of schemas: [Schema]) -> Schema {
    var different: [Schema] = []
    for schema in schemas where !different.contains(where: { $0.json == schema.json }) { different.append(schema) }
    return different.count == 1 ? different[0] : Schema().with("anyOf", different)
  }

  /// A map from names that the file defines to values of one form; keys that start with `x-` may hold anything.
  static func names(of member: Schema) -> Schema {
    Schema().with("type", .string("object"))
      .with("propertyNames", .reference(.definedName))
      .with("patternProperties", .object([.init("^(?!x-)", member.json)]))
  }

  /// The schema with keys that must be there.
  func requiring<Key: RawRepresentable<String>>(_ keys: [Key]) -> Schema { requiring(keys.map(\.rawValue)) }

  /// The schema with keys that must be there.
  func requiring(_ keys: [String]) -> Schema { with("required", .strings(keys)) }

  /// The schema with the demand for exactly one of `keys`.
  func requiringOne<Key: RawRepresentable<String>>(of keys: [Key]) -> Schema {
    with("oneOf", keys.map { Schema().requiring([$0]) })
  }

  /// The schema with keys that must not be there.
  func refusing<Key: RawRepresentable<String>>(_ keys: [Key]) -> Schema { refusing(keys.map(\.rawValue)) }

  /// The schema with keys that must not be there.
  func refusing(_ keys: [String]) -> Schema {
    with("properties", .object(keys.map { .init($0, .bool(false)) }))
  }

  /// What holds where `condition` does, and what holds where it does not.
  func when(_ condition: Schema, then: Schema, otherwise: Schema? = nil) -> Schema {
    let longer = with("if", condition).with("then", then)
    return otherwise.map { longer.with("else", $0) } ?? longer
  }
}

// MARK: - References

extension Schema {
  /// The schemas that are used in several places.
  enum Definition: String, CaseIterable {
    case definedName = "defined-name"
    case targetName = "target-name"
    case systemName = "system-name"
    case state
    case secret
    case objects
    case when
    case boolean
  }

  static func reference(_ definition: Definition) -> Schema {
    Schema().with("$ref", .string("#/$defs/\(definition.rawValue)"))
  }
}

extension JSON {
  static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
}
