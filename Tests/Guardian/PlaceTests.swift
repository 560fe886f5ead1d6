import Guardian
import Kernel
import Testing

@Suite("A file of places")
struct PlaceTests {
    @Test("is read line by line")
    func reading() throws {
        let text = """
            name,latitude,longitude,kind
            "Joe's, the Bar",40.5,-73.25,bar
            Südpol,-90,180,cafe

            """
        #expect(
            try Place.read(text) == [
                Place(
                    name: "Joe's, the Bar",
                    position: Coordinate(latitude: 40.5, longitude: -73.25),
                    kind: "bar"
                ),
                Place(
                    name: "Südpol",
                    position: Coordinate(latitude: -90, longitude: 180),
                    kind: "cafe"
                ),
            ]
        )
    }

    @Test(
        "is refused at its first wrong line, by field and rule",
        arguments: [
            ("a,1,2,bar", 1, "the first line must be name,latitude,longitude,kind"),
            ("", 1, "the first line must be name,latitude,longitude,kind"),
            ("+a,1,2", 2, "has 3 fields where 4 are asked"),
            ("+,1,2,bar", 2, "name must have 1 to 120 characters"),
            ("+a,1,2,bar\nb,91,2,bar", 3, "latitude must be a number from -90 to 90"),
            ("+a,nan,2,bar", 2, "latitude must be a number from -90 to 90"),
            ("+a,0x10,2,bar", 2, "latitude must be a number from -90 to 90"),
            ("+a,1,-180.01,bar", 2, "longitude must be a number from -180 to 180"),
            ("+a,1,2,Bar", 2, "kind must be a word such as restaurant"),
            ("+a,1,2,", 2, "kind must be a word such as restaurant"),
            ("+\"a,1,2,bar", 2, "a quoted field does not end"),
        ]
    )
    func faults(rows: String, line: Int, reason: String) {
        let text = rows.replacing("+", with: "name,latitude,longitude,kind\n")
        let fault = #expect(throws: CSVReader.Fault.self) { try Place.read(text) }
        #expect(fault?.line == line && fault?.reason == reason)
    }
}
