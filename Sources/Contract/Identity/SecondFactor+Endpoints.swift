extension API.Identity {
    /// Whether the caller has a second factor.
    public static let getSecondFactor = Endpoint<Empty, SecondFactorStatus>(
        "getSecondFactor",
        .get,
        "/api/v1/auth/second-factor",
        "Tells whether the caller has a second factor.",
        access: .member,
        scope: .account,
        surface: .allowance,
        answers: SecondFactorStatus(isOn: true, recoveryCodesLeft: 10)
    )

    /// Makes a secret for an authenticator app; nothing is asked for before a code confirms it.
    public static let beginSecondFactor = Endpoint<
        BeginSecondFactorRequest, SecondFactorResponse
    >(
        "beginSecondFactor",
        .post,
        "/api/v1/auth/second-factor",
        "Makes a secret for an authenticator app, which the app's first code confirms.",
        access: .member,
        scope: .account,
        repeats: .never,
        surface: .allowance,
        refusals: [.conflict],
        example: BeginSecondFactorRequest(password: Password("password123")),
        answers: SecondFactorResponse(
            secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
            uri: "otpauth://totp/Purser:parent%40example.com"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Purser"
                + "&algorithm=SHA1&digits=6&period=30"
        )
    )

    /// Turns the second factor on with its first code, and shows the recovery codes.
    public static let confirmSecondFactor = Endpoint<
        ConfirmSecondFactorRequest, RecoveryCodesResponse
    >(
        "confirmSecondFactor",
        .post,
        "/api/v1/auth/second-factor/confirm",
        "Turns the second factor on with its first code, and shows the recovery codes once.",
        access: .member,
        scope: .account,
        repeats: .never,
        surface: .allowance,
        refusals: [.conflict],
        example: ConfirmSecondFactorRequest(code: "287082"),
        answers: RecoveryCodesResponse(
            recoveryCodes: ["gezd-gnbv-gy3t-qojq", "mfrg-gzdf-mztw-q2lk"]
        )
    )

    /// Turns the second factor off; its recovery codes are worth nothing from then on.
    public static let disableSecondFactor = Endpoint<
        DisableSecondFactorRequest, API.Banking.SuccessResponse
    >(
        "disableSecondFactor",
        .post,
        "/api/v1/auth/second-factor/disable",
        "Turns the second factor off; its recovery codes are worth nothing from then on.",
        access: .member,
        scope: .account,
        surface: .allowance,
        example: DisableSecondFactorRequest(password: Password("password123"), code: "287082"),
        answers: API.Banking.SuccessResponse(message: "The second factor is off"),
        waits: .zero
    )
}
