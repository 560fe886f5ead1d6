import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// A household with something evil in every text that the API takes, as far as its rules allow.
///
/// What is written, and which of its fields are text, the declarations of the endpoints say.
final class EvilHousehold {
    let server: InProcessServer
    private(set) var families: TwoFamilies
    /// The fields that took it, such as `assignChore.title`.
    private(set) var texts: [String: EvilText] = [:]
    /// The fields that did not, and the status that said so.
    private(set) var refused: [String: Int] = [:]

    /// Endpoints that are not called here: who belongs to the household has to sign in afterwards.
    private static let apart: Set = [
        "registerParent", "registerChild", "registerInvited", "removeParent", "changeEmail",
        "addPasskey", "importBankFile",
    ]

    init(_ server: InProcessServer) async throws {
        self.server = server
        // Until the family is there nothing of it can be named.
        families = try await TwoFamilies(on: server)
        let parent = try await register(API.Allowance.registerParent, by: nil)
        let child = try await register(API.Allowance.registerChild, by: parent)
        families = TwoFamilies(
            on: server,
            parent: parent,
            child: child,
            try await child.ownChildID(),
            sibling: try await server.registerChild("sibling@evil.example", of: parent),
            otherParent: families.otherParent
        )
        for member in [parent, child] { try await member.addCard() }
        try await join()
        for endpoint in API.all where endpoint.method != .get {
            guard !Self.apart.contains(endpoint.name) else { continue }
            for member in callers(of: endpoint) { try await fill(endpoint, as: member) }
        }
        try await recordWhatBanksSay()
        try await askAndReject()
        for key in texts.keys { refused[key] = nil }
    }

    private func callers(of endpoint: any EndpointDeclaration) -> [TestMember?] {
        switch endpoint.access {
        case .anyone, .optional: [nil]
        case .parent: [families.parent]
        case .child: [families.child]
        case .member: [families.child, families.parent]
        case .operator: []
        }
    }

    /// The evil text of a field.
    private func evil(_ key: String) -> EvilText {
        marks[key]
            ?? {
                let text = EvilText(marks.count)
                marks[key] = text
                return text
            }()
    }

    private var marks: [String: EvilText] = [:]

    // MARK: Who belongs to it

    private func register(
        _ endpoint: any EndpointDeclaration,
        by member: TestMember?
    ) async throws -> TestMember {
        let answer = try await fill(endpoint, as: member)
        #expect(answer?.status == endpoint.status, "\(endpoint.name): \(answer?.text ?? "")")
        return try await server.login(evil("\(endpoint.name).email").address)
    }

    /// A second parent and a passkey: their calls hold what examples cannot.
    private func join() async throws {
        let invitation = try await families.parent.purser.call(
            API.Identity.createInvitation,
            .init(email: "second@evil.example", password: InProcessServer.password)
        )
        let code = ["code": JSON.string(invitation.code)]
        let joined = try await fill(API.Identity.registerInvited, as: nil, knowing: code)
        #expect(joined?.status == API.Identity.registerInvited.status)
        let key = "addPasskey.name"
        try await server.addPasskey(
            try TestAuthenticator(number: 7),
            named: evil(key).text(upTo: Limits.passkeyNameCharacters),
            to: families.child
        )
        texts[key] = evil(key)
    }

    /// What comes from outside: purchases, and a file.
    private func recordWhatBanksSay() async throws {
        let link = try await families.parent.purser.call(API.Banking.createLinkToken, .init())
        _ = try await families.parent.purser.call(
            API.Banking.exchangePublicToken,
            .init(publicToken: "public-sandbox-\(link.linkToken.suffix(36))")
        )
        for member in [families.parent, families.child] {
            let account = try await server.openAccount(of: member)
            let purchase = account.purchase(
                12_34,
                evil("bank.category").text(upTo: Limits.categoryCharacters),
                at: evil("bank.merchant").text(upTo: Limits.merchantCharacters),
                on: server.clock.now
            )
            try await server.record(purchase, in: account)
            let imported = try await server.importFile(
                BankFile.csv([("2025-01-10", "-5.25", evil("bank.text").inFile)]),
                [
                    ("account_name", evil("importBankFile.account_name").text(upTo: 60)),
                    ("file_name", evil("importBankFile.file_name").text(upTo: 100)),
                ],
                token: member.token
            )
            #expect([200, 201, 202].contains(imported.status), "\(imported.text)")
        }
        let names = ["bank.category", "bank.merchant", "bank.text"]
        for key in names + ["importBankFile.account_name", "importBankFile.file_name"] {
            texts[key] = evil(key)
        }
    }

    /// What somebody else has to do first: a purchase that a limit holds back, and a chore that a
    /// child says is done.
    private func askAndReject() async throws {
        let category = evil("authorizePurchase.category").text(upTo: Limits.categoryCharacters)
        _ = try await families.parent.setRule(category, 0, for: families.child.id.text)
        let asked = try await families.child.purser.call(
            API.Guardian.authorizePurchase,
            API.Guardian.AuthorizeRequest(
                amountCents: 3_000,
                merchant: evil("authorizePurchase.merchant").text(upTo: Limits.merchantCharacters),
                category: category
            )
        )
        #expect(asked.decision == .decline)
        let chore = try await families.parent.purser.call(
            API.Allowance.assignChore,
            API.Allowance.ChoreRequest(
                childID: families.profile,
                title: "Dishes",
                reward: DecimalAmount(minor: 100)
            )
        )
        _ = try await families.child.purser.call(
            API.Allowance.finishChore,
            API.Allowance.ChoreReference(choreID: chore.id)
        )
        let reason = evil("rejectChore.reason")
        _ = try await families.parent.purser.call(
            API.Allowance.rejectChore,
            API.Allowance.ChoreRejection(
                choreID: chore.id,
                reason: reason.text(upTo: Limits.descriptionCharacters)
            )
        )
        texts["rejectChore.reason"] = reason
    }

