// Of concrete numbers: in a build file by file, generic functions of another file are not specialized, and these are called
// for every day and instant that is looked at.

/// The quotient rounded down, for a positive divisor.
func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
  dividend >= 0 ? dividend / divisor : (dividend + 1) / divisor - 1
}

/// The same of seconds.
func floorQuotient(_ dividend: Int64, _ divisor: Int64) -> Int64 {
  dividend >= 0 ? dividend / divisor : (dividend + 1) / divisor - 1
}

/// The remainder that goes with `floorQuotient`: never negative.
func floorRemainder(_ dividend: Int, _ divisor: Int) -> Int {
  dividend - floorQuotient(dividend, divisor) * divisor
}

/// The number in decimal digits, with zeros in front up to `width` digits.
func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (number < 0 ? "-" : "") + zeros + digits
}
