import Foundation
import PurserKit
import PurserTesting
import Testing

extension Snippets {
    static func tellWhatWentWrong(_ work: () async throws -> Void) async -> String {
        do {
            try await work()
            return "Done."
        } catch let error as PurserError {
            switch error.kind {
            case .unauthorized: return "Please sign in again."
            case .forbidden: return "Only a parent may do this."
            case .invalid: return error.message
            case .rateLimited: return "Try again in \(error.retryAfterSeconds ?? 60) s."
            case .network(.offline): return "You are offline."
            default: return error.localizedDescription
            }
        } catch {
            return "Given up."
        }
    }

    static func support(_ error: PurserError) -> String {
        let number = error.traceID ?? "none"
        return error.isTemporary ? "Please try again." : "Tell us this number: \(number)."
    }

    @Test("each kind of error is told in words of its own")
    func tellsErrors() async throws {
        try await LocalServer.with { server in
            let purser = try server.purser()
            let nobody = await Self.tellWhatWentWrong { _ = try await purser.guardian.listRules() }
            #expect(nobody == "Please sign in again.")
            let people = try await server.addDemoHousehold()
            try await purser.session.signIn(email: people[2].email, password: people[2].password)
            let child = await Self.tellWhatWentWrong {
                try await purser.guardian.setRule(category: "fun", monthlyLimitCents: 1)
            }
            #expect(child == "Only a parent may do this.")
            let nameless = await Self.tellWhatWentWrong {
                _ = try await purser.guardian.authorizePurchase(amountCents: 5, merchant: "")
            }
            #expect(nameless.contains("merchant"))
            await purser.shutdown()
        }
        let down = PurserError(.server, "Down", traceID: "t-1")
        #expect(Self.support(down) == "Please try again.")
        #expect(Self.support(PurserError(.decoding, "What?", traceID: "t-1")).contains("t-1"))
    }
}
