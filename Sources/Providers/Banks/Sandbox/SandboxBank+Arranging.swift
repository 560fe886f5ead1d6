import Kernel

/// What Plaid's sandbox has for tests, on its wire.
extension SandboxBank {
    mutating func createPublicToken(
        _ question: SandboxQuestion,
        _ now: Timestamp
    ) throws -> Fields {
        guard let institution = question.institutionId else {
            throw SandboxRefusal.field("institution_id")
        }
        guard question.initialProducts == ["transactions"] else { throw SandboxRefusal.product }
        guard items.count < Self.itemsMost else { throw SandboxRefusal.tooMany }
        let webhook = question.options?.webhook
        guard let token = signIn(institution: institution, webhook: webhook, now: now) else {
            throw SandboxRefusal.institution
        }
        return [("public_token", .text(token))]
    }

    mutating func resetLogin(_ question: SandboxQuestion, _ now: Timestamp) throws -> Fields {
        let place = try place(question)
        items[place].isLoginExpired = true
        try tell("ITEM", "ERROR", of: items[place], now)
        return [("reset_login", true)]
    }

    mutating func repairLogin(_ question: SandboxQuestion, _ now: Timestamp) throws -> Fields {
        let place = try place(question)
        items[place].isLoginExpired = false
        try tell("ITEM", "LOGIN_REPAIRED", of: items[place], now)
        return []
    }

    mutating func fireWebhook(_ question: SandboxQuestion, _ now: Timestamp) throws -> Fields {
        let place = try place(question)
        guard let code = ProviderText.code(question.webhookCode) else {
            throw SandboxRefusal.field("webhook_code")
        }
        let type = ProviderText.code(question.webhookType)
        let isOfItem = ["ERROR", "NEW_ACCOUNTS_AVAILABLE"].contains(code)
        try tell(type ?? (isOfItem ? "ITEM" : "TRANSACTIONS"), code, of: items[place], now)
        return [("webhook_fired", .flag(items[place].webhook != nil))]
    }

    /// Has a webhook of an item sent, where it has somewhere to go.
    private mutating func tell(
        _ type: String,
        _ code: String,
        of item: SandboxItem,
        _ now: Timestamp
    ) throws {
        guard let url = item.webhook, let key = keys.last else { return }
        var fields: Fields = [
            ("webhook_type", .text(type)), ("webhook_code", .text(code)),
            ("item_id", .text(item.id)), ("environment", "sandbox"),
        ]
        if code == "SYNC_UPDATES_AVAILABLE" {
            fields += [("initial_update_complete", true), ("historical_update_complete", true)]
        }
        if code == "ERROR" { fields.append(("error", SandboxRefusal.loginRequired.json(nil))) }
        let body = WireJSON.object(fields).bytes
        let verification = try key.verification(of: body, now: now)
        send(SandboxWebhook(url: url, body: body, verification: verification))
    }
}
