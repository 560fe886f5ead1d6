import Contract

/// What surrounds every page of somebody who is signed in.
public struct Frame: Sendable {
    /// The address of the page that names every place, for the tabs of a phone.
    public static let morePath = "\(WebApp.home)/more"

    /// How many places the tabs name beside the one that leads to all of them.
    private static let placesInTabs = 4

    /// Who looks.
    public struct Reader: Sendable {
        let name: String
        let role: String
        let isChild: Bool

        /// Names somebody.
        public init(name: String, role: String) {
            self.name = name
            self.role = role
            isChild = role == API.Allowance.Role.child.rawValue
        }
    }

    let title: String
    let language: String
    let direction: String
    let reader: Reader
    /// Every place, for the page that names them all.
    let places: [Link]
    /// What the rail names: every place, but for a child those of its own, and where it is.
    let links: [Link]
    let tabs: [Link]
    let style = WebApp.style.path
    let icons = WebApp.icons.path
    let script = WebApp.script.path
    let liveScript = WebApp.liveScript.path
    /// Where the household stood when the page was made, and after which a script asks for what is
    /// new; `nil` for a page that stays as it is.
    let position: String?
    /// A module that the page has for itself.
    public var module: String?
    /// After how many seconds the page is asked for anew by a browser that runs no scripts.
    public var refreshSeconds: Int?
    let home = WebApp.home
    let signOut = WebApp.signOut
    /// What a form of the page carries against forms of other sites.
    let formToken: String

    /// Makes a frame.
    ///
    /// `place`: Where the reader is; `nil` on the page that names every place. `waiting`: How many
    /// things wait for the reader, by the place at which they are answered. `position`: Where the
    /// household stood before anything of the page was asked for; `nil` for a page that stays as it
    /// is.
    public init(
        titled title: String,
        at place: Place?,
        for reader: Reader,
        _ format: PageFormat,
        formToken: String,
        waiting: [Place: Int] = [:],
        position: String? = nil
    ) {
        self.title = title
        language = format.language
        direction = format.direction
        self.reader = reader
        self.formToken = formToken
        self.position = position
        let count = { (places: [Place]) in
            let sum = places.reduce(0) { $0 + (waiting[$1] ?? 0) }
            return sum > 0 ? format.number(Int64(sum)) : nil
        }
        let link = { (target: Place, name: String) in
            Link(
                href: target.path,
                icon: "\(WebApp.icons.path)#\(target.icon)",
                name: name,
                current: target == place ? "page" : nil,
                count: count([target]),
                isChild: reader.isChild
            )
        }
        let all = reader.isChild ? Place.ofChildren : Place.ofParents
        let others = Array(all.dropFirst(Self.placesInTabs))
        let more = { (current: String?) in
            Link(
                href: Self.morePath,
                icon: "\(WebApp.icons.path)#more",
                name: "More",
                current: place == nil ? "page" : current,
                count: count(others),
                isChild: reader.isChild
            )
        }
        let own = all.prefix(Self.placesInTabs)
        places = all.map { link($0, $0.name(for: reader)) }
        // A child's rail has room for where it is, which a phone's tabs do not have.
        let named = own + others.filter { $0 == place }
        links = reader.isChild ? named.map { link($0, $0.name(for: reader)) } + [more(nil)] : places
        let isElsewhere = place.map { others.contains($0) } ?? false
        tabs = own.map { link($0, $0.shortName(for: reader)) } + [more(isElsewhere ? "true" : nil)]
    }

    struct Link: Sendable {
        let href: String
        let icon: String
        let name: String
        /// What the browser is told of where the reader is: `page`, or `true` for a place within.
        let current: String?
        let count: String?
        /// What is said aloud where the count is new.
        let says: String?
        /// The kinds of news that change its count: nobody waits for a child.
        let newsOfLink: String

        init(
            href: String,
            icon: String,
            name: String,
            current: String?,
            count: String?,
            isChild: Bool
        ) {
            self.href = href
            self.icon = icon
            self.name = name
            self.current = current
            self.count = count
            says = count.map { "\(name): \($0) waiting" }
            newsOfLink = isChild ? "approvals" : "approvals policies tasks"
        }
    }
}
