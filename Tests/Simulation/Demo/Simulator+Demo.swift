import Contract
import Kernel
import Operations
import Store

extension Simulator {
    /// Whether somebody has a demo household: in runs of every kind of steps.
    var hasDemo: Bool { options.kinds.isEmpty }

    /// One thing that a member does with a demo household, or asks of it.
    ///
    /// Chance has a seed of its own here, too. Who was deleted is followed by somebody new.
    func demoStep() async throws {
        let nowMS = clock.nowMS
        try await reporting {
            let demo = try await presentDemo(nowMS)
            let kind = demoChance.below(16)
            // A seed that is tried again may be of the next day.
            let days = Set([demo.day(nowMS), demo.day(nowMS + 1_000)])
            let losesEdits = days.contains { demo.losesEdits(on: $0) }
            switch kind {
            case 0 where demoChance.oneIn(3): try await deleteDemo()
            case 1: try await perform(.reset, mayFail: true)
            case 2...5:
                if let edit = demoEdit(demo) { try await perform(edit, mayFail: true) }
            case 6...8 where !losesEdits:
                try await perform(.seed, mayFail: true)
            default:
                if demo.lines.isEmpty {
                    try await perform(.seed, mayFail: true)
                } else {
                    let questions = demoQuestions(demo, nowMS)
                    try await perform(demoChance.pick(questions))
                }
            }
        }
    }

    /// Asks of the demo household everything that the model knows.
    func askDemo() async throws {
        guard let demo else { return }
        let nowMS = clock.nowMS
        try await reporting {
            let demo = try await present(demo, nowMS)
            for question in demoQuestions(demo, nowMS) { try await perform(question) }
        }
    }

    /// The books of the demo household are whole, whatever was asked of it.
    func verifyDemo() async throws {
        guard let demo else { return }
        try await reporting {
            do {
                _ = try await keys.operations(on: database).ledger.verify(demo.household)
            } catch let fault as BooksFault {
                throw Discrepancy(.chainVerifies, "the demo household's: \(fault)")
            }
        }
    }

    // MARK: Who has it

    private func presentDemo(_ nowMS: Int64) async throws -> ModelDemo {
        if let demo { return try await present(demo, nowMS) }
        demosFounded += 1
        let place = options.households + demosFounded
        let founded = try await World.founded(place, performer, demoChance.next(), nowMS)
        let parent = founded.members[0]
        let demo = ModelDemo(
            place: place,
            household: founded.id,
            member: parent.id,
            email: parent.email,
            almanac: founded.almanac,
            bearer: parent.sessions.first
        )
        self.demo = demo
        return demo
    }

    private func present(_ demo: ModelDemo, _ nowMS: Int64) async throws -> ModelDemo {
        guard demo.bearer == nil else { return demo }
        try await send(.loginMember(email: demo.email), by: nil, faults: [])
        return self.demo ?? demo
    }

    /// The member goes; its sign-in opens nothing any more.
    private func deleteDemo() async throws {
        guard let former = demo else { return }
        let deletion = InsightsAction.deleteUser(.init(userID: former.member))
        try await perform(deletion)
        demo = nil
        let call = demoCall(former, .insights(.accounts), by: former.bearer, faults: [])
        let attempts = await performer.perform(call)
        report.count(call, attempts)
        guard case .refused(Problem.Kind.unauthenticated.rawValue, _, _)? = attempts.last?.outcome
        else {
            throw Discrepancy(
                .householdsAreApart,
                "who was deleted is answered: \(attempts.map(\.outcome))"
            )
        }
    }

    // MARK: Calls

    private func perform(_ action: InsightsAction, mayFail: Bool = false) async throws {
        let fails = mayFail && options.hasFaults && demoChance.oneIn(4)
        let faults = fails ? [demoFault()] : []
        try await send(.insights(action), by: demo?.bearer, faults: faults)
    }

    private func send(_ action: Action, by bearer: Bearer?, faults: [Fault]) async throws {
        guard let demo else { preconditionFailure("somebody has the demo household") }
        let call = demoCall(demo, action, by: bearer, faults: faults)
        history.append("the demo household: \(action) with \(faults)", at: report.steps)
        let attempts = await performer.perform(call)
        report.count(call, attempts)
        try self.demo?.settle(call, attempts)
    }

    private func demoCall(
        _ demo: ModelDemo,
        _ action: Action,
        by bearer: Bearer?,
        faults: [Fault]
    ) -> PlannedCall {
        PlannedCall(
            number: demoChance.next(),
            home: demo.place,
            bearer: bearer,
            action: action,
            nowMS: clock.nowMS,
            faults: faults
        )
    }

    private func demoFault() -> Fault {
        let code = demoChance.pick(Fault.passing)
        return switch demoChance.below(3) {
        case 0: .beforeWork(code)
        case 1: .atStatement(1 + demoChance.below(60), code)
        default: .answerLost(code)
        }
    }

    /// Another category or notes for an expense that was met.
    private func demoEdit(_ demo: ModelDemo) -> InsightsAction? {
        let expenses = demo.lines.filter { $0.cents < 0 && $0.merchant != "Transfer to Savings" }
        let known = expenses.compactMap { demo.ids[$0.key] }
        guard let id = demoChance.pickAny(known) else { return nil }
        let words = ["Dining", "Groceries", "Shopping", "My Own Word", "Transfer"]
        let notes = demoChance.oneIn(4) ? "" : "note \(demoChance.below(1_000))"
        return .update(
            API.Insights.TransactionUpdateRequest(
                transactionID: id,
                category: demoChance.pick(words),
                notes: demoChance.oneIn(2) ? ClearableText(notes) : nil
            )
        )
    }

    /// What may be asked, with other months, rows and filters each time.
    private func demoQuestions(_ demo: ModelDemo, _ nowMS: Int64) -> [InsightsAction] {
        let month = demoChance.pick(demo.months(nowMS))
        let wire = WireMonth(month)
        let (first, last) = (WireDay(month.firstDay), WireDay(month.lastDay))
        let line = demoChance.pickAny(demo.lines)
        let groupings = API.Insights.RagGranularity.allCases
        let most = Int64(Limits.searchResults)
        var questions: [InsightsAction] = [
            .overview(
                API.Insights.TransactionsRequest(
                    month: wire,
                    pageSize: PageNumber(Limits.pageRowsMost)
                )
            ),
            .totals(API.Insights.RagSummariesRequest(month: wire)),
            .summary(API.Insights.AnalyticsSummaryRequest(month: wire)),
            .aggregate(API.Insights.RagAggregateRequest(granularity: demoChance.pick(groupings))),
            .aggregate(
                API.Insights.RagAggregateRequest(
                    granularity: demoChance.pick(groupings),
                    from: first,
                    to: last
                )
            ),
            .search(API.Insights.RagSearchRequest(from: first, to: last, topK: most)),
            .accounts,
        ]
        guard let line else { return questions }
        let category = demoChance.oneIn(2) ? line.category : line.category.uppercased()
        questions += [
            .search(API.Insights.RagSearchRequest(merchant: line.merchant, topK: most)),
            .search(
                API.Insights.RagSearchRequest(
                    from: first,
                    to: last,
                    categories: [category],
                    topK: most
                )
            ),
        ]
        return questions
            + DemoQuestion.allCases.map { .ask(API.Insights.AiChatRequest(message: $0.rawValue)) }
    }
}
