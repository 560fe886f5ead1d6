/// Every bound of the program, with its unit in its name.
///
/// Source: the house's design, section 7, and the contract of each room.
public enum Limits {
    // MARK: Money

    /// The largest absolute amount, in minor units.
    public static let amountMinor: Int64 = 1_000_000_000_000
    /// What an answer's sum of amounts may be, in minor units: all that is kept of one.
    public static let sumMinor: ClosedRange<Int64> = .min ... .max

    // MARK: Requests

    /// The largest request body, in bytes.
    public static let bodyBytes = 1_048_576
    /// The largest request head (line and headers), in bytes.
    public static let headBytes = 16_384
    /// The deepest nesting of arrays and objects in a request.
    public static let jsonDepth = 32
    /// Faults that one answer names; a body may hold a hundred thousand.
    public static let faultsPerAnswer = 100
    /// The longest identifier that a caller makes up and we keep, in Unicode scalars.
    public static let identifierCharacters = 255
    /// The most combining marks in a row; no language needs as many.
    public static let combiningMarks = 30
    /// The longest number in a request, in characters.
    public static let jsonNumberCharacters = 400
    /// The longest a request may take from its first byte to its answer, in seconds.
    public static let requestSeconds = 30
    /// Connections that a port serves at once, below the 1,024 files of a usual process; more wait.
    public static let connections = 900
    /// Connections that one network address may hold at once, unless configured otherwise.
    public static let connectionsPerAddress = 64
    /// How long after it was accepted a connection may be without the head of a first request, TLS
    /// included, in seconds.
    public static let firstRequestSeconds = 10
    /// The most that one read takes in from a connection, in bytes.
    public static let readBytes = 16_384
    /// Request bodies in memory at once, in bytes; a quarter of it one network address may have.
    public static let bodiesBytes = 67_108_864
    /// What a request counts as at least among them, in bytes.
    public static let bodyRoomBytes = 16_384
    /// The longest Idempotency-Key, in characters.
    public static let idempotencyKeyCharacters = 255
    /// How long an Idempotency-Key is remembered, in milliseconds.
    public static let idempotencyMilliseconds: Int64 = 86_400_000
    /// The longest trace a caller may name, in characters.
    public static let traceCharacters = 128
    /// Requests a caller may make per second, sustained, unless configured otherwise.
    public static let requestsPerSecond = 100
    /// Requests a caller may make at once before the sustained rate holds.
    public static let requestBurst = 200
    /// Callers whose rate is remembered at once.
    public static let rateLimitedCallers = 100_000

    // MARK: Guardian

    /// Monthly limits a member may have.
    public static let rulesPerMember = 200
    /// Geofences a member may have.
    public static let fencesPerMember = 32
    /// The longest name of a geofence, in Unicode scalars.
    public static let fenceNameCharacters = 100
    /// The largest radius of a geofence, in metres.
    public static let fenceRadiusMetres: Int64 = 100_000
    /// The least exact position that is taken, in metres: half of the equator.
    public static let accuracyMetres = 20_037_509.0
    /// How old the position may be that geofences are held against, in milliseconds.
    public static let pingMilliseconds: Int64 = 1_800_000
    /// How long positions are kept, in milliseconds.
    public static let pingKeptMilliseconds: Int64 = 86_400_000
    /// How old the check before may be for a check to be stationary, in milliseconds.
    public static let stationaryMilliseconds: Int64 = 300_000
    /// The speed from which on somebody moves, in metres per second.
    public static let stationaryMetresPerSecond = 0.5
    /// How near a place is near, in metres.
    public static let nearMetres = 50.0
    /// The window in which stationary checks count, in milliseconds.
    public static let lingeringMilliseconds: Int64 = 900_000
    /// Stationary checks near restaurants in the window that are too many.
    public static let lingeringChecks: Int64 = 5
    /// Stationary checks near restaurants that are counted: more than a check a second are as many.
    public static let countedChecks = 1_000
    /// Stationary checks of somebody without a token that are remembered, and counted, at most.
    public static let lingeringChecksKept = 250
    /// How long a location check is remembered, in milliseconds.
    public static let checkKeptMilliseconds: Int64 = 3_600_000
    /// Callers without a token whose location checks are remembered at once.
    public static let anonymousLocationNames = 10_000
    /// Merchants that a list of sums shows.
    public static let merchantsListed = 10
    /// Overrides that a list of them shows.
    public static let overridesListed = 50
    /// Links of a chain whose decisions may stay uncounted; a summary looks at each of them.
    public static let untalliedLinks: Int64 = 500
    /// The longest merchant name, in Unicode scalars.
    public static let merchantCharacters = 120
    /// The longest category, in Unicode scalars.
    public static let categoryCharacters = 32
    /// How long an override is valid, in milliseconds.
    public static let overrideMilliseconds: Int64 = 300_000
    /// How long a child's request waits for a parent, in milliseconds.
    public static let approvalMilliseconds: Int64 = 86_400_000
    /// Requests that a list of them shows.
    public static let approvalsListed = 100

