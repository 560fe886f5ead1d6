import Logging
import Web

extension ServerSettings {
    /// What draws the map; `nil` where it is not installed, which the log says.
    func mapLibrary(_ logger: Logger) -> MapLibrary? {
        guard let webLibraries else { return nil }
        do throws(WebLibraryFolder.Fault) {
            return try WebLibraryFolder(path: webLibraries).leaflet()
        } catch {
            logger.info(
                "places are shown as a list alone, without a map",
                metadata: ["folder": "\(webLibraries)", "reason": "\(error)"]
            )
            return nil
        }
    }
}
