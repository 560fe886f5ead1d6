/// The names that banks give columns, normalised; in each list the better one comes first.
enum CSVColumnNames {
    static let date = [
        "posted date", "posting date", "post date", "booking date", "date posted",
        "buchungstag", "buchungsdatum", "buchung", "date", "transaction date", "trans. date",
        "trans date", "completed date", "datum", "date comptable", "date opération", "fecha",
        "fecha operación", "data", "data contabile", "rentedatum", "value date", "valuta",
        "wertstellung", "started date", "date/time", "datetime", "time",
    ]

    static let amount = [
        "amount", "transaction amount", "betrag", "betrag (eur)", "betrag (€)", "amount (usd)",
        "amount (eur)", "amount (gbp)", "amount ($)", "amount (£)", "amount usd", "amount eur",
        "umsatz", "umsatz in eur", "montant", "importe", "importo", "bedrag", "bedrag (eur)",
        "valor", "value", "net", "amount in account currency",
    ]

    static let debit = [
        "debit", "debit amount", "debits", "withdrawal", "withdrawals", "withdrawal amount",
        "money out", "paid out", "amount debit", "soll", "lastschrift", "ausgang", "débit",
        "cargo", "cargos", "uscite", "dare", "af", "out", "outflow",
    ]

    static let credit = [
        "credit", "credit amount", "credits", "deposit", "deposits", "deposit amount", "money in",
        "paid in", "amount credit", "haben", "gutschrift", "eingang", "crédit", "abono", "abonos",
        "entrate", "avere", "bij", "in", "inflow",
    ]

    static let description = [
        "description", "transaction description", "original description", "details",
        "transaction details", "narrative", "verwendungszweck", "memo", "particulars", "libellé",
        "libelle", "concepto", "descrizione", "omschrijving", "text", "buchungstext", "memo/notes",
        "notes", "reference", "payment reference", "name / description", "name", "payee",
        "merchant", "merchant name",
    ]

    static let payee = [
        "payee", "merchant", "merchant name", "counterparty", "counter party", "counterparty name",
        "name", "beneficiary", "empfänger", "auftraggeber/empfänger", "name zahlungsbeteiligter",
        "beguenstigter/zahlungspflichtiger", "begünstigter/zahlungspflichtiger",
        "auftraggeber / begünstigter", "partner name", "naam tegenpartij", "tiers", "to/from",
    ]

    static let category = ["category", "kategorie", "categorie", "catégorie", "spending category"]

    static let balance = [
        "balance", "running balance", "running bal.", "account balance", "balance after",
        "saldo", "saldo (eur)", "kontostand", "solde", "saldo na mutatie", "balance (gbp)",
        "balance (usd)",
    ]

    static let id = [
        "transaction id", "transactionid", "fitid", "unique id", "transaction identifier", "id",
        "transaction number", "transaktions id",
    ]

    static let currency: Set<String> = [
        "currency", "currency code", "währung", "waehrung", "devise", "divisa", "moneda", "valuta",
        "munt", "muntsoort", "transaction currency", "account currency",
    ]

    /// Words that say in a column of their own whether an amount went out or came in.
    static let directions: Set<String> = [
        "debit", "credit", "dr", "cr", "db", "d", "c", "s", "h", "soll", "haben", "af", "bij",
        "dbit", "crdt", "money out", "money in",
    ]
}
