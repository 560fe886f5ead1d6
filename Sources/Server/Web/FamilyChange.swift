import Contract
import Kernel
import Operations
import Web

/// What a form of the family's pages asks to be done.
///
/// Each change carries the key of the page that the form was on, so that a form that is sent
/// again, by a second press or by a page that is loaded again, is done once.
struct FamilyChange: Sendable {
    let visit: Visit
    let form: PageForm
    /// The child whose page it came from; `nil` where it came from the family's page.
    let child: ID<Entity.Child>?
    /// The page that shows what was changed, where it is not the family's.
    var page = Frame.Place.family.path

    private static let changes: [String: @Sendable (Self) async throws -> String] = [
        "add-child": { try await $0.addChild() },
        "deposit": { try await $0.deposit() },
        "set-pool": { try await $0.setPool() },
        "move": { try await $0.moveMoney() },
        "approve-chore": { try await $0.approveChore() },
        "reject-chore": { try await $0.rejectChore() },
        "assign-chore": { try await $0.assignChore() },
        "delete-chore": { try await $0.deleteChore() },
        "finish-chore": { try await $0.finishChore() },
        "ask": { try await $0.askForMoney() },
        "approve-request": { try await $0.approveRequest() },
        "decline-request": { try await $0.declineRequest() },
        "create-goal": { try await $0.createGoal() },
        "update-goal": { try await $0.updateGoal() },
        "delete-goal": { try await $0.deleteGoal() },
        "save-up": { try await $0.saveUp() },
        "move-jar": { try await $0.moveBetweenJars() },
        "split": { try await $0.split() },
        "set-schedule": { try await $0.setSchedule() },
        "end-schedule": { try await $0.endSchedule() },
        "pause": { try await $0.pause() },
        "resume": { try await $0.resume() },
    ]

    /// Does it.
    ///
    /// - Returns: The address where the change is seen.
    /// - Throws: ``Problem``; `notFound` for what no form asks.
    func make() async throws -> String {
        guard let change = Self.changes[form["do"]] else { throw Problem(.notFound) }
        return try await change(self)
    }

    /// Asks the API for it, once for each form.
    ///
    /// - Returns: The address of the page's part where the change is seen.
    /// - Throws: ``Problem``.
    func make<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        seenAt part: String
    ) async throws -> String {
        _ = try await visit.call(endpoint, input, key: key)
        return "\(child.map(ChildView.path) ?? page)#\(part)"
    }

    // MARK: What a form says

    /// The key of the form, of its own for each thing that a page has a form for.
    var key: String? {
        let key = form["key"]
        return key.isEmpty ? nil : "\(key).\(form["id"])"
    }

    /// The child that is meant; on its own page whoever looks.
    func whose() async throws -> ID<Entity.Child> {
        if let child { return child }
        return try await visit.call(API.Allowance.childDashboard).childID
    }

    /// The thing that a form is about.
    func thing<Kind>() throws -> ID<Kind> {
        guard let id = ID<Kind>(form["id"]) else { throw Problem(.notFound) }
        return id
    }

    func amount(_ field: String = "amount") throws -> DecimalAmount {
        guard let minor = TypedAmount.hundredths(form[field]) else {
            throw Self.fault(field, "must be an amount, such as 12.50")
        }
        return DecimalAmount(minor: minor)
    }

    func amountIfTyped(_ field: String) throws -> DecimalAmount? {
        form[field].allSatisfy(\.isWhitespace) ? nil : try amount(field)
    }

    func textIfTyped(_ field: String) -> String? {
        form[field].allSatisfy(\.isWhitespace) ? nil : form[field]
    }

    func number(_ field: String) throws -> Int {
        guard let number = Int(form[field].filter { !$0.isWhitespace }) else {
            throw Self.fault(field, "must be a whole number")
        }
        return number
    }

    func choice<Choice: RawRepresentable<String>>(_ field: String) throws -> Choice {
        guard let choice = Choice(rawValue: form[field]) else {
            throw Self.fault(field, "must be one of the list")
        }
        return choice
    }

    static func fault(_ field: String, _ rule: String) -> Problem {
        Problem.invalid([Fault(field: field, rule: rule)])
    }
}

// MARK: The family

extension FamilyChange {
    private func addChild() async throws -> String {
        let added = try await visit.call(
            API.Allowance.registerChild,
            API.Allowance.RegisterChildRequest(
                email: form["email"],
                password: Password(form["password"]),
                firstName: form["firstName"],
                lastName: form["lastName"],
                weeklyAllowance: try amountIfTyped("weeklyAllowance") ?? DecimalAmount(minor: 0)
            ),
            key: key
        )
        return ChildView.path(of: added.childID)
    }

    private func deposit() async throws -> String {
        try await make(API.Allowance.depositToPool, .init(amount: try amount()), seenAt: "pool")
    }

    private func setPool() async throws -> String {
        let request = API.Allowance.PoolRequest(balance: try amountIfTyped("balance"))
        return try await make(API.Allowance.setPool, request, seenAt: "pool")
    }

    private func moveMoney() async throws -> String {
        let request = API.Allowance.CreateTransactionRequest(
            childID: try await whose(),
            amount: try amount(),
            type: try choice("type"),
            description: form["description"]
        )
        return try await make(API.Allowance.createWalletTransaction, request, seenAt: "wallet")
    }
}

// MARK: Chores and requests

extension FamilyChange {
    private func assignChore() async throws -> String {
        let request = API.Allowance.ChoreRequest(
            childID: try await whose(),
            title: form["title"],
            reward: try amount("reward")
        )
        return try await make(API.Allowance.assignChore, request, seenAt: "chores")
    }

    private func finishChore() async throws -> String {
        try await make(API.Allowance.finishChore, try chore(), seenAt: "chores")
    }

    private func approveChore() async throws -> String {
        try await make(API.Allowance.approveChore, try chore(), seenAt: "main")
    }

    private func rejectChore() async throws -> String {
        let request = API.Allowance.ChoreRejection(choreID: try thing(), reason: form["reason"])
        return try await make(API.Allowance.rejectChore, request, seenAt: "main")
    }

    private func deleteChore() async throws -> String {
        try await make(API.Allowance.deleteChore, try chore(), seenAt: "chores")
    }

    private func chore() throws -> API.Allowance.ChoreReference {
        API.Allowance.ChoreReference(choreID: try thing())
    }

    private func askForMoney() async throws -> String {
        let request = API.Allowance.MoneyRequest(amount: try amount(), purpose: form["purpose"])
        return try await make(API.Allowance.requestMoney, request, seenAt: "ask")
    }

    private func approveRequest() async throws -> String {
        try await make(API.Allowance.approveMoneyRequest, try decision(), seenAt: "main")
    }

    private func declineRequest() async throws -> String {
        try await make(API.Allowance.declineMoneyRequest, try decision(), seenAt: "main")
    }

    private func decision() throws -> API.Allowance.MoneyRequestDecision {
        API.Allowance.MoneyRequestDecision(
            requestID: try thing(),
            message: textIfTyped("message")
        )
    }
}
