import CYAML

/// The one place that talks to libyaml.
///
/// Its parser lives on the heap because libyaml keeps its address; it is freed with this value on every path.
struct EventStream: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// The events of `input`, which must be UTF-8 without byte order mark and outlive this value; nil where there is no
  /// memory to read or none to work with.
  init?(_ input: UnsafeBufferPointer<UInt8>) {
    guard let start = input.baseAddress else { return nil }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      return nil
    }
    self.parser = parser
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, start, input.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The next event, everything copied out of libyaml's memory.
  func next() -> Result<Event, SyntaxFailure> {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { return .failure(failure) }
    defer { yaml_event_delete(&event) }
    let range = event.start_mark.index..<max(event.start_mark.index, event.end_mark.index)
    return .success(Event(kind: Self.kind(of: event), range: range))
  }

  private var failure: SyntaxFailure {
    SyntaxFailure(
      problem: Self.text(parser.pointee.problem), context: Self.text(parser.pointee.context),
      index: parser.pointee.problem_mark.index, contextIndex: parser.pointee.context_mark.index)
  }

  private static func kind(of event: yaml_event_t) -> Event.Kind {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_STREAM_END_EVENT: return .streamEnd
    case YAML_ALIAS_EVENT: return .alias(name(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT: return scalar(event)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return .sequenceStart(.init(anchor: name(start.anchor), hasTag: start.tag != nil))
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return .mappingStart(.init(anchor: name(start.anchor), hasTag: start.tag != nil))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
    default: return .nothing
    }
  }

  private static func scalar(_ event: yaml_event_t) -> Event.Kind {
    let scalar = event.data.scalar
    let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    return .scalar(text, style(scalar.style), .init(anchor: name(scalar.anchor), hasTag: scalar.tag != nil))
  }

  private static func style(_ style: yaml_scalar_style_t) -> ScalarStyle {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private static func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(cString: $0) }
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }
}
