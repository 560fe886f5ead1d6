/// Words of questions that are no names.
enum KnownWords {
    /// Words that say nothing by themselves.
    static let fillers = words(
        """
        a about after again all also altogether am an and any anything are around as at be been but
        by came can come could day days did do does doing dollars done during each else every
        everything exactly far for from get gets getting give given go goes going gone good got had
        has have having hey how i id if im in into is it its ive just kind kinds know last lately
        latest let lets like list many may me month months more most much my need now of ok okay on
        one ones only or our out overall own past per please pls previous recent recently regards
        right same see show shows so some something still stuff such tell than that the their them
        then there these thing things this those time times to today together too total totals up
        until us use used using want was we week weeks went were weve what whats when where wheres
        which while who will with within would year years yes yet you your
        """
    )

    /// Words that tell what is asked.
    static let kinds = words(
        """
        account accounts afford allowance allowances amount amounts anomalies anomaly autopay
        average avg balance balances bank banks before biggest bill bills bought break breakdown
        budget budgeted budgets bucks buy buying cash cashflow category categories change changed
        changes charge charged charges compare compared comparison cost costs costliest count debit
        decrease decreased deposit deposited deposits difference down drop dropped earn earned
        earning earnings entries even expenditure expenditures expense expenses expensive figures
        find flow grew greatest have highest income increase increased item items large larger
        largest left leftover less limit limits lookup made make making mean merchant merchants
        money monthly net next normally number odd often ordinary ordered order orders over owe own
        paid pay paying payment payments place places pocket price prices priciest purchase
        purchased purchases rate receive received recur recurring regular regularly remaining
        retailers ride rides rose safe safely save saved saving shop shopped shops spend spends
        spending spent stand standing stands store stores strange subscribed sum surplus suspicious
        top transaction transactions trend trending trends typical typically under unusual
        usually vendors versus visit visits visited vs weird worth against fell grown daily weekly
        """
    )

    /// Words that leave something out, which no question can.
    static let negations = words(
        """
        not except excluding exclude excludes without besides minus dont didnt doesnt havent hasnt
        isnt wasnt arent never nothing unless apart
        """
    )

    /// Words of days that no question can name; by themselves they are no merchants.
    static let otherTimes = words(
        """
        weekend weekends quarter summer winter spring autumn fall christmas easter thanksgiving
        holiday morning noon afternoon evening night tonight overnight decade century fortnight
        """
    )

    /// Words of those who ask about somebody else.
    static let others = words(
        """
        he her hers him his she their them they wife wifes husband husbands son sons daughter
        daughters brother brothers sister sisters mother mothers father fathers neighbor neighbors
        neighbour neighbours friend friends boss coworker coworkers roommate roommates user users
        customer customers everyone everyones everybody somebody someone anyone anybody people
        members households
        """
    )

    /// Words of those who ask about what has not been.
    static let future = words(
        """
        will wont predict prediction predictions forecast forecasts projected expect expected
        tomorrow upcoming future gonna should
        """
    )

    /// Words that ask for something to be done, where a question begins with them.
    static let acts = words(
        """
        transfer send move delete remove erase cancel pay buy block unblock freeze unfreeze open
        close change set edit update add create invest withdraw deposit refund dispute categorize
        recategorize rename mark order raise lower increase decrease reduce sell borrow lend donate
        reset link unlink connect disconnect approve reject give
        """
    )

    /// Words before a request.
    static let courtesies = words(
        "please pls can could would will you i we want to need like id hey hi hello ok okay just "
            + "now lets help me kindly and then"
    )

    /// Words that begin a question which goes on from the one before.
    static let leads = words("and also same or plus")

    /// Words of which a greeting is made, and those by which it is known.
    static let greetings = words(
        "hi hello hey thanks thank you there good morning afternoon evening bye goodbye help "
            + "please me so much very ok okay great cool again"
    )
    static let greetingKeys = words("hi hello hey thanks thank help bye goodbye morning evening")

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}
