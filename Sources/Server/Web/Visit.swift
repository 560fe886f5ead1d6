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
    /// The purchases that wait for an answer, where the reader answers some and they are known.
    var approvals: [API.Guardian.Approval]?
    /// How much else waits for the reader's word.
    var waits = WhatWaits()
    /// Where the household stood before the page was made; `nil` where the page answers a form,
    /// which shows what was typed for as long as somebody looks at it.
    var position: String?

    /// How many purchases the reader may answer: nobody answers its own.
    var waiting: Int { approvals?.count { $0.userID != bearer.member } ?? 0 }

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

    /// Calls an endpoint whose answer is told to the page while it is made.
    ///
    /// - Throws: ``Problem``, before the answer begins.
    func tell<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        key: String?,
        in wording: AnswerWording<Output>
    ) async throws -> Response {
        let caller = PageCaller(token: token, key: key, context: context)
        return try await calls.tell(endpoint, input, by: caller, in: wording)
    }

    /// How figures are written for the reader.
    func format(in currency: Currency) -> PageFormat {
        PageFormat(languages: languages, currency: currency)
    }
}

/// A form that a page sent.
struct PageForm: Sendable {
    private let values: [String: String]
    /// The file that came with it, or why none was received.
    var file: Result<ReceivedUpload, Problem>?

    /// - Throws: ``Problem`` `invalid` when a field is there twice.
    init(_ pairs: [(key: String, value: String)]) throws {
        var values: [String: String] = [:]
        // Browsers end lines as mail does (HTML, "Constructing the entry list").
        let pairs = pairs.map { (key: $0.key, value: $0.value.replacing("\r\n", with: "\n")) }
        for (key, value) in pairs where values.updateValue(value, forKey: key) != nil {
            throw Problem.invalid([Fault(field: key, rule: "is given twice")])
        }
        self.values = values
    }

    /// Whether a field is there.
    func has(_ key: String) -> Bool { values[key] != nil }

    /// A field; empty when it is not there.
    subscript(_ key: String) -> String { values[key] ?? "" }
}
