import CivilTime
import Host
import Planning
import Policies
import StateStore

extension StateSession {
  /// What each of `receivers` hears, by `facts`, after a run that was remembered. It is noted before anybody is told: what cannot
  /// be noted is not told, as it would be told every minute. `hasOther` says whether the run has something to tell beside news.
  func news(
    _ facts: (StateStore) throws(StateError) -> PeopleNews.Facts, for receivers: [NewsReceiver],
    hasOther: (PeopleNews) -> Bool, warn: (String) -> Void
  ) -> [NewsReceiver: PeopleNews] {
    guard let store else { return [:] }
    do throws(StateError) {
      let (facts, told) = (try facts(store), try store.told())
      let (report, now) = (facts.report, facts.report.plan.now)
      var untaken = try store.untakenNews()
      let news = PeopleNews(facts, told: told)
      var all: [NewsReceiver: PeopleNews] = [:]
      for receiver in receivers {
        let left = untaken[receiver.rawValue] ?? [:]
        // Nearly always nothing is.
        var own = left.isEmpty ? news : PeopleNews(facts, told: told.without(left.keys))
        own.untaken = left
        if own.isWaiting(at: now), !hasOther(own) {
          all[receiver] = own.unsaid
          continue
        }
        all[receiver] = own
        // What a run of all targets does not find any more is over.
        let marks = own.marks
        untaken[receiver.rawValue] = report.plan.interests == nil ? left.filter { !marks.contains($0.key) } : [:]
      }
      try store.keep(told: news.told)
      try store.keep(untaken: untaken)
      return all
    } catch {
      tellNotKept(error, warn)
      return [:]
    }
  }
}

extension [NewsReceiver: PeopleNews] {
  /// Notes at `now` that nobody took it, so that the next runs tell it again; of what another run has noted since the rest stays.
  /// It is done as soon as the state in `directory` is free, within a second. If it is not, all of it counts as told.
  func leave(at now: Instant, in directory: StateDirectory, _ environment: Environment) {
    let left = mapValues { news in (news.marks, news.untaken) }.filter { !$0.value.0.isEmpty }
    if left.isEmpty { return }
    do throws(StateError) {
      try StateWriting.perform(in: directory, environment, waiting: 1) { (store) throws(StateError) in
        var untaken = try store.untakenNews()
        for (receiver, (marks, before)) in left {
          for mark in marks {
            untaken[receiver.rawValue, default: [:]][mark] = UntakenNews(
              tries: (before[mark]?.tries ?? 0) + 1, at: now)
          }
        }
        try store.keep(untaken: untaken)
      }
    } catch {
      environment.warn(PublisherMessages.notTakenBack(error.message))
    }
  }
}
