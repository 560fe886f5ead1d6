/// How far somebody came on the sign-in page.
public enum PageStep: Sendable, Equatable {
    /// Signed in: the code goes to the client.
    case code(String)
    /// The password is right, and a code of the second factor is needed; the ticket says so.
    case secondFactor(ticket: String)
}
