import AsyncHTTPClient

/// How other issuers and external providers are reached.
enum IssuerConnection {
    // Lives as long as the program. Who cannot be reached is given up at once, and who sends us
    // elsewhere is not followed: neither keys nor grants are for anybody but who is configured.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        return HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup,
            configuration: configuration
        )
    }()
}
