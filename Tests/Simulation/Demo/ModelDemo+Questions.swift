import Contract
import Kernel

/// A question of the chat whose figures the model knows.
enum DemoQuestion: String, CaseIterable {
    case spentLastMonth = "How much did I spend last month?"
    case groceries = "How much did I spend on groceries last month?"
    case lastDays = "How much have I spent in the last 7 days?"
    case income = "What was my income last month?"
    case balance = "What's my balance?"
}

extension ModelDemo {
    /// An answer's figures are the lines', with the days that are meant.
    func settleAnswer(
        _ input: API.Insights.AiChatRequest,
        _ body: [UInt8],
        on today: CivilDay
    ) throws {
        guard let question = DemoQuestion(rawValue: input.message) else {
            preconditionFailure("the model knows its questions")
        }
        let answer = try API.Insights.sendMessage.output(of: body)
        try require(
            answer.messages.map(\.role) == [.user, .assistant]
                && answer.messages[0].content == input.message,
            .nothingAcknowledgedIsMissing,
            "a conversation that begins with a question holds \(answer.messages)"
        )
        let told = answer.messages[1].figures ?? []
        let days = days(of: question, on: today)
        let expected = figures(of: question, days)
        let isDated =
            question == .balance
            || told.allSatisfy { figure in
                figure.from?.day == days.lowerBound && figure.to?.day == days.upperBound
            }
        try require(
            told.map(\.value.minor).sorted() == expected.sorted() && isDated,
            .rollupsAreRecomputable,
            "\(input.message) is answered with \(told), not \(expected) on \(days)"
        )
    }

    private func days(of question: DemoQuestion, on today: CivilDay) -> ClosedRange<CivilDay> {
        if question == .lastDays { return today.adding(days: -6)...today }
        let month = today.month.adding(months: -1)
        return month.firstDay...month.lastDay
    }

    /// An amount and how many there are of it, in hundredths.
    private func figures(of question: DemoQuestion, _ days: ClosedRange<CivilDay>) -> [Int64] {
        if question == .balance { return DemoLine.balances + [DemoLine.balances.reduce(0, +)] }
        let meant = lines.filter { line in
            guard days.contains(line.day) else { return false }
            return switch question {
            case .income: line.cents > 0 && !line.isTransfer
            case .groceries: line.isExpense && line.category == "Groceries"
            default: line.isExpense
            }
        }
        return [meant.reduce(0) { $0 + abs($1.cents) }, Int64(meant.count) * 100]
    }
}
