import Policies

/// The pages that are open and are told when something changes.
struct OpenPages {
  private var pages: [(incoming: Incoming, person: Name)] = []

  /// So many may one person have open.
  static let most = 4

  var count: Int { pages.count }

  /// Takes in one more; the oldest of that person is let go where there are too many.
  mutating func open(_ incoming: Incoming, for person: Name) {
    let own = pages.filter { $0.person == person }
    for oldest in own.prefix(max(own.count - Self.most + 1, 0)) {
      forget(oldest.incoming)
      oldest.incoming.close()
    }
    incoming.stream(
      Answer.always + [Answer.unkept, ("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")])
    pages.append((incoming, person))
    _ = incoming.send("retry: 3000\n\n")
  }

  /// Its client is gone.
  mutating func forget(_ incoming: Incoming) { pages.removeAll { $0.incoming == incoming } }

  /// Tells all that there is something new. Who takes nothing any more is not waited for.
  func tell() {
    for page in pages where !page.incoming.send("event: change\ndata:\n\n") { page.incoming.close() }
  }

  mutating func closeAll() {
    for page in pages { page.incoming.close() }
    pages = []
  }
}
