/// How far apart two spellings are.
enum Spelling {
    /// Whether one letter was put in, left out or changed, or two neighbours were swapped.
    ///
    /// Equal words do not differ. Words are of ASCII.
    ///
    /// - Complexity: O(*n*) in the shorter word's length.
    static func differByOne(_ left: String, _ right: String) -> Bool {
        let (shorter, longer) = left.utf8.count <= right.utf8.count ? (left, right) : (right, left)
        guard longer.utf8.count - shorter.utf8.count <= 1 else { return false }
        let start = shorter.utf8.commonPrefix(with: longer.utf8)
        let less = shorter.utf8.dropFirst(start)
        let more = longer.utf8.dropFirst(start)
        if less.count < more.count { return less.elementsEqual(more.dropFirst()) }
        guard let one = less.first, let other = more.first else { return false }
        if less.dropFirst().elementsEqual(more.dropFirst()) { return true }
        return less.dropFirst().first == other && more.dropFirst().first == one
            && less.dropFirst(2).elementsEqual(more.dropFirst(2))
    }
}

extension String.UTF8View {
    /// How many bytes both begin with.
    fileprivate func commonPrefix(with other: Self) -> Int {
        zip(self, other).prefix { $0 == $1 }.count
    }
}
