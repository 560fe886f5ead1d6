public import Kernel

/// Plaid's wire.
extension SandboxBank {
    /// Answers a call.
    ///
    /// Besides Plaid's paths there are `/sandbox/item/repair_login`, which is what a member does on
    /// Plaid's page in update mode, and `/sandbox/clock/advance`, which puts the bank's clock
    /// forward by `seconds`.
    public mutating func handle(_ request: SandboxRequest, now: Timestamp) -> SandboxReply {
        let requestID = random.text(15)
        do {
            guard let call = Self.calls[request.path] else { throw SandboxRefusal.notFound }
            guard let question = SandboxQuestion(request.body) else { throw SandboxRefusal.body }
            guard let id = request.clientID ?? question.clientId, !id.isEmpty,
                let secret = request.secret ?? question.secret, !secret.isEmpty
            else { throw SandboxRefusal.credentials }
            let fate = try fate(of: request.path)
            let fields = try call(&self, question, now)
            // What was asked for is done, and the client does not hear of it.
            guard fate != .lost else { throw SandboxRefusal.failure }
            return SandboxReply(200, .object(fields + [("request_id", .text(requestID))]))
        } catch let refusal as SandboxRefusal {
            return SandboxReply(
                refusal.status,
                refusal.json(requestID),
                retryAfterSeconds: refusal.retryAfterSeconds
            )
        } catch {
            return SandboxReply(500, SandboxRefusal.failure.json(requestID))
        }
    }

    /// What becomes of the answer to a call.
    private enum Fate {
        case heard
        case lost
    }

    typealias Fields = [(String, WireJSON)]

    private typealias Call =
        @Sendable (inout SandboxBank, SandboxQuestion, Timestamp) throws -> Fields

    private static let calls: [String: Call] = [
        "/link/token/create": { try $0.createLinkToken($1, $2) },
        "/item/public_token/exchange": { try $0.exchange($1, $2) },
        "/accounts/get": { try $0.getAccounts($1, $2) },
        "/transactions/sync": { try $0.sync($1, $2) },
        "/item/remove": { try $0.removeItem($1, $2) },
        "/webhook_verification_key/get": { try $0.getKey($1, $2) },
        "/sandbox/public_token/create": { try $0.createPublicToken($1, $2) },
        "/sandbox/item/reset_login": { try $0.resetLogin($1, $2) },
        "/sandbox/item/repair_login": { try $0.repairLogin($1, $2) },
        "/sandbox/item/fire_webhook": { try $0.fireWebhook($1, $2) },
        "/sandbox/clock/advance": { try $0.advanceClock($1, $2) },
    ]

    private mutating func fate(of path: String) throws -> Fate {
        // What tests arrange with is always done.
        guard !path.hasPrefix("/sandbox/") else { return .heard }
        if random.happens(faults.rateLimitedPermille) { throw SandboxRefusal.tooMany }
        guard random.happens(faults.failingPermille) else { return .heard }
        guard random.happens(500) else { throw SandboxRefusal.failure }
        return .lost
    }

    private mutating func createLinkToken(
        _ question: SandboxQuestion,
        _ now: Timestamp
    ) throws -> Fields {
        for (name, isGiven) in [
            ("client_name", question.clientName?.isEmpty == false),
            ("language", question.language?.isEmpty == false),
            ("country_codes", question.countryCodes?.isEmpty == false),
            ("user", question.user?.clientUserId?.isEmpty == false),
        ] where !isGiven { throw SandboxRefusal.field(name) }
        if question.accessToken != nil {
            _ = try place(question)
        } else {
            guard question.products == ["transactions"] else { throw SandboxRefusal.product }
        }
        let expiration = now.adding(milliseconds: Limits.linkTokenMilliseconds)
        return [
            ("link_token", .text("link-sandbox-\(random.uuid())")),
            ("expiration", .text(expiration.text)),
        ]
    }

