/// The body of `/link/token/create`.
struct PlaidLinkTokenQuestion: Encodable {
    struct User: Encodable {
        let clientUserId: String
    }

    let clientName: String
    let language: String
    let countryCodes: [String]
    let user: User
    let products: [String]?
    let accessToken: String?
    let webhook: String?
    let redirectUri: String?
}

/// The body of `/item/public_token/exchange`.
struct PlaidExchangeQuestion: Encodable {
    let publicToken: String
}

/// The body of calls about one item.
struct PlaidItemQuestion: Encodable {
    let accessToken: String
}

/// The body of `/transactions/sync`.
struct PlaidSyncQuestion: Encodable {
    let accessToken: String
    let cursor: String?
    let count: Int
}

/// The body of `/webhook_verification_key/get`.
struct PlaidKeyQuestion: Encodable {
    let keyId: String
}
