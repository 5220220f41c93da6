/// The quotient rounded down, for a positive divisor.
func floorQuotient<Number: BinaryInteger>(_ dividend: Number, _ divisor: Number) -> Number {
  dividend >= 0 ? dividend / divisor : (dividend + 1) / divisor - 1
}

/// The remainder that goes with `floorQuotient`: never negative.
func floorRemainder<Number: BinaryInteger>(_ dividend: Number, _ divisor: Number) -> Number {
  dividend - floorQuotient(dividend, divisor) * divisor
}

/// The number in decimal digits, with zeros in front up to `width` digits.
func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (number < 0 ? "-" : "") + zeros + digits
}
