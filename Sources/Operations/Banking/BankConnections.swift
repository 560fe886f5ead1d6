public import Providers

/// Who reads accounts at banks for an installation, and what that takes.
public struct BankConnections: Sendable {
    /// Who reads them.
    public let provider: any BankProvider
    /// Seals what opens an item.
    public let sealer: TokenSealer
    /// Reads what Plaid tells by itself, where Plaid is the provider.
    public let webhook: PlaidWebhook?

    /// Connects a provider; without one, the bank that is built in.
    ///
    /// `keys` has the keys that seal. `takesWebhooks` says whether the provider tells by itself
    /// what happens, as Plaid does.
    public init(
        _ provider: any BankProvider = EmbeddedSandboxBank(),
        keys: KeyFile,
        takesWebhooks: Bool = false
    ) {
        self.provider = provider
        sealer = TokenSealer(keys)
        webhook = takesWebhooks ? PlaidWebhook(provider: provider) : nil
    }
}
