import Kernel

extension API.Identity {
    /// Begins adding a passkey: what a browser needs to make one.
    public static let passkeyOptions = Endpoint<Empty, PasskeyOptions>(
        "passkeyOptions",
        .post,
        "/api/v1/auth/passkeys/options",
        "Begins adding a passkey: what a browser needs to make one, good for five minutes.",
        access: .member,
        scope: .account,
        repeats: .freely,
        surface: .allowance,
        answers: PasskeyOptions(
            rp: PasskeyOptions.RelyingParty(id: "purser.example", name: "Purser"),
            user: PasskeyOptions.User(
                id: "MDE5NDZhNWMtZjQwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAx",
                name: "parent@example.com",
                displayName: "John Doe"
            ),
            challenge: "AAECAwQFBgcICQoLDA0ODwAAAZRr3t8A",
            algorithms: [-7, -257],
            timeout: Limits.passkeyChallengeMilliseconds,
            excluding: []
        )
    )

    /// Adds a passkey that a browser made with these options.
    public static let addPasskey = Endpoint<PasskeyRequest, PasskeyResponse>(
        "addPasskey",
        .post,
        "/api/v1/auth/passkeys",
        "Adds a passkey; from then on it signs its member in, without password or second factor.",
        access: .member,
        scope: .account,
        surface: .allowance,
        status: 201,
        example: PasskeyRequest(
            name: "Phone",
            credential: PasskeyRequest.Credential(
                response: PasskeyRequest.Response(
                    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
                    attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA"
                )
            ),
            password: Password("password123")
        ),
        answers: PasskeyResponse(
            passkeyID: examplePasskey,
            name: "Phone",
            createdAt: WireTimestamp(Timestamp(seconds: 1_736_937_000))
        ),
        waits: .zero
    )

    /// Lists the member's passkeys.
    public static let listPasskeys = Endpoint<Empty, PasskeyListResponse>(
        "listPasskeys",
        .get,
        "/api/v1/auth/passkeys",
        "Lists the passkeys that sign the member in.",
        access: .member,
        scope: .account,
        surface: .allowance,
        answers: PasskeyListResponse(
            passkeys: [
                PasskeyResponse(
                    passkeyID: examplePasskey,
                    name: "Phone",
                    createdAt: WireTimestamp(Timestamp(seconds: 1_736_937_000)),
                    lastUsedAt: WireTimestamp(Timestamp(seconds: 1_737_023_400))
                )
            ]
        )
    )

    /// Takes a passkey away.
    public static let deletePasskey = Endpoint<PasskeyReference, Empty>(
        "deletePasskey",
        .delete,
        "/api/v1/auth/passkeys/{passkeyId}",
        "Takes a passkey away; it signs nobody in any more.",
        access: .member,
        scope: .account,
        surface: .allowance,
        example: PasskeyReference(passkeyID: examplePasskey),
        waits: .zero
    )

    private static let examplePasskey = ID<Entity.Passkey>(
        RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0021)
    )
}
