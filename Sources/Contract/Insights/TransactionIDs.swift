public import Kernel

extension API.Insights {
    /// The ids of some transactions, as a query has them: with commas between them.
    public struct TransactionIDs: Hashable, Sendable {
        /// The transactions; one at least.
        public let ids: [ID<Entity.Entry>]

        /// Names transactions; `nil` for none, and for more than one answer has.
        public init?(_ ids: [ID<Entity.Entry>]) {
            guard (1...Int(Limits.pageRowsMost)).contains(ids.count) else { return nil }
            self.ids = ids
        }

        private init(sample: ID<Entity.Entry>) { ids = [sample] }
    }
}

extension API.Insights.TransactionIDs: Codable {
    /// Reads ids with commas between them.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes ids with commas between them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ids.map(\.text).joined(separator: ","))
    }
}

extension API.Insights.TransactionIDs: WireLeaf {
    static var schema: Schema { Schema(.string) }
    static var sampleValue: Self { Self(sample: ID(RawID(high: 0, low: 0))) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        let most = Limits.pageRowsMost
        let fault = WireFault(rule: "must be 1 to \(most) ids with commas between them")
        guard case .string(let text) = json.asText, text.utf8.count <= Int(most) * 40 else {
            return .failure(fault)
        }
        let ids = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { ID<Entity.Entry>(WireText.trimmed(String($0))) }
        let known = ids.compactMap(\.self)
        guard known.count == ids.count, let value = Self(known) else { return .failure(fault) }
        return .success(value)
    }
}
