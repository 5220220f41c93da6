package import Approvals
import JSONTree
import Policies

extension StateStore {
  /// What people have yet to be told: the last of it for each.
  package func news() throws(StateError) -> [ApproverNews] {
    try approvalRows(of: .news).compactMap { row in
      guard let name = row[0].text, let tree = row[1].text.flatMap({ JSON(stored: $0) }),
        let text = tree["text"]?.string
      else { return nil }
      return ApproverNews(person: Name(ApprovalRow.news.rest(of: name)), text: text)
    }
  }

  /// Has a person told of something.
  package func keep(_ news: ApproverNews) throws(StateError) {
    try keep([(ApprovalRow.news.name(news.person.text), news.stored)], telling: [])
  }

  /// They were told, unless there is something else by now.
  package func forget(_ news: ApproverNews) throws(StateError) {
    guard try self.news().contains(news) else { return }
    try database.atomically { () throws(StateError) in
      try forget(ApprovalRow.news.name(news.person.text), telling: nil)
    }
  }
}

extension ApproverNews {
  fileprivate var stored: String {
    var members = StoredMembers()
    members.add("text", text)
    return members.text
  }
}
