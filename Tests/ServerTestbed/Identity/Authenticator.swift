import Contract
import Kernel
import Providers
import PurserKit
import SQL
import Store
import Testbed
import Testing

/// An authenticator app with a member's secret, and the recovery codes that came with it.
struct Authenticator: Sendable {
    let totp: TOTP
    var recoveryCodes: [String] = []

    /// Takes the secret as a person types it in.
    init(_ base32: String) throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bits = ""
        for character in base32 {
            let value = try #require(alphabet.firstIndex(of: character))
            let digits = String(value, radix: 2)
            bits += String(repeating: "0", count: 5 - digits.count) + digits
        }
        let bytes = stride(from: 0, through: bits.count - 8, by: 8).compactMap { place in
            UInt8(bits.dropFirst(place).prefix(8), radix: 2)
        }
        totp = TOTP(secret: bytes)
    }

    /// The code that it shows, or showed some steps ago.
    func code(_ clock: TestClock, apart steps: Int64 = 0) -> String {
        totp.code(at: TOTP.step(at: clock.now) + steps)
    }

    /// A code that it shows neither now nor soon.
    func wrongCode(_ clock: TestClock) -> String {
        let near = (-2...2).map { code(clock, apart: $0) }
        return ["111111", "222222", "333333", "444444", "555555", "666666"].first {
            !near.contains($0)
        } ?? ""
    }
}

extension InProcessServer {
    /// Turns a member's second factor on; half a minute passes, so that the next code is new.
    func turnOnSecondFactor(of member: TestMember) async throws -> Authenticator {
        let begun = try await member.purser.call(
            API.Identity.beginSecondFactor,
            .init(password: Self.password)
        )
        var app = try Authenticator(begun.secret)
        app.recoveryCodes = try await member.purser.call(
            API.Identity.confirmSecondFactor,
            .init(code: app.code(clock))
        ).recoveryCodes
        clock.advance(seconds: 30)
        return app
    }

    /// Signs in to Allowance by hand, with a code where there is one.
    func signIn(
        _ email: String,
        _ password: String = "password123",
        code: String? = nil,
        at door: String = "/api/v1/auth/login"
    ) async throws -> TransportResponse {
        var fields: [JSON.Member] = [
            .init("email", .string(email)), .init("password", .string(password)),
        ]
        if let code { fields.append(.init("code", .string(code))) }
        return try await post(door, JSON.object(fields).text)
    }

    /// What happened to a member's account, oldest first.
    func authEvents(of member: TestMember) async throws -> [AuthEvent] {
        try await database.read { session in
            try AuthEvents.list(of: member.id, limit: 100, in: session).reversed()
        }
    }

    /// The kinds of what happened to a member's account, oldest first.
    func authEventKinds(of member: TestMember) async throws -> [AuthEvent.Kind] {
        try await authEvents(of: member).map(\.kind)
    }
}

extension DatabaseContents {
    /// Whether any row of any table holds a text, whole or as a part.
    func mention(_ text: String) -> Bool {
        tables.values.joined().joined().contains { value in
            guard case .text(let stored) = value else { return false }
            return stored.contains(text)
        }
    }
}
