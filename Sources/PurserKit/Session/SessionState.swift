/// Whether somebody is signed in.
public enum SessionState: Sendable, Hashable {
    /// It was not looked up yet.
    case unknown
    /// What keeps the session cannot be read: before a device is unlocked for the first time, on a
    /// disk that fails. It is looked up again by the next call.
    case unreadable
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
