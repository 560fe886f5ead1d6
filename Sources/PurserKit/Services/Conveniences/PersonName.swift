public import Contract

/// Somebody with a first and a last name, either of which may be empty.
public protocol PersonName {
    /// The first name; empty where none was given.
    var firstName: String { get }
    /// The last name; empty where none was given.
    var lastName: String { get }
}

extension PersonName {
    /// First and last name, as far as there are any.
    public var fullName: String { Names.full(firstName, lastName) }
    /// The first letters of first and last name.
    public var initials: String { Names.initials(firstName, lastName) }
}

extension API.Allowance.FamilyMember: PersonName {}
extension API.Allowance.FamilyChildItem: PersonName {}
extension API.Allowance.ChildDetailResponse: PersonName {}
extension API.Allowance.ChildSummary: PersonName {}
extension API.Allowance.ChildResponse: PersonName {}
extension API.Allowance.UserResponse: PersonName {}
extension API.Allowance.AuthResponse: PersonName {}

extension API.Allowance.FamilyMember {
    /// Whether the member is a parent.
    public var isParent: Bool { role == .parent }
}

extension API.Allowance.UserResponse {
    /// Whether the member is a parent.
    public var isParent: Bool { role == .parent }
}

extension API.Banking.User {
    /// First and last name, else the first, else the e-mail address.
    public var displayName: String {
        guard let firstName, !firstName.isEmpty else { return email }
        return Names.full(firstName, lastName ?? "")
    }

    /// The first letters of first and last name, else that of the e-mail address.
    public var initials: String {
        let initials = Names.initials(firstName ?? "", lastName ?? "")
        return initials.isEmpty ? email.prefix(1).uppercased() : initials
    }
}

/// How names are put together.
private enum Names {
    static func full(_ first: String, _ last: String) -> String {
        [first, last].filter { !$0.isEmpty }.joined(separator: " ")
    }

    static func initials(_ first: String, _ last: String) -> String {
        [first, last].map { $0.prefix(1).uppercased() }.joined()
    }
}
