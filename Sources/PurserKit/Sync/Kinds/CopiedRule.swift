import Catalogue
public import Contract

/// A monthly limit, as a copy that the app edits.
public struct CopiedRule: Codable, SnakeCaseKeys, Sendable, Equatable {
    /// The category's code, or the member's own word in lower case; a limit is known by it.
    public let category: String
    /// The limit in cents; 0 blocks the category.
    public var monthlyLimitCents: Int64

    /// Makes a limit; a display name such as `Fast Food` becomes its code.
    public init(category: String, monthlyLimitCents: Int64) {
        self.category = GuardianCategory.normalised(category)
        self.monthlyLimitCents = monthlyLimitCents
    }
}

/// Monthly limits of one member.
///
/// They are known by their category, which the server allows once. Where two devices set a limit,
/// the smaller one stays, and a limit that was changed in one place and deleted in the other stays
/// too: what protects the money is not lost by accident.
struct RuleKind: CopiedKind {
    let member: MemberReference?

    var name: String { member.map { "rules/\($0.text)" } ?? "rules" }
    var keyField: String? { "category" }
    let editable: Set<String> = ["monthly_limit_cents"]
    let policy = MergePolicy(fields: ["monthly_limit_cents": .smaller], deletion: .edit)
    var mayEnd: Bool { member != nil }

    func list(_ caller: CopyCaller) async throws -> [RemoteRecord] {
        try await caller.call(API.Guardian.listRules, .init(userID: member)).map(Self.record)
    }

    func checked(_ fields: [String: JSON]) throws -> [String: JSON] {
        let input = try API.Guardian.setRule.accepted(input(fields))
        return try CopyFields.of(
            CopiedRule(category: input.category, monthlyLimitCents: input.monthlyLimitCents)
        )
    }

    func creation(_ fields: [String: JSON], key: String) throws -> CopyCall? {
        try CopyCall(API.Guardian.setRule, input(fields), key: key, Self.record)
    }

    func update(_ old: RemoteRecord, to fields: [String: JSON], key: String) throws -> CopyCall? {
        try creation(fields, key: key)
    }

    func deletion(_ record: RemoteRecord, key: String) throws -> CopyCall? {
        guard let id = Int64(record.id) else { return nil }
        return try CopyCall(
            API.Guardian.deleteRule,
            .init(id: id, userID: member),
            key: key
        ) { _ in record }
    }

    private func input(_ fields: [String: JSON]) throws -> API.Guardian.RuleRequest {
        let rule = try CopyFields.read(CopiedRule.self, fields)
        return .init(
            category: rule.category,
            monthlyLimitCents: rule.monthlyLimitCents,
            userID: member
        )
    }

    private static let record: @Sendable (API.Guardian.Rule) throws -> RemoteRecord = { rule in
        let copied = CopiedRule(
            category: rule.category,
            monthlyLimitCents: rule.monthlyLimitCents
        )
        return RemoteRecord(id: String(rule.id), fields: try CopyFields.of(copied))
    }
}
