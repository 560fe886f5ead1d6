public import Kernel

extension API.Guardian {
    /// What is told live when a parent is invited, joins, or is taken out of the family.
    public struct ParentChange: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The parent who joined or went; left out of an invitation, which nobody accepted yet.
        public let memberID: ID<Entity.Member>?
        /// The parent who invited or removed.
        public let byMemberID: ID<Entity.Member>
        /// The invitation; left out of a removal.
        public let invitationID: ID<Entity.Invitation>?

        /// Makes what is told.
        public init(
            memberID: ID<Entity.Member>? = nil,
            byMemberID: ID<Entity.Member>,
            invitationID: ID<Entity.Invitation>? = nil
        ) {
            self.memberID = memberID
            self.byMemberID = byMemberID
            self.invitationID = invitationID
        }
    }
}
