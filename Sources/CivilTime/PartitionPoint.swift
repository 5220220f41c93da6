extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isBehind` holds, which does for all after it too; `endIndex` where it holds
  /// for none. Found by halving.
  @inlinable
  public func partitionPoint(_ isBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
