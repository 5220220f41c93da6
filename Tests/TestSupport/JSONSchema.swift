import Foundation
public import JSONTree

/// A JSON Schema, as far as the project's own use the words of it: every other word is a mistake.
public struct JSONSchema: Sendable {
  /// The documents by the names of their files, so that one can refer to another.
  private let documents: [String: JSON]
  private let name: String

  /// What cannot be understood of a schema.
  public struct Mistake: Error, CustomStringConvertible {
    /// What, and where.
    public var description: String
  }

  /// The document called `name` among `documents`.
  public init(_ name: String, in documents: [String: JSON]) { (self.name, self.documents) = (name, documents) }

  /// What of `value` does not fit. `pointer` leads to another schema of the document than the whole of it.
  public func faults(_ value: JSON, by pointer: String = "") throws -> [String] {
    var reading = Reading(documents: documents)
    return try reading.faults(value, reading.found("\(name)#\(pointer)", from: name), at: "$")
  }

  /// The words that say something about values, and those that only say something to people.
  public static let words: Set = [
    "$ref", "type", "enum", "const", "anyOf", "pattern", "minimum", "minLength", "items", "properties", "required",
    "additionalProperties",
  ]
  /// Those that only say something to people, and `$defs`.
  public static let comments: Set = ["$schema", "$id", "$defs", "title", "description", "format"]
}

/// One reading: what is compiled for it is kept as long.
private struct Reading {
  let documents: [String: JSON]
  private var expressions: [String: Regex<AnyRegexOutput>] = [:]

  init(documents: [String: JSON]) { self.documents = documents }

  /// A schema, and the document that it is in.
  typealias Found = (schema: JSON, document: String)

  /// What `reference` leads to, seen from the document called `document`.
  func found(_ reference: String, from document: String) throws -> Found {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].isEmpty ? document : parts[0]
    guard var schema = documents[name] else { throw JSONSchema.Mistake(description: "there is no '\(name)'") }
    for step in (parts.count > 1 ? parts[1] : "").split(separator: "/") {
      guard let next = schema[String(step)] else {
        throw JSONSchema.Mistake(description: "'\(reference)' leads nowhere from '\(document)'")
      }
      schema = next
    }
    return (schema, name)
  }

  mutating func faults(_ value: JSON, _ found: Found, at place: String) throws -> [String] {
    guard let words = found.schema.members else {
      throw JSONSchema.Mistake(description: "no schema for \(place)")
    }
    if let word = words.first(where: { !(JSONSchema.words.union(JSONSchema.comments).contains($0.name)) }) {
      throw JSONSchema.Mistake(description: "unknown word '\(word.name)' for \(place)")
    }
    return try words.flatMap { try fault(value, $0, found, at: place) }
  }

  private mutating func fault(_ value: JSON, _ word: JSON.Member, _ found: Found, at place: String) throws -> [String] {
    switch word.name {
    case "$ref": return try faults(value, self.found(word.value.string ?? "", from: found.document), at: place)
    case "type":
      let types = (word.value.elements ?? [word.value]).compactMap(\.string)
      return value.types.isDisjoint(with: types) ? ["\(place) is \(value.text.prefix(80)), not \(types)"] : []
    case "enum": return word.value.elements?.contains(value) == true ? [] : ["\(place): \(value.text.prefix(80))"]
    case "const": return word.value == value ? [] : ["\(place): \(value.text.prefix(80))"]
    case "anyOf": return try alternatives(value, word.value.elements ?? [], found.document, at: place)
    case "pattern":
      guard let text = value.string else { return [] }
      return try matches(text, word.value.string ?? "") ? [] : ["\(place): \(value.text)"]
    case "minimum": return value.int ?? .max < word.value.int ?? 0 ? ["\(place): \(value.text)"] : []
    case "minLength": return value.string?.isEmpty == true ? ["\(place) is empty"] : []
    case "items":
      return try (value.elements ?? []).enumerated().flatMap {
        try faults($1, (word.value, found.document), at: "\(place)[\($0)]")
      }
    case "properties": return try members(value, word.value, found.document, at: place)
    case "required":
      guard let members = value.members else { return [] }
      return (word.value.elements ?? []).compactMap(\.string).filter { name in !members.contains { $0.name == name } }
        .map { "\(place) has no \($0)" }
    case "additionalProperties":
      guard case .bool(false) = word.value else {
        throw JSONSchema.Mistake(description: "more than false for \(place)")
      }
      let known = found.schema["properties"]?.members?.map(\.name) ?? []
      return (value.members ?? []).filter { !known.contains($0.name) }.map { "\(place).\($0.name) is not described" }
    default: return []
    }
  }

  private mutating func members(_ value: JSON, _ known: JSON, _ document: String, at place: String) throws -> [String] {
    try (value.members ?? []).flatMap { member in
      try known[member.name].map { try faults(member.value, ($0, document), at: "\(place).\(member.name)") } ?? []
    }
  }

  /// Nothing where one of them fits; else what is wrong with the one that fits best.
  private mutating func alternatives(
    _ value: JSON, _ schemas: [JSON], _ document: String, at place: String
  ) throws -> [String] {
    var best: [String]?
    for schema in schemas {
      let faults = try faults(value, (schema, document), at: place)
      if faults.isEmpty { return [] }
      if best.map({ faults.count < $0.count }) ?? true { best = faults }
    }
    return best ?? ["\(place) fits nothing"]
  }

  private mutating func matches(_ text: String, _ pattern: String) throws -> Bool {
    let expression = try expressions[pattern] ?? Regex(pattern)
    expressions[pattern] = expression
    return text.contains(expression)
  }
}

extension JSON {
  fileprivate var types: Set<String> {
    switch self {
    case .null: ["null"]
    case .bool: ["boolean"]
    case .number: int == nil ? ["number"] : ["number", "integer"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}
