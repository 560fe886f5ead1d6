import ArgumentParser
import Kernel
import Server

extension Settings {
    /// Where the map's tiles come from; `nil` where it has none.
    static func mapTiles(_ reader: SettingReader) throws -> MapTiles? {
        let attribution = try reader.text(.mapAttribution)
        guard let template = try reader.text(.mapTiles) else {
            guard attribution == nil else {
                throw ValidationError("mapAttribution is set only with mapTiles")
            }
            return nil
        }
        let most = Limits.mapAttributionCharacters
        guard attribution.map({ (1...most).contains($0.unicodeScalars.count) }) != false else {
            throw ValidationError("mapAttribution must have 1 to \(most) characters")
        }
        guard let tiles = MapTiles(template, attribution: attribution) else {
            throw ValidationError(
                """
                mapTiles must be like https://tiles.example.com/{z}/{x}/{y}.png: https, or http to \
                localhost or 127.0.0.1, with each of {z}, {x} and {y} once
                """
            )
        }
        return tiles
    }
}
