import Contract
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// One cell of the access table: an endpoint, and who calls it about a child's things.
struct AccessCell {
    private let request: NamedRequest
    private let person: Person
    private let families: TwoFamilies

    init(_ request: NamedRequest, as person: Person, in families: TwoFamilies) {
        self.request = request
        self.person = person
        self.families = families
    }

    private var endpoint: any EndpointDeclaration { request.endpoint }

    /// What is not as the endpoint's declaration has it, each as a sentence.
    func faults() async throws -> [String] {
        try await putBack()
        let values = try await families.belongings(request.words)
        let found: [String]
        if let refusal = person.refusal(by: endpoint.access) {
            found = try await refusalFaults(refusal, values)
        } else if isOutside {
            // What may be left out is left out, too: then it is about the caller's own.
            let required = values.filter { !request.optionalWords.contains($0.key) }
            let isShorter = required.count < values.count && !required.isEmpty
            found =
                try await outsideFaults(values)
                + (isShorter ? try await outsideFaults(required) : [])
        } else {
            found = try await insideFaults(values)
        }
        return found.map { "\(endpoint.name) as \(person): \($0)" }
    }

    /// What an endpoint takes away must be there: whatever POST puts on its path.
    private func putBack() async throws {
        let opposite = API.all.first { $0.method == .post && $0.path == endpoint.path }
        guard endpoint.method == .delete, let opposite else { return }
        let request = NamedRequest(opposite)
        let values = try await families.belongings(request.words)
            .filter { !request.optionalWords.contains($0.key) }
        let token = families.parent.token
        let answer = try await families.server.send(request, naming: values, token: token)
        try #require(answer.status == opposite.status, "\(opposite.name): \(answer.text)")
    }

    /// Whether what is named does not exist for the person.
    private var isOutside: Bool {
        switch person {
        case .anonymous, .otherParent, .sibling: !request.words.isEmpty
        case .child: false
        case .parent: request.words.contains { Belonging.all[$0]?.isShownToParents == false }
        }
    }

    /// What says that nothing of the kind exists: to take away what nobody has is to have done it,
    /// where all may be taken away.
    private var missing: Int {
        // A child makes policies for itself alone (policies.md, section 1), and is not told whether
        // there is somebody else.
        if endpoint.name == API.Guardian.createPolicy.name, person == .sibling { return 403 }
        // An account in a card is a field of the caller's, which must name one of the caller's own
        // (rewards.md, section 4).
        if endpoint.surface == .rewards, request.words == ["accountId"] { return 400 }
        let takesAll = request.words.allSatisfy(request.optionalWords.contains)
        return endpoint.method == .delete && takesAll ? endpoint.status : 404
    }

    private func send(_ values: [String: JSON]) async throws -> TransportResponse {
        let token = families.token(of: person)
        return try await families.server.send(request, naming: values, token: token)
    }

    /// The person is turned away, and nothing happens.
    private func refusalFaults(_ status: Int, _ values: [String: JSON]) async throws -> [String] {
        let before = try await families.server.contents()
        let answer = try await send(values)
        var faults = try await changes(since: before)
        if answer.status != status { faults.append("\(answer.status) is not \(status)") }
        if answer.headers["WWW-Authenticate"] != (status == 401 ? "Bearer" : nil) {
            faults.append("WWW-Authenticate does not fit \(status)")
        }
        return faults
    }

    /// What is named is answered like what does not exist, and stays as it is.
    private func outsideFaults(_ values: [String: JSON]) async throws -> [String] {
        let before = try await families.server.contents()
        let answer = try await send(values)
        var faults: [String] = []
        // Without a token an id is any name.
        if person != .anonymous {
            faults += try await changes(since: before)
            if answer.status != missing { faults.append("\(answer.status) is not \(missing)") }
        }
        var unknown: [String: JSON] = [:]
        for word in values.keys { unknown[word] = Belonging.all[word]?.unknown }
        if answer != (try await send(unknown)) {
            faults.append("the answer tells it from what does not exist")
        }
        return faults
    }

    /// The person is let in, and finds what is named.
    private func insideFaults(_ values: [String: JSON]) async throws -> [String] {
        let answer = try await send(values)
        // Who signs in with the example's password is nobody.
        let isSigningIn =
            endpoint.access == .anyone && endpoint.refusals.contains(.unauthenticated)
        let closed = isSigningIn ? [403, 404] : [401, 403, 404]
        guard closed.contains(answer.status) || answer.status >= 500 else { return [] }
        return ["\(answer.status) \(answer.text)"]
    }

    private func changes(since before: DatabaseContents) async throws -> [String] {
        try await families.server.contents().changed(since: before).map { "\($0) changed" }
    }
}
