import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// A device on which a family is listed before anybody signs in.
extension WebRoutes {
    /// The family that the device lists, as it is now; `nil` where no parent had it list one.
    func familyDevice(of request: Request) async throws -> FamilyDevice? {
        guard let kept = session.familyDevice.value(in: request) else { return nil }
        return try await services.operations.identity.familyDevice(kept, now: services.now())
    }

    /// How the device stands for a reader who may settle it: another household's is none.
    func device(
        of reader: API.Allowance.UserResponse,
        _ request: Request
    ) async throws -> SignInSettingsView.Device? {
        guard reader.role == .parent else { return nil }
        guard let device = try await familyDevice(of: request),
            device.household == reader.familyID
        else { return .ownOnly }
        return .shared(until: device.expiresAt)
    }

    /// Has the device list the reader's family.
    func shareDevice(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let call = try await settlingCall(visit)
        let kept = try await services.operations.identity.beginFamilyDevice(
            form.password("password"),
            call
        )
        var response = redirect(to: .signIn, done: "share")
        response.headers[.setCookie] = session.familyDevice.setting(
            kept,
            forSeconds: Int(Limits.familyDeviceMilliseconds / 1_000)
        )
        return response
    }

    /// Has the device list nobody.
    func unshareDevice(_ visit: Visit) async throws -> Response {
        let call = try await settlingCall(visit)
        try await services.operations.identity.requireLiveSession(call)
        var response = redirect(to: .signIn, done: "unshare")
        response.headers[.setCookie] = session.familyDevice.ending
        return response
    }

    /// The reader's call, for what no endpoint does because it concerns a browser alone: counted,
    /// and held to role and scope, as those are.
    private func settlingCall(_ visit: Visit) async throws -> Call {
        let now = services.now()
        let context = visit.context
        let sender = try await services.sender(of: visit.token, context, now: now)
        guard sender.bearer != nil else { throw sender.challenge }
        let call = Call(
            caller: sender.caller,
            now: now,
            ids: services.ids,
            trace: context.trace,
            address: context.remoteAddress
        )
        do {
            try sender.require(.parent, .account)
        } catch {
            // A refusal must not be heard by whom the database would not let in any more.
            try await services.operations.identity.requireLiveSession(call)
            throw error
        }
        return call
    }
}
