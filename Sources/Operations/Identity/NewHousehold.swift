import Contract
import Kernel
import Ledger
import SQL
import Store

/// A parent who founds a household.
struct NewHousehold: Sendable {
    let email: String
    let passwordHash: String?
    let firstName: String?
    let lastName: String?
    let householdName: String?
    let timeZone: String?
    /// The parent's id, where somebody knows it beforehand.
    var parent: ID<Entity.Member>?

    /// Creates the household with its World account and its parent.
    ///
    /// - Throws: ``Problem`` `conflict` when the e-mail address is taken.
    func create(_ call: Call, in session: any Session) throws -> MemberRecord {
        let household = HouseholdRecord(
            id: call.newID(),
            name: householdName ?? lastName.map { "\($0) Family" } ?? "My Family",
            timeZone: timeZone ?? Zone.utc.identifier,
            currency: .usd,
            createdAt: call.now
        )
        var member = MemberRecord(
            id: parent ?? call.newID(),
            household: household.id,
            role: .parent,
            email: email,
            firstName: firstName,
            lastName: lastName,
            passwordHash: passwordHash,
            createdAt: call.now
        )
        try Households.insert(household, in: session)
        guard let number = try Members.insert(member, in: session) else {
            throw IdentityOperations.emailIsTaken
        }
        member.number = number
        let world = AccountRecord(.world, named: "World", in: household, call)
        try Accounts.insert(world, in: session)
        let head = ChainHead(household: household.id, sequence: 0, hash: ChainLink.genesis)
        try Edits.append(.joined(member, by: member.id, call), to: head, in: session)
        return member
    }
}

extension Edit {
    /// That a member joined a household.
    static func joined(
        _ member: MemberRecord,
        by author: ID<Entity.Member>?,
        _ call: Call
    ) -> Edit {
        let body = [JSON.Member("role", .string(member.role.rawValue))]
        return Edit(.memberJoined, of: member.id.text, body, in: member.household, by: author, call)
    }
}

/// First and last name, as far as they are given.
func shownName(_ firstName: String?, _ lastName: String?) -> String? {
    let names = [firstName, lastName].compactMap(\.self).filter { !$0.isEmpty }
    return names.isEmpty ? nil : names.joined(separator: " ")
}

/// An e-mail address as it is stored and compared: without space around it, in lower case.
func normalisedEmail(_ email: String) -> String {
    email.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
}
