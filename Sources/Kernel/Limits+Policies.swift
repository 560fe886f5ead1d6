/// The bounds of policies.
extension Limits {
    // MARK: A policy

    /// Policies of one state that a household may have.
    public static let policiesPerState = 200
    /// The longest name of a policy, in Unicode scalars.
    public static let policyNameCharacters = 80
    /// The longest message of a policy, in Unicode scalars.
    public static let policyMessageCharacters = 200
    /// How long what loosens a live policy may wait, in hours.
    public static let looseningHours: ClosedRange<Int64> = 0...168
    /// How long it waits unless a household says otherwise, in hours.
    public static let looseningHoursUsual: Int64 = 24

    /// Changes of policies, and of how long these wait, that are due and let take effect at once.
    public static let policyChangesDue = 100

    // MARK: A condition

    /// The largest condition, in bytes of canonical JSON.
    public static let policyConditionBytes = 4_096
    /// How deep conditions may be within one another; a leaf alone is 1 deep.
    public static let policyConditionDepth = 6
    /// The most leaves of a condition.
    public static let policyConditionLeaves = 50
    /// The most conditions of one `all` or `any`.
    public static let policyConditionParts = 20
    /// The most categories, codes or merchants of one leaf.
    public static let policyListEntries = 100
    /// The deepest nesting of arrays and objects in the JSON of a condition.
    public static let policyConditionJSONDepth = 16
    /// The longest rolling window, in hours: 31 days.
    public static let policyWindowHours: Int64 = 744
    /// The largest number that a count is compared with.
    public static let policyCount: Int64 = 1_000_000
    /// The largest distance from a place, in metres.
    public static let policyPlaceMetres: Int64 = 100_000
    /// How many figures the trace tells of one policy.
    public static let policyFindings = 6
    /// From how many leaves on a condition is only counted in a message.
    public static let policySentenceLeaves = 8
    /// How many entries of a list a message tells.
    public static let policySentenceEntries = 5

    // MARK: Windows

    /// How many days back what windows look back on is kept at least: more than a month, and than
    /// the hours of the longest window.
    public static let policyWindowDays = 40
    /// How many days back it may lie before what is older is forgotten.
    public static let policyWindowDaysMost = 47

    // MARK: Deciding

    /// How large the prepared policies of those who bought last may be together, in bytes.
    public static let policyMemoryBytes = 64 * 1_048_576
    /// How long what policies in shadow would have answered is kept, in milliseconds: 400 days.
    public static let shadowKeptMilliseconds: Int64 = 400 * 86_400_000

    // MARK: Trying on the past

    /// Policies that are tried on the past at once.
    public static let backtestPolicies = 1_000
    /// Purchases that policies are tried on at once.
    public static let backtestPurchases = 1_000_000
    /// Trials that a process makes at once; of a household, one.
    public static let backtestsAtOnce = 2
    /// The longest a trial of a request may take, in seconds.
    public static let backtestSeconds = 25
    /// How far apart in time decisions may lie in the wrong order of a chain, in milliseconds:
    /// calls that run beside one another.
    public static let decisionDisorderMilliseconds: Int64 = 300_000
    /// Purchases that are shown of what a tried policy was true for.
    public static let backtestExamples = 10
    /// Merchants that are shown of what a tried policy was true for.
    public static let backtestMerchants = 10
    /// Decisions that are shown of what a policy in shadow was true for.
    public static let shadowExamples = 20

    /// The relations between these limits that the program relies on.
    static let policyRelations: [(String, Bool)] = [
        ("what loosens waits as long as it may", looseningHours.contains(looseningHoursUsual)),
        ("a window of hours holds the longest month", policyWindowHours == 31 * 24),
        ("a place may be a fence", policyPlaceMetres == fenceRadiusMetres),
        (
            "a leaf lies as deep as a condition's JSON may be",
            2 * policyConditionDepth + 3 <= policyConditionJSONDepth
        ),
        ("a body holds a condition", policyConditionJSONDepth + 3 <= jsonDepth),
        (
            "a list of the shortest entries fits in a condition",
            4 * policyListEntries < policyConditionBytes
        ),
        ("a trial ends within its request", backtestSeconds < requestSeconds),
        (
            "calls of one time end within the disorder of decisions",
            decisionDisorderMilliseconds > Int64(requestSeconds) * 2_000
        ),
        (
            "sums of all purchases of a trial fit",
            amountMinor <= Int64.max / Int64(backtestPurchases)
        ),
        (
            "windows of policies look back less far than is kept",
            policyWindowHours / 24 + 2 < Int64(policyWindowDays)
                && policyWindowDays < policyWindowDaysMost
        ),
        (
            "the most policies of one member are remembered",
            2 * policiesPerState * (8 * policyConditionBytes + 3_072) <= policyMemoryBytes / 2
        ),
        (
            "what shadows would have answered is kept for more than a year",
            shadowKeptMilliseconds > 366 * 86_400_000
        ),
        (
            "a trial remembers a bit for each policy and purchase in 128 MiB",
            backtestPolicies * backtestPurchases / 8 <= 128 * 1_048_576
        ),
    ]
}
