extension API.Allowance {
    /// The room's endpoints, and the document's own sign-in.
    public static let endpoints: [any EndpointDeclaration] =
        signIn + [
            currentFamily, familyMembers, removeParent,
            familyChildren,
            getChild, updateAllowance, removeChild,
            walletTransactions, createWalletTransaction, walletBalance,
            parentDashboard, childDashboard,
            getSchedule, setSchedule,
            pauseSchedule, resumeSchedule,
            getPool, setPool, depositToPool,
            getJars, setSplit, moveBetweenJars,
            listGoals, createGoal, updateGoal, deleteGoal,
            assignChore, listChores, finishChore,
            approveChore, rejectChore, deleteChore,
            requestMoney, listMoneyRequests,
            approveMoneyRequest, declineMoneyRequest,
        ]
}
