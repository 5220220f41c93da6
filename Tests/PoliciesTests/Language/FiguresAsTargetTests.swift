import Documents
import TestSupport
import Testing

@testable import Policies

/// Classes and rooms have names that begin with figures, or that are figures.
@Suite struct FiguresAsTargetTests {
  /// What may begin like a time is a name where one is meant.
  @Test(arguments: [
    ("5a off sun", "sentence.target", "write 'class-5a off sun'"),
    ("block 5a sun", "sentence.target", "write 'block class-5a sun'"),
    ("kids, 5b off", "sentence.target", "name a target, as in kids off"),
    ("class 5a off", "sentence.state", "write 'class-5a off'"),
    ("kids and class 5a off", "sentence.state", "write 'kids and class-5a off'"),
    ("room 101 off 21:00–07:00", "sentence.state", "write 'room-101 off 21:00–07:00'"),
    ("year 5 off", "sentence.state", "write 'year-5 off'"),
    ("kids off 9p-7a", "time.form", "write 9pm"), ("9p-7a kids off", "time.form", "write 9pm"),
  ]) func figuresOfAName(_ sentence: String, _ code: String, _ hint: String) throws {
    let decoded = try DecodedPolicy(
      "timezone: UTC\ntargets: {class-5a: {}, room-101: {}, year-5: {}, kids: {}}\npolicy: ['\(sentence)']\n",
      takesSketches: true)
    let error = try #require(decoded.diagnostics.first { $0.severity == .error })
    #expect(error.code == code && error.hint == hint, "\(error)")
  }

  /// Different names stay different.
  @Test(arguments: [
    ("5a", "the-5a"), ("6a", "the-6a"), ("101", "the-101"), ("2nd floor", "the-2nd-floor"), ("-a", "a"),
  ]) func figuresAtTheStart(_ name: String, _ proposal: String) throws {
    let decoded = try DecodedPolicy(
      "timezone: UTC\ntargets: {'\(name)': {}}\npolicy: []\n", takesSketches: true)
    #expect(decoded.diagnostics.first { $0.code == "name.form" }?.hint == "write \(proposal)")
  }
}
