/// A request as it goes over the wire.
struct Request: Sendable {
    let method: String
    let target: String
    var headers: [(name: String, value: String)]
    var body: String

    init(
        _ method: String,
        _ target: String,
        token: String? = nil,
        key: String? = nil,
        body: String = ""
    ) {
        self.method = method
        self.target = target
        self.body = body
        headers = [("Host", "127.0.0.1")]
        if !body.isEmpty {
            headers.append(("Content-Type", "application/json"))
            headers.append(("Content-Length", String(body.utf8.count)))
        }
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        if let key { headers.append(("Idempotency-Key", key)) }
    }

    /// A purchase to decide.
    static func purchase(
        token: String,
        key: String? = nil,
        merchant: String = "Steam",
        cents: Int = 100
    ) -> Request {
        let body = #"{"amount_cents":\#(cents),"merchant":"\#(merchant)","category":"fun"}"#
        return Request("POST", "/guardian/authorize", token: token, key: key, body: body)
    }

    /// Head and body.
    var text: String { head + body }

    /// Line and headers, with the empty line after them.
    var head: String {
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }
        return "\(method) \(target) HTTP/1.1\r\n\(lines.joined())\r\n"
    }
}
