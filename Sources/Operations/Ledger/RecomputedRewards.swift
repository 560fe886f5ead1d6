import Contract
import Kernel
import Ledger
import Rewards
import SQL
import Store

/// What the members of a household have of reward cards, as its chain tells, by digests.
struct RecomputedRewards {
    /// Whose a record is, in the body of its link.
    static let memberKey = "member"
    /// The digest of the record, in the body of its link.
    static let digestKey = "content"

    /// The body of a link that records a member's card or preferences.
    static func body(
        of content: ChainContent,
        _ member: ID<Entity.Member>
    ) -> [JSON.Member] {
        [
            JSON.Member(memberKey, .string(member.text)),
            JSON.Member(digestKey, .string(content.digest)),
        ]
    }

    private struct Record {
        let member: String
        let version: Int64
        let digest: String
    }

    private let household: ID<Entity.Household>
    private var cards: [String: Record] = [:]
    private var preferences: [String: Record] = [:]
    /// Members who left: what they had goes in pieces, and nothing of it is looked at.
    private var left: Set<String> = []

    init(_ household: ID<Entity.Household>) {
        self.household = household
    }

    /// Takes an edit into account.
    ///
    /// `sequence`: Its place in the chain, which is the version of what it changed.
    mutating func add(_ edit: Edit, at sequence: Int64) {
        switch edit.kind {
        case .rewardCardSet: cards[edit.subject] = Self.record(edit, sequence)
        case .rewardCardDeleted: cards[edit.subject] = nil
        case .rewardPreferencesSet: preferences[edit.subject] = Self.record(edit, sequence)
        case .memberRemoved:
            left.insert(edit.subject)
            cards = cards.filter { $0.value.member != edit.subject }
            preferences[edit.subject] = nil
        default: break
        }
    }

    /// Holds what the chain tells against what is stored.
    ///
    /// - Throws: ``BooksFault`` at the first difference.
    func compare(in session: any Session) throws {
        var seen = 0
        for member in try Members.list(of: household, in: session)
        where !left.contains(member.id.text) {
            for record in try RewardCards.list(of: member.id, in: session) {
                let id = record.card.id.text
                let digest = record.card.chainContent.digest
                let told = cards[id]
                guard told?.member == member.id.text, told?.version == record.version,
                    told?.digest == digest
                else { throw fault("reward_cards \(id)") }
                seen += 1
            }
            let stored = try StoredRewardPreferences.find(of: member.id, in: session)
            let told = preferences[member.id.text]
            let digest = stored.version > 0 ? stored.preferences.chainContent.digest : nil
            guard told?.version ?? 0 == stored.version, told?.digest == digest else {
                throw fault("reward_preferences \(member.id)")
            }
        }
        guard seen == cards.count else { throw fault("reward_cards", "one is missing") }
    }

    private static func record(_ edit: Edit, _ sequence: Int64) -> Record {
        let body = try? JSONParser.parse(edit.body.utf8)
        return Record(
            member: body?[memberKey]?.plainText ?? "",
            version: sequence,
            digest: body?[digestKey]?.plainText ?? ""
        )
    }

    private func fault(
        _ row: String,
        _ reason: String = "it is not as its link holds it"
    ) -> BooksFault {
        BooksFault(household: household, row: row, reason: reason)
    }
}

extension JSON {
    fileprivate var plainText: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
