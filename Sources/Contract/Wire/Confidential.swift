/// What holds a secret: printed, dumped or logged it shows its name alone.
///
/// A type with something harmless to show has a `description` of its own.
public protocol Confidential: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{}

extension Confidential {
    /// The name of the type.
    public var description: String { "<\(Self.self)>" }
    /// As the description; a debugger's text ends up in logs as well.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension API.Banking.AuthResponse: Confidential {}
extension API.Allowance.AuthResponse: Confidential {}
extension API.Identity.AuthTokenRequest: Confidential {}
extension API.Identity.AuthTokenResponse: Confidential {}
extension API.Identity.ConfirmSecondFactorRequest: Confidential {}
extension API.Identity.DisableSecondFactorRequest: Confidential {}
extension API.Identity.InvitationResponse: Confidential {}
extension API.Identity.RecoveryCodesResponse: Confidential {}
extension API.Identity.RegisterInvitedRequest: Confidential {}
extension API.Identity.SecondFactorResponse: Confidential {}
extension API.Guardian.CardSetup: Confidential {}
