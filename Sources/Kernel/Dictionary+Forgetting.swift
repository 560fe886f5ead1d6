extension Dictionary {
    /// Makes room in a memory that is full: forgets its oldest entries, never all of them.
    ///
    /// Sorts, so that it is done for a tenth of the entries at once, and what a new key costs is
    /// small on average.
    ///
    /// - Parameters:
    ///   - capacity: The entries that there may be; nine tenths of them stay.
    ///   - age: When an entry was new; smaller is older.
    public mutating func forgetOldest(of capacity: Int, _ age: (Value) -> Int64) {
        let surplus = count - (capacity - Swift.max(1, capacity / 10))
        guard surplus > 0 else { return }
        let ages = values.map(age).sorted()
        let youngest = ages[surplus - 1]
        // Of those that are as old as the youngest that goes, only as many as are too many.
        var equals = surplus - ages.prefix { $0 < youngest }.count
        self = filter { entry in
            let entryAge = age(entry.value)
            guard entryAge == youngest else { return entryAge > youngest }
            equals -= 1
            return equals < 0
        }
    }
}
