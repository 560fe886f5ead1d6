import Contract
import Kernel
import PurserKit
import Testbed
import Testing

/// Something of a child that a request can name.
struct Belonging: Sendable {
    /// Whether the child's parents may name it, too.
    let isShownToParents: Bool
    /// An id of its kind that nothing has.
    let unknown: JSON
    /// Makes a new one, as families do, and tells its id.
    let make: @Sendable (TwoFamilies) async throws -> JSON

    /// Everything that requests name, by the contract's word for it; see ``NamedRequest/words``.
    ///
    /// An endpoint that names something else is not covered until it is listed here.
    static let all: [String: Belonging] = [
        "sessionId": uuid(isShownToParents: false) { families in
            let token = try await families.server.login(families.child.email).token
            return .string(try #require(Claims(token).string("sid")))
        },
        "invitationId": uuid { families in
            let request = API.Identity.InvitationRequest(email: "second@doe.example")
            let invitation = try await families.parent.purser.call(
                API.Identity.createInvitation,
                request
            )
            return .string(invitation.invitationID.text)
        },
        "memberId": uuid { families in
            let others = try await families.parent.purser.call(API.Allowance.familyMembers)
            let email = "parent\(others.members.count)@doe.example"
            return .string(
                try await families.server.registerSecondParent(
                    email,
                    of: families.parent
                ).id.text
            )
        },
        "passkeyId": uuid(isShownToParents: false) { families in
            let others = try await families.child.purser.call(API.Identity.listPasskeys).passkeys
            let authenticator = try TestAuthenticator(number: UInt8(others.count + 1))
            let made = try await families.server.addPasskey(authenticator, to: families.child)
            return .string(made.passkeyID.text)
        },
        // Who is deleted is gone, so the child is named while it is there.
        "userId": uuid { families in
            let family = try await families.parent.purser.call(API.Allowance.familyMembers)
            if family.members.contains(where: { $0.userID == families.child.id }) {
                return .string(families.child.id.text)
            }
            let email = "child\(family.members.count)@doe.example"
            let child = try await families.server.registerChild(email, of: families.parent)
            return .string(child.id.text)
        },
        "user_id": uuid { .string($0.child.id.text) },
        "childId": uuid { .string($0.profile.text) },
        "decision_id": uuid(isShownToParents: false) { families in
            .string(try await families.child.authorize(5_000).decisionID.text)
        },
        "funding_source_id": number(isShownToParents: false) { families in
            try await families.child.addCard()
        },
        "account_id": number(isShownToParents: false) { families in
            _ = try await families.server.openAccount(of: families.child)
            let accounts = try await families.child.purser.call(API.Banking.listAccounts)
            return try #require(accounts.accounts.last).id
        },
        "accountId": uuid(isShownToParents: false) { families in
            .string(try await families.server.openAccount(of: families.child).id.text)
        },
        "transactionId": uuid(isShownToParents: false) { families in
            let account = try await families.server.openAccount(of: families.child)
            return .string(try await families.server.spend(5_000, from: account).text)
        },
        "conversationId": uuid(isShownToParents: false) { families in
            let asked = try await families.child.purser.call(
                API.Insights.sendMessage,
                .init(message: "What can I spend?")
            )
            return .string(asked.conversationID.text)
        },
        // Of the conversation that was made before it, which is the latest.
        "truncateFromMessageId": uuid(isShownToParents: false) { families in
            let latest = try await families.child.purser.call(API.Insights.conversation, .init())
            return .string(try #require(latest.messages.first).id.text)
        },
        "accounts/{id}": number(isShownToParents: false) { families in
            let child = families.child.purser
            let link = try await child.call(API.Banking.createLinkToken, .init()).linkToken
            let token = "public-sandbox-\(link.suffix(36))"
            let linked = try await child.call(
                API.Banking.exchangePublicToken,
                .init(publicToken: token)
            )
            return try #require(linked.accounts.first).id
        },
        "imports/{id}": number(isShownToParents: false) { families in
            let answer = try await families.server.importFile(
                BankFile.ofx(count: 1),
                token: families.child.token
            )
            return try API.Banking.importBankFile.output(of: answer.body).import.id
        },
        "rules/{id}": number { families in
            try await families.parent.setRule("fun", 0, for: families.child.id.text).id
        },
        "geofence/{id}": number { families in
            try await families.parent.fence(.block, for: families.child.id.text)
        },
        "approvals/{id}": number { families in
            _ = try await families.parent.setRule("fun", 0, for: families.child.id.text)
            _ = try await families.child.authorize(5_000)
            return try #require(try await families.parent.approvals(.pending).first).id
        },
        "decisions/{id}": uuid { families in
            .string(try await families.child.authorize(5_000).decisionID.text)
        },
        // What a child made for itself, its parents may change, too.
        "policies/{id}": uuid { families in
            let listed = try await families.child.purser.call(API.Guardian.listPolicies, .init())
            let policy = try await families.child.purser.call(
                API.Guardian.createPolicy,
                .init(
                    name: "Policy \(listed.policies.count)",
                    userID: MemberReference(families.child.id.text),
                    when: try API.Guardian.Condition(#"{"amount":{"at_least":1000}}"#),
                    then: .warn
                )
            )
            return .string(policy.id.text)
        },
        "cards/{id}": uuid(isShownToParents: false) { families in
            try await families.made(by: "/api/cards", as: families.child)
        },
        "before": uuid(isShownToParents: false) { families in
            let said = API.Rewards.ChatInput(content: "Which card?")
            let answer = try await families.child.purser.call(API.Rewards.sendChatMessage, said)
            return .string(answer.id.text)
        },
        "goalId": uuid { families in
            try await families.made(by: "/api/v1/children/{childId}/goals", as: families.parent)
        },
        "choreId": uuid { families in
            try await families.made(by: "/api/v1/children/{childId}/chores", as: families.parent)
        },
        "sync/rule/{id}": uuid { try await $0.record(of: API.Sync.rule) },
        "sync/geofence/{id}": uuid { try await $0.record(of: API.Sync.geofence) },
        "sync/child/{id}": uuid { .string($0.profile.text) },
        "sync/chore/{id}": uuid { try await $0.record(of: API.Sync.chore) },
        // What a child made for itself, its parents may change, too.
        "sync/policy/{id}": uuid { try await $0.record(of: API.Sync.policy) },
        "sync/goal/{id}": uuid { try await $0.record(of: API.Sync.goal) },
        "sync/card/{id}": uuid(isShownToParents: false) { families in
            try await families.record(of: API.Sync.card)
        },
        "sync/preferences/{id}": uuid(isShownToParents: false) { families in
            _ = try await families.child.purser.call(
                API.Rewards.updatePreferences,
                .init(language: .bilingual)
            )
            return .string(families.child.id.text)
        },
        "sync/transactionEdit/{id}": uuid(isShownToParents: false) { families in
            let account = try await families.server.openAccount(of: families.child)
            let transfer = try await families.server.spend(5_000, from: account)
            let id = ID<Entity.Entry>(transfer.raw)
            _ = try await families.child.updateTransaction(id, category: "dining")
            return .string(id.text)
        },
        "requestId": uuid { families in
            try await families.made(by: "/api/v1/requests", as: families.child)
        },
    ]

    /// Ids of things that are not kept here but elsewhere, and names that callers give.
    static let elsewhere: Set<String> = ["payment_method_id", "chatId"]

    /// Fields with ids inside that callers give to parts of their own cards: nothing is found by
    /// those alone.
    ///
    /// What a condition names is looked for when a purchase is decided, and trials of policies have
    /// tests of their own.
    static let given: Set<String> = [
        "rewardCategories", "spendingLimits", "userCards", "when", "policies",
        // Told of copies, and not looked at where it is sent.
        "pending", "source",
    ]

    /// Whether a word is an id under which each caller opens something of its own, or a place in a
    /// list of its own: what others have under the same id is not found by it.
    static func isOwn(_ word: String, on surface: Surface) -> Bool {
        switch surface {
        case .rewards: word == "conversationId"
        case .guardian: word == "before"
        case .insights: word == "beforeId"
        default: false
        }
    }

    private static func uuid(
        isShownToParents: Bool = true,
        _ make: @escaping @Sendable (TwoFamilies) async throws -> JSON
    ) -> Belonging {
        Belonging(
            isShownToParents: isShownToParents,
            unknown: .string("00000000-0000-7000-8000-000000000000"),
            make: make
        )
    }

    private static func number(
        isShownToParents: Bool = true,
        _ make: @escaping @Sendable (TwoFamilies) async throws -> Int64
    ) -> Belonging {
        Belonging(
            isShownToParents: isShownToParents,
            unknown: .number("999999999"),
            make: { .number(String(try await make($0))) }
        )
    }
}

extension TwoFamilies {
    /// What each of some words names: new things of the child.
    func belongings(_ words: [String]) async throws -> [String: JSON] {
        var values: [String: JSON] = [:]
        for word in words {
            let belonging = try #require(Belonging.all[word], "nobody knows how to make \(word)")
            values[word] = try await belonging.make(self)
        }
        return values
    }

    /// The id of a record that is made as its document does, for the child: the newest of its kind.
    fileprivate func record<Subject, Value>(
        of kind: SyncKind<Subject, Value>
    ) async throws -> JSON {
        let words = [
            "rule": "rules/{id}", "geofence": "geofence/{id}", "chore": "choreId",
            "policy": "policies/{id}", "goal": "goalId", "card": "cards/{id}",
        ]
        _ = try await belongings([words[kind.name] ?? kind.name])
        let changes = try await child.purser.call(
            API.Sync.listChanges,
            .init(kinds: kind.name, limit: Limits.changesPerPage)
        )
        return .string(try #require(changes.changes.last).id.text)
    }

    /// The id of what an endpoint makes of its example, for the child.
    fileprivate func made(by path: String, as member: TestMember) async throws -> JSON {
        let endpoint = try #require(
            API.all.first { $0.method == .post && $0.path.text == path },
            "nothing is made by POST \(path)"
        )
        let request = NamedRequest(endpoint)
        let values = try await belongings(request.words)
        let answer = try await server.send(request, naming: values, token: member.token)
        try #require(answer.status == endpoint.status, "\(endpoint.name): \(answer.text)")
        return try #require(try answer.json()["id"])
    }
}