    /// The longest name of a card, in Unicode scalars.
    public static let cardLabelCharacters = 100
    /// The longest id of a card at its processor, in Unicode scalars.
    public static let paymentMethodCharacters = 255
    /// How old the decision may be that a charge goes by, in milliseconds.
    public static let matchMilliseconds: Int64 = 600_000
    /// How many of a member's newest decisions are looked through for that of a charge.
    public static let matchDecisions = 1_000
    /// How long a charge's own call has to hear of it before others ask, in milliseconds.
    public static let chargeHeardMilliseconds: Int64 = 60_000
    /// How long after it was asked a processor that knows nothing of a charge never will, in
    /// milliseconds.
    public static let chargeDroppedMilliseconds: Int64 = 600_000
    /// How long a processor is asked whether the holder of a card has acted, in milliseconds.
    public static let chargeActionMilliseconds: Int64 = 86_400_000
    /// The longest pause between two questions about a charge, in milliseconds.
    public static let chargeLookMilliseconds: Int64 = 3_600_000
    /// Charges that are asked about in one round.
    public static let chargeLooks = 50
    /// The pause between two rounds, in seconds.
    public static let reconcileSeconds = 30

    // MARK: Housekeeping

    /// The pause between two rounds of housekeeping, in seconds.
    public static let housekeepingSeconds = 3_600
    /// How long housekeeping looks whether anything is left of a child that was removed, in
    /// milliseconds.
    public static let removalMilliseconds: Int64 = 7 * 86_400_000

    // MARK: Live events

    /// How long events are kept for those who were away, in milliseconds.
    public static let eventKeptMilliseconds: Int64 = 7 * 86_400_000
    /// Events that are read at once for a stream.
    public static let eventsPerRead = 100
    /// How often a stream looks for what other processes did, and whether its session lives, in
    /// milliseconds.
    public static let eventPollMilliseconds = 1_000
    /// The longest a stream says nothing, in seconds.
    public static let eventPingSeconds = 15
    /// How long a client waits before it opens a stream again that ended, in milliseconds.
    public static let eventRetryMilliseconds = 2_000
    /// Streams that a member may have open in one process.
    public static let eventStreamsPerMember = 8
    /// Streams that may be open in one process; each holds a connection for as long as it lasts.
    public static let eventStreams = 400

    // MARK: Allowance

