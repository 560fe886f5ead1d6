public import AsyncHTTPClient
public import Kernel

/// Stripe: keeps cards with customers and charges them without their holders present.
///
/// Stripe keeps the answer to a key for a day at least, refusals and failures included, and gives
/// it again. A charge must therefore not be repeated later than that: ``intent(of:)`` tells what
/// came of it at any time.
public struct StripeProcessor: CardProcessor {
    /// Where Stripe is.
    public static let usualURL = "https://api.stripe.com"
    /// The version of Stripe's API that is spoken, whatever the account's own is.
    public static let version = "2024-06-20"

    /// Stripe.
    public var provider: CardProvider { .stripe }

    private let client: VendorClient
    private let baseURL: String
    private let secretKey: Secret

    /// Makes a processor that calls Stripe for one account.
    ///
    /// - Parameters:
    ///   - secretKey: The account's key, such as `sk_live_…`.
    ///   - baseURL: Where the API is, without `/v1`.
    ///   - timeout: How long a call may take up to the end of its answer.
    ///   - client: What sends the requests; whoever made it shuts it down.
    public init(
        secretKey: Secret,
        baseURL: String = usualURL,
        timeout: Duration = .seconds(10),
        client: HTTPClient = .shared
    ) {
        self.init(secretKey, baseURL, VendorClient(client, vendor: .stripe, timeout: timeout))
    }

    /// Makes a processor over a client that may be a test's.
    init(_ secretKey: Secret, _ baseURL: String, _ client: VendorClient) {
        self.secretKey = secretKey
        self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        self.client = client
    }

    /// Makes a customer that names the member in its metadata.
    public func makeCustomer(
        for member: ID<Entity.Member>,
        key: String
    ) async throws(CardProcessorError) -> String {
        let form = FormBody(["metadata[purser_member]": member.text])
        let reply = try await post("/v1/customers", form, key: "customer-\(key)")
        return try reply.decoded(StripeObject.self).id
    }

    /// Makes a SetupIntent for cards that are charged off-session.
    public func makeSetupIntent(
        customer: String,
        key: String
    ) async throws(CardProcessorError) -> String {
        let form = FormBody([
            "customer": customer, "usage": "off_session", "payment_method_types[]": "card",
        ])
        let reply = try await post("/v1/setup_intents", form, key: "setup-\(key)")
        return try reply.decoded(StripeSetupIntent.self).clientSecret
    }

    /// Attaches a payment method to a customer.
    ///
    /// A confirmed SetupIntent has done it already, so a refusal counts only when the payment
    /// method turns out to be somewhere else.
    public func attach(
        _ paymentMethod: String,
        to customer: String,
        key: String
    ) async throws(CardProcessorError) {
        let path = "/v1/payment_methods/\(FormBody.encoded(paymentMethod))"
        let form = FormBody(["customer": customer])
        let reply = try await post("\(path)/attach", form, key: "attach-\(key)")
        do {
            _ = try reply.decoded(StripeObject.self)
        } catch .refused(let code) {
            guard try await holder(at: path) == customer else { throw .refused(code: code) }
        }
    }

    /// Creates and confirms a PaymentIntent in one call.
    ///
    /// Cards alone: other kinds of payment would send the holder to a page, and nobody is there.
    public func charge(_ order: ChargeOrder) async throws(CardProcessorError) -> PaymentIntent {
        let form = FormBody([
            "amount": String(order.amount.minor),
            "currency": order.amount.currency.code.lowercased(),
            "customer": order.customer,
            "payment_method": order.paymentMethod,
            "payment_method_types[]": "card",
            "confirm": "true",
            "off_session": "true",
            "metadata[\(StripeIntent.orderKeyName)]": order.key,
        ])
        let reply = try await post("/v1/payment_intents", form, key: "charge-\(order.key)")
        if let declined = reply.declinedIntent { return declined }
        return try reply.decoded(StripeIntent.self).intent
    }

    /// Retrieves a PaymentIntent.
    public func intent(_ id: String) async throws(CardProcessorError) -> PaymentIntent {
        let reply = try await get("/v1/payment_intents/\(FormBody.encoded(id))")
        return try reply.decoded(StripeIntent.self).intent
    }

    /// Looks through the customer's PaymentIntents since the order.
    ///
    /// Stripe's list has what was made; its search may lag behind by a minute or more. A call whose
    /// answer is still outstanding may make the intent after this was asked.
    public func intent(
        of order: ChargeOrder
    ) async throws(CardProcessorError) -> PaymentIntent? {
        var last: String?
        for _ in 0..<Self.pages {
            let query = FormBody([
                "customer": order.customer,
                "created[gte]": String(order.orderedAt.seconds - Self.clockDifferenceSeconds),
                "limit": "100",
                "starting_after": last,
            ])
            let reply = try await get("/v1/payment_intents?\(query.text)")
            let page = try reply.decoded(StripeIntentList.self)
            if let found = page.data.first(where: { $0.orderKey == order.key }) {
                return found.intent
            }
            guard page.hasMore, let next = page.data.last?.id else { return nil }
            last = next
        }
        throw .unavailable(reason: "more payment intents than can be looked through")
    }

    /// The most pages that are looked through for an order.
    private static let pages = 100
    /// How far Stripe's clock may be behind ours.
    private static let clockDifferenceSeconds: Int64 = 60

    /// The customer that has a payment method.
    private func holder(at path: String) async throws(CardProcessorError) -> String? {
        do {
            return try await get(path).decoded(StripePaymentMethod.self).customer
        } catch .refused {
            return nil
        }
    }

    private func get(_ path: String) async throws(CardProcessorError) -> StripeReply {
        try await send(.get, path, headers: [], body: [])
    }

    /// Posts a form, once for a key; each kind of call has keys of its own.
    private func post(
        _ path: String,
        _ form: FormBody,
        key: String
    ) async throws(CardProcessorError) -> StripeReply {
        let headers = [
            ("Content-Type", "application/x-www-form-urlencoded"), ("Idempotency-Key", key),
        ]
        return try await send(.post, path, headers: headers, body: Array(form.text.utf8))
    }

    private func send(
        _ method: VendorClient.Method,
        _ path: String,
        headers: [(String, String)],
        body: [UInt8]
    ) async throws(CardProcessorError) -> StripeReply {
        let token = String(decoding: secretKey.bytes, as: UTF8.self)
        let always = [("Authorization", "Bearer \(token)"), ("Stripe-Version", Self.version)]
        let request = VendorClient.Request(
            method: method,
            url: baseURL + path,
            headers: always + headers,
            body: body
        )
        do {
            return StripeReply(try await client.send(request))
        } catch {
            throw .unavailable(reason: error.reason)
        }
    }
}
