import Contract
import Foundation
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Texts that would be more than texts")
struct EvilTextTests {
    /// Paths of pages that no page links to, with the reason.
    private static let unlinked: [String: String] = [:]

    @Test(
        "are text on every page of a parent and a child, and `docs/web-texts.md` says on which",
        arguments: Engine.all
    )
    func pages(engine: Engine) async throws {
        try await withWebApp(engine) { server, map in
            let home = try await EvilHousehold(server)
            var places: [String: Set<String>] = [:]
            var visited: Set<String> = []
            for (member, role) in [
                (home.families.parent, "parent"), (home.families.child, "child"),
            ] {
                let walk = try await WebWalk(try await WebReader(member, server), map)
                for page in walk.pages {
                    let faults = WebFaults.all(page.answer, html: page.html)
                    #expect(faults == [], "\(role) \(page.target)")
                    // Each path is asked for without a query too, which one is nothing without.
                    let isLinked = !map.pages.contains(page.target)
                    #expect(page.answer.status == 200 || !isLinked, "\(role) \(page.target)")
                    if page.answer.status == 200 { visited.insert(page.path) }
                    let marks = EvilText.marks(in: page.html.shown)
                    for (field, text) in home.texts where marks.contains(text.mark) {
                        places[field, default: []].insert("`\(page.path)` (\(role))")
                    }
                }
                for other in walk.others {
                    #expect(WebFaults.all(other.answer) == [], "\(role) \(other.target)")
                    if other.answer.status == 200 { visited.insert(other.path) }
                }
            }
            let forgotten = Set(map.pages).subtracting(visited).subtracting(Self.unlinked.keys)
            #expect(forgotten.sorted() == [])
            let document = Self.document(home, places)
            if Self.isRewriting { try Data(document.utf8).write(to: Self.file) }
            #expect(try String(contentsOf: Self.file, encoding: .utf8) == document)
            // Whatever the document says: these are what families write to one another.
            for field in Self.certain { #expect(places[field] != nil, "\(field) is nowhere") }
        }
    }

    /// Fields that pages show for sure.
    private static let certain = [
        "registerParent.firstName", "registerParent.familyName", "registerChild.firstName",
        "registerChild.email", "registerInvited.firstName", "assignChore.title",
        "createGoal.name", "requestMoney.purpose", "createWalletTransaction.description",
        "rejectChore.reason", "pauseSchedule.reason", "createPolicy.name",
        "createPolicy.when.merchant", "createGeofence.name", "setRule.category",
        "authorizePurchase.merchant", "createCard.name", "sendMessage.message",
        "updateTransaction.notes", "bank.merchant", "addPasskey.name",
    ]

    // MARK: The document

    private static let isRewriting =
        ProcessInfo.processInfo.environment["PURSER_REWRITE_ACCESS"] == "1"

    private static let file = AccessTable.root.appending(path: "docs/web-texts.md")

    private static func document(
        _ home: EvilHousehold,
        _ places: [String: Set<String>]
    ) -> String {
        let taken = home.texts.keys.sorted().map { field in
            let shown = places[field].map { $0.sorted().joined(separator: ", ") } ?? "nowhere"
            return "| `\(field)` | \(shown) |"
        }
        let refused = home.refused.sorted { $0.key < $1.key }.map { field, status in
            "| `\(field)` | not taken: \(status) |"
        }
        return ([heading] + taken + refused).joined(separator: "\n") + "\n"
    }

    private static let heading = """
        # Which pages show what members write

        Every text that the API takes, by the endpoint and its field, and the pages of the web app \
        that show it. The tests write
        something evil into each of them and look for it on every page; they write this file, too: \
        `PURSER_REWRITE_ACCESS=1 scripts/test --filter EvilTextTests` after a change that is meant.
        `bank.…` is what a bank says. `not taken`: the status of the refusal.

        | field | pages |
        |---|---|
        """

    // MARK: What pages send back

    @Test("are text on a page that a form comes back on, in whichever field")
    func forms() async throws {
        try await withWebApp { server, map in
            let home = try await EvilHousehold(server)
            var echoed = 0
            for member in [home.families.parent, home.families.child] {
                let reader = try await WebReader(member, server)
                let walk = try await WebWalk(reader, map)
                for form in walk.forms {
                    for (index, evil) in Self.evilForms(form).enumerated() {
                        let answer = try await reader.send(evil)
                        let place = "\(form.action) \(form.deed) \(index)"
                        if Self.expectHarmless(answer, place) { echoed += 1 }
                    }
                }
            }
            #expect(echoed > 20, "\(echoed)")
        }
    }

    /// A form with something evil in all that is typed, in each of it alone, and in everything.
    private static func evilForms(_ form: HTMLForm) -> [HTMLForm] {
        let typed = form.fields.indices.filter { !form.fields[$0].isHidden }
        let all = form.fields.indices.filter { form.fields[$0].name != "form_token" }
        let alone = typed.count > 1 ? typed.map { [$0] } : []
        let sets = [typed] + alone + [all]
        return sets.filter { !$0.isEmpty }.map { indices in
            var evil = form.filled()
            for index in indices { evil.fields[index].value = text(evil.fields[index]) }
            return evil
        }
    }

    /// With what the API would not take.
    private static let evil =
        "zqqqq\"\u{301} onfocus=zqqqq '><script>zqqqq</script></textarea>]]>"
        + "\u{202E}\u{0}"

    private static func text(_ field: HTMLForm.Field) -> String {
        field.name == "email" ? "zqqqq\"'><img/src=x/onerror=zqqqq>" : evil
    }

    /// Expects an answer to be harmless, and tells whether it shows what was sent.
    private static func expectHarmless(_ answer: TransportResponse, _ place: String) -> Bool {
        #expect(answer.status < 500, "\(place)")
        guard answer.isHTML, answer.text.contains("qqqq") else {
            #expect(WebFaults.headers(answer) == [], "\(place)")
            return false
        }
        let html = HTMLPage(answer.text)
        #expect(WebFaults.all(answer, html: html) == [], "\(place)")
        return html.shown.lowercased().contains("zqqqq")
    }

    @Test("are text on a page that is asked for with them, by whichever word of a query")
    func queries() async throws {
        try await withWebApp { server, map in
            let home = try await EvilHousehold(server)
            let words = try Self.words()
            #expect(
                words.isSuperset(of: ["q", "month", "merchant", "next", "done", "for", "page"])
            )
            let reader = try await WebReader(home.families.parent, server)
            let walk = try await WebWalk(reader, map)
            var echoed = 0
            for path in map.pages {
                let page = walk.pages.first { $0.path == path }?.target
                let target = (page ?? WebMap.target(path)).prefix { $0 != "?" }
                for word in words {
                    let evil = PercentCoding.encoded(Self.evil)
                    let answer = try await reader.open("\(target)?\(word)=\(evil)")
                    if Self.expectHarmless(answer, "\(target) \(word)") { echoed += 1 }
                }
            }
            #expect(echoed >= 8, "\(echoed)")
        }
    }

    /// The words of queries that pages look for, from their source.
    private static func words() throws -> Set<String> {
        let folder = AccessTable.root.appending(path: "Sources/Server/Web")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let texts = try names.filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
            .filter { $0.contains("queryPairs") }
        return Set(
            texts.flatMap { text in
                text.matches(of: /(?:case |key == |asked\()"([a-z_]+)"/).map { String($0.1) }
            }
        )
    }
}
