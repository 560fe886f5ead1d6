import Catalogue
import SQL

/// What Rewards does: which cards members have, what was spent with them, what members prefer,
/// which card to use, and the talk about it.
public struct RewardsOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
    /// The cards of those who bought or asked last.
    let wallets: PreparedWallets
    /// What was missed in the months that were asked for last.
    let missedMonths = MissedMonths()
}
