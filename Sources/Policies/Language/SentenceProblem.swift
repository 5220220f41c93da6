/// What is wrong with a stretch of a sentence.
struct SentenceProblem: Error, Hashable {
  /// Which Unicode scalars of the sentence.
  var range: Range<Int>
  /// What is wrong with them.
  var message: PolicyMessage
}
