/// What is to be done with a request for a code.
public enum AuthorizationCheck: Sendable, Equatable {
    /// It is refused on a page with this message: nobody may be sent to an address that is not
    /// known to be the client's.
    case page(String)
    /// It is refused to the client, at this address.
    case redirect(String)
    /// Somebody is asked to sign in.
    case ask(AuthorizationRequest)
}
