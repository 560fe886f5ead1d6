public import Providers

extension IdentityOperations {
    /// The key that tells the forms of the sign-in page from those that other sites made up.
    public var signInFormKey: Secret { tokens.secret(for: "sign-in form") }
}