    /// The largest weekly allowance, in minor units.
    public static let allowanceMinor: Int64 = 1_000_000
    /// The longest description of a movement, in Unicode scalars.
    public static let descriptionCharacters = 500
    /// Movements that a dashboard shows.
    public static let movementsShown = 10
    /// The window in which a dashboard counts movements, in milliseconds.
    public static let recentMilliseconds: Int64 = 30 * 86_400_000
    /// Movements that a page shows unless it says otherwise.
    public static let pageRowsUsual: Int64 = 20
    /// The most movements that a page shows.
    public static let pageRowsMost: Int64 = 100
    /// Due days that are recorded and paid at once.
    public static let duesAtOnce = 100
    /// The pause between two runs that pay allowances, in seconds.
    public static let payoutSeconds = 900
    /// Households that one run pays in one transaction.
    public static let payoutHouseholds = 8
    /// Transactions that one run has side by side.
    public static let payoutTasks = 4
    /// Transactions that one run has at once where writes are committed together.
    public static let payoutTasksTogether = 4
    /// Children who are due that are read at once.
    public static let payoutRows = 16_000
    /// Failures of one run that are told in full; all of them are counted.
    public static let payoutFailuresTold = 100
    /// Due days to come that a schedule shows.
    public static let dueDaysShown = 5
    /// The longest reason of a pause, in Unicode scalars.
    public static let pauseReasonCharacters = 200
    /// The largest reward of a chore, in minor units.
    public static let rewardMinor: Int64 = 1_000_000
    /// The most money that a child may ask for at once, in minor units.
    public static let requestMinor: Int64 = 1_000_000
    /// The longest name of a goal, in Unicode scalars.
    public static let goalNameCharacters = 100
    /// The longest title of a chore, in Unicode scalars.
    public static let choreTitleCharacters = 200
    /// Goals that a child may have.
    public static let goalsPerChild = 20
    /// Chores that a child may have that are not approved.
    public static let openChoresPerChild = 100
    /// Requests for money that may wait for an answer, per child.
    public static let pendingRequestsPerChild = 20
    /// Chores that a list shows.
    public static let choresListed = 100
    /// Requests for money that a list shows.
    public static let moneyRequestsListed = 100

    // MARK: Identity

    /// The longest e-mail address, in characters.
    public static let emailCharacters = 254
    /// The shortest password, in characters.
    public static let passwordCharactersLeast = 8
    /// The longest password, in characters.
    public static let passwordCharactersMost = 128
    /// The longest first or last name, in Unicode scalars.
    public static let nameCharacters = 50
    /// The longest household name, in Unicode scalars.
    public static let householdNameCharacters = 100
    /// Failed sign-ins from one network address after which it must wait, as long as a lock lasts.
    public static let failedSignIns = 100
    /// Failed sign-ins that lock an e-mail address.
    public static let failedLogins = 10
    /// The window in which they count, and how long the lock lasts, in milliseconds.
    public static let lockMilliseconds: Int64 = 900_000
    /// The longest code of a second factor that is looked at, in Unicode scalars.
    public static let secondFactorCodeCharacters = 64
    /// The digits of a code of the second factor.
    public static let secondFactorDigits = 6
    /// How long a code of the second factor is shown, in seconds.
    public static let secondFactorStepSeconds: Int64 = 30
    /// The steps by which the clocks of a server and a telephone may be apart.
    public static let secondFactorStepsApart: Int64 = 1
    /// Recovery codes that a member is given.
    public static let recoveryCodes = 10
    /// How long a sign-in waits for its second factor, in milliseconds.
    public static let signInTicketMilliseconds: Int64 = 300_000
    /// Life of a code of the sign-in page, in milliseconds.
    public static let authorizationCodeMilliseconds: Int64 = 60_000
    /// The longest nonce of a client, in Unicode scalars.
    public static let nonceCharacters = 1_024
    /// Password hashes computed at once.
    public static let hashThreads = 2
    /// Password hashes that may wait.
    public static let hashQueue = 64
    /// Those of them that may be of one network address.
    public static let hashQueueOfOne = 16
    /// Life of an access token of OAuth and Banking, in seconds.
    public static let accessTokenSeconds: Int64 = 3_600
    /// Life of an access token of Allowance, in seconds.
    public static let allowanceTokenSeconds: Int64 = 86_400
    /// Life of a refresh token from each rotation, in milliseconds.
    public static let refreshTokenMilliseconds: Int64 = 60 * 86_400_000
    /// How long after its sign-in a session ends at the latest, in milliseconds.
    public static let sessionMilliseconds: Int64 = 90 * 86_400_000
    /// How long after another issuer's token a session ends that began with it, in milliseconds.
    public static let renewalMilliseconds: Int64 = 86_400_000
    /// How long a sign-in counts as recent, so that nothing else is asked for, in milliseconds.
    public static let recentSignInMilliseconds: Int64 = 300_000
    /// How long a rotated refresh token still returns its successor, in milliseconds.
    public static let refreshGraceMilliseconds: Int64 = 10_000
    /// Verified tokens remembered at once.
    public static let cachedTokens = 10_000
    /// The longest token that is remembered as it is, in bytes; of a longer one its hash is.
    public static let cachedTokenBytes = 1_024
    /// How long a new signing key is known before it signs, in seconds.
    public static let newKeySeconds: Int64 = 60
    /// The pause between two looks at the key file, in seconds.
    public static let keyFileSeconds = 10
    /// How long what happened to an account is kept, and a session that ended, in milliseconds.
    public static let auditKeptMilliseconds: Int64 = 400 * 86_400_000
    /// How long a redeemed code is known, so that its second use is noticed, in milliseconds.
    public static let codeKeptMilliseconds: Int64 = 86_400_000
    /// Sessions that a list shows.
    public static let sessionsListed = 100
    /// How long an invitation is open, in milliseconds.
    public static let invitationMilliseconds: Int64 = 7 * 86_400_000
    /// How long an invitation is kept that is not open any more, in milliseconds.
    public static let invitationKeptMilliseconds: Int64 = 30 * 86_400_000
    /// Invitations of a household that may be open.
    public static let openInvitations = 10
    /// Passkeys that a member may have.
    public static let passkeysPerMember = 20
    /// The longest name of a passkey, in Unicode scalars.
    public static let passkeyNameCharacters = 50
    /// How long the challenge of a passkey may be answered, in milliseconds.
    public static let passkeyChallengeMilliseconds: Int64 = 300_000

