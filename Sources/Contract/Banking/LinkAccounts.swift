public import Kernel

extension API.Banking {
    /// For what a link token is asked.
    public struct LinkTokenRequest: WireInput, SnakeCaseKeys, Equatable {
        /// What is to be read; `transactions` when left out, and nothing else.
        public let products: [String]?

        /// Makes a request.
        public init(products: [String]? = nil) {
            self.products = products
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            FieldRule("products") { body in
                guard let products = body.products, products != ["transactions"] else { return nil }
                return "must be [\"transactions\"]"
            }
        ]
    }

    /// With what an app lets its member sign in at an institution.
    public struct LinkTokenResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The token, for the provider's own page.
        public let linkToken: String
        /// Until when it may be used.
        public let expiration: WireTimestamp
        /// The provider's name of the request.
        public let requestID: String

        /// Makes an answer.
        public init(linkToken: String, expiration: WireTimestamp, requestID: String) {
            self.linkToken = linkToken
            self.expiration = expiration
            self.requestID = requestID
        }
    }

    /// What an app got when its member had signed in at an institution.
    public struct PublicTokenExchangeRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The token, good once and for half an hour.
        public let publicToken: String

        /// Makes a request.
        public init(publicToken: String) {
            self.publicToken = publicToken
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("public_token", upTo: Limits.publicTokenBytes) { $0.publicToken }
        ]
    }

    /// The accounts that were linked.
    public struct ExchangeResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// What was done, in one sentence.
        public let message: String
        /// Our UUID of the sign-in at the institution.
        public let itemID: ID<Entity.BankItem>
        /// Its accounts; their transactions come with the first sync.
        public let accounts: [Account]
        /// The provider's name of the request.
        public let requestID: String

        /// Makes an answer.
        public init(
            message: String,
            itemID: ID<Entity.BankItem>,
            accounts: [Account],
            requestID: String
        ) {
            self.message = message
            self.itemID = itemID
            self.accounts = accounts
            self.requestID = requestID
        }
    }

    /// Begins to link accounts.
    public static let createLinkToken = Endpoint<LinkTokenRequest, LinkTokenResponse>(
        "createLinkToken",
        .post,
        "/api/accounts/link/token",
        "Begins to link accounts: tells with what an app lets its member sign in at a bank.",
        access: .member,
        surface: .banking,
        refusals: [.bankFailure],
        example: LinkTokenRequest(products: ["transactions"]),
        answers: LinkTokenResponse(
            linkToken: "link-sandbox-01944b1e-7a40-7c31-8f5e-7f0a6f1f2b41",
            expiration: WireTimestamp(Timestamp(seconds: 1_736_937_000)),
            requestID: "m8MDnv9okwxFNBV"
        ),
        outdates: .ownRoom,
        waits: .zero
    )

    /// Links the accounts of a sign-in at a bank.
    public static let exchangePublicToken = Endpoint<
        PublicTokenExchangeRequest, ExchangeResponse
    >(
        "exchangePublicToken",
        .post,
        "/api/accounts/link/exchange",
        "Links the accounts of a sign-in at a bank; linked again, they keep their ids.",
        access: .member,
        surface: .banking,
        refusals: [.conflict, .bankFailure],
        example: PublicTokenExchangeRequest(publicToken: "public-sandbox-a"),
        answers: ExchangeResponse(
            message: "1 account linked",
            itemID: ID(RawID(high: 0x0194_4B1E_7A40_7C51, low: 0x8F5E_7F0A_6F1F_2B61)),
            accounts: [.linkedExample],
            requestID: "m8MDnv9okwxFNBV"
        ),
        waits: .zero
    )
}
