import Contract
import Kernel

extension ModelHousehold {
    /// Holds what is stored beside the books against what must be.
    func compare(_ stored: FamilyContents) throws {
        try compareApprovals(stored.approvals)
        try compare("charges", stored.charges, charges.map { line($0) })
        try compare(
            "fences",
            stored.fences,
            each(\.fences) { member, fence in
                FamilyContents.line([
                    member.id.text, fence.name, String(fence.latitude), String(fence.radius),
                    fence.category ?? "-", fence.isBlocking ? "block" : "warn",
                ])
            }
        )
        try compare(
            "goals",
            stored.goals,
            each(\.goals) { member, goal in
                FamilyContents.line([
                    goal.id.text, member.id.text, goal.name, String(goal.target),
                    String(goal.createdAtMS),
                ])
            }
        )
        try compare(
            "chores",
            stored.chores,
            each(\.chores) { member, chore in
                FamilyContents.line([
                    chore.id.text, member.id.text, String(chore.reward),
                    chore.state.rawValue, chore.transfer?.text ?? "-",
                ])
            }
        )
        try compare(
            "money requests",
            stored.moneyRequests,
            each(\.moneyRequests) {
                FamilyContents.line([
                    $1.id.text, $0.id.text, String($1.amount), $1.state.rawValue,
                    $1.transfer?.text ?? "-",
                ])
            }
        )
        try compare(
            "funding sources",
            stored.sources,
            each(\.sources) { member, source in
                FamilyContents.line([
                    member.id.text, source.isWallet ? "wallet" : "card", source.externalID,
                    source.account.text, source.isDefault ? "1" : "0",
                ])
            }
        )
    }

    private func each<Thing>(
        _ things: KeyPath<ModelMember, [Thing]>,
        _ line: (ModelMember, Thing) -> String
    ) -> [String] {
        members.flatMap { member in member[keyPath: things].map { line(member, $0) } }
    }

    private func line(_ charge: ModelCharge) -> String {
        FamilyContents.line([
            charge.member.text, String(charge.amount), charge.category, charge.state.rawValue,
            String(charge.recordedAtMS), String(charge.askedAtMS),
            charge.lookAtMS.map { String($0) } ?? "-",
        ])
    }

    private func compare(_ what: String, _ stored: [String], _ expected: [String]) throws {
        let (stored, expected) = (stored.sorted(), expected.sorted())
        guard stored != expected else { return }
        let wrong = zip(stored, expected).first { $0 != $1 }
        throw Discrepancy(
            .nothingAcknowledgedIsMissing,
            """
            the \(what) of household \(place) are \(stored.count), not the \(expected.count) that \
            must be; the first that differs: \(wrong.map { "\($0)" } ?? "the last")
            """
        )
    }

    private func compareApprovals(_ stored: [FamilyContents.Approval]) throws {
        var left = stored
        for approval in approvals {
            let expected = FamilyContents.line([
                approval.member.text, approval.key.merchant, String(approval.key.amount),
                approval.state, approval.decidedAtMS.map { String($0) } ?? "-",
            ])
            let index = left.firstIndex {
                approval.decisions.contains($0.decision) && $0.line == expected
            }
            guard let index else {
                throw Discrepancy(
                    .nothingAcknowledgedIsMissing,
                    "\(expected) of household \(place) is not among the children's requests"
                )
            }
            left.remove(at: index)
        }
        try require(left.isEmpty, "nobody asked for \(left.first?.line ?? "")")
    }
}
