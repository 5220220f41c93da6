import Simulator
import Testing

/// Regular expressions that the server refuses, with the reason that it gives.
struct RegexCheckTests {
  static let patterns: [(pattern: String, hint: String?)] = [
    (".*", nil), ("(^|\\.)tiktok\\.com$", nil), ("*", nil), ("a|*", nil), ("()", nil), ("a)", nil), ("|", nil),
    ("a{2}", nil), ("a{2,}", nil), ("a{,2}", nil), ("a{255}", nil), ("a??", nil), ("a*?", nil), ("(?i)a", nil),
    ("(?:a)", nil), ("[]a]", nil), ("[^]a]", nil), ("[a-]", nil), ("[-a]", nil), ("[[:alpha:]-]", nil), ("\\b+", nil),
    ("(a)\\1", nil), ("[a\\]", nil), ("a}", nil), ("a]", nil),
    ("(a", "Missing ')'"), ("((a)", "Missing ')'"), ("(?:a", "Missing ')'"), ("[a", "Missing ']'"),
    ("[]", "Missing ']'"), ("[^]", "Missing ']'"), ("a{2", "Missing '}'"), ("a{", "Missing '}'"),
    ("a{2,1}", "Invalid contents of {}"), ("a{256}", "Invalid contents of {}"), ("a{}", "Invalid contents of {}"),
    ("a{x}", "Invalid contents of {}"), ("a{99999999999999999999}", "Invalid contents of {}"),
    ("[z-a]", "Invalid character range"), ("[a-c-e]", "Invalid character range"),
    ("[[:nothing:]]", "Unknown character class name"), ("[[.a.]]", "Unknown collating element"),
    ("[[=a=]]", "Unknown collating element"), ("a\\", "Trailing backslash"), ("\\2(a)", "Invalid back reference"),
    ("a**", "Invalid use of repetition operators"), ("a+*", "Invalid use of repetition operators"),
    ("a{2}+", "Invalid use of repetition operators"), ("(?<=a)b", "Invalid regexp"), ("(?=a)", "Invalid regexp"),
    ("a;querytype=AAAA", nil), ("a;querytype=!a,aaaa;invert", nil), ("a;reply=NXDOMAIN", nil), ("a;reply=::1", nil),
    ("a;reply=cname,b.example", nil), ("a;reply=1.2.3", #"Unknown reply type "1.2.3""#),
    ("a;reply=CNAME", "Missing domain name for CNAME reply"), ("a;querytype=X", #"Unknown querytype "X""#),
    ("a;b", #"Invalid regex option "b""#), ("(a;invert", "Missing ')'"),
  ]

  @Test(arguments: patterns)
  func findsMistakes(_ pattern: String, _ hint: String?) {
    var talk = PiHoleTests.Conversation()
    talk.logIn()
    let body = JSONValue.object([.init("domain", .string(pattern))])
    let answer = talk.ask("POST", "/api/domains/deny/regex", String(decoding: body.encoded, as: UTF8.self))
    #expect(answer.status == (hint == nil ? 201 : 400))
    #expect(answer.json?["error"]?["hint"]?.text == hint)
    #expect(hint == nil || answer.json?["error"]?["key"] == "regex_error")
  }
}
