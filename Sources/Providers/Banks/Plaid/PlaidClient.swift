import Foundation
public import Kernel

/// Plaid: links items and tells of their accounts and transactions.
///
/// The wire is Plaid's API of 2020-09-14 (its OpenAPI document and the official Python client, read
/// 2026-11-25). Calls that did not get through are made again, up to ``Limits/bankCallAttempts``
/// times in all. Neither errors nor descriptions show a token or the client's secret.
public struct PlaidClient: BankProvider {
    /// The version of Plaid's API that is spoken.
    public static let version = "2020-09-14"

    /// Plaid.
    public var name: BankProviderName { .plaid }

    private let settings: PlaidSettings
    private let client: VendorClient
    private let backoff: Backoff
    private let rest: @Sendable (Duration) async throws -> Void
    private let chance: @Sendable () -> Double

    /// Makes a client.
    ///
    /// `timeout`: How long one call may take up to the end of its answer.
    public init(
        _ settings: PlaidSettings,
        timeout: Duration = .seconds(Limits.bankCallSeconds)
    ) {
        self.init(
            settings,
            VendorClient(
                OutsideConnection.client,
                vendor: .plaid,
                timeout: timeout,
                answerBytes: Limits.bankAnswerBytes
            ),
            rest: { try await Task.sleep(for: $0) },
            chance: { Double.random(in: 0..<1) }
        )
    }

    /// Makes a client over one that may be a test's, which says how it rests and what chance is.
    init(
        _ settings: PlaidSettings,
        _ client: VendorClient,
        rest: @escaping @Sendable (Duration) async throws -> Void,
        chance: @escaping @Sendable () -> Double
    ) {
        self.settings = settings
        self.client = client
        self.rest = rest
        self.chance = chance
        backoff = Backoff(
            attempts: Limits.bankCallAttempts,
            first: .milliseconds(Limits.bankPauseMilliseconds),
            most: .milliseconds(Limits.bankPauseMostMilliseconds)
        )
    }

    /// `/link/token/create`, for transactions or, for an item, in update mode.
    public func linkToken(
        for member: ID<Entity.Member>,
        repairing item: BankAccessToken?,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkToken {
        let question = PlaidLinkTokenQuestion(
            clientName: settings.appName,
            language: settings.language,
            countryCodes: settings.countries,
            user: PlaidLinkTokenQuestion.User(clientUserId: member.text),
            products: item == nil ? ["transactions"] : nil,
            accessToken: item?.text,
            webhook: settings.webhookURL,
            redirectUri: settings.redirectURI
        )
        return try await call("/link/token/create", question, as: PlaidLinkToken.self).value()
    }

    /// `/item/public_token/exchange`.
    ///
    /// Made again only where Plaid says that it did nothing: a token whose answer was lost may be
    /// used up.
    public func exchange(
        _ publicToken: String,
        for member: ID<Entity.Member>,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkedItem {
        guard ProviderText.isIdentifier(publicToken, bytesMost: Limits.publicTokenBytes) else {
            throw BankProviderError(.invalidPublicToken, code: "INVALID_PUBLIC_TOKEN")
        }
        let question = PlaidExchangeQuestion(publicToken: publicToken)
        let path = "/item/public_token/exchange"
        return try await call(path, question, .ifUntouched, as: PlaidExchange.self).value()
    }

    /// `/accounts/get`: balances as Plaid knows them, without asking the institution.
    public func accounts(
        of item: BankAccessToken,
        now: Timestamp
    ) async throws(BankProviderError) -> ItemAccounts {
        let question = PlaidItemQuestion(accessToken: item.text)
        return try await call("/accounts/get", question, as: PlaidAccounts.self).value()
    }

    /// `/transactions/sync`.
    public func transactions(
        of item: BankAccessToken,
        after cursor: String?,
        count: Int,
        now: Timestamp
    ) async throws(BankProviderError) -> TransactionPage {
        precondition((1...Limits.bankPageRows).contains(count), "a page has a bounded length")
        let question = PlaidSyncQuestion(accessToken: item.text, cursor: cursor, count: count)
        return try await call("/transactions/sync", question, as: PlaidSyncPage.self).value()
    }

    /// `/item/remove`.
    public func remove(
        _ item: BankAccessToken,
        now: Timestamp
    ) async throws(BankProviderError) {
        let question = PlaidItemQuestion(accessToken: item.text)
        do {
            _ = try await call("/item/remove", question, as: PlaidDone.self)
        } catch {
            // So Plaid calls what was removed before.
            guard error.kind == .refused, error.code == "ITEM_NOT_FOUND" else { throw error }
        }
    }

    /// `/webhook_verification_key/get`.
    public func webhookKey(
        _ id: String,
        now: Timestamp
    ) async throws(BankProviderError) -> WebhookKey {
        let question = PlaidKeyQuestion(keyId: id)
        let path = "/webhook_verification_key/get"
        return try await call(path, question, as: PlaidKey.self).value()
    }

    /// Which failed calls may be made again.
    private enum Repeats {
        /// All whose like may go better.
        case freely
        /// Those that Plaid did not begin.
        case ifUntouched

        func allows(_ error: BankProviderError) -> Bool {
            switch self {
            // Who did not answer in time is not asked again at once: it would take as long.
            case .freely:
                error.isRetryable && error != .timedOut && error != .unreadable
            case .ifUntouched: error.kind == .rateLimited
            }
        }
    }

    private func call<Answer: Decodable>(
        _ path: String,
        _ question: some Encodable,
        _ repeats: Repeats = .freely,
        as _: Answer.Type
    ) async throws(BankProviderError) -> Answer {
        let request = request(path, question)
        var attempt = 1
        while true {
            do {
                return try await once(request).decoded(Answer.self)
            } catch {
                let asked = error.retryAfterSeconds.map { Duration.seconds($0) }
                guard repeats.allows(error),
                    let pause = backoff.pause(after: attempt, asked: asked, chance: chance()),
                    (try? await rest(pause)) != nil
                else { throw error }
            }
            attempt += 1
        }
    }

    private func once(
        _ request: VendorClient.Request
    ) async throws(BankProviderError) -> PlaidReply {
        do {
            return PlaidReply(try await client.send(request))
        } catch {
            switch error.kind {
            case .lost: throw .noAnswer
            case .late: throw .timedOut
            case .tooLong: throw .unreadable
            }
        }
    }

    private func request(_ path: String, _ question: some Encodable) -> VendorClient.Request {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers always have a JSON form.
        let body = (try? encoder.encode(question)) ?? Data()
        return VendorClient.Request(
            method: .post,
            url: settings.environment.url + path,
            headers: [
                ("Content-Type", "application/json"), ("Accept", "application/json"),
                ("Plaid-Version", Self.version), ("PLAID-CLIENT-ID", settings.clientID),
                ("PLAID-SECRET", String(decoding: settings.secret.bytes, as: UTF8.self)),
            ],
            body: Array(body)
        )
    }
}

extension PlaidClient: Confidential {}
