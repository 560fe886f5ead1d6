import Kernel

extension PolicyReader {
    /// `day`, `week`, `month` or `{"hours": 24}` under `window`.
    mutating func span() throws(PolicyFault) -> PolicyWindow.Span {
        let path = path("window")
        switch try required("window") {
        case .text("day"): return .day
        case .text("week"): return .week
        case .text("month"): return .month
        case .text: throw .notOneOf(["day", "week", "month", "hours"], path)
        case let value:
            var reader = try PolicyReader(value, at: path)
            let hours = try reader.integer("hours", in: 1...Limits.policyWindowHours)
            try reader.finish()
            return .hours(hours)
        }
    }

    /// A list of words under `over`, or one word; the member's own where there is none.
    mutating func scope() throws(PolicyFault) -> PolicyWindow.Scope {
        let path = path("over")
        let words: [PolicyValue]
        switch take("over") {
        case nil: return PolicyWindow.Scope()
        case .text(let word)?: words = [.text(word)]
        case let value?:
            let most = PolicyWindow.Scope.Word.allCases.count
            words = try Self.list(value, upTo: most, at: path)
        }
        var scope: Set<PolicyWindow.Scope.Word> = []
        for (index, word) in words.enumerated() {
            scope.insert(try Self.word(word, at: "\(path)[\(index)]"))
        }
        guard !scope.isSuperset(of: [.member, .household]) else {
            throw PolicyFault(path, "must not have both member and household")
        }
        return PolicyWindow.Scope(
            isOfHousehold: scope.contains(.household),
            isOfCategory: scope.contains(.category),
            isOfMerchant: scope.contains(.merchant)
        )
    }
}

extension PolicyWindow.Scope {
    /// The words of a scope in JSON.
    fileprivate enum Word: String, CaseIterable {
        case member
        case household
        case category
        case merchant
    }

    /// The scope as JSON; `nil` for the member's own.
    var value: PolicyValue? {
        let words: [Word?] = [
            isOfHousehold ? .household : nil, isOfCategory ? .category : nil,
            isOfMerchant ? .merchant : nil,
        ]
        let texts = words.compactMap { word in word.map { PolicyValue.text($0.rawValue) } }
        return texts.isEmpty ? nil : .list(texts)
    }
}

extension PolicyWindow.Span {
    /// The span as JSON.
    var value: PolicyValue {
        switch self {
        case .day: .text("day")
        case .week: .text("week")
        case .month: .text("month")
        case .hours(let hours): .object(("hours", .whole(hours)))
        }
    }
}

extension PolicyWindow {
    /// The window as JSON, with what a leaf asks of it.
    func value(moreThan bound: Int64) -> PolicyValue {
        .object(
            ("more_than", .whole(bound)),
            ("of", .text(subject.rawValue)),
            ("over", scope.value),
            ("window", span.value)
        )
    }
}