    // MARK: Other issuers

    /// Other issuers whose tokens may be taken.
    public static let issuers = 16
    /// The longest token of another issuer, in bytes.
    public static let externalTokenBytes = 12_288
    /// The longest name of a subject at another issuer, in Unicode scalars.
    public static let subjectCharacters = 255
    /// How far another issuer's clock may be from ours, in milliseconds.
    public static let issuerLeewayMilliseconds: Int64 = 30_000
    /// How long a token of another issuer counts as verified before it is looked at again, in
    /// milliseconds.
    public static let externalTokenMilliseconds: Int64 = 300_000
    /// How long the keys of another issuer are good without asking again, in milliseconds.
    public static let keySetMilliseconds: Int64 = 300_000
    /// The pause between two questions for the keys of one issuer, in milliseconds.
    public static let keySetPauseMilliseconds: Int64 = 30_000
    /// The longest answer with an issuer's keys, in bytes.
    public static let keySetBytes = 1_048_576
    /// Keys of one issuer that are read.
    public static let keysPerIssuer = 100
    /// The longest that asking for an issuer's keys may take, in seconds.
    public static let keySetSeconds = 5
    /// The longest that an external provider may take to exchange a grant, in seconds.
    public static let providerSeconds = 10
    /// The longest answer of an external provider, in bytes.
    public static let providerBytes = 65_536

    // MARK: Storage

    /// The most writes committed together.
    public static let groupCommitWrites = 512
    /// The longest a group commit collects writes, in milliseconds.
    public static let groupCommitMilliseconds = 5
    /// Writes that may wait for the writer.
    public static let waitingWrites = 4_096
    /// How often a write that lost a conflict is tried in all.
    public static let writeAttempts = 12
    /// The longest one statement may run, in milliseconds.
    public static let statementMilliseconds = 10_000
    /// Rows read at once when a whole table is walked.
    public static let walkRows = 1_000

