public import Kernel
public import SQL

extension Members {
    private static let email = Statement(
        """
        UPDATE members SET email = $2
        WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM members WHERE email = $2 AND id <> $1)
        """
    )

    /// Replaces a member's e-mail address.
    ///
    /// - Returns: Whether it did; not when the address is taken.
    public static func setEmail(
        _ email: String,
        _ id: ID<Entity.Member>,
        in session: any Session
    ) throws -> Bool {
        do {
            return try session.savepoint {
                try session.run(Self.email, [.id(id), .text(email)]) == 1
            }
        } catch let error as DatabaseError where error.code == .unique {
            // Taken by a writer whom this transaction does not see.
            return false
        }
    }
}
