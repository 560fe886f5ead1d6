import Kernel

extension API.Allowance {
    /// Assigns a task to a child.
    public static let assignChore = Endpoint<ChoreRequest, ChoreResponse>(
        "assignChore",
        .post,
        "/api/v1/children/{childId}/chores",
        "Assigns a task with a reward to a child.",
        access: .parent,
        surface: .allowance,
        status: 201,
        example: ChoreRequest(
            childID: exampleChild,
            title: "Mow the lawn",
            reward: DecimalAmount(minor: 750)
        ),
        answers: exampleChore(.assigned)
    )

    /// Lists a child's tasks, newest first.
    public static let listChores = Endpoint<ChoresRequest, ChoreListResponse>(
        "listChores",
        .get,
        "/api/v1/children/{childId}/chores",
        "Lists the newest hundred tasks of a child, newest first.",
        access: .member,
        surface: .allowance,
        example: ChoresRequest(childID: exampleChild, state: .done),
        answers: ChoreListResponse(childID: exampleChild, chores: [exampleChore(.done)])
    )

    /// Says that a task is done.
    public static let finishChore = Endpoint<ChoreReference, ChoreResponse>(
        "finishChore",
        .post,
        "/api/v1/chores/{choreId}/done",
        "Says that a task is done, also after it was rejected; the child's own word.",
        access: .child,
        surface: .allowance,
        example: ChoreReference(choreID: exampleChoreID),
        answers: exampleChore(.done)
    )

    /// Agrees that a task is done, and pays its reward.
    public static let approveChore = Endpoint<ChoreReference, ChoreResponse>(
        "approveChore",
        .post,
        "/api/v1/chores/{choreId}/approve",
        "Agrees that a task is done, and pays its reward into the child's wallet.",
        access: .parent,
        surface: .allowance,
        refusals: [.insufficientFunds],
        example: ChoreReference(choreID: exampleChoreID),
        answers: exampleChore(.approved)
    )

    /// Does not agree that a task is done.
    public static let rejectChore = Endpoint<ChoreRejection, ChoreResponse>(
        "rejectChore",
        .post,
        "/api/v1/chores/{choreId}/reject",
        "Does not agree that a task is done, and says why; the child may do it again.",
        access: .parent,
        surface: .allowance,
        example: ChoreRejection(choreID: exampleChoreID, reason: "The edges are not cut"),
        answers: exampleChore(.rejected)
    )

    /// Takes a task back.
    public static let deleteChore = Endpoint<ChoreReference, Empty>(
        "deleteChore",
        .delete,
        "/api/v1/chores/{choreId}",
        "Takes a task back that was not approved.",
        access: .parent,
        surface: .allowance,
        example: ChoreReference(choreID: exampleChoreID)
    )

    private static let exampleChoreID = ID<Entity.Chore>(
        RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0021)
    )

    private static func exampleChore(_ state: ChoreState) -> ChoreResponse {
        let isDecided = state == .approved || state == .rejected
        let assignedAt = Timestamp(seconds: 1_736_937_000)
        return ChoreResponse(
            id: exampleChoreID,
            childID: exampleChild,
            title: "Mow the lawn",
            reward: DecimalAmount(minor: 750),
            state: state,
            assignedAt: WireTimestamp(assignedAt),
            doneAt: state == .assigned ? nil : WireTimestamp(assignedAt.adding(seconds: 7_200)),
            decidedAt: isDecided ? WireTimestamp(assignedAt.adding(seconds: 9_000)) : nil,
            reason: state == .rejected ? "The edges are not cut" : nil,
            transactionID: state == .approved ? exampleTransfer : nil
        )
    }

    /// The movement of the examples.
    static let exampleTransfer = ID<Entity.Transfer>(
        RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0031)
    )
}
