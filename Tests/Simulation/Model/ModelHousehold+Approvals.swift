import Contract
import Kernel

extension ModelHousehold {
    /// A child was declined: its parents are asked, unless they are asked about the same already.
    mutating func requestApproval(
        of answer: API.Guardian.AuthorizeResponse,
        _ input: API.Guardian.AuthorizeRequest,
        _ category: String,
        by member: ID<Entity.Member>,
        _ nowMS: Int64
    ) {
        guard answer.reason != .insufficientFunds else { return }
        let key = OverrideKey(
            merchant: Menu.merchant(input.merchant).key,
            amount: input.amountCents
        )
        let purchase = AskedPurchase(member: member, key: key)
        let waiting = approvalsByPurchase[purchase]?
            .first { approvals[$0].state(at: nowMS) == "pending" }
        if let waiting {
            // Of several at the same time nobody knows which came first.
            let isOfTheSameTime = isRacing && approvals[waiting].createdAtMS == nowMS
            if isOfTheSameTime { approvals[waiting].decisions.insert(answer.decisionID) }
            return
        }
        approvalsByPurchase[purchase, default: []].append(approvals.count)
        approvals.append(
            ModelApproval(
                member: member,
                decisions: [answer.decisionID],
                key: key,
                merchant: Menu.taken(input.merchant),
                category: category,
                reason: answer.reason.rawValue,
                message: answer.message ?? "",
                createdAtMS: nowMS
            )
        )
    }

    mutating func settleApprovals(
        _ input: API.Guardian.ApprovalsRequest,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        let isParent = bearer.role == "Parent"
        let expected = approvals.count {
            (isParent || $0.member == bearer.member)
                && (input.state.map { $0.rawValue } ?? $0.state(at: nowMS)) == $0.state(at: nowMS)
        }
        let list = try API.Guardian.listApprovals.output(of: Self.answer(outcome, call))
        try require(
            list.count == min(expected, 100),
            "\(list.count) requests of \(expected) are listed for \(bearer.role)"
        )
        var made: [(atMS: Int64, number: Int64)] = []
        for told in list {
            guard let index = approvals.firstIndex(where: { $0.agrees(with: told, nowMS) }),
                isParent || told.userID == bearer.member
            else { throw Discrepancy("nobody asked for \(told)") }
            approvals[index].decisions = [told.decisionID]
            approvals[index].number = told.id
            // Those of one state are in the order of their instants, all of them in that in which
            // they were made; a clock that is set back makes these two.
            made.append((input.state == nil ? 0 : approvals[index].createdAtMS, told.id))
        }
        try require(
            zip(made, made.dropFirst()).allSatisfy { $0 > $1 },
            "requests are not listed newest first: \(made)"
        )
    }

    mutating func settleDecided(
        _ input: API.Guardian.ApprovalAnswer,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let place = approvals.firstIndex(where: { $0.number == input.id }) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        let decided = input.decision == .approve ? "approved" : "refused"
        switch approvals[place].state(at: nowMS) {
        case "pending":
            approvals[place].state = decided
            approvals[place].decidedAtMS = nowMS
            links += 1
            if input.decision == .approve, let child = index(of: approvals[place].member) {
                let permission = ModelOverride(createdAtMS: nowMS)
                members[child].overrides[approvals[place].key, default: []].append(permission)
            }
        case decided: break
        default: return try expectRefusal(.conflict, outcome, call)
        }
        let told = try API.Guardian.decideApproval.output(of: Self.answer(outcome, call))
        try require(
            told.id == input.id && approvals[place].agrees(with: told, nowMS),
            "a request that is \(decided) must be \(approvals[place]), was told as \(told)"
        )
        approvals[place].decisions = [told.decisionID]
    }
}

extension ModelApproval {
    fileprivate func agrees(with told: API.Guardian.Approval, _ nowMS: Int64) -> Bool {
        decisions.contains(told.decisionID) && (number ?? told.id) == told.id
            && told.userID == member && told.merchant == merchant
            && told.amountCents == key.amount && told.category == category
            && told.reason.rawValue == reason && told.message == message
            && told.state.rawValue == state(at: nowMS)
            && told.createdAt.instant == ModelHousehold.told(createdAtMS)
            && told.decidedAt?.instant == decidedAtMS.map { ModelHousehold.told($0) }
    }
}
