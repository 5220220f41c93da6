import CivilTime

extension Evaluator {
  /// The days that keep weeks from being alike, from about `instant` on, as far as statements about `names` speak of them.
  func unevenDays(of names: [Name], from instant: Instant) -> [NonWeeklyDays] {
    // A policy gathers days that are over, which need not tell weeks apart.
    let firstDay = windows.zone.startDays(ofWindowsIn: instant..<instant + 1).lowerBound.dayNumber - 14
    let indices = targets.indices.filter { names.contains(targets[$0]) }.flatMap { naming[$0] }
    var search = UnevenDaysSearch(schedules: windows.schedules)
    for index in Set(indices).sorted() where (statements[index].startDays?.upperBound ?? .min) >= firstDay {
      for schedule in statements[index].when { search.visit(schedule) }
    }
    return search.found
  }
}
