public import Contract
import Kernel
import SQL
import Store

extension Operations {
    /// Tells which card is charged when none is named.
    ///
    /// - Throws: ``Problem`` `noDefaultFundingSource`, `unauthenticated`; `DatabaseError`.
    public func defaultFundingSource(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Guardian.FundingSource {
        try await reading(call) { session, standing in
            guard let source = try FundingSources.standard(of: standing.member, in: session) else {
                throw Problem(.noDefaultFundingSource)
            }
            return try API.Guardian.FundingSource(source)
        }
    }
}

extension API.Guardian.FundingSource {
    fileprivate init(_ source: FundingSourceRecord) throws {
        guard let provider = API.Guardian.CardProvider(rawValue: source.provider) else {
            throw DatabaseError(.corrupt, "a card has an unknown provider")
        }
        self.init(
            id: source.number.value,
            label: source.label,
            provider: provider,
            type: .card,
            externalID: source.externalID,
            createdAt: GuardianTimestamp(source.createdAt)
        )
    }
}
