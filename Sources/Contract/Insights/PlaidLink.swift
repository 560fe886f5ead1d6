public import Kernel

extension API.Insights {
    /// With what an app lets its member sign in at an institution.
    public struct PlaidLinkTokenResponse: Codable, Sendable, Equatable {
        /// The token, for the provider's own page.
        public let linkToken: String
        /// Until when it may be used.
        public let expiration: WireTimestamp
        /// The provider's name of the request.
        public let requestID: String
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            linkToken: String,
            expiration: WireTimestamp,
            requestID: String,
            traceID: String
        ) {
            self.linkToken = linkToken
            self.expiration = expiration
            self.requestID = requestID
            self.traceID = traceID
        }
    }

    /// What an app got when its member had signed in at an institution.
    public struct PlaidExchangeRequest: WireInput, Equatable {
        /// The token, good once and for half an hour.
        public let publicToken: String

        /// Makes a request.
        public init(publicToken: String) {
            self.publicToken = publicToken
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("publicToken", upTo: Limits.publicTokenBytes) { $0.publicToken }
        ]
    }

    /// Whether accounts were linked.
    public enum PlaidExchangeStatus: String, Codable, Sendable, CaseIterable, WireEnum {
        /// They were.
        case success = "SUCCESS"
    }

    /// The sign-in at an institution that was linked.
    public struct PlaidExchangeResponse: Codable, Sendable, Equatable {
        /// Our UUID of the sign-in.
        public let itemID: ID<Entity.BankItem>
        /// That it was linked.
        public let status: PlaidExchangeStatus
        /// The trace of this call.
        public let requestID: String
        /// The same.
        public let traceID: String

        /// Makes an answer.
        public init(itemID: ID<Entity.BankItem>, traceID: String) {
            self.itemID = itemID
            self.status = .success
            self.requestID = traceID
            self.traceID = traceID
        }
    }

    /// A trace as examples have it.
    static let exampleTrace = "d4b1c0de"

    /// Begins to link accounts.
    public static let createPlaidLinkToken = Endpoint<Empty, PlaidLinkTokenResponse>(
        "createPlaidLinkToken",
        .post,
        "/plaid/link-token",
        "Begins to link accounts: tells with what an app lets its member sign in at a bank.",
        access: .member,
        surface: .insights,
        refusals: [.bankFailure],
        answers: PlaidLinkTokenResponse(
            linkToken: "link-sandbox-01944b1e-7a40-7c31-8f5e-7f0a6f1f2b41",
            expiration: WireTimestamp(Timestamp(seconds: 1_736_937_000)),
            requestID: "m8MDnv9okwxFNBV",
            traceID: exampleTrace
        ),
        outdates: .ownRoom,
        waits: .zero
    )

    /// Links the accounts of a sign-in at a bank.
    public static let exchangePlaidToken = Endpoint<
        PlaidExchangeRequest, PlaidExchangeResponse
    >(
        "exchangePlaidToken",
        .post,
        "/plaid/exchange",
        "Links the accounts of a sign-in at a bank; linked again, they keep their ids.",
        access: .member,
        surface: .insights,
        refusals: [.conflict, .bankFailure],
        example: PlaidExchangeRequest(publicToken: "public-sandbox-a"),
        answers: PlaidExchangeResponse(
            itemID: ID(RawID(high: 0x0194_4B1E_7A40_7C51, low: 0x8F5E_7F0A_6F1F_2B61)),
            traceID: exampleTrace
        ),
        waits: .zero
    )
}
