extension Result {
  /// What it came to; nil where it failed.
  package var success: Success? {
    if case .success(let value) = self { return value }
    return nil
  }

  /// Whether it did not fail.
  var isSuccess: Bool { success != nil }

  /// Why it failed; nil where it did not.
  package var failure: Failure? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
