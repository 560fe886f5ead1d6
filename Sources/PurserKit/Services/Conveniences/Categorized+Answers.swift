public import Contract

extension API.Guardian.Rule: Categorized {}
extension API.Guardian.RuleProgress: Categorized {}
extension API.Guardian.CategorySpend: Categorized {}
extension API.Guardian.CategoryLimit: Categorized {}
extension API.Guardian.AssessedPurchase: Categorized {}
extension API.Guardian.Approval: Categorized {}
