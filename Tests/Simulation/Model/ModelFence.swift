import Foundation

/// A circle inside which purchases are blocked or warned about.
struct ModelFence: Equatable, Sendable {
    /// The integer id; the engine's own choice.
    let number: Int64
    let name: String
    let latitude: Double
    let longitude: Double
    let radius: Int64
    let category: String?
    let isBlocking: Bool

    /// Whether a position lies inside, by the haversine formula on a sphere of 6,371 km.
    func holds(_ ping: ModelPing) -> Bool {
        let radians = { (degrees: Double) in degrees * .pi / 180 }
        let rise = sin(radians(ping.latitude - latitude) / 2)
        let run = sin(radians(ping.longitude - longitude) / 2)
        let chord =
            rise * rise + cos(radians(latitude)) * cos(radians(ping.latitude)) * run * run
        return 2 * 6_371_000 * asin(min(1, chord.squareRoot())) <= Double(radius)
    }
}

/// Where a member was.
struct ModelPing: Equatable, Sendable {
    let latitude: Double
    let longitude: Double
    let takenAtMS: Int64
}
