public import SQL

/// A table of which the rows of a person go with them, and the one statement that deletes those.
public struct PersonalTable: Sendable {
    /// By what a row is known as the person's.
    enum Owner {
        case member(_ column: String)
        case memberOfHousehold
        case child
    }

    /// Every such table, children before parents.
    public static let all: [PersonalTable] = RoomSchema.all.reversed().flatMap(\.personal)

    /// The name.
    public let name: String
    /// Deletes what is the person's, or as much of it as its last value says.
    public let deletion: Statement
    /// Whether there may be any number of rows.
    let isHistory: Bool
    let owner: Owner

    /// A table that holds few rows of a person.
    static func rows(of name: String, _ owner: Owner = .member("member_id")) -> PersonalTable {
        let deletion = Statement("DELETE FROM \(name) WHERE \(owner.condition)")
        return PersonalTable(name: name, deletion: deletion, isHistory: false, owner: owner)
    }

    /// A table that may hold any number of a person's rows, which are deleted in pieces.
    ///
    /// `key`: The columns that tell rows apart. `source`: Where the owner of a row is found, if not
    /// in the table itself.
    static func history(
        of name: String,
        key: String = "number",
        in source: String? = nil,
        _ owner: Owner = .member("member_id")
    ) -> PersonalTable {
        let columns = key.contains(",") ? "(\(key))" : key
        let deletion = Statement(
            """
            DELETE FROM \(name) WHERE \(columns) IN (
                SELECT \(key) FROM \(source ?? name) WHERE \(owner.condition)
                LIMIT $\(owner.valueCount + 1)
            )
            """
        )
        return PersonalTable(name: name, deletion: deletion, isHistory: true, owner: owner)
    }

    /// Deletes what is the member's, at most `most` rows of a history.
    ///
    /// - Returns: Whether nothing is left.
    func delete(_ member: FormerMember, upTo most: Int, in session: any Session) throws -> Bool {
        guard let values = owner.values(of: member) else { return true }
        guard isHistory else {
            try session.run(deletion, values)
            return true
        }
        return try session.run(deletion, values + [.count(most)]) < most
    }
}

extension PersonalTable.Owner {
    fileprivate var condition: String {
        switch self {
        case .member(let column): "\(column) = $1"
        case .memberOfHousehold: "household_id = $1 AND member_id = $2"
        case .child: "child_id = $1"
        }
    }

    fileprivate var valueCount: Int {
        switch self {
        case .member, .child: 1
        case .memberOfHousehold: 2
        }
    }

    /// What tells the member's rows; `nil` when it can have none.
    fileprivate func values(of member: FormerMember) -> [Value]? {
        switch self {
        case .member: [.id(member.id)]
        case .memberOfHousehold: [.id(member.household), .id(member.id)]
        case .child: member.child.map { [.id($0)] }
        }
    }
}
