public import Kernel

// Answers and inputs that hold a token, a code or a secret.
extension API.Banking.AuthResponse: Confidential {}
extension API.Banking.DeviceTokenRequest: Confidential {}
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
