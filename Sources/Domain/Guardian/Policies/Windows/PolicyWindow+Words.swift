extension PolicyWindow {
    /// What is summed or counted, as a sentence says it: `spending in this category today`.
    var words: String {
        var words: [String] = []
        if scope.isOfHousehold { words.append("the household's") }
        switch (measure, subject) {
        case (.sum, .purchases): words.append("spending")
        case (.sum, .approvals): words.append("approved spending")
        case (.sum, .declines): words.append("declined spending")
        case (.count, let subject): words.append(subject.rawValue)
        }
        if scope.isOfCategory { words.append("in this category") }
        if scope.isOfMerchant { words.append("at this merchant") }
        switch span {
        case .day: words.append("today")
        case .week: words.append("this week")
        case .month: words.append("this month")
        case .hours(1): words.append("in the last hour")
        case .hours(let hours): words.append("in the last \(hours) hours")
        }
        return words.joined(separator: " ")
    }
}
