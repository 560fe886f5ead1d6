import Contract
import PurserKit

extension EndpointRow {
    /// The methods of the session.
    static let session: [EndpointRow] = [
        EndpointRow(API.Banking.registerUser) {
            try await $0.session.registerUser(
                email: $1.email,
                password: $1.password.secret,
                firstName: $1.firstName,
                lastName: $1.lastName,
                timeZone: $1.timeZone
            )
        },
        EndpointRow(API.Banking.loginUser) {
            try await $0.session.loginUser(
                email: $1.email,
                password: $1.password.secret,
                code: $1.code
            )
        },
        EndpointRow(API.Banking.logoutUser) { app, _ in try await app.session.logoutUser() },
        EndpointRow(API.Banking.currentUser) { app, _ in try await app.session.currentUser() },
        EndpointRow(API.Allowance.registerParent) {
            try await $0.session.registerParent(
                email: $1.email,
                password: $1.password.secret,
                firstName: $1.firstName,
                lastName: $1.lastName,
                familyName: $1.familyName,
                timeZone: $1.timeZone
            )
        },
        EndpointRow(API.Allowance.loginMember) {
            try await $0.session.loginMember(
                email: $1.email,
                password: $1.password.secret,
                rememberMe: $1.rememberMe,
                code: $1.code
            )
        },
        EndpointRow(API.Allowance.refreshMember) { app, _ in
            try await app.session.refreshMember()
        },
        EndpointRow(API.Allowance.currentMember) { app, _ in
            try await app.session.currentMember()
        },
        EndpointRow(API.Identity.exchangeToken) {
            try await $0.session.exchangeToken(
                grantType: $1.grantType,
                code: $1.code,
                redirectURI: $1.redirectURI,
                codeVerifier: $1.codeVerifier,
                refreshToken: $1.refreshToken
            )
        },
        EndpointRow(API.Identity.changePassword) {
            try await $0.session.changePassword(
                currentPassword: $1.currentPassword.secret,
                newPassword: $1.newPassword.secret,
                endSessions: $1.endSessions,
                removePasskeys: $1.removePasskeys
            )
        },
        EndpointRow(API.Identity.changeEmail) {
            try await $0.session.changeEmail(email: $1.email, password: $1.password.secret)
        },
        EndpointRow(API.Identity.getSecondFactor) { app, _ in
            try await app.session.getSecondFactor()
        },
        EndpointRow(API.Identity.beginSecondFactor) {
            try await $0.session.beginSecondFactor(password: $1.password?.secret)
        },
        EndpointRow(API.Identity.confirmSecondFactor) {
            try await $0.session.confirmSecondFactor(code: $1.code)
        },
        EndpointRow(API.Identity.disableSecondFactor) {
            try await $0.session.disableSecondFactor(password: $1.password?.secret, code: $1.code)
        },
        EndpointRow(API.Identity.listSessions) { app, _ in try await app.session.listSessions() },
        EndpointRow(API.Identity.endSession) {
            try await $0.session.endSession(sessionID: $1.sessionID)
        },
        EndpointRow(API.Identity.endSessions) { app, _ in try await app.session.endSessions() },
        EndpointRow(API.Identity.createInvitation) {
            try await $0.session.createInvitation(
                email: $1.email,
                password: $1.password?.secret,
                code: $1.code
            )
        },
        EndpointRow(API.Identity.listInvitations) { app, _ in
            try await app.session.listInvitations()
        },
        EndpointRow(API.Identity.withdrawInvitation) {
            try await $0.session.withdrawInvitation(invitationID: $1.invitationID)
        },
        EndpointRow(API.Identity.registerInvited) {
            try await $0.session.registerInvited(
                code: $1.code,
                password: $1.password.secret,
                firstName: $1.firstName,
                lastName: $1.lastName
            )
        },
        EndpointRow(API.Identity.listAccountEvents) {
            try await $0.session.listAccountEvents(limit: $1.limit?.value, before: $1.before?.value)
        },
        EndpointRow(API.Identity.passkeyOptions) { app, _ in
            try await app.session.passkeyOptions()
        },
        EndpointRow(API.Identity.addPasskey) {
            try await $0.session.addPasskey(
                name: $1.name,
                credential: $1.credential,
                password: $1.password?.secret,
                code: $1.code
            )
        },
        EndpointRow(API.Identity.listPasskeys) { app, _ in try await app.session.listPasskeys() },
        EndpointRow(API.Identity.deletePasskey) {
            try await $0.session.deletePasskey(passkeyID: $1.passkeyID)
        },
    ]
}
