import Contract
import Kernel

extension Planner {
    /// A call that was made before: again, with another input, by somebody else, for something
    /// else.
    mutating func repeatCall() -> [[PlannedCall]] {
        guard let earlier = chance.pickAny(home.recent.keyed.things),
            let index = home.index(of: earlier.bearer?.member ?? ID(.zero)),
            !home.members[index].isRemoved
        else { return authorize() }
        if case .saving(.moveBetweenJars) = earlier.action { looks = true }
        let member = home.members[index]
        switch chance.below(8) {
        case 0, 1: return [[again(earlier, bearer(of: member), otherInput(earlier.action))]]
        case 2: return [[again(earlier, bearer(of: byAnother(than: member)), earlier.action)]]
        case 3:
            return [
                [again(earlier, bearer(of: member), otherAction(than: earlier.action, by: member))]
            ]
        case 4:
            // Around the end of the day for which a key is remembered.
            let later: [Int64] = [86_399_999, 86_400_000, 90_000_000]
            let atMS = earlier.nowMS + chance.pick(later)
            return [[again(earlier, bearer(of: member), earlier.action, atMS: atMS)]]
        default: return [[again(earlier, bearer(of: member), earlier.action)]]
        }
    }

    private mutating func again(
        _ earlier: PlannedCall,
        _ bearer: Bearer,
        _ action: Action,
        atMS: Int64? = nil
    ) -> PlannedCall {
        call(bearer, action, key: earlier.key, atMS: atMS)
    }

    /// Another member who may make the same call.
    private mutating func byAnother(than member: ModelMember) -> ModelMember {
        guard !member.isParent else { return member }
        return chance.pickAny(home.children.filter { $0.id != member.id }) ?? member
    }

    private func otherInput(_ action: Action) -> Action {
        switch action {
        case .authorizePurchase(let input):
            .authorizePurchase(
                API.Guardian.AuthorizeRequest(
                    amountCents: input.amountCents - 1,
                    merchant: input.merchant,
                    category: input.category,
                    mcc: input.mcc
                )
            )
        case .setRule(let input):
            .setRule(
                API.Guardian.RuleRequest(
                    category: input.category,
                    monthlyLimitCents: input.monthlyLimitCents + 1,
                    userID: input.userID
                )
            )
        case .createOverride(let input):
            .createOverride(
                API.Guardian.OverrideRequest(
                    amountCents: input.amountCents + 1,
                    merchant: input.merchant,
                    userID: input.userID
                )
            )
        default: action
        }
    }

    /// Something else under the same key, which is unrelated.
    private mutating func otherAction(than action: Action, by member: ModelMember) -> Action {
        if case .authorizePurchase = action, member.isParent {
            return .setRule(rule(for: member, named: nil))
        }
        return .authorizePurchase(purchase(by: member))
    }

    /// A sign-in ends; calls with it are refused, and a new one works.
    mutating func signOut() -> [[PlannedCall]] {
        let member = anyMember()
        let old = bearer(of: member)
        let key = newKey()
        let purchase = Action.authorizePurchase(purchase(by: member))
        let ending = call(old, .logoutUser, key: key, mayFail: false)
        let refused = [
            call(old, purchase, key: newKey()), call(old, .logoutUser, key: key, mayFail: false),
            call(old, .listRules(API.Guardian.SubjectRequest())),
            call(
                old,
                .annotateTransfer(
                    chance.pickAny(home.recent.edited.things) ?? ID(.zero),
                    category: nil,
                    notes: "from afar"
                )
            ),
        ]
        let signIn = call(nil, .loginMember(email: member.email), mayFail: false)
        return [[ending], refused, [signIn]]
    }

    /// The household grows: a child joins, or an account is opened.
    mutating func grow() -> [[PlannedCall]] {
        let parent = parent()
        guard home.present.count < 6, home.members.count < 24, chance.oneIn(2) else {
            guard home.accountOrder.count < 16 else { return authorize() }
            let kind = chance.pick(["bank", "card", "funding"])
            let action = Action.openAccount(kind: kind, of: anyMember().id)
            return [[call(nil, action, mayFail: false)]]
        }
        // Now and then an address that is taken.
        let number = chance.oneIn(4) ? 0 : home.members.count
        let email = World.email(ofMember: number, in: home.place)
        let child = Action.registerChild(World.child(email))
        let joining = call(bearer(of: parent), child, key: newKey())
        guard number > 0 else { return [[joining]] }
        return [[joining], [call(nil, .loginMember(email: email), mayFail: false)]]
    }
}
