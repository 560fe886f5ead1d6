import Contract
import Kernel
import Providers
import SQL
import Store

extension Operations {
    /// Founds a household once for the call's key.
    ///
    /// A repeat with the same key finds the member again; tokens are made anew by the caller of
    /// this, because they are never kept readable.
    func registerHousehold(
        _ call: Call,
        email: String,
        password: Password,
        makeHousehold: (String) -> NewHousehold
    ) async throws -> MemberRecord {
        let household = makeHousehold(try await passwords.hash(password.secret))
        let once = try await database.write { session in
            try Self.once(call, in: session, encode: { $0.id.text }) {
                try household.found(call, in: session)
            }
        }
        switch once {
        case .done(let member): return member
        case .refused(let problem): throw problem
        case .replayed(let answer):
            guard let id = ID<Entity.Member>(answer.body),
                let member = try await database.read({ try Members.find(id, in: $0) })
            else { throw answer }
            return member
        }
    }
}
