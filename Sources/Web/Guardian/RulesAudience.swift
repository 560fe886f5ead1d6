public import Contract
public import Kernel

/// Whose rules a page shows, and whose its reader may ask for.
///
/// A parent sees its own and its children's, each of them alone or all together; a child sees its
/// own. It only chooses: whether the reader may is said by the endpoints.
public struct RulesAudience: Sendable {
    /// Somebody who has rules.
    public struct Person: Sendable, Equatable {
        /// The member.
        public let id: ID<Entity.Member>
        /// What the page calls it.
        public let name: String

        /// Names somebody.
        public init(id: ID<Entity.Member>, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// How many are shown together at most: each is asked for by a call of its own.
    public static let most = 12

    /// Whether the reader may change what it sees.
    public let isParent: Bool
    /// The one whose rules are shown; all when `nil`.
    public let shown: ID<Entity.Member>?
    private let people: [Person]
    private let names: [ID<Entity.Member>: String]

    /// Makes a choice of people.
    ///
    /// `members`: Those of the family whom the reader may see. `shown`: Whom the address names.
    public init(
        of reader: API.Allowance.UserResponse,
        among members: [API.Allowance.FamilyMember],
        shown: ID<Entity.Member>?
    ) {
        isParent = reader.role == .parent
        let others = members.filter { $0.userID != reader.userID }
        names = Dictionary(
            others.map { ($0.userID, $0.firstName.isEmpty ? $0.email : $0.firstName) },
            uniquingKeysWith: { first, _ in first }
        )
        let children = isParent ? others.filter { $0.role == .child } : []
        people =
            [Person(id: reader.userID, name: "You")]
            + children.map { [names] in
                Person(id: $0.userID, name: names[$0.userID] ?? $0.email)
            }
        self.shown = shown ?? (people.count > Self.most ? reader.userID : nil)
    }

    /// Those whose rules are shown.
    ///
    /// Somebody the reader may not look at is named here too, so that the endpoint refuses it.
    public var inView: [Person] {
        guard let shown else { return people }
        return [people.first { $0.id == shown } ?? Person(id: shown, name: "")]
    }

    /// What others than the reader are called; `nil` for the reader and for strangers.
    func otherName(_ member: ID<Entity.Member>) -> String? { names[member] }

    /// What a row says of whose it is; nothing where all rows are one person's.
    func label(_ person: Person) -> String? {
        inView.count > 1 ? person.name.lowercasedWhereYou : nil
    }

    /// The address of a page that shows the same people.
    public func path(_ page: String) -> String { Self.path(page, shown) }

    /// The address of a page that shows one member's rules, or everybody's.
    public static func path(_ page: String, _ member: ID<Entity.Member>?) -> String {
        member.map { "\(page)?for=\($0.text)" } ?? page
    }

    /// Ways to see others; nothing where there is nobody else.
    func chips(_ label: String, _ address: (ID<Entity.Member>?) -> String) -> Chips? {
        guard people.count > 1 else { return nil }
        let all = Chips.Chip("Everybody", to: address(nil), isCurrent: shown == nil)
        return Chips(
            label,
            (people.count > Self.most ? [] : [all])
                + people.map { person in
                    Chips.Chip(person.name, to: address(person.id), isCurrent: person.id == shown)
                }
        )
    }

    /// For whom something new is; nothing where it can only be for the reader.
    func field(choosing chosen: ID<Entity.Member>?) -> TextField? {
        guard people.count > 1 else { return nil }
        return TextField(
            "for",
            "For",
            (chosen ?? shown)?.text ?? "",
            id: "for-new",
            options: people.map { ($0.id.text, $0.name) }
        )
    }
}

extension String {
    /// `you` within a line.
    fileprivate var lowercasedWhereYou: String { self == "You" ? "you" : self }
}