    /// The relations between limits that the program relies on.
    ///
    /// - Returns: The first relation that does not hold, or `nil`.
    public static func firstBrokenRelation() -> String? {
        let relations: [(String, Bool)] = [
            ("the burst covers a second of requests", requestBurst >= requestsPerSecond),
            ("a group commit fits in the queue", groupCommitWrites <= waitingWrites),
            ("a statement ends before its request", statementMilliseconds < requestSeconds * 1_000),
            ("a head is smaller than a body", headBytes < bodyBytes),
            ("a form is a body", formBytes <= bodyBytes),
            ("an address fits in a head, escaped", pageAddressBytes * 3 < headBytes),
            ("nobody holds all connections", connectionsPerAddress * 2 < connections),
            ("a first request comes within a request's time", firstRequestSeconds < requestSeconds),
            ("a body fits in an address's share", bodyBytes <= bodiesBytes / 4 * 3 / 4),
            ("every connection may send a request", connections * bodyRoomBytes <= bodiesBytes / 4),
            ("what is read at once is counted", readBytes <= bodyRoomBytes),
            ("an allowance is an amount", allowanceMinor <= amountMinor),
            (
                "the title of a chore fits in a description",
                choreTitleCharacters + "Chore - ".count <= descriptionCharacters
            ),
            ("allowances are there within an hour of midnight", payoutSeconds <= 3_600),
            ("a run leaves room for other writes", payoutTasksTogether < groupCommitWrites),
            ("sums of a million largest amounts fit", amountMinor <= Int64.max / 1_000_000),
            ("a position is kept while it counts", pingMilliseconds <= pingKeptMilliseconds),
            (
                "checks are remembered until they are too many",
                lingeringChecks < lingeringChecksKept
            ),
            ("a check is kept while it counts", lingeringMilliseconds <= checkKeptMilliseconds),
            ("too many checks are counted", lingeringChecks < Int64(countedChecks)),
            ("a request is told while it waits", approvalMilliseconds <= eventKeptMilliseconds),
            ("streams leave connections for calls", eventStreams * 2 <= connections),
            ("a stream is not idle for a proxy", eventPingSeconds < requestSeconds),
            ("what stays uncounted is counted in one piece", untalliedLinks < Int64(walkRows)),
            (
                "nobody asks about a charge that its own call asks for",
                chargeHeardMilliseconds > Int64(requestSeconds) * 1_000
            ),
            (
                "a charge is looked for before it is dropped",
                chargeHeardMilliseconds < chargeDroppedMilliseconds
            ),
            ("a grace is shorter than life", refreshGraceMilliseconds < refreshTokenMilliseconds),
            ("a session outlives its tokens", refreshTokenMilliseconds <= sessionMilliseconds),
            (
                "a recent sign-in is younger than any token",
                recentSignInMilliseconds < accessTokenSeconds * 1_000
            ),
            (
                "every process knows a key before it signs",
                Int64(keyFileSeconds) * 3 <= newKeySeconds
            ),
            ("an issuer is asked within a request", keySetSeconds < requestSeconds),
            ("two exchanges fit in a request", providerSeconds * 2 < requestSeconds),
            ("keys outlast a pause", keySetPauseMilliseconds < keySetMilliseconds),
            ("a token fits in a head", externalTokenBytes < headBytes),
            ("a lock is shorter than a token", lockMilliseconds < accessTokenSeconds * 1_000),
            ("the shortest password is shorter", passwordCharactersLeast < passwordCharactersMost),
            ("an address has a quarter of the hashing queue", hashQueueOfOne * 4 <= hashQueue),
            ("an identifier may be a key", identifierCharacters == idempotencyKeyCharacters),
        ]
        let ofRooms =
            bankingRelations + bankFileRelations + importRelations + insightsRelations
            + highlightRelations + answerRelations + chatRelations + rewardRelations
            + policyRelations + syncRelations
        return (relations + ofRooms).first { !$0.1 }?.0
    }
}
