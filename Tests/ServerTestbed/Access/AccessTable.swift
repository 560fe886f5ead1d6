import Contract
import Foundation
import Kernel

@testable import Server

/// Who may call what, as `docs/access.md` shows it: every call that takes a token, by who calls and
/// by what the token was given for.
struct AccessTable {
    /// Those who may try.
    enum Caller: String, CaseIterable, Sendable {
        case nobody
        case spent
        case `operator`
        case child
        case parent
        case stranger
    }

    /// What a token may have been given: nothing of the API, or one word of it.
    static let grants: [(word: String, scopes: APIScopes)] = [("none", [])] + APIScopes.words

    /// One call.
    struct Row: Sendable {
        /// Its name everywhere.
        let name: String
        /// Method and path.
        let method: String
        let path: String
        /// What each caller is answered whose token was given everything: a status, or `yes`.
        let callers: [Caller: String]
        /// What a member is answered who may call it, by what the token was given.
        let grants: [String]

        /// What an endpoint declares.
        init(_ endpoint: any EndpointDeclaration) {
            self.init(
                endpoint.name,
                endpoint.method.rawValue,
                endpoint.path.text + (endpoint.selector.map { "?\($0)" } ?? ""),
                endpoint.access,
                endpoint.scope,
                isNaming: !NamedRequest(endpoint).words.isEmpty
            )
        }

        init(
            _ name: String,
            _ method: String,
            _ path: String,
            _ access: Access,
            _ scope: APIScopes,
            isNaming: Bool
        ) {
            let isOpen = access == .anyone
            let token = isOpen ? "yes" : "401"
            let child = [.parent, .operator].contains(access) ? "403" : "yes"
            let parent = [.child, .operator].contains(access) ? "403" : "yes"
            self.name = name
            self.method = method
            self.path = path
            callers = [
                .nobody: isOpen || access == .optional ? "yes" : "401", .spent: token,
                .operator: token, .child: child, .parent: parent,
                .stranger: parent == "yes" && isNaming && !isOpen ? "404" : parent,
            ]
            grants = AccessTable.grants.map { scope.isSubset(of: $0.scopes) ? "yes" : "403" }
        }

        /// What the operator alone may read, which for everybody else is not there.
        init(operatorsOwn name: String, path: String) {
            self.name = name
            method = "GET"
            self.path = path
            let others = Dictionary(uniqueKeysWithValues: Caller.allCases.map { ($0, "404") })
            callers = others.merging([.operator: "yes"]) { $1 }
            grants = AccessTable.grants.map { _ in "404" }
        }

        /// The line of the document.
        var text: String {
            let cells = Caller.allCases.map { callers[$0] ?? "" } + grants
            return "| `\(name)` | `\(method) \(path)` | \(cells.joined(separator: " | ")) |"
        }
    }

    /// Every call that looks at a token, those that are no endpoints last.
    static let rows: [Row] =
        API.all.map(Row.init) + [
            Row(
                "followEvents",
                "GET",
                EventsRoute.path.text,
                EventsRoute.access,
                EventsRoute.scope,
                isNaming: false
            ),
            Row(operatorsOwn: "metrics", path: "/metrics"),
        ]

    /// The document as the declarations have it.
    static var text: String {
        let names = Caller.allCases.map(\.rawValue) + grants.map { "`\($0.word)`" }
        let columns = ["call", "method and path"] + names
        let rule = columns.map { _ in "---" }
        let head = [columns, rule].map { "| \($0.joined(separator: " | ")) |" }
        return ([heading] + head + rows.map(\.text)).joined(separator: "\n") + "\n"
    }

    private static let heading = """
        # Who may call what

        Every call that looks at a token, by who calls and by what the token was given for. The \
        tests write this file from the
        endpoints' declarations and hold the server against it cell by cell, each scope with each \
        role:
        `PURSER_REWRITE_ACCESS=1 scripts/test --filter AccessTableTests` after a change that is \
        meant.

        | Column | Who |
        |---|---|
        | nobody | no token |
        | spent | a token that is not good, or whose session ended |
        | operator | the operator's token |
        | child, parent | a member of a household with a token that was given everything |
        | stranger | a parent of another household: 404 where something is named that is not \
        theirs |
        | `none` and on | a member whom the columns before let in, with a token of that one \
        scope; `none`: nothing of the API |

        `yes`: the call is let in, and answered by its own rules. 403 of a scope names the scope \
        that is missing. A login of a document
        gives every scope, and so does a sign-in to an app of the house; `account` is given to no \
        other app
        ([Identity](concepts/identity.md#what-an-app-may-do)).

        """

    // MARK: The file

    /// The repository's folder.
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../../..").standardizedFileURL

    /// Where the document is.
    static let file = root.appending(path: "docs/access.md")

    /// The cells of a call in the document; `nil` when it has no row.
    static func cells(of name: String, in text: String) -> (callers: [Caller: String], [String])? {
        let start = "| `\(name)` |"
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(start) }) else {
            return nil
        }
        let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ") }
            .map { String($0.prefix { $0 != " " }) }
        let count = Caller.allCases.count
        guard cells.count == 2 + count + grants.count else { return nil }
        let callers = zip(Caller.allCases, cells[2..<(2 + count)])
        return (Dictionary(uniqueKeysWithValues: callers), Array(cells[(2 + count)...]))
    }
}
