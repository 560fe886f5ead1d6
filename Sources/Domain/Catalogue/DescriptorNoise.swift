/// What stands around merchants' names in descriptors.
enum DescriptorNoise {
    /// What a prefix says.
    enum Prefix {
        /// Who took the payment, when an asterisk follows.
        case starred
        /// Who took the payment.
        case processor
        /// How the payment was made.
        case bank
    }

    /// The words before a name.
    static let prefixes: PhraseTable<Prefix> = {
        var table = PhraseTable<Prefix>()
        for phrase in banks { table.set(split(phrase), to: .bank) }
        for phrase in starred { table.set(split(phrase), to: .starred) }
        for phrase in processors { table.set(split(phrase), to: .processor) }
        return table
    }()

    /// The codes of the states of the United States, the capital's district and Puerto Rico.
    static let states = Set(
        split(
            """
            AL AK AZ AR CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND \
            NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VT WA WI WV WY
            """
        )
    )

    /// The largest cities of the United States, which stand before a state without any number
    /// between the name and them.
    static let cities: PhraseTable<Void> = {
        var table = PhraseTable<Void>()
        for city in cityNames.split(separator: ",") {
            table.set(split(String(city)), to: ())
        }
        return table
    }()

    /// How many words a city's name has at most.
    static let cityWords = 3

    private static let starred = ["SQ", "TST", "PP", "PAYPAL", "IN", "GOOGLE", "PY", "FS", "SUMUP"]

    private static let processors = ["SP", "SP PLUS", "PAYPAL INST XFER", "APLPAY"]

    private static let banks = [
        "POS", "POS DEBIT", "POS PURCHASE", "POS REFUND", "POS WITHDRAWAL", "POINT OF SALE",
        "DEBIT CARD PURCHASE", "DEBIT PURCHASE", "DEBIT CARD", "CHECKCARD", "CHECK CARD",
        "CHECK CARD PURCHASE", "CHECKCARD PURCHASE", "VISA PURCHASE", "VISA DEBIT",
        "CARD PURCHASE", "RECURRING CARD PURCHASE", "PURCHASE AUTHORIZED ON",
        "RECURRING PAYMENT AUTHORIZED ON", "RECURRING PAYMENT", "RECURRING", "PIN PURCHASE",
        "SIGNATURE PURCHASE", "CONTACTLESS", "ACH DEBIT", "CARD PAYMENT TO", "DBT CRD",
        "DBT PURCHASE", "APPLE PAY",
    ]

    private static let cityNames =
        """
        NEW YORK,BROOKLYN,BRONX,LOS ANGELES,CHICAGO,HOUSTON,PHOENIX,PHILADELPHIA,SAN ANTONIO,\
        SAN DIEGO,DALLAS,JACKSONVILLE,AUSTIN,FORT WORTH,SAN JOSE,COLUMBUS,CHARLOTTE,INDIANAPOLIS,\
        SAN FRANCISCO,SEATTLE,DENVER,OKLAHOMA CITY,NASHVILLE,WASHINGTON,EL PASO,LAS VEGAS,BOSTON,\
        DETROIT,PORTLAND,LOUISVILLE,MEMPHIS,BALTIMORE,MILWAUKEE,ALBUQUERQUE,TUCSON,FRESNO,\
        SACRAMENTO,MESA,ATLANTA,KANSAS CITY,COLORADO SPRINGS,OMAHA,RALEIGH,MIAMI,VIRGINIA BEACH,\
        LONG BEACH,OAKLAND,MINNEAPOLIS,BAKERSFIELD,TAMPA,TULSA,ARLINGTON,AURORA,WICHITA,CLEVELAND,\
        NEW ORLEANS,HENDERSON,HONOLULU,ANAHEIM,ORLANDO,LEXINGTON,STOCKTON,RIVERSIDE,IRVINE,CORPUS \
        CHRISTI,NEWARK,SANTA ANA,CINCINNATI,PITTSBURGH,ST PAUL,SAINT PAUL,GREENSBORO,JERSEY CITY,\
        DURHAM,LINCOLN,NORTH LAS VEGAS,PLANO,ANCHORAGE,GILBERT,MADISON,RENO,CHANDLER,ST LOUIS,\
        SAINT LOUIS,CHULA VISTA,BUFFALO,FORT WAYNE,LUBBOCK,ST PETERSBURG,TOLEDO,LAREDO,GLENDALE,\
        WINSTON SALEM,CHESAPEAKE,SCOTTSDALE,GARLAND,IRVING,NORFOLK,BOISE,FREMONT,SPOKANE,RICHMOND,\
        BATON ROUGE,SAN BERNARDINO,TACOMA,DES MOINES,HIALEAH,HUNTSVILLE,MODESTO,FRISCO,SALT LAKE \
        CITY,ROCHESTER,FAYETTEVILLE,LITTLE ROCK,AMARILLO,AUGUSTA,SALEM,BIRMINGHAM,PROVIDENCE,\
        CHATTANOOGA,KNOXVILLE,FORT LAUDERDALE,VANCOUVER,SIOUX FALLS,EUGENE,PASADENA,CAMBRIDGE,\
        BERKELEY,BELLEVUE,PALO ALTO,MOUNTAIN VIEW,SUNNYVALE,SANTA CLARA,SANTA MONICA,BOULDER,\
        CHARLESTON,SAVANNAH,ALBANY,SYRACUSE,HARTFORD,NEW HAVEN,STAMFORD,BURLINGTON,ANN ARBOR,\
        CUPERTINO,REDMOND,WILMINGTON
        """

    private static func split(_ text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }
}
