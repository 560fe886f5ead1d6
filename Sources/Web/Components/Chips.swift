/// Ways to see the same page otherwise: of somebody else, or of another time.
struct Chips: PageView {
    static let template = "chips"

    /// One of them.
    struct Chip: Sendable {
        let name: String
        let chipHref: String?
        let isCurrent: Bool

        /// Makes one.
        ///
        /// `href`: Where it leads; `nil` for the one that needs no way.
        init(_ name: String, to href: String?, isCurrent: Bool) {
            self.name = name
            chipHref = href
            self.isCurrent = isCurrent
        }
    }

    let label: String
    let chips: [Chip]

    /// Makes a row of them; `label` says what they choose.
    init(_ label: String, _ chips: [Chip]) {
        self.label = label
        self.chips = chips
    }
}
