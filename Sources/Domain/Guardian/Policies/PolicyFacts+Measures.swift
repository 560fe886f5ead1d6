import Kernel

/// The facts as numbers.
extension PolicyFacts {
    /// A number of the facts; ``PolicyProgram/unknown`` where there is none.
    func number(_ measure: PolicyMeasure) -> Int64 {
        switch measure {
        case .amount: return amount.minor
        case .firstAtMerchant: return isFirstAtMerchant == true ? 1 : 0
        case .firstInCategory: return isFirstInCategory == true ? 1 : 0
        case .avoidable: return avoidable ?? PolicyProgram.unknown
        case .walletLeft:
            return wallet.map { PolicyProgram.difference($0, amount.minor) }
                ?? PolicyProgram.unknown
        case .window(let place):
            let own = windows[place].measure == .sum ? amount.minor : 1
            return PolicyProgram.sum(windowValues[place], own)
        case .place(let place): return placeFindings[place].number
        case .goal(let place): return goalLacks[place] ?? PolicyProgram.unknown
        }
    }

    /// Whether the facts make a condition true; one of those that `needs` are of.
    func make(_ condition: PolicyCondition, _ needs: PolicyNeeds) -> Bool {
        switch condition {
        case .all(let parts): parts.allSatisfy { make($0, needs) }
        case .any(let parts): parts.contains { make($0, needs) }
        case .not(let part): !make(part, needs)
        case .leaf(let leaf): pass(leaf.question.test(needs))
        }
    }

    private func pass(_ test: PolicyTest) -> Bool {
        switch test {
        case .between(let measure, let bounds): bounds.contains(number(measure))
        case .category(let names): names.contains(category)
        case .merchant(let names): names.contains(merchant)
        case .code(let codes): mcc.map { code in codes.contains { $0.contains(code) } } ?? false
        case .clock(let days, let from, let until):
            clock.isWithin(days: days, from: from, until: until)
        }
    }
}

extension PolicyPlace.Finding {
    /// 0 outside, 1 inside, 2 unknown.
    var number: Int64 {
        switch self {
        case .outside: 0
        case .inside: 1
        case .unknown: 2
        }
    }
}

extension PolicyProgram {
    /// The numbers of the facts in the places of the program.
    func measures(of facts: PolicyFacts) -> [Int64] {
        let fixed: [PolicyMeasure] = [.firstAtMerchant, .firstInCategory, .avoidable, .walletLeft]
        var measures = [
            facts.amount.minor, categories[facts.category] ?? Self.unknown,
            merchants[facts.merchant] ?? Self.unknown, facts.mcc ?? Self.unknown,
            facts.clock.minuteOfWeek,
        ]
        measures += fixed.map(facts.number)
        measures += facts.windows.indices.map { facts.number(.window($0)) }
        measures += facts.placeFindings.map(\.number)
        measures += facts.goalLacks.map { $0 ?? Self.unknown }
        return measures
    }

    /// A window with the purchase; what does not fit is more than any bound.
    @inline(__always)
    static func sum(_ value: Int64, _ amount: Int64) -> Int64 {
        let (sum, overflow) = value.addingReportingOverflow(amount)
        return overflow ? .max : sum
    }

    /// What is left of a wallet; never the number that stands for none.
    @inline(__always)
    static func difference(_ wallet: Int64, _ amount: Int64) -> Int64 {
        let (rest, overflow) = wallet.subtractingReportingOverflow(amount)
        return overflow ? unknown + 1 : max(rest, unknown + 1)
    }
}
