import Foundation
import Kernel
import Synchronization

@testable import Providers

/// What tests of bank providers have in common.
enum Banks {
    static let member = ID<Entity.Member>(RawID(high: 1, low: 2))

    /// What the call failed with; `nil` when it did not.
    static func failure<R>(
        _ work: () async throws -> R
    ) async -> BankProviderError? {
        do {
            _ = try await work()
            return nil
        } catch {
            return error as? BankProviderError
        }
    }

    /// A client of a server that speaks Plaid's wire; it never waits.
    static func client(
        _ url: String,
        _ rests: Rests = Rests(),
        chance: Double = 0
    ) -> PlaidClient {
        var settings = PlaidSettings(
            environment: .other(url + "/"),
            clientID: "client-id",
            secret: Secret(Array("client-secret".utf8))
        )
        settings.webhookURL = "https://purser.example/webhooks/plaid"
        let client = VendorClient(
            OutsideConnection.client,
            timeout: .seconds(60),
            answerBytes: Limits.bankAnswerBytes
        )
        return PlaidClient(settings, client, rest: { rests.add($0) }, chance: { chance })
    }

    /// Every page of a sync; begins again where the provider says that it must.
    static func sync(
        _ provider: any BankProvider,
        _ token: BankAccessToken,
        after first: String? = nil,
        count: Int = Limits.bankPageRows,
        now: Timestamp,
        into held: inout [String: ProviderTransaction]
    ) async throws(BankProviderError) -> TransactionPage {
        var (cursor, pages): (String?, [TransactionPage]) = (first, [])
        for _ in 0..<10_000 {
            do {
                let page = try await provider.transactions(
                    of: token,
                    after: cursor,
                    count: count,
                    now: now
                )
                pages.append(page)
                cursor = page.nextCursor
                guard !page.hasMore else { continue }
                for page in pages { apply(page, to: &held) }
                return page
            } catch {
                guard error.kind == .mutationDuringPagination else { throw error }
                (cursor, pages) = (first, [])
            }
        }
        throw BankProviderError(.refused, code: "NO_END")
    }

    private static func apply(_ page: TransactionPage, to held: inout [String: ProviderTransaction])
    {
        for transaction in page.added + page.modified { held[transaction.id] = transaction }
        for id in page.removed { held[id] = nil }
    }
}

/// The pauses that a client asked for; none of them is waited for.
final class Rests: Sendable {
    private let kept = Mutex<[Duration]>([])

    var all: [Duration] { kept.withLock { $0 } }

    func add(_ pause: Duration) { kept.withLock { $0.append(pause) } }
}
