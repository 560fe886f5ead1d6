/// Whether somebody is signed in.
public enum SessionState: Sendable, Hashable {
    /// It was not looked up yet.
    case unknown
    /// Nobody is, and why.
    case signedOut(Reason)
    /// Somebody is.
    case signedIn(owner: String)

    /// Why nobody is signed in.
    public enum Reason: Sendable, Hashable {
        /// Nobody has signed in yet.
        case none
        /// The member signed out.
        case byMember
        /// The server has ended the session.
        case expired
    }
}
