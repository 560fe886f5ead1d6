/// What surrounds every page of somebody who is signed in.
public struct Frame: Sendable {
    /// A place of the app, as the rail and the tabs name it.
    public enum Place: String, Sendable, CaseIterable {
        case today
        case transactions
        case buy
    }

    /// Who looks.
    public struct Reader: Sendable {
        let name: String
        let role: String

        /// Names somebody.
        public init(name: String, role: String) {
            self.name = name
            self.role = role
        }
    }

    let title: String
    let language: String
    let direction: String
    let reader: Reader
    let links: [Link]
    let tabs: [Link]
    let style = WebApp.style.path
    let icons = WebApp.icons.path
    let home = WebApp.home
    let signOut = WebApp.signOut
    /// What a form of the page carries against forms of other sites.
    let formToken: String

    /// Makes a frame.
    ///
    /// `waiting`: How many things wait for the reader, by the place at which they are answered.
    public init(
        titled title: String,
        at place: Place?,
        for reader: Reader,
        _ format: PageFormat,
        formToken: String,
        waiting: [Place: Int] = [:]
    ) {
        self.title = title
        language = format.language
        direction = format.isRightToLeft ? "rtl" : "ltr"
        self.reader = reader
        self.formToken = formToken
        let link = { (target: Place, name: String) in
            Link(
                href: target.path,
                icon: "\(WebApp.icons.path)#\(target.rawValue)",
                name: name,
                isCurrent: target == place,
                count: waiting[target].flatMap { $0 > 0 ? format.number(Int64($0)) : nil }
            )
        }
        links = Place.allCases.map { link($0, $0.name) }
        tabs = Place.allCases.map { link($0, $0.shortName) }
    }

    struct Link: Sendable {
        let href: String
        let icon: String
        let name: String
        let isCurrent: Bool
        let count: String?
    }
}

extension Frame.Place {
    /// The address of its page.
    public var path: String {
        self == .today ? WebApp.home : "\(WebApp.home)/\(rawValue)"
    }

    /// What the rail calls it.
    var name: String {
        switch self {
        case .today: "Today"
        case .transactions: "Transactions"
        case .buy: "May I buy this?"
        }
    }

    /// What the tabs of a phone call it.
    var shortName: String {
        switch self {
        case .today: "Today"
        case .transactions: "Money"
        case .buy: "Buy?"
        }
    }
}
