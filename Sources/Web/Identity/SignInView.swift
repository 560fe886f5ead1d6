import Contract

/// The page on which somebody signs in to the web app.
public struct SignInView: PageView {
    /// The template's name.
    public static let template = "sign-in"

    /// A member of the family that the device lists.
    public struct Person: Sendable {
        let name: String
        let reference: String

        /// Makes a member; the reference is what the page's links and forms call it by.
        public init(name: String, reference: String) {
            self.name = name
            self.reference = reference
        }
    }

    /// Who is asked to sign in.
    public enum Asked: Sendable {
        /// Whoever has an e-mail address and a password; the address is what was typed before.
        case anybody(email: String)
        /// One of the family's members, who is to be chosen first.
        case family([Person])
        /// A member of the family, by its password.
        case person(Person)
        /// A code of the second factor: the ticket says that the password was right, the address
        /// or the member whose it was.
        case code(ticket: String, email: String, Person?)
    }

    /// What a passkey is asked for with.
    public struct Passkey: Sendable {
        let challenge: String
        let relyingParty: String

        /// Makes what is needed to ask; the challenge is in base64url.
        public init(challenge: String, relyingParty: String) {
            self.challenge = challenge
            self.relyingParty = relyingParty
        }
    }

    struct Choice: Sendable {
        let name: String
        let href: String
    }

    struct Family: Sendable {
        let people: [Choice]
        let elsewhere: String
    }

    struct Typing: Sendable {
        let asksForEmail: Bool
        let email: String
        let person: Person?
        /// Where the family is listed.
        let list: String?
    }

    /// The second step: what it carries, and the field for the code.
    struct Coding: Sendable {
        let ticket: String
        let carriedEmail: String?
        let codePerson: Person?
        let code: TextField
        /// Where signing in begins anew.
        let again: String
    }

    let title: String
    let direction: String
    let style = WebApp.style.path
    let script = WebApp.script.path
    let passkeyScript = WebApp.passkeyScript.path
    let action = WebApp.signIn
    let joining = WebApp.join
    let formToken: String
    let problem: String?
    /// Where to go afterwards: a path of the app.
    let next: String
    let isFamilyDevice: Bool
    let family: Family?
    let typing: Typing?
    let coding: Coding?
    let passkey: Passkey?

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - asked: Who is asked to sign in.
    ///   - formToken: What the form carries against forms of other sites.
    ///   - next: The path to go to afterwards.
    ///   - isFamilyDevice: Whether the device lists a family.
    ///   - passkey: What a passkey is asked for with; `nil` where browsers keep none.
    ///   - problem: What was wrong with what was sent before.
    ///   - languages: What the browser says that its reader knows, for the direction of the page.
    public init(
        asking asked: Asked = .anybody(email: ""),
        formToken: String,
        next: String,
        isFamilyDevice: Bool = false,
        passkey: Passkey? = nil,
        problem: String? = nil,
        languages: String? = nil
    ) {
        direction = PageFormat.direction(languages: languages)
        self.formToken = formToken
        self.next = next
        self.isFamilyDevice = isFamilyDevice
        self.passkey = passkey
        self.problem = problem
        family = Self.family(asked, next: next)
        typing = Self.typing(asked, list: isFamilyDevice ? Self.address([], next: next) : nil)
        coding = Self.coding(asked, problem: problem, next: next)
        // A screen reader begins with the title, and an alert that was always there is silent.
        let question =
            family != nil ? "Who uses this?" : coding != nil ? "Your code" : "Sign in"
        let usual = "\(question) – Purser"
        title = problem.map { "\($0) – \(usual)" } ?? usual
    }

    private static func family(_ asked: Asked, next: String) -> Family? {
        guard case .family(let people) = asked else { return nil }
        return Family(
            people: people.map { person in
                let href = address([("person", person.reference)], next: next)
                return Choice(name: person.name, href: href)
            },
            elsewhere: address([("other", "1")], next: next)
        )
    }

    private static func typing(_ asked: Asked, list: String?) -> Typing? {
        switch asked {
        case .anybody(let email):
            Typing(asksForEmail: true, email: email, person: nil, list: list)
        case .person(let person):
            Typing(asksForEmail: false, email: "", person: person, list: list)
        case .family, .code: nil
        }
    }

    private static func coding(_ asked: Asked, problem: String?, next: String) -> Coding? {
        guard case .code(let ticket, let email, let person) = asked else { return nil }
        return Coding(
            ticket: ticket,
            carriedEmail: email.isEmpty ? nil : email,
            codePerson: person,
            code: TextField(
                "code",
                "Code of your second factor",
                autocomplete: "one-time-code",
                inputmode: "text",
                isFocused: true,
                hint: "Six digits from your authenticator app, or a recovery code",
                problem: problem
            ),
            again: address([], next: next)
        )
    }

    private static func address(_ query: [(String, String)], next: String) -> String {
        let pairs = query + (next == WebApp.home ? [] : [("next", next)])
        let text = pairs.map { "\($0.0)=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
        return text.isEmpty ? WebApp.signIn : "\(WebApp.signIn)?\(text)"
    }
}
