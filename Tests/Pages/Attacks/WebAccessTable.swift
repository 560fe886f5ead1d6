import Contract
import Foundation
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// Who may open which page and send which form of the web app, as `docs/web-access.md` shows it:
/// what each is answered who asks about a child's and its parent's things.
struct WebAccessTable {
    /// Those who ask.
    enum Person: String, CaseIterable {
        case nobody
        case stranger
        case sibling
        case child
        case parent
    }

    /// A page, or a form that a page has.
    struct Row {
        /// The path, as the router has it.
        let path: String
        /// The form; `nil` for a page.
        let form: HTMLForm?
        /// Those whose pages have the form.
        var owners: Set<Person> = []
        var cells: [Person: String] = [:]

        var name: String {
            guard let form else { return "`GET \(path)`" }
            let typed = Set(form.fields.filter { !$0.isHidden && !$0.name.isEmpty }.map(\.name))
            let words = ([form.deed] + typed.sorted()).filter { !$0.isEmpty }
            return "`POST \(path)` \(words.joined(separator: ", "))"
        }

        var text: String {
            let cells = Person.allCases.map { self.cells[$0] ?? "" }
            return "| \(name) | \(cells.joined(separator: " | ")) |"
        }
    }

    private let home: EvilHousehold
    private let map: WebMap
    private var readers: [Person: WebReader] = [:]
    /// What the database holds, since nobody signed in.
    private var contents: DatabaseContents?
    private(set) var rows: [Row] = []
    /// What is not as it must be, whatever the document says.
    private(set) var faults: [String] = []

    init(_ home: EvilHousehold, _ map: WebMap) async throws {
        self.home = home
        self.map = map
        let parents = try await walk(.parent)
        let childs = try await walk(.child)
        try await addPages(parents, childs)
        try await addForms(parents, childs)
        // Two forms may be of one name; they are in the order of what they are answered.
        rows.sort { ($0.form == nil ? 0 : 1, $0.text) < ($1.form == nil ? 0 : 1, $1.text) }
    }

    private func member(_ person: Person) -> TestMember? {
        switch person {
        case .nobody: nil
        case .stranger: home.families.otherParent
        case .sibling: home.families.sibling
        case .child: home.families.child
        case .parent: home.families.parent
        }
    }

    /// Somebody in a session that has not ended.
    private mutating func reader(_ person: Person) async throws -> WebReader {
        if let reader = readers[person] { return reader }
        guard let member = member(person) else { return WebReader(home.server) }
        let reader = try await WebReader(member, home.server)
        readers[person] = reader
        contents = nil
        return reader
    }

    private mutating func walk(_ person: Person) async throws -> WebWalk {
        try await WebWalk(try await reader(person), map)
    }

    // MARK: Pages

    private mutating func addPages(_ parents: WebWalk, _ childs: WebWalk) async throws {
        for path in map.pages {
            let target =
                (childs.pages + parents.pages).first { $0.path == path }?.target
                ?? WebMap.target(path)
            var row = Row(path: path, form: nil)
            for person in Person.allCases {
                let reader = try await reader(person)
                let answer = try await reader.open(String(target.prefix { $0 != "?" }))
                row.cells[person] = Self.cell(answer)
                guard person == .nobody, !WebMap.open.contains(path) else { continue }
                if !Self.isToSignIn(answer) { faults.append("\(path) is open to nobody") }
            }
            rows.append(row)
        }
        // With the queries that links have: somebody else's things are nobody's.
        let reader = try await reader(.stranger)
        for page in parents.pages + childs.pages {
            let unknown = Self.unknown(page.target)
            guard unknown != page.target else { continue }
            let answer = try await reader.open(page.target)
            let other = try await reader.open(unknown)
            if Self.comparable(answer) != Self.comparable(other) {
                faults.append("\(page.target) tells a stranger that something is there")
            }
        }
    }

    // MARK: Forms

    private mutating func addForms(_ parents: WebWalk, _ childs: WebWalk) async throws {
        var found: [String: Row] = [:]
        for (walk, owner) in [(parents, Person.parent), (childs, .child)] {
            for form in walk.forms {
                let path = try #require(map.path(of: form.action), "\(form.action) is no path")
                let shape = WebWalk.shape(of: form)
                var row = found[shape] ?? Row(path: path, form: form.filled())
                row.owners.insert(owner)
                found[shape] = row
            }
        }
        for (_, row) in found.sorted(by: { $0.key < $1.key }) {
            var row = row
            for person in Person.allCases {
                // Whose page has it may send it: what comes of it other tests say.
                row.cells[person] =
                    row.owners.contains(person) ? "yes" : try await send(row, person)
            }
            rows.append(row)
        }
    }

