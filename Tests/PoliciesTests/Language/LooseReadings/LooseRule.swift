/// Where a sentence could be read in two ways and the page fixes one of them: the words of `docs/policy.md` that do. A reading
/// against one of these is one that somebody might have who has not read the page.
enum LooseRule: String, CaseIterable {
  case listOfTimes = "A list of times belongs to all the days before it"
  case daysBehind = "a list of days after times to the one range before it"
  case startingDay = "A range of times belongs to the day it starts on"
  case exceptionsOfAll = "belong to everything before them"
  case exceptedWindows = "With days they take away the windows that start on those days"
  case exceptAndMore = "exceptions = but excepted { \"and\" \"except\" excepted }"
  case morning = "An hour of one digit needs another end that shows which half of the day is meant: `21:00–7:00` does"
  case ownHours = "A schedule of times of day alone is meant of every day"
  case oddWeeks = "alone or before days of the week, then before their whole list"
  case only = "also decides all other times"
  case exceptAlone = "Directly after the state, or behind days alone, days with times follow only `except`"
  case endsAlone = "Otherwise two ends written alone are two ranges of the same day"
  case oneEnd = "`kids off from 21:00` · `kids off until 07:00` | 21:00 until midnight · midnight until 07:00"
}
