import Kernel

/// Conditions as a list of steps, each of which answers one leaf and says where to go on.
///
/// Evaluating one goes from leaf to leaf without a call or an allocation: `all`, `any` and `not`
/// are in the targets alone, and so are answers that later leaves cannot change.
struct PolicyProgram: Sendable {
    /// What stands for a number that nobody knows; it is within no bounds.
    static let unknown = Int64.min

    private enum Kind: UInt8 {
        /// The number at `slot` is from `lower` to `upper`.
        case between
        /// The number at `slot` is in a list from `lower` up to `upper` of the lists.
        case listed
        /// The clock: `lower` are the days, `upper` the minutes.
        case clock
    }

    private struct Step {
        let kind: Kind
        let slot: Int32
        let lower: Int64
        let upper: Int64
        let onTrue: Int32
        let onFalse: Int32
    }

    /// The target of a condition that is true, and of one that is not.
    private static let isTrue: Int32 = -1
    private static let isFalse: Int32 = -2

    private var steps: [Step] = []
    /// The first step of each condition.
    private var entries: [Int32] = []
    /// Numbers from one to another, in order within a list.
    private var lists: [ClosedRange<Int64>] = []
    private(set) var categories: [String: Int64] = [:]
    private(set) var merchants: [String: Int64] = [:]
    private let layout: Layout

    /// Translates conditions; `needs` are theirs, or those of more than them.
    init(_ conditions: some Collection<PolicyCondition>, _ needs: PolicyNeeds) {
        layout = Layout(needs)
        entries.reserveCapacity(conditions.count)
        for condition in conditions {
            entries.append(translate(condition, Self.isTrue, Self.isFalse, needs))
        }
    }

    /// Appends the steps of a condition, the last leaf first.
    ///
    /// - Returns: Where it begins.
    private mutating func translate(
        _ condition: PolicyCondition,
        _ onTrue: Int32,
        _ onFalse: Int32,
        _ needs: PolicyNeeds
    ) -> Int32 {
        switch condition {
        case .not(let part): return translate(part, onFalse, onTrue, needs)
        case .all(let parts):
            return parts.reversed().reduce(onTrue) { next, part in
                translate(part, next, onFalse, needs)
            }
        case .any(let parts):
            return parts.reversed().reduce(onFalse) { next, part in
                translate(part, onTrue, next, needs)
            }
        case .leaf(let leaf):
            let (kind, slot, lower, upper) = numbers(of: leaf.question.test(needs))
            let step = Step(
                kind: kind,
                slot: Int32(slot),
                lower: lower,
                upper: upper,
                onTrue: onTrue,
                onFalse: onFalse
            )
            steps.append(step)
            return Int32(steps.count - 1)
        }
    }

    private mutating func numbers(of test: PolicyTest) -> (Kind, Int, Int64, Int64) {
        switch test {
        case .between(let measure, let bounds):
            return (.between, layout.slot(of: measure), bounds.lowerBound, bounds.upperBound)
        case .category(let names):
            let list = list(Self.numbers(of: names, &categories))
            return (.listed, Layout.category, list.lower, list.upper)
        case .merchant(let names):
            let list = list(Self.numbers(of: names, &merchants))
            return (.listed, Layout.merchant, list.lower, list.upper)
        case .code(let codes):
            let list = list(codes)
            return (.listed, Layout.code, list.lower, list.upper)
        case .clock(let days, let from, let until):
            return (.clock, Layout.clock, Int64(days), Int64(from << 16 | until))
        }
    }

    private mutating func list(_ ranges: [ClosedRange<Int64>]) -> (lower: Int64, upper: Int64) {
        lists += ranges
        return (Int64(lists.count - ranges.count), Int64(lists.count))
    }

    /// Names by the order in which the program first has them.
    private static func numbers(
        of names: [String],
        _ known: inout [String: Int64]
    ) -> [ClosedRange<Int64>] {
        names.map { name in
            let number = known[name] ?? Int64(known.count)
            known[name] = number
            return number
        }.sorted().map { $0...$0 }
    }
}

extension PolicyProgram {
    /// Appends the places of the conditions that are true for the measures of a purchase.
    func evaluate(_ measures: [Int64], into isTrue: inout [Int]) {
        precondition(measures.count == layout.count, "the measures are those of the needs")
        measures.withUnsafeBufferPointer { measures in
            steps.withUnsafeBufferPointer { steps in
                for (place, entry) in entries.enumerated() {
                    var next = entry
                    while next >= 0 {
                        let step = steps[Int(next)]
                        next = holds(step, measures[Int(step.slot)]) ? step.onTrue : step.onFalse
                    }
                    if next == Self.isTrue { isTrue.append(place) }
                }
            }
        }
    }

    @inline(__always)
    private func holds(_ step: Step, _ number: Int64) -> Bool {
        switch step.kind {
        case .between: number >= step.lower && number <= step.upper
        case .listed: isListed(number, from: Int(step.lower), upTo: Int(step.upper))
        case .clock:
            PolicyClock.isWithin(
                minuteOfWeek: Int(number),
                days: UInt8(truncatingIfNeeded: step.lower),
                from: Int(step.upper >> 16),
                until: Int(step.upper & 0xFFFF)
            )
        }
    }

    /// Whether a number is in one of the ranges, which are in order; by halves.
    private func isListed(_ number: Int64, from first: Int, upTo end: Int) -> Bool {
        var (low, high) = (first, end)
        while low < high {
            let middle = (low + high) / 2
            if lists[middle].upperBound < number {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < end && lists[low].lowerBound <= number
    }

    /// Where which number stands among the measures.
    struct Layout: Sendable {
        static let amount = 0
        static let category = 1
        static let merchant = 2
        static let code = 3
        static let clock = 4
        static let firstAtMerchant = 5
        static let firstInCategory = 6
        static let avoidable = 7
        static let walletLeft = 8
        static let windows = 9

        let places: Int
        let goals: Int
        let count: Int

        init(_ needs: PolicyNeeds) {
            places = Self.windows + needs.windows.count
            goals = places + needs.places.count
            count = goals + needs.goals.count
        }

        func slot(of measure: PolicyMeasure) -> Int {
            switch measure {
            case .amount: Self.amount
            case .firstAtMerchant: Self.firstAtMerchant
            case .firstInCategory: Self.firstInCategory
            case .avoidable: Self.avoidable
            case .walletLeft: Self.walletLeft
            case .window(let place): Self.windows + place
            case .place(let place): places + place
            case .goal(let place): goals + place
            }
        }
    }
}