    /// Sends a form as somebody whose page does not have it; what is refused must change nothing.
    private mutating func send(_ row: Row, _ person: Person) async throws -> String {
        guard let form = row.form else { return "" }
        let reader = try await reader(person)
        var before = contents
        if before == nil { before = try await home.server.contents() }
        let answer = try await reader.send(form)
        let after = try await home.server.contents()
        contents = after
        // What ends a session ends this one as well.
        let endsSession = ["/app/sign-out", "/app/settings/sessions"].contains(form.action)
        if endsSession { readers[person] = nil }
        let place = "\(row.name) as \(person)"
        let isRefused = answer.status >= 400 || Self.isToSignIn(answer)
        if isRefused, !endsSession || person == .nobody, let before {
            let changed = after.changed(since: before).filter { !Self.ofRefusals.contains($0) }
            faults += changed.map { "\(place): \($0) changed" }
        }
        faults += WebFaults.all(answer).map { "\(place): \($0)" }
        if person == .nobody, !isRefused { faults.append("\(place) is heard") }
        let unknown = Self.unknown(form)
        guard person == .stranger, let unknown else { return Self.cell(answer) }
        // An unknown conversation is answered as a new one, and deleting it as deleting nothing.
        let isHeard = form.action.hasPrefix("/app/ask")
        if ![403, 404].contains(answer.status), !isHeard {
            faults.append("\(place): \(answer.status)")
        }
        let other = try await reader.send(unknown)
        if Self.comparable(answer) != Self.comparable(other) {
            faults.append("\(place) is told that something is there")
        }
        return Self.cell(answer)
    }

    /// What a refusal leaves: that a key was used for it, and that a password was wrong.
    private static let ofRefusals = [
        "idempotency_keys", "failed_logins", "login_locks", "auth_events",
    ]

    // MARK: Answers

    private static func cell(_ answer: TransportResponse) -> String {
        guard answer.status == 303 else { return "\(answer.status)" }
        if isToSignIn(answer) { return "sign in" }
        let place = (answer.headers["Location"] ?? "").prefix { $0 != "?" && $0 != "#" }
        return "to `\(anyID(String(place)))`"
    }

    private static func isToSignIn(_ answer: TransportResponse) -> Bool {
        answer.status == 303 && answer.headers["Location"]?.hasPrefix("/app/sign-in") == true
    }

    /// An answer without what is new each time, and without the id that was asked for.
    private static func comparable(_ answer: TransportResponse) -> String {
        let text = anyID(answer.text)
            .replacing(/name=\\?"(?:key|once)\\?" value=\\?"[^"]*"/, with: "")
        return "\(answer.status) \(anyID(answer.headers["Location"] ?? "")) \(text)"
    }

    private static let id = "00000000-0000-7000-8000-000000000000"
    private static let number = "999999999"

    private static func anyID(_ text: String) -> String {
        text.replacing(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "{id}")
            .replacing(/\/[0-9]+(?=\/|$)/, with: "/{id}")
    }

    /// An address that names what nobody has.
    private static func unknown(_ target: String) -> String {
        target.replacing(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: id)
            .replacing(/\/[0-9]+(?=\/|$)/, with: "/\(number)")
    }

    /// A form about what nobody has; `nil` for a form that names nothing.
    private static func unknown(_ form: HTMLForm) -> HTMLForm? {
        var fields = form.fields
        // These are made up by the page: they name nothing.
        for index in fields.indices
        where !["form_token", "key", "once", "version"].contains(fields[index].name) {
            fields[index].value = unknown(fields[index].value)
            if ["rule", "fence", "account"].contains(fields[index].name),
                Int64(fields[index].value) != nil
            {
                fields[index].value = number
            }
        }
        let other = HTMLForm(method: form.method, action: unknown(form.action), fields: fields)
        let isSame =
            other.action == form.action
            && zip(fields, form.fields).allSatisfy { $0.value == $1.value }
        return isSame ? nil : other
    }

    // MARK: The document

    /// Where the document is.
    static let file = AccessTable.root.appending(path: "docs/web-access.md")

    var text: String {
        let columns = ["page or form"] + Person.allCases.map(\.rawValue)
        let head = [columns, columns.map { _ in "---" }]
            .map { "| \($0.joined(separator: " | ")) |" }
        return ([Self.heading] + head + rows.map(\.text)).joined(separator: "\n") + "\n"
    }

    private static let heading = """
        # Who may open and send what in the web app

        Every page and every form of the web app, and what each is answered who asks about a \
        child's and its parent's things. The tests
        find the pages at the router and the forms on the pages; they write this file, and hold \
        the server against it:
        `PURSER_REWRITE_ACCESS=1 scripts/test --filter WebAccessTests` after a change that is \
        meant. Beside a form stand its words and the
        fields that are typed; they are filled in.

        | Column | Who |
        |---|---|
        | nobody | somebody who is not signed in |
        | stranger | a parent of another household: what somebody else's is named is answered \
        like what nobody has, to the byte |
        | sibling | another child of the household |
        | child, parent | the child and the parent whose things they are |

        `yes`: the form is on a page of theirs. A number is the status; 303 says where it leads. A \
        form that names nobody else's is about the
        sender's own.

        """
}
