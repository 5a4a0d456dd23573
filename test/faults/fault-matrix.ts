import {
  FAULTS,
  OPERATIONS,
  PHASES,
  type Cell,
  type Fault,
  type Operation,
  type FaultOutcome,
  type Phase,
} from './faults.js'

type OutcomeRow = Readonly<Record<Operation, FaultOutcome>>
type Matrix = Readonly<Record<Fault, Readonly<Record<Phase, OutcomeRow>>>>

/** One row: an outcome for every operation. */
const row = (
  place: FaultOutcome,
  replace: FaultOutcome,
  cancel: FaultOutcome,
  detail: FaultOutcome,
  list: FaultOutcome,
  preview: FaultOutcome,
  token: FaultOutcome,
  events: FaultOutcome,
  market: FaultOutcome,
): OutcomeRow => ({ place, replace, cancel, detail, list, preview, token, events, market })

/** The fault cannot strike in this phase. */
const NEVER = row('none', 'none', 'none', 'none', 'none', 'none', 'none', 'none', 'none')

/** Fails once before a byte is sent; a GET is repeated. */
const UNSENT_ONCE = row(
  'not-sent',
  'not-sent',
  'not-sent',
  'retried',
  'retried',
  'reported',
  'reported',
  'reconnects',
  'reconnects',
)
/** Fails before a byte is sent, for as long as the fault lasts. */
const UNSENT = row(
  'not-sent',
  'not-sent',
  'not-sent',
  'reported',
  'reported',
  'reported',
  'reported',
  'reconnects',
  'reconnects',
)
/** Fails once after the request was sent: what became of it is not known. */
const NO_ANSWER = row(
  'settles',
  'settles',
  'settles',
  'retried',
  'retried',
  'reported',
  'lost',
  'reconnects',
  'reconnects',
)
/** The request alone is answered wrongly; streams have no such answer. */
const BAD_ANSWER = row(
  'settles',
  'settles',
  'settles',
  'retried',
  'retried',
  'reported',
  'lost',
  'none',
  'none',
)
const UNHARMED = row('fine', 'fine', 'fine', 'fine', 'fine', 'fine', 'fine', 'fine', 'fine')
/** Concerns only what changes orders. */
const ORDERS = (place: FaultOutcome, replace: FaultOutcome, cancel: FaultOutcome): OutcomeRow => ({
  ...NEVER,
  place,
  replace,
  cancel,
})
const STREAMS = (events: FaultOutcome, market: FaultOutcome): OutcomeRow => ({
  ...NEVER,
  events,
  market,
})

