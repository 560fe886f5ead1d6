import Contract
import Kernel

extension ModelHousehold {
    mutating func settle(
        _ action: MoneyAction,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        switch action {
        case .requestMoney(let input): try settleAsked(input, bearer, nowMS, outcome, call)
        case .approveMoneyRequest(let input):
            try settleDecided(input, isApproved: true, bearer, nowMS, outcome, call)
        case .declineMoneyRequest(let input):
            try settleDecided(input, isApproved: false, bearer, nowMS, outcome, call)
        }
    }

    private mutating func settleAsked(
        _ input: API.Allowance.MoneyRequest,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = index(of: bearer.member), let child = members[index].child else {
            return try expectRefusal(.notFound, outcome, call)
        }
        guard members[index].moneyRequests.count(where: { $0.state == .pending }) < 20 else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let told = try API.Allowance.requestMoney.output(of: Self.answer(outcome, call))
        let request = ModelMoneyRequest(
            id: told.id,
            amount: input.amount.minor,
            purpose: input.purpose,
            askedAtMS: nowMS
        )
        try require(told == request.told(of: child), "\(request) was told as \(told)")
        members[index].moneyRequests.append(request)
    }

    /// A request is decided once, and paid when it is approved.
    private mutating func settleDecided(
        _ input: API.Allowance.MoneyRequestDecision,
        isApproved: Bool,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        let owner = members.firstIndex { member in
            member.moneyRequests.contains { $0.id == input.requestID }
        }
        guard let owner, let child = members[owner].child,
            self.child(child, seenBy: bearer) == owner,
            let place = members[owner].moneyRequests.firstIndex(where: { $0.id == input.requestID })
        else { return try expectRefusal(.notFound, outcome, call) }
        guard members[owner].moneyRequests[place].state == .pending else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let told = try API.Allowance.approveMoneyRequest.output(of: Self.answer(outcome, call))
        members[owner].moneyRequests[place].state = isApproved ? .approved : .declined
        members[owner].moneyRequests[place].decidedAtMS = nowMS
        members[owner].moneyRequests[place].message = input.message
        members[owner].moneyRequests[place].transfer = isApproved ? told.transactionID : nil
        let request = members[owner].moneyRequests[place]
        try require(
            told == request.told(of: child) && (told.transactionID != nil) == isApproved,
            "\(request) was told as \(told)"
        )
        try pay(request.amount, as: "gift", to: members[owner], request.transfer, nowMS)
    }
}

extension ModelMoneyRequest {
    fileprivate func told(of child: ID<Entity.Child>) -> API.Allowance.MoneyRequestResponse {
        let instant = { (milliseconds: Int64) in WireTimestamp(ModelHousehold.told(milliseconds)) }
        return API.Allowance.MoneyRequestResponse(
            id: id,
            childID: child,
            amount: DecimalAmount(minor: amount),
            purpose: purpose,
            state: state,
            askedAt: instant(askedAtMS),
            decidedAt: decidedAtMS.map(instant),
            message: message,
            transactionID: transfer
        )
    }
}
