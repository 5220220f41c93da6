/// Who is told of a run, by the word under which the state knows what it did not take. Each has to take all news by itself: that
/// a program logs it wakes nobody.
enum NewsReceiver: String, CaseIterable, Hashable, Sendable {
  case command
  case url
}

extension PublisherSettings {
  /// Those who are told.
  var receivers: [NewsReceiver] {
    (program == nil ? [] : [.command]) + (address == nil && addressCredential == nil ? [] : [.url])
  }
}
