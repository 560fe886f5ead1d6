public import Kernel
public import SQL

/// The cards that are tied to accounts.
extension RewardCards {
    private static let tied = RowsStatement([.text, .text]) { rows in
        """
        SELECT c.id, c.member_id, c.account_id FROM (VALUES \(rows)) AS v
        JOIN reward_cards c ON c.account_id = v.column1 AND c.member_id = v.column2
        WHERE c.account_id IS NOT NULL
        """
    }

    /// A card with the account that its purchases are on.
    public struct Tied: Sendable, Equatable {
        /// The card.
        public let card: ID<Entity.RewardCard>
        /// Whose it is.
        public let member: ID<Entity.Member>
        /// The account, which is that member's.
        public let account: ID<Entity.Account>
    }

    /// The cards of some accounts, each account with its member; in the order of the cards' ids.
    public static func tied(
        to accounts: [(account: ID<Entity.Account>, member: ID<Entity.Member>)],
        in session: any Session
    ) throws -> [Tied] {
        let keys: [[Value]] = accounts.map { [.id($0.account), .id($0.member)] }
        let found = try session.rows(tied, keys) { row in
            Tied(card: try row.id(0), member: try row.id(1), account: try row.id(2))
        }
        return found.sorted { $0.card < $1.card }
    }
}
