/// How far the first step of a sign-in in two steps came.
public enum SignInProgress<Output: Sendable>: Sendable {
    /// Signed in, with what that gives.
    case passed(Output)
    /// The password is right, and a code of the second factor is needed; the ticket says so.
    case secondFactor(ticket: String)
}
