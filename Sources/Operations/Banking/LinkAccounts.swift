public import Contract
import Crypto
import Kernel
import Providers
import SQL
import Store

extension BankingOperations {
    /// Begins to link accounts: tells with what an app lets its member sign in at a bank.
    ///
    /// - Throws: ``Problem`` `bankFailure`, `conflict`, `unauthenticated`; ``ReplayedAnswer``;
    ///   `DatabaseError`.
    public func createLinkToken(
        _ input: API.Banking.LinkTokenRequest,
        _ call: Call
    ) async throws -> API.Banking.LinkTokenResponse {
        try await createLinkToken(call) { token in
            API.Banking.LinkTokenResponse(
                linkToken: token.token,
                expiration: WireTimestamp(token.expiresAt),
                requestID: token.requestID
            )
        }
    }

    /// Asks for a link token, and answers in the words of a surface.
    func createLinkToken<Answer: Encodable & Sendable>(
        _ call: Call,
        _ answer: @escaping @Sendable (LinkToken) -> Answer
    ) async throws -> Answer {
        let member = try await recalling(call) { _, membership in membership.member }
        let token: LinkToken
        do {
            token = try await banks.provider.linkToken(for: member, repairing: nil, now: call.now)
        } catch {
            throw Problem(bank: error)
        }
        return try await writing(call) { _, _ in answer(token) }
    }

    /// Links the accounts of a sign-in at a bank; their transactions come with the first sync.
    ///
    /// An institution that the member has linked before is the same item, and its accounts are the
    /// same accounts. What it had at the provider until then is given up there.
    ///
    /// - Throws: ``Problem`` `invalid` when the token is unknown, used or too old, `conflict` when
    ///   the member has too many items, `bankFailure`, `unauthenticated`; ``ReplayedAnswer``;
    ///   `DatabaseError`.
    public func exchangePublicToken(
        _ input: API.Banking.PublicTokenExchangeRequest,
        _ call: Call
    ) async throws -> API.Banking.ExchangeResponse {
        let token = OfferedToken(text: input.publicToken, field: "public_token")
        return try await exchange(token, call) { $0 }
    }

    /// Links the accounts of a sign-in at a bank, and answers in the words of a surface.
    func exchange<Answer: LinkingAnswer>(
        _ offered: OfferedToken,
        _ call: Call,
        _ answer: @escaping @Sendable (API.Banking.ExchangeResponse) -> Answer
    ) async throws -> Answer {
        let hash = hash(ofPublicToken: offered.text)
        let member = try await recalling(call) { session, membership in
            guard try !BankItems.isSpent(publicToken: hash, in: session) else {
                throw offered.isUsed
            }
            return membership.member
        }
        let (item, accounts) = try await open(offered, for: member, call)
        let sealed = try banks.sealer.seal(item.accessToken, item: item.id)
        let linking = Linking(
            provider: banks.provider.name.rawValue,
            item: item,
            sealedToken: sealed,
            told: accounts,
            call: call
        )
        do {
            let answer = try await writing(call) { session, membership in
                guard try BankItems.spend(publicToken: hash, now: call.now, in: session) else {
                    throw offered.isUsed
                }
                return answer(try linking.answer(membership, in: session))
            }
            await giveUpFormer(of: answer.itemID, call)
            return answer
        } catch let problem as Problem where problem.kind == .conflict {
            // Nobody would read it, and the provider would go on doing so.
            try? await banks.provider.remove(item.accessToken, now: call.now)
            throw problem
        }
    }

    /// Exchanges a public token, and asks what it opens.
    private func open(
        _ offered: OfferedToken,
        for member: ID<Entity.Member>,
        _ call: Call
    ) async throws -> (item: LinkedItem, accounts: ItemAccounts) {
        let provider = banks.provider
        let item: LinkedItem
        do {
            item = try await provider.exchange(offered.text, for: member, now: call.now)
        } catch {
            throw Problem(bank: error, publicToken: offered.field)
        }
        do {
            return (item, try await provider.accounts(of: item.accessToken, now: call.now))
        } catch {
            try? await provider.remove(item.accessToken, now: call.now)
            throw Problem(bank: error)
        }
    }

    /// What a public token is remembered by.
    private func hash(ofPublicToken token: String) -> String {
        let text = "\(banks.provider.name.rawValue)\n\(token)"
        return Base64URL.text(Array(SHA256.hash(data: Array(text.utf8))))
    }
}

/// A public token as a caller offers it.
struct OfferedToken: Sendable {
    /// The token.
    let text: String
    /// What the surface calls it.
    let field: String

    /// What a caller is told who offers it again.
    var isUsed: Problem { .invalid([Fault(field: field, rule: "was used already")]) }
}

/// The answer of a surface to whoever linked accounts.
protocol LinkingAnswer: Encodable, Sendable {
    /// Our UUID of the sign-in at the institution.
    var itemID: ID<Entity.BankItem> { get }
}

extension API.Banking.ExchangeResponse: LinkingAnswer {}
