public import Contract
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Tells which card or wallet is charged when none is named.
    ///
    /// - Throws: ``Problem`` `noDefaultFundingSource`, `unauthenticated`; `DatabaseError`.
    public func defaultFundingSource(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Guardian.FundingSource {
        try await reading(call) { session, membership in
            guard let source = try FundingSources.standard(of: membership.member, in: session)
            else {
                throw Problem(.noDefaultFundingSource)
            }
            return try API.Guardian.FundingSource(source)
        }
    }
}

extension API.Guardian.FundingSource {
    /// A funding source as it is kept.
    ///
    /// - Throws: `DatabaseError` `corrupt` when it is not one of ours.
    init(_ source: FundingSourceRecord) throws {
        self.init(
            id: source.number.value,
            label: source.label,
            provider: try API.Guardian.CardProvider(rawValue: source.provider)
                .orCorrupt("a card has an unknown provider"),
            type: source.kind.wire,
            externalID: source.kind == .wallet ? "wallet" : source.externalID,
            createdAt: GuardianTimestamp(source.createdAt)
        )
    }
}

extension FundingSourceRecord.Kind {
    /// The contract's word.
    fileprivate var wire: API.Guardian.FundingType {
        switch self {
        case .card: .card
        case .wallet: .wallet
        }
    }
}
