/// What stands where nothing is yet: what will be there, and what to do now.
struct EmptyState: PageView {
    static let template = "empty-state"

    struct Way: Sendable {
        let wayName: String
        let wayHref: String
    }

    let title: String
    let sentence: String
    let way: Way?

    /// Makes it.
    ///
    /// `way`: What to do now, and where; `nil` where that is elsewhere on the page.
    init(
        _ title: String,
        _ sentence: String,
        way: (name: String, href: String)? = nil
    ) {
        self.title = title
        self.sentence = sentence
        self.way = way.map { Way(wayName: $0.name, wayHref: $0.href) }
    }
}
