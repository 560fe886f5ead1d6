import Guardian
import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Stored places")
struct PlacesTests {
    @Test(
        "are near within fifty metres, across the antimeridian and at a pole too",
        arguments: Engine.all
    )
    func near(engine: Engine) async throws {
        try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                let set = { (latitude: Double, longitude: Double, kind: String) in
                    let place = Coordinate(latitude: latitude, longitude: longitude)
                    try Places.set(Place(name: "P", position: place, kind: kind), in: session)
                }
                let isNear = { (latitude: Double, longitude: Double) in
                    let place = Coordinate(latitude: latitude, longitude: longitude)
                    return try Places.hasRestaurant(near: place, in: session)
                }
                #expect(try isNear(40.7128, -74.006))
                #expect(try !isNear(0, 0))
                try set(0, 0, "museum")
                #expect(try !isNear(0, 0))
                try set(0, 0, "bar")
                #expect(try isNear(0, 0.0004) && !isNear(0, 0.0005))
                try set(10, 179.9999, "cafe")
                #expect(try isNear(10, -179.9999) && !isNear(10, -179.999))
                try set(-20, -180, "bakery")
                #expect(try isNear(-20, 180))
                try set(90, 10, "restaurant")
                #expect(try isNear(89.9999, -170) && !isNear(89.999, 10))
            }
        }
    }
}
