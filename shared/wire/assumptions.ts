/**
 * What nobody has published, decided once. Each entry names the contract page that marks it
 * ASSUMPTION;
 * when the provider says otherwise, this is the only place to change.
 */
export const ASSUMPTIONS = {
  /** contract/README 1: width of the timestamp window, either way. */
  timestampWindowMs: 5 * 60_000,
  /** contract/README 2: a nonce is remembered this long; a replay is 401 UNAUTHORIZED. */
  nonceMemoryMs: 10 * 60_000,
  /** contract/README 4: how the OAuth form enters the signature: its fields as parameters. */
  formSignature: 'fields-as-parameters',
  /**
   * contract/README 5: the old refresh token dies at the refresh, the old access token lives on.
   */
  oldRefreshTokenAfterRefresh: 'dead',
  /**
   * AUTH-6: "about 2 hours", 15 days, "a short grace" for the old access token after a
   * refresh; and the longest id of
   * an end user. Which operations they open: `shared/wire/client-tokens.ts`.
   */
  clientTokens: {
    accessMs: 2 * 3_600_000,
    refreshMs: 15 * 86_400_000,
    oldAccessGraceMs: 30_000,
    userIdLength: 128,
  },
  /** MARKET-6, MARKET-9: pages of lists of market data. */
  marketPageSizes: { sectors: 5, sectorStocks: 5, corporateActions: 20, fundDividends: 10 },
  /** MARKET-7 publishes no bounds. */
  watchlists: { lists: 20, instruments: 200, nameLength: 50 },
  /** contract/README 9: page sizes. */
  pageSizes: {
    orders: 10,
    activities: 10,
    executions: 20,
    instruments: 1_000,
    positionLots: 10,
    events: 500,
    milestones: 50,
  },
  /**
   * TRADING-1: bounds of `page_size` with `x-version: v2`. Those of cash activities
   * were seen live, the others are assumed.
   */
  v2PageSizes: {
    activities: { min: 1, max: 200, usual: 10 },
    executions: { min: 1, max: 100, usual: 20 },
    positionLots: { min: 1, max: 100, usual: 10 },
  },
  /**
   * TRADING-4.8: values of `execution_type` are not published; every record here is a
   * trade.
   */
  executionType: 'TRADE',
  /**
   * BROKER-1 tells fields of accounts and names of operations; the rest of the Broker API
   * is ours: members of most
   * enumerations, form contents, bodies of documents, funding, credits, fees and journals, and
   * these figures.
   */
  broker: {
    pageSize: 20,
    repCode: 'CSG1',
    commissionCode: 'ZERO',
    calendarDays: 366,
    documents: 500,
    documentBytes: 512 * 1_024,
    /**
     * In exchange time: a new application is decided after seconds, and turned down when a question
     * stays open for days.
     */
    reviewSeconds: 5,
    resubmitDays: 30,
    /**
     * What a customer may send and take by ACH a day, and by one wire, in cents; how much of a
     * deposit may be granted at once.
     */
    achDailyCents: 5_000_000,
    wireCents: 100_000_000,
    instantShare: { numerator: 1, denominator: 2 },
    instantMaxCents: 500_000,
    /**
     * An ACH deposit is credited at the next trading day's opening; a wire takes half an hour; a
     * bank account is verified in seconds.
     */
    wireMinutes: 30,
    verifySeconds: 10,
    /**
     * Deposits from bank accounts whose number ends so come back, so that a returned deposit can be
     * tried out.
     */
    returnedSuffix: '0000',
  },
  /**
   * BROKER-1, Event push, publishes the modules in words, one event type and its payload.
   * Ours: the other types' words and
   * payloads (in the style of that one); MASTER_DATA tells the forms of an account that were
   * replaced, INSTRUMENT a split or a new name
   * on the day it takes effect; an empty list of events means all of them; an empty position means
   * from now on; a position
   * that is not known or no longer kept, or an event type that is not known, is answered by
   * SubscribeExpired, with the reason as its
   * payload and the earliest position as `position`; SubscribeSuccess names the position of a
   * stream that begins now; so many
   * subscriptions per app key, and so many events kept.
   */
  brokerPush: { streamsPerKey: 1, maxStored: 10_000, version: '1.0' },
  /**
   * TRADING-4.3, TRADING-4.9 tell little of what the orders of a combo mean for each other.
   * Ours: an exit works for what its
   * master has filled, from the master's first fill on, and its `total_quantity` shows that; its
   * first fill ends the rest of the
   * master, and takes as much from the other exit (MODIFY_SUCCESS). OTO and OTOCO orders start when
   * the master is filled whole; they
   * end with a master that never will be. One fill ends the sibling OCO or OTOCO orders. Siblings
   * set money and shares aside once, for
   * the largest of them. An order that waits does not expire. A cancelled child is `childGone` to a
   * later cancel. Preview estimates
   * the master, or the first order. Several orders of one combo are replaced all or none. A reused
   * client_combo_order_id is refused like a client_order_id.
   */
  combos: { childGone: 'OPENAPI_ORDER_NOT_FOUND' },
  /**
   * TRADING-4.2 names the algorithms and their members, not what they do. Ours: TWAP
   * spreads an order evenly, VWAP by the
   * volume that a day usually brings, POV trades its share of what others do; every slice takes
   * from the book. The other two stay
   * below `max_target_percent` of others' volume. Slices are executions of the order and show
   * nowhere as orders. Without times it
   * works from now, or the opening, to the close, in so many slices within bounds of time; what is
   * open at its end is cancelled.
   */
  algos: { slices: 20, minSliceMs: 1_000, maxSliceMs: 30_000 },
  /**
   * MARKET-2 tells no units of the greeks: theta over so many calendar days, vega
   * and rho for a change of so much.
   */
  optionGreeks: { thetaDays: 1, vegaPoints: 0.01, rhoPoints: 0.01 },
  /**
   * TRADING-5 names no activity for what futures pay out or take in at their daily
   * settlement and at their end; the
   * commission a contract and side is the simulation's own.
   */
  futures: {
    commissionCents: 125,
    settlementActivity: { type: 'JOURNAL', subType: 'CASH_JOURNAL' },
    gtcDays: 60,
  },
  /**
   * TRADING-4.3 does not say when the day of a market ends that never closes, nor how
   * long a GTC order lives there.
   */
  crypto: { dayStartsUtcHour: 0, gtcDays: 60 },
  /**
   * MARKET-3, MARKET-4, MARKET-10 do not tell what `unit` of a contract counts, how
   * continuous contracts stand in a list, how many
   * levels of futures and crypto stream, and under whose code coins are listed.
   */
  sessionData: { contractUnit: 1, mainStatus: 'NT', streamLevels: 10, cryptoExchange: 'CCC' },
  /**
   * Nobody publishes the fee of event contracts: per mille of contracts × price × (1 - price), as
   * their exchange takes it; nor when a
   * DAY order ends where the market never closes (midnight New York), how soon an outcome that
   * comes early is paid, and how often it is
   * looked for. LIMITS-6: without their agreement the refusal's message is the
   * address where to sign; neither its code
   * nor the address is told, nor that it is only buying that is refused.
   */
  events: {
    feePerMille: 70,
    dayEndsMinute: 0,
    earlyPayoutMinutes: 30,
    payoutCheckMinutes: 5,
    agreementCode: 'OPENAPI_TRADE_ORDER_NO_PERMISSION',
    agreementUrl: 'https://agreements.practice.invalid/event-contracts',
  },
  /**
   * TRADING-5 names splits and cash in lieu, not what they do. Ours, as US brokers do
   * it: at 04:00 of its day a forward split
   * multiplies what is open of an order and divides its limit, stop and trail (on the price step,
   * never where it would trade sooner;
   * MODIFY_SUCCESS tells it); a reverse split cancels the orders in its shares, and any split those
   * in combos. Fractions stay where a stock
   * is held in fractions and is split forward; else they are paid in money, or owed by who is
   * short, at the close before. Days, weeks,
   * months and years are adjusted, snapshots stand in today's shares, minute bars and ticks stay as
   * traded.
   */
  splits: { adjustForwardOrders: true },
  /**
   * TRADING-4 tells neither levels nor who has which: 1 covered calls and secured puts, 2
   * buying, 3 combinations, 4 uncovered.
   */
  optionLevels: { MARGIN: 4, CASH: 2 },
  /**
   * TRADING-4.2: an option order's `limit_price` is the net price of one unit, per
   * share, never negative: BUY pays it, SELL takes it in.
   * `quantity` of a leg counts all of the order's contracts (or shares), not those of one unit.
   */
  optionCombinations: { price: 'net-debit-or-credit', legQuantity: 'total' },
  /**
   * EVENTS-1032: members of option events, named after those of orders and
   * activities.
   */
  optionEventMembers: [
    'account_id',
    'position_id',
    'event_type',
    'instrument_id',
    'symbol',
    'option_symbol',
    'option_type',
    'strike_price',
    'option_expire_date',
    'quantity',
    'settle_price',
    'settlement_method',
    'event_time',
  ],
  /**
   * ENVIRONMENTS-1, Sandbox facts: data so much later (real time only for who pays for
   * it); paths that answered 404 to
   * ordinary keys, by their beginning; what was refused there. Whether a token that is sent is
   * looked at is not known: it is.
   */
  sandbox: {
    delayMs: 15 * 60_000,
    refusesGroups: true,
    refusesBatch: true,
    refusesCryptoPreview: true,
    lacks: [
      '/market-data/instruments/',
      '/market-data/news/',
      '/market-data/stocks/bars/get',
      '/market-data/fundamentals/logos/',
      '/market-data/event-contracts/markets/',
      '/market-data/event-contracts/live-data/',
      '/market-data/event-contracts/game-stats/',
    ],
  },
  /**
   * MCP-1 tells neither how long an instruction waits, nor what its confirmation link
   * looks like, nor how the desktop hears
   * of it. Ours: it waits to the end of the trading day (20:00 New York); the desktop lists what
   * waits, names the order that it is about
   * to send (from then on nobody else may, and neither revoking nor the end of the day takes the
   * instruction away from it, for so long),
   * places the order itself, and reports. Only the practice exchange offers this, and only there is
   * it asked for.
   */
  instructions: {
    environments: ['practice'] as readonly string[],
    validUntilMinute: 20 * 60,
    takenMs: 120_000,
    waitMs: 5_000,
    maxPending: 50,
    maxStored: 500,
    reasonLength: 280,
  },
  /**
   * MCP-1 tells the names of the tools that place and their parameters, as those of the
   * local server. Ours: the name of the tool
   * that cancels and those that replace (after the local server's); that a combination's side is
   * said as on the wire and is BUY where it
   * is not said; what a leg is made of (members of the wire's legs); how many shares a leg of stock
   * has per unit where it says nothing;
   * and that `orders` of a replace are orders of one combination, each with the members of the
   * wire's `modify_orders`, and all of one symbol.
   */
  assistantTools: {
    cancel: 'cancel_instruction',
    replace: <Product extends string>(product: Product) =>
      `replace_${product}_instruction` as const,
    strategySide: 'BUY',
    sharesPerUnit: '100',
  },
  /**
   * MCP-1 names registration, PKCE and refresh tokens of the hosted MCP server, not
   * their lifetimes nor how many clients.
   */
  mcpAccess: {
    codeMs: 60_000,
    accessMs: 30 * 60_000,
    refreshMs: 15 * 86_400_000,
    pageMs: 15 * 60_000,
    maxClients: 200,
    nameLength: 80,
    redirects: 5,
  },
  /** contract/README 16: true = include the running bar. */
  realTimeRequiredIncludesRunningBar: true,
  /**
   * MARKET-1: the market maker named at every price level; the practice book does
   * not tell them apart.
   */
  marketMaker: 'PRAC',
  /** EVENTS-1: pings and liveness. */
  pingEveryMs: 30_000,
  streamDeadAfterMs: 90_000,
  /** EVENTS-1: live subscriptions per app key. */
  eventStreamsPerKey: 1,
  /** MARKET-10: connections per app key. */
  marketStreamsPerKey: 5,
} as const
