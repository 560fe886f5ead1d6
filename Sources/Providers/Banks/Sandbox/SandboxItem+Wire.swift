import Kernel

/// An item as Plaid writes it.
extension SandboxItem {
    /// The item itself.
    var json: WireJSON {
        .object([
            ("item_id", .text(id)), ("institution_id", .text(institution.rawValue)),
            ("institution_name", .text(institution.name)), ("webhook", .text(orNull: webhook)),
            ("error", nil), ("available_products", .list([])),
            ("billed_products", .list(["transactions"])), ("products", .list(["transactions"])),
            ("consent_expiration_time", nil), ("update_type", "background"),
        ])
    }

    /// Its accounts.
    var accountsJSON: WireJSON { .list(accounts.map(\.json)) }

    /// A page of changes.
    func fields(of page: Page) -> [(String, WireJSON)] {
        [
            ("transactions_update_status", "HISTORICAL_UPDATE_COMPLETE"),
            ("accounts", accountsJSON),
            ("added", .list(page.added.map(recordJSON))),
            ("modified", .list(page.modified.map(recordJSON))),
            ("removed", .list(page.removed.map(removedJSON))),
            ("next_cursor", .text(page.next.text(of: id))),
            ("has_more", .flag(page.hasMore)),
        ]
    }

    private func removedJSON(_ change: Change) -> WireJSON {
        .object([
            ("transaction_id", .text(transactionID(change.number))),
            ("account_id", .text(accounts[change.account].id)),
        ])
    }

    private func recordJSON(_ record: SandboxRecord) -> WireJSON {
        let merchant = SandboxMerchant.all[record.merchant]
        let name = record.isRenamed ? merchant.otherDescriptor : merchant.descriptor
        let isOnline = merchant.detailed.hasSuffix("MARKETPLACES")
        let isShop = record.merchant < SandboxMerchant.shopCount
        let icon = "https://plaid-category-icons.plaid.com/PFC_\(merchant.primary).png"
        return .object([
            ("transaction_id", .text(transactionID(record.number))),
            ("account_id", .text(accounts[record.account].id)),
            ("pending_transaction_id", .text(orNull: record.pending.map(transactionID))),
            ("pending", .flag(record.isPending)),
            ("amount", .amount(record.amountMinor)),
            ("iso_currency_code", "USD"), ("unofficial_currency_code", nil),
            ("date", .text(record.day.text)), ("datetime", nil),
            ("authorized_date", .text(record.authorizedDay.text)), ("authorized_datetime", nil),
            ("name", .text(name)),
            ("merchant_name", merchant.name.isEmpty ? nil : .text(merchant.name)),
            ("merchant_entity_id", nil), ("original_description", nil),
            ("category", nil), ("category_id", nil), ("account_owner", nil),
            ("check_number", nil), ("logo_url", nil), ("website", nil),
            ("transaction_code", nil), ("counterparties", .list([])),
            ("payment_channel", isOnline ? "online" : isShop ? "in store" : "other"),
            ("transaction_type", isOnline ? "digital" : isShop ? "place" : "special"),
            ("personal_finance_category_icon_url", .text(icon)),
            (
                "personal_finance_category",
                .object([
                    ("primary", .text(merchant.primary)), ("detailed", .text(merchant.detailed)),
                    ("confidence_level", "VERY_HIGH"),
                ])
            ),
            ("location", Self.nothing(of: Self.locationFields)),
            ("payment_meta", Self.nothing(of: Self.paymentFields)),
        ])
    }

    private static let locationFields = [
        "address", "city", "region", "postal_code", "country", "lat", "lon", "store_number",
    ]
    private static let paymentFields = [
        "by_order_of", "payee", "payer", "payment_method", "payment_processor", "ppd_id",
        "reason", "reference_number",
    ]

    private static func nothing(of fields: [String]) -> WireJSON {
        .object(fields.map { ($0, .null) })
    }
}

extension SandboxItem.Account {
    /// The account as Plaid writes it.
    fileprivate var json: WireJSON {
        .object([
            ("account_id", .text(id)), ("mask", .text(mask)), ("name", .text(name)),
            ("official_name", .text("\(name) of the sandbox")), ("type", .text(kind.rawValue)),
            ("subtype", .text(subtype)),
            (
                "balances",
                .object([
                    ("available", .amount(availableMinor)), ("current", .amount(currentMinor)),
                    ("limit", .amount(orNull: limitMinor)), ("iso_currency_code", "USD"),
                    ("unofficial_currency_code", nil),
                ])
            ),
        ])
    }
}
