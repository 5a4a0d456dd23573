import { PRACTICE_FEES } from '../domain/app/practice/practice-fees.js'
import { SANDBOX_DELAY_MS } from '../domain/environment.js'
/**
 * Decisions about everything the provider has not published. Each entry names the section of
 * shared/wire/README.md that leaves the fact open. When the provider publishes it, change it here
 * only.
 */
export const ASSUMPTIONS = {
  /** AUTH-2: the accepted clock difference of a request's timestamp, in either direction. */
  timestampWindowMs: 5 * 60_000,
  /** AUTH-2: how long a nonce is remembered; a replayed one is answered with 401 UNAUTHORIZED. */
  nonceMemoryMs: 10 * 60_000,
  /** AUTH-5: the fields of the OAuth form are signed as parameters. */
  formSignature: 'fields-as-parameters',
  /**
   * AUTH-5: a refresh invalidates the old refresh token; the old access token stays valid until it
   * expires.
   */
  oldRefreshTokenAfterRefresh: 'dead',
  /**
   * AUTH-6: lifetimes ("about 2 hours", 15 days), the "short grace" of the old access token after a
   * refresh, and the longest end-user id. `shared/wire/client-tokens.ts` lists the operations that
   * these tokens open.
   */
  clientTokens: {
    accessMs: 2 * 3_600_000,
    refreshMs: 15 * 86_400_000,
    oldAccessGraceMs: 30_000,
    userIdLength: 128,
  },
  /** MARKET-6, MARKET-9: page sizes of market data lists. */
  marketPageSizes: { sectors: 5, sectorStocks: 5, corporateActions: 20, fundDividends: 10 },
  /** MARKET-7 publishes no limits. */
  watchlists: { lists: 20, instruments: 200, nameLength: 50 },
  /** TRADING-1: page sizes. */
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
   * TRADING-1: limits of `page_size` with `x-version: v2`. The limits of cash activities were
   * observed on the live API; the others are assumed.
   */
  v2PageSizes: {
    activities: { min: 1, max: 200, usual: 10 },
    executions: { min: 1, max: 100, usual: 20 },
    positionLots: { min: 1, max: 100, usual: 10 },
  },
  /**
   * TRADING-4.8: the values of `execution_type` are not published; every record here is a trade.
   */
  executionType: 'TRADE',
  /**
   * BROKER-1 and BROKER-2 publish names of operations and fields of accounts. The rest of the
   * Broker API is assumed: members of most enumerations, contents of forms, bodies of documents,
   * funding, credits, fees and journals, and these numbers.
   */
  broker: {
    pageSize: 20,
    repCode: 'CSG1',
    commissionCode: 'ZERO',
    calendarDays: 366,
    documents: 500,
    documentBytes: 512 * 1_024,
    /**
     * In exchange time: a new application is decided after `reviewSeconds`, and rejected when a
     * question stays open for `resubmitDays`.
     */
    reviewSeconds: 5,
    resubmitDays: 30,
    /**
     * In cents: the limits of a customer's ACH transfers per day (each direction) and of one wire;
     * the share of a deposit, and the maximum, that can be granted at once.
     */
    achDailyCents: 5_000_000,
    wireCents: 100_000_000,
    instantShare: { numerator: 1, denominator: 2 },
    instantMaxCents: 500_000,
    /**
     * An ACH deposit is credited at the next trading day's open, a wire after `wireMinutes`; a bank
     * account is verified after `verifySeconds`.
     */
    wireMinutes: 30,
    verifySeconds: 10,
    /**
     * Deposits from bank accounts whose number ends in these digits are returned, so that a
     * returned deposit can be tested.
     */
    returnedSuffix: '0000',
  },
  /**
   * BROKER-3 publishes the names of the modules, and one event type with its payload. Assumed: the
   * names and payloads of the other types, in the same style. MASTER_DATA lists the forms of an
   * account that were replaced; INSTRUMENT reports a split or a new name on its effective day. An
   * empty list of events means all events, an empty position means from now on. SubscribeExpired
   * answers an unknown event type and a position that is unknown or no longer stored, with the
   * reason as payload and the earliest position as `position`. SubscribeSuccess carries the
   * position of a stream that begins now. The numbers are subscriptions per app key and events
   * stored.
   */
  brokerPush: { streamsPerKey: 1, maxStored: 10_000, version: '1.0' },
  /**
   * TRADING-4.3 and TRADING-4.9 leave most relations between the orders of a combo open. Assumed:
   * an exit works for the filled quantity of its master, from the master's first fill on, and shows
   * it as `total_quantity`. The first fill of an exit ends the rest of the master and reduces the
   * other exit by the same quantity (MODIFY_SUCCESS). OTO and OTOCO orders start when the master is
   * fully filled, and end when it no longer can be. One fill ends the sibling OCO or OTOCO orders.
   * Siblings reserve money and shares once, for the largest of them. A pending order does not
   * expire. A later cancel of a canceled child is answered with `childGone`. Preview estimates the
   * master, or the first order. Several orders of one combo are replaced all or none. A reused
   * client_combo_order_id is refused like a reused client_order_id. The documentation allows
   * position_intent on the MASTER only, but its examples set it on the exits: it is sent on the
   * MASTER only, which a strict and a lenient server accept, and refused on the others.
   */
  combos: { childGone: 'OPENAPI_ORDER_NOT_FOUND' },
  /**
   * TRADING-4.2 publishes the algorithms' names and members, not their behavior. Assumed: TWAP
   * spreads an order evenly, VWAP by the usual volume of the time of day, and POV trades its share
   * of the others' volume. Every slice takes liquidity from the book. TWAP and VWAP stay below
   * `max_target_percent` of the others' volume. Slices are executions of the order and never appear
   * as orders. Without times an algorithm works from now, or from the open, to the close, in
   * `slices` slices within the time limits; the rest is canceled at its end.
   */
  algos: { slices: 20, minSliceMs: 1_000, maxSliceMs: 30_000 },
  /**
   * MARKET-2 publishes no units of the greeks: theta is per `thetaDays` calendar days, vega and rho
   * are per change of this many points.
   */
  optionGreeks: { thetaDays: 1, vegaPoints: 0.01, rhoPoints: 0.01 },
  /**
   * TRADING-5 names no activity for the cash flows of a futures contract's daily and final
   * settlement. The commission per contract and side is the simulation's own.
   */
  futures: {
    commissionCents: PRACTICE_FEES.futures.commissionCents,
    settlementActivity: { type: 'JOURNAL', subType: 'CASH_JOURNAL' },
    gtcDays: 60,
  },
  /**
   * TRADING-4.3 leaves open when the day ends in a market that never closes, and how long a GTC
   * order lives there. The day follows its trade date, which begins at midnight UTC.
   */
  crypto: { gtcDays: 60 },
  /**
   * MARKET-3, MARKET-4 and MARKET-10 leave open what `unit` of a contract counts, the status of
   * continuous contracts in a list, how many levels of futures and crypto are streamed, and the
   * exchange code of coins.
   */
  sessionData: { contractUnit: 1, mainStatus: 'NT', streamLevels: 10, cryptoExchange: 'CCC' },
  /**
   * Not published: the fee of event contracts (per mille of contracts × price × (1 - price), as
   * their exchange charges it), when a DAY order ends in a market that never closes (midnight New
   * York), how soon an early outcome is paid, and how often outcomes are checked. LIMITS-6: while
   * the agreement is not signed, the message of the refusal is the address where it is signed. Its
   * code, the address, and that only buys are refused are assumed.
   */
  events: {
    feePerMille: PRACTICE_FEES.events.feePerMille,
    dayEndsMinute: 0,
    earlyPayoutMinutes: 30,
    payoutCheckMinutes: 5,
    agreementCode: 'OPENAPI_TRADE_ORDER_NO_PERMISSION',
    agreementUrl: 'https://agreements.practice.invalid/event-contracts',
  },
  /**
   * TRADING-5 names splits and cash in lieu, not their effect. Assumed, as US brokers do it: at
   * 04:00 of its day a forward split multiplies the open quantity of an order and divides its
   * limit, stop and trail, rounded to the price step so that the order never trades sooner
   * (MODIFY_SUCCESS reports it). A reverse split cancels the orders in its shares, and every split
   * cancels those in combos. Fractions remain where a stock is held in fractions and the split is
   * forward; otherwise they are paid in cash, or charged to a short holder, at the previous close.
   * Day, week, month and year bars are adjusted; snapshots are in today's shares; minute bars and
   * ticks stay as traded.
   */
  splits: { adjustForwardOrders: true },
  /**
   * TRADING-6 publishes no halts of trading in a symbol. Assumed: meanwhile Place and Replace are
   * refused as for a symbol that is not tradable, working orders stay and do not trade, Cancel
   * works, and the exchange's book stays as it was. The instrument's status does not change. Orders
   * trade again from the first quotes after the halt on.
   */
  halts: { refusal: 'OPENAPI_TICKER_ID_CAN_NOT_TRADE' },
  /**
   * TRADING-4 publishes neither the option levels nor which account has which: 1 covered calls and
   * secured puts, 2 buying, 3 combinations, 4 uncovered.
   */
  optionLevels: { MARGIN: 4, CASH: 2 },
  /**
   * TRADING-4.2: `limit_price` of an option order is the net price of one unit, per share, never
   * negative: BUY pays it, SELL receives it. `quantity` of a leg counts all contracts (or shares)
   * of the order, not those of one unit.
   */
  optionCombinations: { price: 'net-debit-or-credit', legQuantity: 'total' },
  /** EVENTS-2: members of option events (type 1032), named after those of orders and activities. */
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
   * ENVIRONMENTS-1, Sandbox facts: the delay of market data (real time only for subscribers), the
   * prefixes of paths that answered 404 to ordinary keys, and the requests that were refused there.
   * Whether a token is checked there is not known; here it is.
   */
  sandbox: {
    delayMs: SANDBOX_DELAY_MS,
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
   * MCP-1 leaves open how long an instruction stays valid, the form of its confirmation link, and
   * how the desktop application receives it. Assumed: it stays valid to the end of the trading day
   * (20:00 New York). The desktop lists the pending instructions and reserves one by the id of the
   * order that it is about to send; for `takenMs` no other desktop can reserve it, and neither
   * revoking the client nor the end of the day ends it. The desktop then places the order itself
   * and reports the outcome. Only the practice exchange serves this, and it is requested only
   * there.
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
   * MCP-1 publishes the names and parameters of the placing tools as those of the local server.
   * Assumed: the names of the tools that cancel and replace (as on the local server); that the side
   * of a combination has the wire's values and defaults to BUY; the members of a leg (those of the
   * wire's legs); the default number of shares per unit in a stock leg; and that `orders` of a
   * replace are orders of one combination in one symbol, each with the members of the wire's
   * `modify_orders`.
   */
  assistantTools: {
    cancel: 'cancel_instruction',
    replace: <Product extends string>(product: Product) =>
      `replace_${product}_instruction` as const,
    strategySide: 'BUY',
    sharesPerUnit: '100',
  },
  /**
   * MCP-1 names registration, PKCE and refresh tokens of the hosted MCP server, but no lifetimes
   * and no number of clients.
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
  /** MARKET-1: true includes the running bar. */
  realTimeRequiredIncludesRunningBar: true,
  /**
   * MARKET-1: the market maker at every price level; the practice book does not distinguish them.
   */
  marketMaker: 'PRAC',
  /**
   * MARKET-1 to MARKET-5 do not say how a missing quote is sent. Other providers send 0, -1, empty
   * text or dashes, so none of them is read as a price; nothing that this client trades has prices
   * of zero or less. A bid of 0 beside an offer means that nobody bids, which is the same as no
   * bid. Sizes, volumes and changes of zero are values.
   */
  noQuote: ['', '-', '--', '0', '-1'] as readonly string[],
  /**
   * EVENTS-6: interval of pings, the silence after which a stream counts as stale (published logs
   * show pings 60 s apart), and after which it counts as dead.
   */
  pingEveryMs: 30_000,
  streamStaleAfterMs: 65_000,
  streamDeadAfterMs: 90_000,
  /**
   * EVENTS-6: the silence on a stream of events after which its connection is asked for a health
   * check, which is assumed not to count against any limit. Between pings and while no order
   * changes silence is usual, and a connection that died alone would be noticed a minute later;
   * null asks only where another sign puts the connection in doubt.
   */
  eventHealthCheckAfterMs: 2_000 as number | null,
  /** EVENTS-2: live subscriptions per app key. */
  eventStreamsPerKey: 1,
  /** MARKET-10: connections per app key. */
  marketStreamsPerKey: 5,
  /**
   * MARKET-10: the WebSocket of the market stream is also served on port 443, and by the sandbox's
   * host on both ports. Only production's port 8883 is published.
   */
  unpublishedMarketRoutes: true as boolean,
} as const
