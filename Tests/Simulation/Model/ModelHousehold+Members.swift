import Contract

extension ModelHousehold {
    /// A child that joined; its wallet is met by looking.
    mutating func settleChild(
        _ input: API.Allowance.RegisterChildRequest,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard !members.contains(where: { $0.email == input.email }) else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let child = try API.Allowance.registerChild.output(of: Self.answer(outcome, call))
        try require(
            child.email == input.email && child.familyID == id && child.role == .child,
            "a child of another name or family joined: \(child)"
        )
        members.append(ModelMember(id: child.userID, isParent: false, email: input.email))
        links += 1
    }

    mutating func settleLogin(_ email: String, _ outcome: Outcome, _ call: PlannedCall) throws {
        guard let index = members.firstIndex(where: { $0.email == email }) else {
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

    mutating func settleLogout(_ bearer: Bearer, _ outcome: Outcome, _ call: PlannedCall) throws {
        _ = try Self.answer(outcome, call)
        guard let index = index(of: bearer.member) else { preconditionFailure("callers are known") }
        members[index].sessions.removeAll { $0.session == bearer.session }
        members[index].ended = bearer
    }
}
