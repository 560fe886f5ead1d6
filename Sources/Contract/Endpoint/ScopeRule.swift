import Kernel

/// What of the API a token must have been given for an endpoint.
///
/// A caller without a token needs none, where the endpoint's ``Access`` lets it in.
public enum ScopeRule: Sendable, CaseIterable {
    /// The room of the endpoint's surface: to read it for GET, to change it for every other method.
    case room
    /// The room, to read it, whatever the method: the call changes nothing and is not remembered.
    case reading
    /// The room, to change it, whatever the method: the call keeps what it is told.
    case changing
    /// The member's account: password, factors, sessions, invitations, who is a member.
    case account
    /// Nothing: any token may do this.
    case nothing

    /// What a token needs for a method on a surface.
    func scopes(of surface: Surface, _ method: Method) -> APIScopes {
        let (reading, changing) = surface.scopes
        return switch self {
        case .room: method == .get ? reading : changing
        case .reading: reading
        case .changing: changing
        case .account: .account
        case .nothing: []
        }
    }
}

extension Surface {
    fileprivate var scopes: (reading: APIScopes, changing: APIScopes) {
        switch self {
        case .guardian: (.guardianRead, .guardian)
        case .banking: (.bankingRead, .banking)
        case .rewards: (.rewardsRead, .rewards)
        case .allowance: (.allowanceRead, .allowance)
        case .insights: (.insightsRead, .insights)
        }
    }
}
