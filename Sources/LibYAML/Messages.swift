import Documents
import Text

/// Every message of this module, with its code.
struct Messages {
  let file: String

  private func error(
    _ code: String, _ message: String, hint: String?, at span: SourceSpan, related: Diagnostic.Related? = nil
  ) -> Diagnostic {
    Diagnostic(.error, code: "yaml." + code, message, hint: hint, at: span, related: related)
  }

  private var start: SourceSpan {
    let first = SourcePosition(line: 1, column: 1)
    return SourceSpan(file: file, start: first, end: first)
  }

  // MARK: Text

  func utf16() -> Diagnostic {
    error("utf-16", "the file is UTF-16, not UTF-8", hint: "save it as UTF-8", at: start)
  }

  func notUTF8(_ span: SourceSpan) -> Diagnostic {
    error("not-utf-8", "a byte here is not UTF-8", hint: "save the file as UTF-8", at: span)
  }

  func controlCharacter(_ scalar: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits(scalar).count)) + digits(scalar)
    let hint =
      scalar == "\r"
      ? "end lines with LF or CR LF" : "remove it, or write it as '\(escape(scalar))' in double quotes"
    return error("control-character", "a policy cannot contain the character \(name)", hint: hint, at: span)
  }

  private func digits(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }

  private func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = digits(scalar)
    let width = scalar.value > 0xFF ? 4 : 2
    return (width == 4 ? "\\u" : "\\x") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // MARK: Limits

  func tooLarge() -> Diagnostic {
    error("too-large", "more than 1 MiB of policy", hint: "split the household into several policies", at: start)
  }

  func tooDeep(_ span: SourceSpan) -> Diagnostic {
    error(
      "too-deep", "lists and maps are nested more than \(ReadingBudget.maximumDepth) deep",
      hint: "use fewer levels; an alias counts as what it stands for", at: span)
  }

  func tooManyNodes(_ span: SourceSpan) -> Diagnostic {
    error(
      "too-many-nodes", "more than 100000 values in the policy", hint: Self.tooMuch, at: span)
  }

  func tooMuchText(_ span: SourceSpan) -> Diagnostic {
    error(
      "too-much-text", "more than 4 MiB of text in the policy", hint: Self.tooMuch, at: span)
  }

  private static let tooMuch =
    "use fewer aliases, each of which counts as what it stands for, or split the household into several policies"

  // MARK: What a policy does without

  /// `isOneOfSeveral`: whether the policy has other files.
  func empty(_ span: SourceSpan, isOneOfSeveral: Bool) -> Diagnostic {
    error(
      "empty", "the file is empty",
      hint: isOneOfSeveral ? "write something in it, or remove the file" : "start the policy with 'timezone:'", at: span
    )
  }

  func secondDocument(_ span: SourceSpan) -> Diagnostic {
    error(
      "second-document", "a second document starts here", hint: "remove '---': a file contains one policy", at: span)
  }

  func tag(_ span: SourceSpan) -> Diagnostic {
    error(
      "tag", "'!' starts a tag, which a policy cannot have",
      hint: "remove it, or put text that starts with '!' in quotes", at: span)
  }

  func mergeKey(_ span: SourceSpan) -> Diagnostic {
    error("merge-key", "'<<' does not merge maps here", hint: "write the entries out", at: span)
  }

  func keyIsNoScalar(_ span: SourceSpan) -> Diagnostic {
    error(
      "key-form", "a list or map cannot be a key", hint: "put text that starts with '[' or '{' in quotes", at: span)
  }

  func duplicateKey(_ key: String, at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    error(
      "duplicate-key", "duplicate key '\(key)'", hint: "remove one of them, or give it another name",
      at: span, related: .init(span: first, message: "first defined here"))
  }

  func undefinedAlias(_ name: String, among names: some Sequence<String>, at span: SourceSpan) -> Diagnostic {
    let nearest = Suggestion.nearest(to: name, among: names).map { "did you mean '*\($0)'? " } ?? ""
    return error(
      "undefined-alias", "unknown alias '*\(name)'",
      hint: nearest + "put text that starts with '*' in quotes", at: span)
  }

  func recursiveAlias(_ name: String, at span: SourceSpan) -> Diagnostic {
    error("recursive-alias", "'*\(name)' is inside what it stands for", hint: "write it out", at: span)
  }

  // MARK: Syntax

  func tab(_ span: SourceSpan) -> Diagnostic {
    error("tab", "a tab at the start of a line", hint: "indent with spaces", at: span)
  }

  func unclosedQuote(_ quote: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
    let hint =
      quote == "'" ? "close it with '; a ' inside is written ''" : "close it with \"; a \" inside is written \\\""
    return error("unclosed-quote", "this quote is never closed", hint: hint, at: span)
  }

  func unclosedBracket(_ bracket: Unicode.Scalar, close: String, at span: SourceSpan) -> Diagnostic {
    error("unclosed-bracket", "this '\(bracket)' is never closed", hint: "close it with '\(close)'", at: span)
  }

  func noCommaOrBracket(close: String, at span: SourceSpan, opened: SourceSpan) -> Diagnostic {
    error(
      "unclosed-bracket", "expected ',' or '\(close)' here",
      hint: "close the bracket with '\(close)', or put text with ':' in quotes", at: span,
      related: .init(span: opened, message: "opened here"))
  }

  func colonInText(_ span: SourceSpan) -> Diagnostic {
    error("colon-in-text", "a second ': ' in one line", hint: "put text that contains ': ' in quotes", at: span)
  }

  func missingSpace(_ span: SourceSpan) -> Diagnostic {
    error("missing-space", "no space after ':'", hint: "write ': ' after a key", at: span)
  }

  func missingColon(_ span: SourceSpan) -> Diagnostic {
    error(
      "missing-colon", "this line is neither a key nor part of the value before it",
      hint: "end a key with ':', or start a list entry with '- '", at: span)
  }

  func misplacedColon(_ span: SourceSpan) -> Diagnostic {
    error(
      "misplaced-colon", "unexpected ':': there can be no key here", hint: "put text that contains ':' in quotes",
      at: span)
  }

  func indentation(_ span: SourceSpan) -> Diagnostic {
    error(
      "indentation", "this line has the wrong indentation",
      hint: "start it in the same column as the lines it belongs to", at: span)
  }

  func noDash(_ span: SourceSpan, began: SourceSpan) -> Diagnostic {
    error(
      "no-dash", "a list entry without '- '", hint: "start it with '- ', or in the column of the key it belongs to",
      at: span, related: .init(span: began, message: "the list starts here"))
  }

  func listBesideKey(_ span: SourceSpan) -> Diagnostic {
    error("list-beside-key", "a list cannot start here", hint: "start it on its own line", at: span)
  }

  func textAfterQuote(_ quote: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
    let escaped = quote == "'" ? "''" : "\\\""
    return error(
      "text-after-quote", "text after the closing quote",
      hint: "quote the whole text; a \(quote) inside is written \(escaped)", at: span)
  }

  func textAfterAlias(_ alias: String, at span: SourceSpan) -> Diagnostic {
    error(
      "text-after-alias", "text after the alias '\(alias)'",
      hint: "put text that starts with '*' in quotes", at: span)
  }

  func misplacedCharacter(_ span: SourceSpan) -> Diagnostic {
    error("misplaced-character", "a value cannot start with this character", hint: "put the text in quotes", at: span)
  }

  func aliasName(_ mark: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
    let what = mark == "&" ? "an anchor" : "an alias"
    return error(
      "alias-name", "'\(mark)' starts \(what), but this is not a valid name for one",
      hint: "put text that starts with '\(mark)' in quotes", at: span)
  }

  func textAfterDocument(_ span: SourceSpan) -> Diagnostic {
    error("text-after-document", "text after the end of the policy", hint: "remove it", at: span)
  }

  func escape(_ span: SourceSpan) -> Diagnostic {
    error(
      "escape", "invalid escape", hint: "use single quotes, where a backslash stands for itself", at: span)
  }

  func blockHeader(_ span: SourceSpan) -> Diagnostic {
    error("block-text", "text after '|' or '>'", hint: "start the text on the next line", at: span)
  }

  func directive(_ span: SourceSpan) -> Diagnostic {
    error("directive", "a '%' line, which a policy cannot have", hint: "remove it", at: span)
  }

  func otherSyntax(_ problem: String, at span: SourceSpan) -> Diagnostic {
    error("syntax", "this is not valid YAML: \(problem)", hint: nil, at: span)
  }
}
