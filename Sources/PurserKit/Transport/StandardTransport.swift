/// The transport of the platform.
enum StandardTransport {
    /// Makes a transport to the server of a configuration: by URLSession where that is the system's
    /// own, else by AsyncHTTPClient.
    ///
    /// - Throws: ``PurserError`` `invalid`.
    static func make(_ configuration: Configuration, baseURL: String) throws -> any Transport {
        #if canImport(Darwin)
        try URLSessionTransport(configuration, baseURL: baseURL)
        #elseif canImport(AsyncHTTPClient)
        try AsyncHTTPTransport(configuration, baseURL: baseURL)
        #else
        try URLSessionTransport(configuration, baseURL: baseURL)
        #endif
    }
}
