/// Where the session is kept when nobody names a place.
enum StandardTokenStore {
    static func make(of baseURL: String) -> any TokenStore {
        let server = AppFolder.name(of: baseURL)
        #if canImport(Security)
        return KeychainTokenStore(service: "purser \(server)")
        #else
        return FileTokenStore(path: "\(AppFolder.path(of: server))/session")
        #endif
    }
}
