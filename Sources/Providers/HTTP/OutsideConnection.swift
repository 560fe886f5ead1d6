import AsyncHTTPClient

/// How other issuers, external providers and language models are reached.
enum OutsideConnection {
    // Lives as long as the program. Who cannot be reached is given up at once, and who sends us
    // elsewhere is not followed: what is sent is for nobody but who is configured.
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
