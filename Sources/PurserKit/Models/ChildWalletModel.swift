public import Contract
public import Kernel
public import Observation

/// What a child's wallet holds, and what moved in it.
@MainActor
@Observable
public final class ChildWalletModel {
    /// What is shown of a wallet.
    public struct Wallet: Sendable, Equatable {
        /// What it holds.
        public fileprivate(set) var balance: API.Allowance.BalanceResponse
        /// What moved, newest first; as much of it as was asked for.
        public fileprivate(set) var transactions: [API.Allowance.TransactionResponse]
        /// How many movements there are.
        public fileprivate(set) var totalCount: Int64

        /// Whether there are older movements to ask for.
        public var hasMore: Bool { transactions.count < totalCount }
    }

    /// Whose wallet it is.
    public let childID: ID<Entity.Child>

    @ObservationIgnored private var watch: SessionWatch?
    private let content: Content<Wallet>
    private let action: ModelAction
    private let paging: ModelAction

    /// Makes a model of a child's wallet.
    public init(_ purser: Purser, childID: ID<Entity.Child>) {
        self.childID = childID
        content = Content(purser)
        action = ModelAction(purser)
        paging = ModelAction(purser)
        watch = SessionWatch(purser) { [weak self] in self?.forget() }
    }

    /// The wallet.
    public var phase: Phase<Wallet> { content.phase }
    /// Whether money is moved now.
    public var isBusy: Bool { action.isRunning }
    /// Why the last movement, or asking for older ones, failed; `nil` when neither did.
    public var error: PurserError? { action.error ?? paging.error }

    /// Asks for the wallet; a kept answer will do.
    public func load() async { await load(reload: false) }

    /// Asks the server for the wallet, while what is shown stays.
    public func refresh() async { await load(reload: true) }

    /// Asks for older movements, if there are any.
    public func loadMore() async {
        guard let wallet = phase.value, wallet.hasMore, !phase.isBusy else { return }
        let page = await paging.run("page") { [childID] purser in
            try await purser.call(
                API.Allowance.walletTransactions,
                .init(
                    childID: childID,
                    limit: PageNumber(Self.page),
                    offset: PageNumber(Int64(wallet.transactions.count))
                )
            )
        }
        // What was shown anew meanwhile begins at its first page again.
        guard let page, phase.value == wallet else { return }
        content.change { wallet in
            // What moved since the page before shifts the pages.
            let known = Set(wallet.transactions.map(\.id))
            let older = page.transactions.filter { !known.contains($0.id) }
            wallet.transactions += older
            wallet.totalCount =
                older.isEmpty ? Int64(wallet.transactions.count) : page.totalCount
        }
    }

    /// Puts money into the wallet, or takes some out.
    ///
    /// Repeated with the same figures after the network failed it is the same movement, and done
    /// once.
    ///
    /// - Returns: Whether it was moved; if not ``error`` says why, unless another movement was
    ///   under way.
    @discardableResult
    public func addTransaction(
        _ type: API.Allowance.TransactionType,
        amount: DecimalAmount,
        description: String
    ) async -> Bool {
        let intent = "\(type.rawValue) \(amount.minor) \(description)"
        let transaction = await action.run(intent) { [childID] purser in
            try await purser.call(
                API.Allowance.createWalletTransaction,
                .init(childID: childID, amount: amount, type: type, description: description)
            )
        }
        guard transaction != nil else { return false }
        await refresh()
        return true
    }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() {
        action.dismissError()
        paging.dismissError()
    }

    private func load(reload: Bool) async {
        await content.load(reload: reload) { [childID] purser in
            async let balance = purser.call(
                API.Allowance.walletBalance,
                .init(childID: childID)
            )
            let list = try await purser.call(
                API.Allowance.walletTransactions,
                .init(childID: childID, limit: PageNumber(Self.page))
            )
            return Wallet(
                balance: try await balance,
                transactions: list.transactions,
                totalCount: list.totalCount
            )
        }
    }

    private func forget() {
        content.reset()
        action.reset()
        paging.reset()
    }

    private nonisolated static let page: Int64 = 20
}
