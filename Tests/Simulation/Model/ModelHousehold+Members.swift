import Contract

extension ModelHousehold {
    /// A child that joined; its wallet is met by looking.
    mutating func settleChild(
        _ input: API.Allowance.RegisterChildRequest,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard !present.contains(where: { $0.email == input.email }) else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let child = try API.Allowance.registerChild.output(of: Self.answer(outcome, call))
        try require(
            child.email == input.email && child.familyID == id && child.role == .child,
            "a child of another name or family joined: \(child)"
        )
        var member = ModelMember(id: child.userID, isParent: false, email: input.email)
        member.child = child.childID
        member.wallet = open("wallet", of: member.id, named: "Wallet")
        members.append(member)
        links += 1
    }

    mutating func settleLogin(_ email: String, _ outcome: Outcome, _ call: PlannedCall) throws {
        guard let index = index(ofEmail: email) else {
            return try expectRefusal(.unauthenticated, outcome, call)
        }
        guard case .signedIn(let bearer) = outcome else {
            throw Self.surprise("a sign-in", outcome, call)
        }
        let role = members[index].isParent ? "Parent" : "Child"
        try require(
            bearer.member == members[index].id && bearer.household == id && bearer.role == role,
            "\(email) was signed in as \(bearer)"
        )
        members[index].sessions.append(bearer)
    }

    /// The place of who signs in with an address.
    func index(ofEmail email: String) -> Int? {
        members.firstIndex { $0.email == email && !$0.isRemoved }
    }

    mutating func settleLogout(_ bearer: Bearer, _ outcome: Outcome, _ call: PlannedCall) throws {
        _ = try Self.answer(outcome, call)
        guard let index = index(of: bearer.member) else { preconditionFailure("callers are known") }
        members[index].sessions.removeAll { $0.session == bearer.session }
        members[index].ended = bearer
    }
}