/** The expected outcome of every fault, phase and operation. */
export const FAULT_MATRIX: Matrix = {
  'drop-before-effect': { connect: NEVER, sent: NO_ANSWER, effect: NEVER, response: NEVER },
  'drop-after-effect': { connect: NEVER, sent: NEVER, effect: NO_ANSWER, response: NEVER },
  delay: {
    connect: UNSENT_ONCE,
    sent: NO_ANSWER,
    // The list of open orders shows the order before the wait for the answer ends.
    effect: { ...NO_ANSWER, place: 'fine' },
    response: UNHARMED,
  },
  reset: { connect: UNSENT_ONCE, sent: NO_ANSWER, effect: NO_ANSWER, response: BAD_ANSWER },
  truncate: {
    connect: NEVER,
    sent: NEVER,
    effect: NEVER,
    // A delivery that cannot be read is left out and logged, never guessed.
    // An unreadable answer is not requested again at once; polling does.
    response: {
      ...BAD_ANSWER,
      detail: 'reported',
      list: 'reported',
      events: 'ignored',
      market: 'ignored',
    },
  },
  // TLS lets no request be repeated on the way; only the broker can deliver something twice.
  duplicate: {
    connect: NEVER,
    sent: NEVER,
    effect: NEVER,
    response: STREAMS('ignored', 'none'),
  },
  // One connection delivers market data in order; the broker may publish events out of order.
  reorder: { connect: NEVER, sent: NEVER, effect: NEVER, response: STREAMS('ignored', 'none') },
  'stale-listing': {
    connect: NEVER,
    sent: NEVER,
    effect: NEVER,
    response: { ...NEVER, list: 'corrected' },
  },
  // For market data: `market-gap`.
  'lost-event': {
    connect: NEVER,
    sent: NEVER,
    effect: NEVER,
    response: STREAMS('corrected', 'none'),
  },
  'silent-stream': {
    connect: STREAMS('reconnects', 'none'),
    sent: STREAMS('reconnects', 'none'),
    // Quotes that stop are shown as stale: a market may be quiet.
    effect: STREAMS('reconnects', 'reported'),
    response: NEVER,
  },
  'rate-limit-storm': {
    connect: NEVER,
    sent: NEVER,
    effect: NEVER,
    response: row(
      'refused',
      'refused',
      'refused',
      'reported',
      'reported',
      'reported',
      'reported',
      'reconnects',
      'reconnects',
    ),
  },
  'error-after-effect': {
    connect: NEVER,
    sent: NEVER,
    effect: { ...BAD_ANSWER, events: 'reconnects' },
    response: NEVER,
  },
  'token-family-revoked': {
    connect: NEVER,
    sent: NEVER,
    effect: NEVER,
    // Streams are signed with the key of the application, not with a token.
    response: row(
      'refused',
      'refused',
      'refused',
      'reported',
      'reported',
      'reported',
      'signed-out',
      'none',
      'none',
    ),
  },
  'clock-skew': {
    connect: NEVER,
    sent: NEVER,
    effect: NEVER,
    // The connection for market data is not signed with a time.
    response: row(
      'refused',
      'refused',
      'refused',
      'reported',
      'reported',
      'reported',
      'reported',
      'reported',
      'none',
    ),
  },
  'clock-jump': {
    connect: { ...UNHARMED, place: 'denied', replace: 'denied' },
    sent: UNHARMED,
    effect: UNHARMED,
    response: UNHARMED,
  },
  'dns-failure': { connect: UNSENT, sent: NEVER, effect: NEVER, response: NEVER },
  'wrong-certificate': { connect: UNSENT, sent: NEVER, effect: NEVER, response: NEVER },
  'halted-symbol': {
    connect: NEVER,
    sent: NEVER,
    effect: NEVER,
    response: {
      ...ORDERS('refused', 'refused', 'fine'),
      detail: 'fine',
      list: 'fine',
      preview: 'reported',
    },
  },
  'slow-consumer': {
    connect: NEVER,
    sent: NEVER,
    effect: NEVER,
    response: STREAMS('corrected', 'corrected'),
  },
  'market-gap': {
    connect: NEVER,
    sent: NEVER,
    effect: STREAMS('none', 'reconnects'),
    response: NEVER,
  },
  'process-kill': {
    connect: ORDERS('recovered', 'recovered', 'recovered'),
    sent: ORDERS('recovered', 'recovered', 'recovered'),
    effect: ORDERS('recovered', 'recovered', 'recovered'),
    response: ORDERS('recovered', 'recovered', 'recovered'),
  },
  'disk-full': {
    connect: ORDERS('denied', 'denied', 'fine'),
    sent: ORDERS('fine', 'fine', 'fine'),
    effect: NEVER,
    response: NEVER,
  },
  'slow-disk': {
    connect: ORDERS('fine', 'fine', 'fine'),
    sent: ORDERS('fine', 'fine', 'fine'),
    effect: NEVER,
    response: NEVER,
  },
  'torn-write': {
    connect: ORDERS('recovered', 'recovered', 'recovered'),
    sent: NEVER,
    effect: NEVER,
    response: NEVER,
  },
}

export const expectedOutcome = ({ fault, phase, operation }: Cell): FaultOutcome =>
  FAULT_MATRIX[fault][phase][operation]

/** Every cell in which the fault can strike. */
export const cells: readonly Cell[] = FAULTS.flatMap((fault) =>
  PHASES.flatMap((phase) =>
    OPERATIONS.map((operation): Cell => ({ fault, phase, operation })).filter(
      (cell) => expectedOutcome(cell) !== 'none',
    ),
  ),
)
