import Mustache

/// What a page shows, for the template that shows it.
///
/// Its stored values are the template's words: text, which the template escapes, truth values,
/// lists and other views.
public protocol PageView: Sendable {
    /// The template's name.
    static var template: String { get }
}

/// The templates of all pages and of their parts.
public enum Templates {
    /// Read for the first page: a server that is asked for none starts sooner.
    private static let library: MustacheLibrary = {
        do {
            return try read()
        } catch {
            preconditionFailure("the program carries a template that is none: \(error)")
        }
    }()

    /// Reads the templates that the program carries.
    static func read() throws -> MustacheLibrary {
        MustacheContentTypes.register(PageContent(), named: PageContent.name)
        // A partial begins with Mustache's own escapes again, so that each template names ours.
        let opening = "{{%CONTENT_TYPE:\(PageContent.name)}}\n"
        return MustacheLibrary(
            templates: try texts.mapValues { bytes in
                try MustacheTemplate(string: opening + String(decoding: bytes, as: UTF8.self))
            }
        )
    }

    /// A page or a part of one as HTML.
    public static func html(_ view: some PageView) -> String {
        let words = ViewWords(view)
        guard let html = library.render(words, withTemplate: type(of: view).template) else {
            preconditionFailure("every view has a template")
        }
        return html
    }

    /// A whole page: a view within the frame.
    public static func document(_ view: some PageView, in frame: Frame) -> String {
        html(FramedPage(frame: frame, content: html(view)))
    }

    static let texts: [String: [UInt8]] = [
        "action-form": PackageResources.action_form_mustache,
        "add-card": PackageResources.add_card_mustache,
        "amount": PackageResources.amount_mustache,
        "approval": PackageResources.approval_mustache,
        "ask": PackageResources.ask_mustache,
        "bars": PackageResources.bars_mustache,
        "button": PackageResources.button_mustache,
        "buy": PackageResources.buy_mustache,
        "card-offer": PackageResources.card_offer_mustache,
        "cards": PackageResources.cards_mustache,
        "chart": PackageResources.chart_mustache,
        "checks": PackageResources.checks_mustache,
        "chips": PackageResources.chips_mustache,
        "components": PackageResources.components_mustache,
        "decision": PackageResources.decision_mustache,
        "decision-lines": PackageResources.decision_lines_mustache,
        "decisions": PackageResources.decisions_mustache,
        "dialog": PackageResources.dialog_mustache,
        "empty-state": PackageResources.empty_state_mustache,
        "entry": PackageResources.entry_mustache,
        "family": PackageResources.family_mustache,
        "family-child": PackageResources.family_child_mustache,
        "family-chores": PackageResources.family_chores_mustache,
        "family-own": PackageResources.family_own_mustache,
        "family-past": PackageResources.family_past_mustache,
        "family-waiting": PackageResources.family_waiting_mustache,
        "field-state": PackageResources.field_state_mustache,
        "form": PackageResources.form_mustache,
        "found": PackageResources.found_mustache,
        "frame": PackageResources.frame_mustache,
        "gauge": PackageResources.gauge_mustache,
        "goals": PackageResources.goals_mustache,
        "import": PackageResources.import_mustache,
        "import-preview": PackageResources.import_preview_mustache,
        "import-status": PackageResources.import_status_mustache,
        "join": PackageResources.join_mustache,
        "limit": PackageResources.limit_mustache,
        "message": PackageResources.message_mustache,
        "meter": PackageResources.meter_mustache,
        "missed-rewards": PackageResources.missed_rewards_mustache,
        "more": PackageResources.more_mustache,
        "notice": PackageResources.notice_mustache,
        "open-transaction": PackageResources.open_transaction_mustache,
        "own-purchases": PackageResources.own_purchases_mustache,
        "places": PackageResources.places_mustache,
        "policies": PackageResources.policies_mustache,
        "policy": PackageResources.policy_mustache,
        "policy-form": PackageResources.policy_form_mustache,
        "policy-part": PackageResources.policy_part_mustache,
        "policy-pending": PackageResources.policy_pending_mustache,
        "policy-shadow": PackageResources.policy_shadow_mustache,
        "policy-trial": PackageResources.policy_trial_mustache,
        "rules": PackageResources.rules_mustache,
        "search-form": PackageResources.search_form_mustache,
        "settings": PackageResources.settings_mustache,
        "settings-accounts": PackageResources.settings_accounts_mustache,
        "settings-data": PackageResources.settings_data_mustache,
        "settings-household": PackageResources.settings_household_mustache,
        "settings-notifications": PackageResources.settings_notifications_mustache,
        "settings-sessions": PackageResources.settings_sessions_mustache,
        "settings-sign-in": PackageResources.settings_sign_in_mustache,
        "sign-in": PackageResources.sign_in_mustache,
        "table": PackageResources.table_mustache,
        "tag": PackageResources.tag_mustache,
        "text-field": PackageResources.text_field_mustache,
        "tick": PackageResources.tick_mustache,
        "toast": PackageResources.toast_mustache,
        "today": PackageResources.today_mustache,
        "trace": PackageResources.trace_mustache,
        "transaction-line": PackageResources.transaction_line_mustache,
        "transactions": PackageResources.transactions_mustache,
        "wallet-card": PackageResources.wallet_card_mustache,
        "wallet-history": PackageResources.wallet_history_mustache,
        "which-card": PackageResources.which_card_mustache,
    ]
}

/// The frame with what is in it, which is HTML already.
struct FramedPage: PageView {
    static let template = "frame"

    let frame: Frame
    let content: String
}
