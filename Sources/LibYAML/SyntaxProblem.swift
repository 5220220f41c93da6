import Documents
import Text

/// What libyaml could not read, in words for whoever wrote it.
///
/// libyaml says where it could go no further; the slip is often a line before. The few slips that people make are
/// recognised from the text around; everything else keeps libyaml's own words.
struct SyntaxProblem {
  private(set) var diagnostic: Diagnostic

  init(_ failure: SyntaxFailure, in source: SourceText, messages: Messages) {
    let context = SyntaxErrorContext(failure, in: source)
    diagnostic =
      Self.tab(failure, context, messages)
      ?? Self.unclosed(failure, context, messages)
      ?? Self.mapping(failure, context, messages)
      ?? Self.key(failure, context, messages)
      ?? Self.token(failure, context, messages)
      ?? Self.header(failure, context, messages)
      ?? messages.otherSyntax(failure.problem, at: context.here)
  }

  private static func tab(_ failure: SyntaxFailure, _ context: SyntaxErrorContext, _ messages: Messages) -> Diagnostic?
  {
    let isTab = failure.problem.holds("tab character") || (context.character == "\t" && context.isInIndentation)
    return isTab ? messages.tab(context.here) : nil
  }

  private static func unclosed(_ failure: SyntaxFailure, _ context: SyntaxErrorContext, _ messages: Messages)
    -> Diagnostic?
  {
    if failure.context == "while scanning a quoted scalar" {
      return messages.unclosedQuote(context.contextCharacter, at: context.began)
    }
    guard failure.context == "while parsing a flow sequence" || failure.context == "while parsing a flow mapping"
    else { return nil }
    let close = failure.context == "while parsing a flow sequence" ? "]" : "}"
    return context.isAtEnd
      ? messages.unclosedBracket(context.contextCharacter, close: close, at: context.began)
      : messages.noCommaOrBracket(close: close, at: context.here, opened: context.began)
  }

  /// A `:` where no key can stand, or none where one must.
  private static func mapping(_ failure: SyntaxFailure, _ context: SyntaxErrorContext, _ messages: Messages)
    -> Diagnostic?
  {
    switch failure.problem {
    case "mapping values are not allowed in this context":
      if context.hasColonBefore { return messages.colonInText(context.here) }
      if let colon = context.missingSpace { return messages.missingSpace(colon) }
      if context.isDeeperThanLineBefore { return messages.indentation(context.word) }
      return messages.misplacedColon(context.here)
    case "could not find expected ':'":
      if let colon = context.missingSpace { return messages.missingSpace(colon) }
      return messages.missingColon(context.beganLine)
    default: return nil
    }
  }

  /// Something other than the next key or the next `- `.
  private static func key(_ failure: SyntaxFailure, _ context: SyntaxErrorContext, _ messages: Messages) -> Diagnostic?
  {
    switch failure.problem {
    case "did not find expected key":
      return behindValue(context, messages) ?? (context.isInIndentation ? messages.indentation(context.word) : nil)
    case "did not find expected '-' indicator":
      return behindValue(context, messages)
        ?? (context.isInIndentation ? messages.noDash(context.word, began: context.began) : nil)
    case "block sequence entries are not allowed in this context": return messages.listBesideKey(context.here)
    default: return nil
    }
  }

  /// Something behind a value that is complete.
  private static func behindValue(_ context: SyntaxErrorContext, _ messages: Messages) -> Diagnostic? {
    if let quote = context.previous, quote == "'" || quote == "\"" {
      return messages.textAfterQuote(quote, at: context.here)
    }
    if let alias = context.aliasBefore { return messages.textAfterAlias(alias, at: context.here) }
    let closes = context.character == "]" || context.character == "}"
    return closes ? messages.misplacedCharacter(context.here) : nil
  }

  private static func token(_ failure: SyntaxFailure, _ context: SyntaxErrorContext, _ messages: Messages)
    -> Diagnostic?
  {
    switch failure.problem {
    case "found character that cannot start any token", "did not find expected node content",
      "mapping keys are not allowed in this context":
      return context.isAtEnd ? nil : messages.misplacedCharacter(context.here)
    case "did not find expected alphabetic or numeric character":
      return messages.aliasName(context.contextCharacter, at: context.beganToHere)
    case "did not find expected <document start>":
      return context.startsWithDirective ? messages.directive(context.here) : messages.textAfterDocument(context.here)
    default: break
    }
    if failure.context == "while parsing a quoted scalar" { return messages.escape(context.escape) }
    return nil
  }

  private static func header(_ failure: SyntaxFailure, _ context: SyntaxErrorContext, _ messages: Messages)
    -> Diagnostic?
  {
    if failure.context == "while scanning a block scalar" { return messages.blockHeader(context.here) }
    if failure.problem.holds("tag") || failure.context.holds("tag") { return messages.tag(context.here) }
    let isDirective = failure.context.holds("directive") || failure.problem.holds("directive")
    return isDirective || failure.problem == "found incompatible YAML document" ? messages.directive(context.here) : nil
  }
}
