import Contract
import Kernel
import Operations
import Providers
import SQL
import Store
import Synchronization
import Testbed

/// Holds on to the database that was put between a server and its own.
final class Interposed: Sendable {
    private let made = Mutex<InterposedDatabase?>(nil)

    /// The database, once the server was made.
    var database: InterposedDatabase? { made.withLock { $0 } }

    /// Puts one before another database.
    func make(_ base: any Database) -> any Database {
        let database = InterposedDatabase(base)
        made.withLock { $0 = database }
        return database
    }
}

extension InProcessServer {
    /// Authorizes a purchase under one key, past the server that knows which keys are running: as
    /// the operations of another process would.
    ///
    /// - Returns: The decision's id, whether it was made now or before.
    func authorizeOnce(_ call: Call) async -> String {
        let input = API.Guardian.AuthorizeRequest(amountCents: 500, merchant: "Starbucks")
        let keyed = Call(
            caller: call.caller,
            now: call.now,
            ids: call.ids,
            trace: call.trace,
            idempotency: IdempotentCall(
                caller: call.caller,
                operation: "o",
                key: "k",
                input: .null,
                hashKey: Secret([1]),
                status: 200,
                surface: .guardian
            )
        )
        do {
            return try await operations.guardian.authorizePurchase(input, keyed).decisionID.text
        } catch let answer as ReplayedAnswer {
            guard
                case .string(let id) = (try? JSONParser.parse(Array(answer.body.utf8)))?[
                    "decision_id"
                ]
            else { return "unreadable" }
            return id
        } catch {
            return "\(error)"
        }
    }
}
