import Contract
import Kernel

extension ModelHousehold {
    mutating func settle(
        _ action: FundingAction,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        switch action {
        case .confirmCard(let input): try settleCard(input, bearer, outcome, call)
        case .setWalletSource(let input):
            try settleWallet(input, bearer, isDefault: true, outcome, call)
        case .deleteWalletSource(let input):
            try settleWallet(input, bearer, isDefault: false, outcome, call)
        }
    }

    private mutating func settleCard(
        _ input: API.Guardian.ConfirmCardRequest,
        _ bearer: Bearer,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = index(of: bearer.member) else { preconditionFailure("callers are known") }
        let card = try API.Guardian.confirmCard.output(of: Self.answer(outcome, call))
        let known = members[index].sources.first { $0.externalID == input.paymentMethodID }
        if let known {
            return try require(
                card.fundingSourceID == known.number,
                .oneEffectPerKey,
                "one card became the sources \(known.number) and \(card.fundingSourceID)"
            )
        }
        let account = open("funding", of: bearer.member, named: input.label ?? "Card")
        members[index].sources.append(
            ModelSource(
                number: card.fundingSourceID,
                isWallet: false,
                externalID: input.paymentMethodID,
                account: account
            )
        )
        links += 1
    }

    private mutating func settleWallet(
        _ input: API.Guardian.WalletSourceRequest,
        _ bearer: Bearer,
        isDefault: Bool,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = subject(input.userID, bearer), let wallet = members[index].wallet else {
            return try expectRefusal(.notFound, outcome, call)
        }
        let place = members[index].sources.firstIndex(where: \.isWallet)
        let isAlready = place.map { members[index].sources[$0].isDefault } ?? false
        guard isDefault else {
            guard isAlready, let place else { return try expectRefusal(.notFound, outcome, call) }
            _ = try Self.answer(outcome, call)
            members[index].sources[place].isDefault = false
            links += 1
            return
        }
        let told = try API.Guardian.setWalletSource.output(of: Self.answer(outcome, call))
        try require(told.externalID == "wallet", "a wallet became \(told)")
        guard !isAlready else { return }
        links += 1
        if let place {
            try require(
                told.id == members[index].sources[place].number,
                "one wallet became two sources"
            )
            members[index].sources[place].isDefault = true
        } else {
            members[index].sources.append(
                ModelSource(
                    number: told.id,
                    isWallet: true,
                    externalID: "",
                    account: wallet,
                    isDefault: true
                )
            )
        }
    }
}
