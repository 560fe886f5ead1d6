import Contract
import Hummingbird

/// What answers a method of a path: one endpoint, or several that a key of the query tells apart.
struct Route: Sendable {
    typealias Respond = @Sendable (Request, PurserContext) async -> Response

    let method: Contract.Method
    let path: PathTemplate
    private var choices: [(key: String?, respond: Respond)] = []

    init(_ method: Contract.Method, _ path: PathTemplate) {
        self.method = method
        self.path = path
    }

    /// Adds an endpoint.
    ///
    /// `key`: The key of the query that a request for it names; `nil` for the one that takes what
    /// is for no other.
    ///
    /// - Returns: Whether it was added; another one that takes the same requests was there before.
    mutating func add(_ respond: @escaping Respond, where key: String?) -> Bool {
        guard !choices.contains(where: { $0.key == key }) else { return false }
        choices.append((key, respond))
        return true
    }

    /// What answers a request: most routes have one choice, and look at nothing.
    var respond: Respond {
        let selected = choices.filter { $0.key != nil }
        guard let usual = choices.first(where: { $0.key == nil }) ?? selected.first else {
            preconditionFailure("a route answers something")
        }
        guard choices.count > 1 else { return usual.respond }
        return { request, context in
            let choice = selected.first { choice in
                guard let key = choice.key, let query = request.uri.query else { return false }
                return PercentCoding.query(query, names: key)
            }
            return await (choice ?? usual).respond(request, context)
        }
    }
}
