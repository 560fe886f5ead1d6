/// An item that was just linked.
public struct LinkedItem: Sendable, Equatable {
    /// The provider's id of the item.
    public let id: String
    /// What opens it.
    public let accessToken: BankAccessToken
    /// The provider's name of the request.
    public let requestID: String

    /// Makes an item.
    public init(id: String, accessToken: BankAccessToken, requestID: String) {
        self.id = id
        self.accessToken = accessToken
        self.requestID = requestID
    }
}