    // MARK: What an endpoint takes

    /// Calls an endpoint with its example and something evil in each of its texts; without those
    /// that it refuses.
    @discardableResult
    private func fill(
        _ endpoint: any EndpointDeclaration,
        as member: TestMember?,
        knowing known: [String: JSON] = [:]
    ) async throws -> TransportResponse? {
        // What stands in an address alone names something, and is no text.
        guard endpoint.hasBody else { return nil }
        let request = NamedRequest(endpoint)
        var fields = endpoint.inputSchema.properties.filter { field in
            !request.words.contains(field.name) && !endpoint.path.keys.contains(field.name)
                && known[field.name] == nil && field.schema.hasFreeText(named: field.name)
        }.map(\.name)
        var answer: TransportResponse?
        while !fields.isEmpty {
            let sent = try await send(request, evilIn: fields, as: member, known)
            answer = sent
            if (200..<300).contains(sent.status) { break }
            let faulty = fields.filter { sent.status == 400 && sent.text.contains($0) }
            // What names no field is no field's fault, unless it is the only one.
            let left = faulty.isEmpty ? [fields[0]] : faulty
            for field in left { note(field, of: endpoint, sent.status) }
            fields.removeAll { left.contains($0) }
        }
        for field in fields { note(field, of: endpoint, nil) }
        return answer
    }

    /// Notes what became of the texts in a field.
    private func note(_ field: String, of endpoint: any EndpointDeclaration, _ status: Int?) {
        let key = "\(endpoint.name).\(field)"
        for (name, text) in marks where name == key || name.hasPrefix("\(key).") {
            if let status { refused[name] = status } else { texts[name] = text }
        }
    }

    private func send(
        _ request: NamedRequest,
        evilIn fields: [String],
        as member: TestMember?,
        _ known: [String: JSON]
    ) async throws -> TransportResponse {
        let endpoint = request.endpoint
        // What a parent may leave out is its own then; the child's belongings are the child's.
        let isOwn = endpoint.access == .member && member?.id == families.parent.id
        let words = request.words.filter { !isOwn || !request.optionalWords.contains($0) }
        let wire = try request.wire(try await families.belongings(words))
        let schema = endpoint.inputSchema
        let body = try #require(wire.body)
        var members = try JSONParser.parse(body.utf8).members
        members.removeAll { fields.contains($0.key) || known[$0.key] != nil }
        let sent = try JSONParser.parse(body.utf8)
        for field in fields {
            let property = try #require(schema.properties.first { $0.name == field })
            let evil = evilJSON(sent[field], property.schema, "\(endpoint.name).\(field)")
            members.append(JSON.Member(field, evil))
        }
        members = members.map { member in
            let isPassword = schema.properties.contains {
                $0.name == member.key && $0.schema.text == .secret
            }
            return isPassword ? JSON.Member(member.key, .string("password123")) : member
        }
        members += known.map { JSON.Member($0.key, $0.value) }
        return try await server.raw(
            endpoint.method.rawValue,
            wire.target,
            JSON.object(members).text,
            token: member?.token
        )
    }

    /// A value with something evil in each of its texts.
    private func evilJSON(_ json: JSON?, _ schema: Schema, _ key: String) -> JSON {
        if key.hasSuffix(".when") { return condition(key) }
        if schema.isFreeText {
            let evil = evil(key)
            if key.hasSuffix(".email") { return .string(evil.address) }
            return .string(evil.text(upTo: schema.bounds.maxLength ?? 32))
        }
        switch json ?? (schema.kind == .array ? .array([]) : .object([])) {
        case .array(let elements):
            guard let item = schema.items.first else { return .array(elements) }
            let own = elements.isEmpty && item.isFreeText ? [JSON.string("")] : elements
            return .array(own.map { evilJSON($0, item, key) })
        case .object(let members):
            return .object(
                members.map { member in
                    guard
                        let property = schema.properties.first(where: { $0.name == member.key }),
                        property.schema.hasFreeText(named: member.key)
                    else { return member }
                    let value = evilJSON(member.value, property.schema, "\(key).\(member.key)")
                    return JSON.Member(member.key, value)
                }
            )
        case let json: return json
        }
    }

    /// A condition of a policy, whose texts are in lists.
    private func condition(_ key: String) -> JSON {
        let leaf = { (name: String, most: Int) in
            let evil = self.evil("\(key).\(name)").text(upTo: most)
            return JSON.object([.init(name, .array([.string(evil)]))])
        }
        let leaves = [
            leaf("merchant", Limits.merchantCharacters),
            leaf("category", Limits.categoryCharacters),
        ]
        return .object([.init("any", .array(leaves))])
    }
}

extension Schema {
    /// Whether a member writes text as it likes somewhere within.
    fileprivate func hasFreeText(named name: String) -> Bool {
        name == "when" || isFreeText
            || properties.contains { $0.schema.hasFreeText(named: $0.name) }
            || items.contains { $0.hasFreeText(named: "") }
    }
}
