import Contract
import Operations

extension Mount {
    /// Serves sign-in, whatever document it comes from, and members' own accounts.
    mutating func serveIdentity(_ identity: IdentityOperations) {
        serve(API.Banking.registerUser, identity.registerUser)
        serve(API.Banking.loginUser, identity.loginUser)
        serve(API.Banking.logoutUser, identity.logoutUser)
        serve(API.Banking.currentUser, identity.currentUser)
        serve(API.Allowance.registerParent, identity.registerParent)
        serve(API.Allowance.registerChild, identity.registerChild)
        serve(API.Allowance.loginMember, identity.loginMember)
        serve(API.Allowance.refreshMember, identity.refreshMember)
        serve(API.Allowance.currentMember, identity.currentMember)
        serve(API.Identity.exchangeToken, identity.exchangeToken)
        serve(API.Identity.changePassword, identity.changePassword)
        serve(API.Identity.changeEmail, identity.changeEmail)
        serve(API.Identity.getSecondFactor, identity.getSecondFactor)
        serve(API.Identity.beginSecondFactor, identity.beginSecondFactor)
        serve(API.Identity.confirmSecondFactor, identity.confirmSecondFactor)
        serve(API.Identity.disableSecondFactor, identity.disableSecondFactor)
        serve(API.Identity.listSessions, identity.listSessions)
        serve(API.Identity.endSession, identity.endSession)
        serve(API.Identity.endSessions, identity.endSessions)
        serve(API.Identity.createInvitation, identity.createInvitation)
        serve(API.Identity.listInvitations, identity.listInvitations)
        serve(API.Identity.withdrawInvitation, identity.withdrawInvitation)
        serve(API.Identity.registerInvited, identity.registerInvited)
        serve(API.Identity.listAccountEvents, identity.listAccountEvents)
        serve(API.Identity.passkeyOptions, identity.passkeyOptions)
        serve(API.Identity.addPasskey, identity.addPasskey)
        serve(API.Identity.listPasskeys, identity.listPasskeys)
        serve(API.Identity.deletePasskey, identity.deletePasskey)
    }
}
