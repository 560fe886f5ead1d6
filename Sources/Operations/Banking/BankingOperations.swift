import Catalogue
import Providers
import SQL

/// What Banking does: accounts, what happened on them, and what members are notified of.
public struct BankingOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
    /// Who reads accounts at banks.
    public let banks: BankConnections
    /// Brings notifications to members.
    let sender: any NotificationSender
    /// Puts what members are told into the outbox.
    let notices: Notices
    /// Wakes who sends what is in the outbox.
    public let notificationSignal: WorkSignal
    /// Wakes who goes on with imports that their calls left.
    public let importSignal: WorkSignal
}
