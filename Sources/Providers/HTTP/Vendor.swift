/// Who is called over HTTP, as metrics and spans name them.
enum Vendor: String, Sendable, CaseIterable {
    /// The card processor.
    case stripe
    /// Who reads banks.
    case plaid
    /// Apple's push service.
    case apns
    /// Who takes notifications in place of Apple.
    case webhook
    /// Who is told what the sandbox bank has new.
    case sandboxWebhook = "sandbox_webhook"
    /// Other issuers of tokens, for their keys.
    case issuer
    /// Who exchanges grants of other issuers.
    case identityProvider = "identity_provider"
    /// The language model.
    case languageModel = "language_model"
    /// Anybody else.
    case other
}
