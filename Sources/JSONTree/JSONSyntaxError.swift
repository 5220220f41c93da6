/// Why a text is not JSON, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The text ends before the value does.
    case unexpectedEnd
    /// Something other than a value is where one must be.
    case expectedValue
    /// Something other than `"` is where a member's name must start.
    case expectedName
    /// Something other than `:` follows a name.
    case expectedColon
    /// Something other than `,` or the closing bracket follows an element or a member.
    case expectedCommaOrEnd
    /// Something follows the value.
    case trailingText
    /// A number is not spelled as RFC 8259 wants it: leading zero, no digit where one must be.
    case malformedNumber
    /// What follows a backslash is no escape.
    case malformedEscape
    /// Half of a surrogate pair stands alone, so that the text has no Unicode reading.
    case loneSurrogate
    /// A control character stands unescaped in a string.
    case controlCharacter
    /// A string is not UTF-8.
    case invalidUTF8
    /// More than `JSON.maximumDepth` arrays and objects are in one another.
    case tooDeep
    /// The text has 2 GiB or more.
    case tooLong
    /// The text has more than these bytes, which is the budget.
    case tooManyBytes(Int)
    /// The text has more than so many values and names of members, which is the budget.
    case tooManyValues(Int)
  }

  /// What is wrong.
  public var reason: Reason
  /// How many bytes are before the place where it went wrong.
  public var offset: Int

  /// A reason, and how many bytes are before the place.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// For people: what was found and where; never a piece of the text itself, which may hold a secret.
  public var description: String {
    isOverBudget ? reason.wording : "\(reason.wording) at byte \(offset)"
  }

  /// Whether the text may well be JSON, and only too much of it.
  public var isOverBudget: Bool {
    switch reason {
    case .tooManyBytes, .tooManyValues: true
    case .unexpectedEnd, .expectedValue, .expectedName, .expectedColon, .expectedCommaOrEnd, .trailingText,
      .malformedNumber, .malformedEscape, .loneSurrogate, .controlCharacter, .invalidUTF8, .tooDeep, .tooLong:
      false
    }
  }
}

extension JSONSyntaxError.Reason {
  fileprivate var wording: String {
    switch self {
    case .unexpectedEnd: "the text ends too early"
    case .expectedValue: "no value"
    case .expectedName: "no member name in double quotes"
    case .expectedColon: "no ':' after a member name"
    case .expectedCommaOrEnd: "neither ',' nor the closing bracket"
    case .trailingText: "something follows the value"
    case .malformedNumber: "malformed number"
    case .malformedEscape: "malformed escape"
    case .loneSurrogate: "half of a surrogate pair"
    case .controlCharacter: "unescaped control character in a string"
    case .invalidUTF8: "a string that is not UTF-8"
    case .tooDeep: "more than \(JSON.maximumDepth) levels"
    case .tooLong: "2 GiB or more"
    case .tooManyBytes(let most): "more than \(most >> 10) KiB, the limit for this answer"
    case .tooManyValues(let most): "more than \(most) values, the limit for this answer"
    }
  }
}
