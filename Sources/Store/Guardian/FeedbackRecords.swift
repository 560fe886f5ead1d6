public import Guardian
public import Kernel
public import SQL

/// What members said of decisions, and what that taught.
public enum FeedbackRecords {
    private static let deletion = Statement("DELETE FROM feedback WHERE decision_id = $1")
    private static let insertion = Statement(
        """
        INSERT INTO feedback
            (decision_id, member_id, category, merchant, model_logit, is_avoidable, given_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        RETURNING number
        """
    )
    private static let newest = Statement(
        """
        SELECT given_at_ms FROM feedback WHERE member_id = $1
        ORDER BY given_at_ms DESC, number DESC LIMIT 1
        """
    )

    /// Keeps a feedback in place of an earlier one for its decision, and learns from it.
    ///
    /// What was learned always equals a replay of all feedback; it is replayed when the feedback is
    /// not simply the newest.
    public static func learn(
        _ said: (_ sequence: Int64) -> PurchaseFeedback,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        let draft = said(0)
        let last = try session.first(newest, [.id(member)]) { $0.instant(0) }
        let isReplacing = try session.run(deletion, [.id(draft.decision)]) > 0
        let values: [Value] = [
            .id(draft.decision), .id(member), .text(draft.category), .text(draft.merchant),
            .real(draft.modelLogit), .flag(draft.isAvoidable), .instant(draft.givenAt),
        ]
        let number = try session.first(insertion, values) { $0.integer(0) }
            .orCorrupt("feedback was kept and not returned")
        if isReplacing || last.map({ $0 > draft.givenAt }) ?? false {
            let all = try list(of: member, in: session)
            try replace(LearnedOffsets.replay(of: all), of: member, in: session)
        } else {
            var offsets = try offsets(bearingOn: draft, of: member, in: session)
            offsets.learn(from: said(number))
            try save(offsets, of: member, in: session)
        }
    }

    private static let list = Statement(
        """
        SELECT number, decision_id, category, merchant, model_logit, is_avoidable, given_at_ms
        FROM feedback WHERE member_id = $1 ORDER BY given_at_ms, number
        """
    )

    /// Everything a member said, in the order in which it was said.
    public static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [PurchaseFeedback] {
        try session.rows(list, [.id(member)]) { row in
            PurchaseFeedback(
                decision: try row.id(1),
                givenAt: row.instant(6),
                sequence: row.integer(0),
                category: row.text(2),
                merchant: row.text(3),
                modelLogit: row.real(4),
                isAvoidable: row.flag(5)
            )
        }
    }

    private static let offsets = Statement(
        "SELECT kind, word, value FROM offsets WHERE member_id = $1 ORDER BY kind, word"
    )

    /// Everything that was learned of a member.
    public static func offsets(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> LearnedOffsets {
        try learned(offsets, [.id(member)], in: session)
    }

    private static let threeOffsets = Statement(
        """
        SELECT kind, word, value FROM offsets
        WHERE member_id = $1 AND kind = 'member' AND word = ''
        UNION ALL
        SELECT kind, word, value FROM offsets
        WHERE member_id = $1 AND kind = 'category' AND word = $2
        UNION ALL
        SELECT kind, word, value FROM offsets
        WHERE member_id = $1 AND kind = 'merchant' AND word = $3
        """
    )

    private static func offsets(
        bearingOn said: PurchaseFeedback,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> LearnedOffsets {
        let values: [Value] = [.id(member), .text(said.category), .text(said.merchant)]
        return try learned(threeOffsets, values, in: session)
    }

    private static func learned(
        _ statement: Statement,
        _ values: [Value],
        in session: any Session
    ) throws -> LearnedOffsets {
        var kinds: [String: [String: Double]] = [:]
        try session.visit(statement, values) { row in
            kinds[row.text(0), default: [:]][row.text(1)] = row.real(2)
            return true
        }
        return LearnedOffsets(
            member: kinds["member"]?[""] ?? 0,
            categories: kinds["category"] ?? [:],
            merchants: kinds["merchant"] ?? [:]
        )
    }

    private static let clearing = Statement("DELETE FROM offsets WHERE member_id = $1")
    private static let upsert = Statement(
        """
        INSERT INTO offsets (member_id, kind, word, value) VALUES ($1, $2, $3, $4)
        ON CONFLICT (member_id, kind, word) DO UPDATE SET value = excluded.value
        """
    )

    private static func replace(
        _ offsets: LearnedOffsets,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(clearing, [.id(member)])
        try save(offsets, of: member, in: session)
    }

    private static func save(
        _ offsets: LearnedOffsets,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        let kinds = [
            ("member", ["": offsets.member]), ("category", offsets.categories),
            ("merchant", offsets.merchants),
        ]
        for (kind, values) in kinds {
            for (word, value) in values {
                try session.run(upsert, [.id(member), .text(kind), .text(word), .real(value)])
            }
        }
    }
}
