public import Contract

/// A client of a Purser server, for an app: sign-in, every endpoint, and what makes both bearable
/// on a bad network.
///
/// ```swift
/// let purser = try Purser(configuration: .production(at: "https://purser.example.com"))
/// try await purser.session.signIn(email: email, password: password)
/// let answer = try await purser.guardian.authorizePurchase(
///     amountCents: 5_000,
///     merchant: "Starbucks",
///     category: "fun"
/// )
/// print(answer.decision, answer.message ?? "")
/// ```
///
/// There is one service for each room, and one method for each endpoint, with the endpoint's name.
/// Each method throws ``PurserError``, or `CancellationError` when its task was cancelled.
public struct Purser: Sendable {
    let client: Client
    let options: CallOptions

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - configuration: Where the server is.
    ///   - transport: What carries the requests; the platform's own when `nil`.
    ///   - tokens: Where the session is kept between starts. When `nil` that is the keychain on
    ///     Apple's systems and a file for its owner alone on Linux, in a folder of the program's
    ///     (``AppFolder``); over a transport of the app's own, as tests and previews have, it is
    ///     memory.
    /// - Throws: ``PurserError`` `invalid` when the configuration contradicts itself.
    public init(
        configuration: Configuration,
        transport: (any Transport)? = nil,
        tokens: (any TokenStore)? = nil
    ) throws {
        try self.init(configuration, transport, tokens, .system)
    }

    init(
        _ configuration: Configuration,
        _ transport: (any Transport)?,
        _ tokens: (any TokenStore)?,
        _ time: Timekeeper
    ) throws {
        client = try Client(configuration, transport, tokens, time)
        options = CallOptions()
    }

    private init(_ client: Client, _ options: CallOptions) {
        self.client = client
        self.options = options
    }

    /// Purchases: limits, decisions and their reasons.
    public var guardian: GuardianService { GuardianService(purser: self) }
    /// Accounts, and what happened on them.
    public var banking: BankingService { BankingService(purser: self) }
    /// Accounts and transactions with the figures of a window.
    public var insights: InsightsService { InsightsService(purser: self) }
    /// Reward cards: what they earn, what was spent with them, what the member prefers.
    public var rewards: RewardsService { RewardsService(purser: self) }
    /// Records of which devices keep copies, by versions.
    public var sync: SyncService { SyncService(purser: self) }
    /// Children, wallets and allowances.
    public var allowance: AllowanceService { AllowanceService(purser: self) }
    /// Who is signed in, and everything about the account.
    public var session: SessionService { SessionService(purser: self) }

    /// The same client, with something particular about its calls.
    ///
    /// ```swift
    /// let summary = try await purser.with { $0.freshness = .reload }.guardian.spendingSummary()
    /// ```
    public func with(_ change: (inout CallOptions) -> Void) -> Purser {
        var options = options
        change(&options)
        return Purser(client, options)
    }

    /// Calls an endpoint; what the methods of the services do.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    public func call<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input
    ) async throws -> Output {
        try await client.call(endpoint, input, options)
    }

    /// Writes now, or later where the network does not let it; what the methods of the services do.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func write<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input
    ) async throws -> Written<Output> {
        try await client.write(endpoint, input, options)
    }

    /// Calls an endpoint that takes a file.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    public func call<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        file: [UInt8]
    ) async throws -> Output {
        try await client.call(endpoint, input, file: file, options)
    }

    /// Calls an endpoint that takes nothing.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    public func call<Output: Codable & Sendable>(
        _ endpoint: Endpoint<Empty, Output>
    ) async throws -> Output {
        try await client.call(endpoint, Empty(), options)
    }

    /// Calls an endpoint whose answer is a file.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func download<Input: WireInput>(
        _ endpoint: Endpoint<Input, Empty>,
        _ input: Input
    ) async throws -> Download {
        let call = try PreparedCall(endpoint, input, idempotencyKey: nil)
        return Download(try await client.open(call, options))
    }

    /// What this client keeps on the device.
    package var deviceStore: any DeviceStore { client.store }

    /// Waits, by the client's own clock.
    ///
    /// - Throws: `CancellationError`.
    package func pause(_ duration: Duration) async throws {
        try await client.time.pause(duration)
    }

    /// Ends what runs in the background and closes what is kept open.
    ///
    /// Calls that are under way fail; the client cannot be used again.
    public func shutdown() async { await client.shutdown() }
}
