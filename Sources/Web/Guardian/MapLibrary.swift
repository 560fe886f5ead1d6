/// The files of Leaflet, which the system installed, as the map's page asks for them.
public struct MapLibrary: Sendable {
    let script: WebApp.File
    let style: WebApp.File

    /// Takes the files as they were read.
    public init(script: [UInt8], style: [UInt8]) {
        self.script = WebApp.File(named: "leaflet", "js", WebApp.File.script, script)
        // Its images are of markers and controls that the map does not have.
        let text = String(decoding: style, as: UTF8.self)
            .replacing(/url\(["']?images\/[^)]*\)/, with: "none")
        self.style = WebApp.File(named: "leaflet", "css", WebApp.File.style, Array(text.utf8))
    }

    /// What is served of it.
    public var files: [WebApp.File] { [script, style] }
}

/// The map on the page of places.
public struct PlacesMap: Sendable {
    let library: MapLibrary
    let tiles: String?
    let attribution: String?

    /// Makes a map.
    ///
    /// - Parameters:
    ///   - library: What draws it.
    ///   - tiles: The address of a tile, with `{z}`, `{x}` and `{y}`; without it the map shows the
    ///     places on a plain ground.
    ///   - attribution: Whose the tiles are.
    public init(_ library: MapLibrary, tiles: String? = nil, attribution: String? = nil) {
        self.library = library
        self.tiles = tiles
        self.attribution = attribution
    }
}

/// The map as the page shows it.
struct PlacesMapView: Sendable {
    let library: String
    let libraryStyle: String
    let script = WebApp.mapScript.path
    let style = WebApp.mapStyle.path
    let tiles: String?
    let attribution: String?
    let mostRadius: String
    /// Whether the reader may draw on it.
    let isDrawn: Bool

    init(_ map: PlacesMap, mostRadius: Int64, isDrawn: Bool) {
        library = map.library.script.path
        libraryStyle = map.library.style.path
        tiles = map.tiles
        attribution = map.attribution
        self.mostRadius = String(mostRadius)
        self.isDrawn = isDrawn
    }
}
