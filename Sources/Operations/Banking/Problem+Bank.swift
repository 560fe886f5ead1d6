import Contract
import Providers

extension Problem {
    /// What a caller is told of a bank provider's failure.
    ///
    /// `publicToken`: What the surface calls a public token.
    init(bank error: BankProviderError, publicToken field: String = "public_token") {
        if error.kind == .invalidPublicToken {
            self = .invalid([Fault(field: field, rule: "is unknown, used or too old")])
        } else {
            self.init(bankCode: error.code)
        }
    }

    /// A failure that the provider has this word for.
    init(bankCode code: String) {
        self.init(.bankFailure, details: [JSON.Member("provider_code", .string(code))])
    }
}
