import PurserKit
import Testing

@testable import ServerTestbed

/// Every page that somebody comes to by links.
struct WebWalk {
    struct Page {
        /// The address.
        let target: String
        /// The path, as the router has it.
        let path: String
        let answer: TransportResponse
        let html: HTMLPage
    }

    private(set) var pages: [Page] = []
    /// What forms may be sent to.
    private let targets: Set<String>
    /// The answers that are no pages: files, and addresses that lead on.
    private(set) var others: [(target: String, path: String, answer: TransportResponse)] = []

    /// How many pages of one path with the same words in their query are opened: months go on for
    /// ever.
    ///
    /// Every transaction that is listed has a page of its own.
    private static func mostAlike(_ words: [String]) -> Int {
        words == ["open"] || words == ["month", "open"] ? 30 : 8
    }

    init(_ reader: WebReader, _ map: WebMap) async throws {
        targets = Set(map.forms)
        var rest = map.pages.filter { !$0.contains("{") }[...]
        var known = Set(rest)
        var alike: [String: Int] = [:]
        while let target = rest.popFirst() {
            let path = try #require(map.path(of: target), "\(target) leads nowhere")
            let words = Self.words(of: target)
            let shape = "\(path)?\(words.joined(separator: "&"))"
            alike[shape, default: 0] += 1
            guard alike[shape, default: 0] <= Self.mostAlike(words) else { continue }
            let answer = try await reader.open(target)
            guard answer.isHTML else {
                others.append((target, path, answer))
                continue
            }
            let html = HTMLPage(answer.text)
            pages.append(Page(target: target, path: path, answer: answer, html: html))
            for link in html.links where link.hasPrefix("/app") {
                let next = String(link.prefix { $0 != "#" })
                if known.insert(next).inserted { rest.append(next) }
            }
        }
    }

    /// The words of a query, in order.
    static func words(of target: String) -> [String] {
        target.drop { $0 != "?" }.dropFirst().split(separator: "&")
            .map { String($0.prefix { $0 != "=" }) }.sorted()
    }

    /// The forms that are sent to the app, each with the path that its page has; those that ask for
    /// the same with the same fields once for each path.
    var forms: [HTMLForm] {
        var known: Set<String> = []
        var forms = pages.flatMap(\.html.forms).filter { form in
            guard form.method == "post" else { return false }
            return known.insert(WebWalk.shape(of: form)).inserted
        }
        for (path, like) in WebMap.unnamed where targets.contains(path) {
            guard let form = forms.first(where: { $0.action == like }) else { continue }
            forms.append(HTMLForm(method: form.method, action: path, fields: form.fields))
        }
        return forms
    }

    /// What is the same of forms that differ in what they are about alone.
    static func shape(of form: HTMLForm) -> String {
        let path = form.action.replacing(/[0-9a-f]{8}-[0-9a-f-]{27}/, with: "{id}")
            .replacing(/\/[0-9]+(?=\/|$)/, with: "/{id}")
        let words = words(of: path).joined(separator: "&")
        let names = Set(form.fields.map(\.name)).sorted().joined(separator: " ")
        return "\(path.prefix { $0 != "?" }) \(words) \(form.deed) \(names)"
    }
}
