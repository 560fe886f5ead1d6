/// What the days of a file tell about the order in which it writes day and month.
///
/// A number above 12 tells it, so does a year of four digits before them, the name of a month, or
/// a point between them, which stands where the day is first. A day like `01/02/2025` tells
/// nothing, and `02/02/2025` need not.
struct DayEvidence {
    private(set) var order: DayOrder?
    /// The first day that can be read in two ways.
    private(set) var unclear: String?
    /// Whether some day reads the same in both orders.
    private var hasSame = false
    /// Whether points part the numbers of all unclear days.
    private var areDotted = true

    /// Whether no further day is needed.
    var isDecided: Bool { order != nil }

    /// Looks at a day; none is looked at any more when the order is known.
    mutating func see(_ bytes: ArraySlice<UInt8>) {
        guard order == nil, let parts = DayParts(bytes) else { return }
        if parts.hasMonthName {
            order = .dayFirst
        } else if parts.isYearFirst || parts.first.number > 31 {
            order = .yearFirst
        } else {
            see(parts.first.number, parts.second.number, parts, bytes)
        }
    }

    private mutating func see(
        _ first: Int,
        _ second: Int,
        _ parts: DayParts,
        _ bytes: ArraySlice<UInt8>
    ) {
        switch (first, second) {
        case (13...31, 1...12): order = .dayFirst
        case (1...12, 13...31): order = .monthFirst
        case (1...12, 1...12):
            guard first != second else { return hasSame = true }
            areDotted = areDotted && parts.isDotted
            if unclear == nil { unclear = String(decoding: bytes.trimmedSpace, as: UTF8.self) }
        default: break
        }
    }

    /// The order when there are no more days; `nil` when it cannot be told.
    var final: DayOrder? {
        if let order { return order }
        if unclear != nil { return areDotted ? .dayFirst : nil }
        return hasSame ? .dayFirst : nil
    }
}
