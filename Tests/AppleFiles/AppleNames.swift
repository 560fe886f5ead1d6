/// Names that frameworks of Apple's declare at their top, of those that an app for a household's
/// money is likely to import; from the frameworks' documentation.
enum AppleNames {
    static let all = foundation + interface + data + money

    /// Foundation, ObjectiveC, os, Network, CoreLocation.
    private static let foundation = [
        "AnyClass", "Bundle", "Calendar", "Category", "Class", "Data", "Date", "DateInterval",
        "Decimal", "Dimension", "Host", "IndexPath", "IndexSet", "Locale", "Logger", "Measurement",
        "Method", "Notification", "Operation", "Port", "Process", "Progress", "Scanner", "Selector",
        "Stream", "Thread", "TimeZone", "Timer", "URL", "UUID", "Unit",
    ]

    /// SwiftUI, Charts, MapKit, RealityKit, WidgetKit, TipKit, AppIntents.
    private static let interface = [
        "ActionButton", "Activity", "Alert", "Alignment", "Anchor", "Angle", "Animation",
        "Annotation", "App", "Axis", "Binding", "Button", "Canvas", "Chart", "Circle", "Color",
        "Commands", "Component", "Divider", "Edge", "Entity", "Environment", "Experience", "Font",
        "Form", "Gauge", "Gesture", "Gradient", "Grid", "Group", "Image", "Label", "Layout",
        "Link", "List", "Map", "Marker", "Material", "Menu", "Namespace", "Parameter", "Path",
        "Picker", "Place", "Plot", "Scene", "Section", "Settings", "Shape", "Slider", "Spacer",
        "State", "Stepper", "Surface3D", "Tab", "Table", "Text", "Timeline", "Tip", "Tips",
        "Toggle",
        "Transaction", "Transition", "View", "Widget", "Window",
    ]

    /// Combine, CoreData, SwiftData, CloudKit.
    private static let data = [
        "AnyCancellable", "Attribute", "Cancellable", "Deferred", "Empty", "Fail", "Future",
        "Index", "Just", "Model", "ModelContainer", "ModelContext", "Publisher", "Publishers",
        "Query", "Record", "Relationship", "Schema", "Subject", "Subscriber", "Subscription",
        "Unique",
    ]

    /// StoreKit, PassKit, FinanceKit.
    private static let money = [
        "Account", "AccountBalance", "Balance", "CreditDebitIndicator", "CurrencyAmount",
        "FinanceStore", "Message", "Product", "RefundRequest", "Storefront",
    ]
}
