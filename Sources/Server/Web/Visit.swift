import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// A request of a browser for a page, by somebody who is signed in.
struct Visit: Sendable {
    /// What the page may call.
    let calls: PageCalls
    /// Who looks.
    let bearer: SignedIn
    /// The access token that the session's cookie holds.
    let token: String
    /// What the forms of the page carry.
    let formToken: String
    /// What the browser says its reader knows.
    let languages: String?
    let context: PurserContext

    /// Calls an endpoint for the reader.
    ///
    /// `key`: The Idempotency-Key of a form, which may be sent twice.
    ///
    /// - Throws: ``Problem``.
    func call<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        key: String? = nil
    ) async throws -> Output {
        try await calls.call(
            endpoint,
            input,
            by: PageCaller(token: token, key: key, context: context)
        )
    }

    /// Calls an endpoint that takes nothing.
    ///
    /// - Throws: ``Problem``.
    func call<Output: Codable & Sendable>(
        _ endpoint: Endpoint<Empty, Output>
    ) async throws -> Output {
        try await call(endpoint, Empty())
    }

    /// How figures are written for the reader.
    func format(in currency: Currency) -> PageFormat {
        PageFormat(languages: languages, currency: currency)
    }
}

/// A form that a page sent.
struct PageForm: Sendable {
    private let values: [String: String]

    /// - Throws: ``Problem`` `invalid` when a field is there twice.
    init(_ pairs: [(key: String, value: String)]) throws {
        var values: [String: String] = [:]
        for (key, value) in pairs where values.updateValue(value, forKey: key) != nil {
            throw Problem.invalid([Fault(field: key, rule: "is given twice")])
        }
        self.values = values
    }

    /// A field; empty when it is not there.
    subscript(_ key: String) -> String { values[key] ?? "" }
}
