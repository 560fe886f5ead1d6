public import Contract

/// A page of settings.
public enum SettingsPage: String, Sendable, CaseIterable {
    case accounts
    case notifications
    case signIn = "sign-in"
    case sessions
    case household
    case data

    /// The address of the page.
    public var path: String { "\(Frame.Place.settings.path)/\(rawValue)" }

    /// What it is called.
    public var title: String {
        switch self {
        case .accounts: "Accounts and banks"
        case .notifications: "Notifications"
        case .signIn: "Signing in"
        case .sessions: "Where you are signed in"
        case .household: "Household"
        case .data: "Your data"
        }
    }
}

/// What there is to settle, with how it stands.
public struct SettingsView: PageView {
    /// The template's name.
    public static let template = "settings"

    struct Row: Sendable {
        let name: String
        let href: String
        let detail: String
    }

    let subtitle: String
    let rows: [Row]

    /// What the page is made of.
    public struct Answers: Sendable {
        /// Who looks.
        public var reader: API.Allowance.UserResponse
        /// The reader's household.
        public var family: API.Allowance.FamilyResponse
        /// How many accounts the reader has.
        public var accounts: Int
        /// Whether notifications are sent.
        public var notifies: Bool
        /// The reader's second factor.
        public var factor: API.Identity.SecondFactorStatus
        /// How many sessions the reader has.
        public var sessions: Int

        /// Gathers what the page is made of.
        public init(
            reader: API.Allowance.UserResponse,
            family: API.Allowance.FamilyResponse,
            accounts: Int,
            notifies: Bool,
            factor: API.Identity.SecondFactorStatus,
            sessions: Int
        ) {
            self.reader = reader
            self.family = family
            self.accounts = accounts
            self.notifies = notifies
            self.factor = factor
            self.sessions = sessions
        }
    }

    /// Makes the page.
    public init(_ answers: Answers, _ format: PageFormat) {
        subtitle = answers.reader.email
        let count = { (number: Int, one: String, many: String) in
            number == 1 ? "1 \(one)" : "\(format.number(Int64(number))) \(many)"
        }
        rows = SettingsPage.allCases.map { page in
            let detail =
                switch page {
                case .accounts: count(answers.accounts, "account", "accounts")
                case .notifications:
                    answers.notifies ? "You are told what matters" : "You are told nothing"
                case .signIn:
                    "Password, e-mail, passkeys; second factor "
                        + (answers.factor.isOn ? "on" : "off")
                case .sessions: count(answers.sessions, "place", "places")
                case .household:
                    "\(answers.family.name) · "
                        + count(Int(answers.family.memberCount), "member", "members")
                case .data: "Take it with you, or have it deleted"
                }
            return Row(name: page.title, href: page.path, detail: detail)
        }
    }
}
