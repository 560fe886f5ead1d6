import Contract
import Operations

extension Mount {
    /// Serves sign-in, whatever document it comes from, and members' own accounts.
    mutating func serveIdentity(_ operations: Operations) {
        serve(API.Banking.registerUser, operations.registerUser)
        serve(API.Banking.loginUser, operations.loginUser)
        serve(API.Banking.logoutUser, operations.logoutUser)
        serve(API.Banking.currentUser, operations.currentUser)
        serve(API.Allowance.registerParent, operations.registerParent)
        serve(API.Allowance.registerChild, operations.registerChild)
        serve(API.Allowance.loginMember, operations.loginMember)
        serve(API.Allowance.refreshMember, operations.refreshMember)
        serve(API.Allowance.currentMember, operations.currentMember)
        serve(API.Identity.exchangeToken, operations.exchangeToken)
        serve(API.Identity.changePassword, operations.changePassword)
        serve(API.Identity.changeEmail, operations.changeEmail)
        serve(API.Identity.getSecondFactor, operations.getSecondFactor)
        serve(API.Identity.beginSecondFactor, operations.beginSecondFactor)
        serve(API.Identity.confirmSecondFactor, operations.confirmSecondFactor)
        serve(API.Identity.disableSecondFactor, operations.disableSecondFactor)
        serve(API.Identity.listSessions, operations.listSessions)
        serve(API.Identity.endSession, operations.endSession)
        serve(API.Identity.endSessions, operations.endSessions)
        serve(API.Identity.createInvitation, operations.createInvitation)
        serve(API.Identity.listInvitations, operations.listInvitations)
        serve(API.Identity.withdrawInvitation, operations.withdrawInvitation)
        serve(API.Identity.registerInvited, operations.registerInvited)
        serve(API.Identity.listAccountEvents, operations.listAccountEvents)
        serve(API.Identity.passkeyOptions, operations.passkeyOptions)
        serve(API.Identity.addPasskey, operations.addPasskey)
        serve(API.Identity.listPasskeys, operations.listPasskeys)
        serve(API.Identity.deletePasskey, operations.deletePasskey)
    }
}