    private mutating func exchange(
        _ question: SandboxQuestion,
        _ now: Timestamp
    ) throws -> Fields {
        guard let text = question.publicToken, let token = publicTokens[text], !token.isUsed
        else { throw SandboxRefusal.publicToken }
        let end = token.madeAt.adding(seconds: Self.publicTokenSeconds)
        guard now < end else { throw SandboxRefusal.expiredPublicToken }
        publicTokens[text]?.isUsed = true
        let accessToken = "access-sandbox-\(random.uuid())"
        accessTokens[accessToken] = token.item
        return [
            ("access_token", .text(accessToken)), ("item_id", .text(items[token.item].id)),
        ]
    }

    private mutating func getAccounts(
        _ question: SandboxQuestion,
        _ now: Timestamp
    ) throws -> Fields {
        let place = try readable(question, now)
        return [
            ("accounts", items[place].accountsJSON), ("item", items[place].json),
        ]
    }

    private mutating func sync(_ question: SandboxQuestion, _ now: Timestamp) throws -> Fields {
        let count = question.count ?? Self.usualRows
        guard (1...Limits.bankPageRows).contains(count) else { throw SandboxRefusal.field("count") }
        let place = try readable(question, now)
        let cursor = try cursor(question, of: items[place])
        // Who begins again and again with ever more to read would never come to an end.
        if cursor.given > 0, items[place].disturbedInARow < Self.disturbancesInARow,
            random.happens(faults.mutationPermille)
        {
            items[place].disturb(at: ahead(now))
        }
        guard let page = items[place].page(after: cursor, count: count) else {
            throw SandboxRefusal.mutation
        }
        if !page.hasMore { items[place].disturbedInARow = 0 }
        return items[place].fields(of: page)
    }

    /// How often a sync is disturbed before it is let through.
    private static let disturbancesInARow = 3
    /// Rows of a page whose length nobody asked for.
    private static let usualRows = 250

    private func cursor(
        _ question: SandboxQuestion,
        of item: SandboxItem
    ) throws -> SandboxCursor {
        guard let text = question.cursor, !text.isEmpty else { return SandboxCursor(after: 0) }
        guard let cursor = SandboxCursor(text, of: item.id, count: item.log.count) else {
            throw SandboxRefusal.field("cursor")
        }
        return cursor
    }

    private mutating func removeItem(
        _ question: SandboxQuestion,
        _ now: Timestamp
    ) throws -> Fields {
        let place = try place(question)
        items[place].isRemoved = true
        return []
    }

    private mutating func getKey(_ question: SandboxQuestion, _ now: Timestamp) throws -> Fields {
        guard let id = question.keyId else { throw SandboxRefusal.field("key_id") }
        guard let key = keys.first(where: { $0.id == id }) else { throw SandboxRefusal.key }
        return [("key", key.json)]
    }

    private mutating func advanceClock(
        _ question: SandboxQuestion,
        _ now: Timestamp
    ) throws -> Fields {
        guard let seconds = question.seconds, seconds >= 0 else {
            throw SandboxRefusal.field("seconds")
        }
        advance(seconds: seconds)
        return [("now", .text(ahead(now).text))]
    }

    /// What the bank's clock shows.
    func ahead(_ now: Timestamp) -> Timestamp { now.adding(seconds: aheadSeconds) }

    /// The place of the item that a call is about.
    func place(_ question: SandboxQuestion) throws -> Int {
        guard let token = question.accessToken else { throw SandboxRefusal.field("access_token") }
        guard let place = accessTokens[token] else { throw SandboxRefusal.accessToken }
        guard !items[place].isRemoved else { throw SandboxRefusal.itemNotFound }
        return place
    }

    /// The same for a call that reads, to which the institution must let the client in.
    private mutating func readable(
        _ question: SandboxQuestion,
        _ now: Timestamp
    ) throws -> Int {
        let place = try place(question)
        items[place].advance(to: ahead(now))
        if random.happens(faults.expiredLoginPermille) { items[place].isLoginExpired = true }
        guard !items[place].isLoginExpired else { throw SandboxRefusal.loginRequired }
        return place
    }
}
