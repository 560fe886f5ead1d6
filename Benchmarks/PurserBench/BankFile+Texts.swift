extension BankFile {
    /// One text of many, none the same as another: a shop, a branch of it and a city.
    static func text(_ index: Int) -> String {
        let name = names[index % names.count]
        let city = cities[index / names.count % cities.count]
        let branch = 101 + index / (names.count * cities.count)
        return "\(name) \(branch) \(city)"
    }

    private static let names = [
        "WHOLEFDS MKT", "TRADER JOE S", "SAFEWAY", "KROGER FUEL", "COSTCO WHSE",
        "SQ *BLUE BOTTLE", "STARBUCKS STORE", "TST* CORNER CAFE", "MCDONALD'S", "CHIPOTLE",
        "SUBWAY", "PIZZERIA ROMA", "SUSHI HOUSE", "TACO TRUCK", "SHELL OIL",
        "CHEVRON", "UBER *TRIP", "LYFT *RIDE", "CITY PARKING", "METRO TRANSIT",
        "AMZN MKTP US", "TARGET", "WAL-MART", "BEST BUY", "IKEA FURNITURE",
        "THE HOME DEPOT", "ACE HARDWARE", "NETFLIX.COM", "SPOTIFY USA", "STEAM GAMES",
        "AMC CINEMA", "CVS/PHARMACY", "WALGREENS", "SMITH FAMILY DENTAL", "EYE CARE CLINIC",
        "VET HOSPITAL", "PET SUPPLIES PLUS", "PLANET FITNESS", "YOGA STUDIO", "HAIR SALON",
        "T-MOBILE", "COMCAST CABLE", "CITY WATER BILL", "POWER AND LIGHT", "STATE FARM INSURANCE",
        "DELTA AIR", "MARRIOTT HOTEL", "AIRBNB STAY", "JOES PLUMBING", "ZZYZX TRADING",
    ]
    private static let cities = [
        "NEW YORK NY", "LOS ANGELES CA", "CHICAGO IL", "HOUSTON TX", "PHOENIX AZ",
        "PHILADELPHIA PA", "SAN ANTONIO TX", "SAN DIEGO CA", "DALLAS TX", "AUSTIN TX",
        "SAN JOSE CA", "COLUMBUS OH", "CHARLOTTE NC", "INDIANAPOLIS IN", "SEATTLE WA",
        "DENVER CO", "BOSTON MA", "NASHVILLE TN", "DETROIT MI", "PORTLAND OR",
        "LAS VEGAS NV", "MEMPHIS TN", "BALTIMORE MD", "MILWAUKEE WI", "ALBUQUERQUE NM",
        "TUCSON AZ", "FRESNO CA", "SACRAMENTO CA", "ATLANTA GA", "OMAHA NE",
        "RALEIGH NC", "MIAMI FL", "OAKLAND CA", "TULSA OK", "TAMPA FL",
        "HONOLULU HI", "BOISE ID", "RENO NV", "BUFFALO NY", "MADISON WI",
    ]
}
