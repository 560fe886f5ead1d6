import Contract
import Kernel

extension ModelHousehold {
    mutating func settle(
        _ action: SessionAction,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        switch action {
        case .loginUser(let email):
            guard let index = index(ofEmail: email) else {
                return try expectRefusal(.unauthenticated, outcome, call)
            }
            let (bearer, token) = try Self.granted(outcome, call)
            try require(
                bearer.member == members[index].id && bearer.household == id,
                "\(email) was signed in as \(bearer)"
            )
            members[index].sessions.append(bearer)
            add(token, of: bearer.session, begunAtMS: nowMS, to: index, nowMS)
        case .exchangeToken(let token): try settleExchange(token, nowMS, outcome, call)
        }
    }

    /// Each use of a token rotates it; one that was used is good for ten seconds more, and later
    /// ends its session.
    private mutating func settleExchange(
        _ token: String,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let (index, place) = place(ofToken: token),
            case let known = members[index].refreshTokens[place],
            nowMS < known.expiresAtMS,
            let bearer = members[index].sessions.first(where: { $0.session == known.session })
        else { return try expectRefusal(.unauthenticated, outcome, call) }
        if let rotatedAtMS = known.rotatedAtMS, rotatedAtMS + 10_000 < nowMS {
            members[index].sessions.removeAll { $0.session == known.session }
            members[index].ended = bearer
            return try expectRefusal(.unauthenticated, outcome, call)
        }
        let (again, successor) = try Self.granted(outcome, call)
        try require(again == bearer, "a token of \(bearer) was exchanged for one of \(again)")
        if let expected = known.successor {
            return try require(
                successor == expected,
                .oneEffectPerKey,
                "one refresh token has two successors"
            )
        }
        members[index].refreshTokens[place].rotatedAtMS = nowMS
        members[index].refreshTokens[place].successor = successor
        add(successor, of: known.session, begunAtMS: known.begunAtMS, to: index, nowMS)
    }

    private func place(ofToken token: String) -> (member: Int, token: Int)? {
        for (index, member) in members.enumerated() {
            let place = member.refreshTokens.firstIndex { $0.token == token }
            if let place { return (index, place) }
        }
        return nil
    }

    private mutating func add(
        _ token: String,
        of session: ID<Entity.Session>,
        begunAtMS: Int64,
        to index: Int,
        _ nowMS: Int64
    ) {
        members[index].refreshTokens.append(
            ModelRefreshToken(
                token: token,
                session: session,
                begunAtMS: begunAtMS,
                expiresAtMS: min(nowMS + 60 * 86_400_000, begunAtMS + 90 * 86_400_000)
            )
        )
    }

    private static func granted(
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws -> (Bearer, String) {
        guard case .granted(let bearer, let token) = outcome else {
            throw surprise("a grant", outcome, call)
        }
        return (bearer, token)
    }
}
