import Kernel

/// How one server process runs.
public struct ServerSettings: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The ports to listen on; all serve the same routes.
    public var ports = [8_080]
    /// The URL clients know the server by; tokens name it as their issuer.
    public var publicURL = "http://127.0.0.1:8080"
    /// Requests a caller may make per second, sustained; 0 limits nothing.
    public var requestsPerSecond = Limits.requestsPerSecond
    /// Requests a caller may make at once before the sustained rate holds.
    public var requestBurst = Limits.requestBurst
    /// Sign-ins from one address that may fail in 15 minutes; 0 limits nothing.
    public var failedSignIns = Limits.failedSignIns
    /// Who may hold connections open, and for how long without a request.
    public var connections = ConnectionSettings()
    /// Proxies that are believed when they say for whom they pass a request on.
    public var trustedProxies: [AddressBlock] = []
    /// Bytes of request bodies that may be in memory at once, a quarter of them from one network
    /// address; 0 limits nothing.
    public var bodiesBytes = Limits.bodiesBytes
    /// Origins whose pages may call the API.
    public var corsOrigins: [String] = []
    /// The certificate chain file (PEM); with it the server speaks TLS, HTTP/2 and HTTP/1.1.
    public var tlsCertificate: String?
    /// The private key file (PEM) of the certificate.
    public var tlsKey: String?
    /// The folder in which the system installed Leaflet; without it places have no map.
    public var webLibraries: String?
    /// Where the map's tiles come from; without it the map has a plain ground.
    public var mapTiles: MapTiles?
    /// How often it does by itself what nobody asks for.
    public var intervals = Intervals()
    /// Whether the web app has a page that shows the parts of its pages; a demo does.
    public var showsComponents = false
    /// What the operator's calls carry as bearer token; without it they come from this machine.
    public var operatorToken: String?

    /// Makes settings as they are when nothing is configured.
    public init() {}
}

extension ServerSettings {
    /// Whether browsers come by TLS, to this server or to a proxy in front of it.
    var isSecure: Bool { tlsCertificate != nil || publicURL.hasPrefix("https://") }
}
