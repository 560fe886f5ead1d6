import Contract
import Kernel

extension Planner {
    /// Sign-ins that are renewed: with the latest token, a used one in time and too late, and with
    /// one that nobody was given.
    mutating func renew() -> [[PlannedCall]] {
        let member = anyMember()
        let live = member.refreshTokens.filter { token in
            member.sessions.contains { $0.session == token.session }
        }
        guard let token = chance.pickAny(Array(live.suffix(8))), !chance.oneIn(8) else {
            guard member.sessions.count < 4 else { return [[signOut(member)]] }
            let login = Action.renewing(.loginUser(email: member.email))
            return [[call(nil, login, mayFail: false)]]
        }
        guard !chance.oneIn(12) else {
            let unknown = String(token.token.reversed())
            return [[call(nil, .renewing(.exchangeToken(refreshToken: unknown)))]]
        }
        let atMS: Int64
        if let rotatedAtMS = token.rotatedAtMS {
            // It may end the sign-in, and everybody keeps one.
            guard member.sessions.count > 1 else { return [[signOut(member)]] }
            let later: [Int64] = [0, 25, 9_000, 9_900, 10_001, 60_000]
            atMS = chance.oneIn(3) ? nowMS : rotatedAtMS + chance.pick(later)
        } else {
            atMS = nowMS
        }
        // A sign-in of long ago is renewed by nobody.
        let age = atMS - token.begunAtMS
        guard age < Self.mostRenewedMS else { return [[signOut(member, token.session)]] }
        let action = Action.renewing(.exchangeToken(refreshToken: token.token))
        return [[call(nil, action, atMS: atMS)]]
    }

    private static let mostRenewedMS: Int64 = 80 * 86_400_000

    /// One sign-in ends, where there is another one.
    private mutating func signOut(
        _ member: ModelMember,
        _ session: ID<Entity.Session>? = nil
    ) -> PlannedCall {
        let chosen = member.sessions.first { $0.session == session } ?? bearer(of: member)
        guard member.sessions.count > 1 else {
            return call(nil, .renewing(.loginUser(email: member.email)), mayFail: false)
        }
        return call(chosen, .logoutUser, key: newKey(), mayFail: false)
    }

    /// A child is taken out; nothing of it can be used any more, and its address is free.
    mutating func remove() -> [[PlannedCall]] {
        guard home.members.count < 20, let child = chance.pickAny(home.children),
            let id = child.child
        else { return grow() }
        looks = true
        let removal = Action.removeChild(API.Allowance.ChildRequest(childID: id))
        let old = bearer(of: child)
        let parent = parent()
        let number = reference(child)
        var first = call(bearer(of: parent), removal, key: maybeKey())
        // What follows is about a child that is gone.
        if first.faults.contains(where: { Fault.lasting.contains($0.code) }) { first.faults = [] }
        if chance.oneIn(3) {
            // The same in the words of Insights, which knows no children, but users.
            let deletion = InsightsAction.deleteUser(.init(userID: child.id))
            first = call(bearer(of: parent), .insights(deletion), mayFail: false)
        }
        var waves = [
            [first],
            [
                call(old, .authorizePurchase(purchase(by: child)), key: newKey()),
                call(bearer(of: parent), removal, key: newKey()),
                call(bearer(of: parent), .setRule(rule(for: child, named: number)), key: newKey()),
                call(bearer(of: parent), .listRules(.init(userID: number))),
            ],
        ]
        if chance.oneIn(2) {
            let child = World.child(child.email)
            waves.append([call(bearer(of: parent), .registerChild(child), key: newKey())])
            waves.append([call(nil, .loginMember(email: child.email), mayFail: false)])
        }
        return waves
    }

    /// The household moves to another time zone.
    mutating func move() -> [[PlannedCall]] {
        let name = chance.oneIn(6) ? home.timeZone : chance.pick(Almanac.names)
        let day = Almanac(name).day(nowMS)
        for member in home.present {
            let guardians = member.spent.keys.sorted().prefix(4)
            for guardian in guardians {
                probes.insert(Probe(member: member.id, guardian: guardian, day: day))
            }
        }
        return [[call(nil, .changeTimeZone(name), mayFail: false)]]
    }
}
