import { z } from 'zod'
import {
  asMoney,
  eq,
  isPositive,
  lt,
  mul,
  trim,
  ZERO_MONEY,
  ZERO_QUANTITY,
} from '../../../../shared/domain/decimal.js'
import { contractSymbol } from '../../../../shared/domain/instruments/instrument-key.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ClientOrderId, InstructionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Fill, Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isFinal, ORDER_STATUSES } from '../../../../shared/domain/orders/order-state.js'
import {
  zClientOrderId,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zTime,
} from '../../../../shared/domain/scalars.schema.js'
import { zInstructionId } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { LiveEvents, LiveRows } from '../../live-values.js'
import { causeFields } from '../../described-error.js'
import type { JournalPort, LogPort } from '../../ports.js'
import type { RiskQuote } from '../../risk/pricing.js'
import type { SessionQueries } from '../../session/queries/session-queries.js'
import { withAmendment } from '../requests/action.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { MarketAtRequest, TradeRecord } from './executions.js'

/** The version of the records. */
export const TRADE_BOOK_VERSION = 1
const v = z.literal(TRADE_BOOK_VERSION)
const zRecord = z.discriminatedUnion('kind', [
  /** The market when an instruction was requested. */
  z.strictObject({
    v,
    kind: z.literal('asked'),
    id: zInstructionId,
    /** By the exchange's clock, as the times of steps are. */
    at: zTime,
    bid: zPrice.nullable(),
    ask: zPrice.nullable(),
    last: zPrice.nullable(),
    multiplier: zDecimal.nullable(),
  }),
  /** The state of an instruction's order with its total filled quantity. */
  z.strictObject({
    v,
    kind: z.literal('step'),
    clientOrderId: zClientOrderId,
    status: z.enum(ORDER_STATUSES),
    filled: zQuantity,
    value: zMoney,
    fees: zMoney.nullable(),
    at: zTime,
  }),
])
type BookRecord = z.output<typeof zRecord>
type StepRecord = Extract<BookRecord, { readonly kind: 'step' }>

/** The maximum age in ms of a quote recorded for the time of the request. */
const QUOTE_MS = 5_000

export interface TradeBookDeps {
  readonly journal: JournalPort
  readonly instructionService: Pick<InstructionService, 'all' | 'onChange'>
  readonly orders: LiveRows<Order>
  readonly fills: LiveEvents<Fill>
  readonly queries: Pick<SessionQueries, 'exchangeNow' | 'quote' | 'market' | 'multiplier'>
  readonly log: LogPort
  /** Called once when entries of the journal cannot be read. */
  readonly onSkipped?: () => void
}

const parse = (line: string): BookRecord | null => {
  try {
    return zRecord.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

/** Opens the book: reads it, then records the progress of orders until it is closed. */
export async function openTradeBook(deps: TradeBookDeps): Promise<TradeBook> {
  const book = new TradeBook(deps)
  await book.open()
  return book
}

/**
 * Returns the progress of an order after the last recorded one; null when nothing is new. A fill
 * without a known price is recorded once the price is known.
 */
function nextStep(
  { clientOrderId, status, filledQuantity, averageFillPrice, fees }: Order,
  previous: TradeRecord | undefined,
): Omit<StepRecord, 'at'> | null {
  const last = previous?.steps.at(-1)
  const priced = averageFillPrice !== null && isPositive(filledQuantity)
  // A start replays orders from the journal, so skip states older than the last recorded step.
  if (
    last !== undefined &&
    ((isFinal(previous?.status ?? status) && !isFinal(status)) ||
      (priced && lt(filledQuantity, last.filled)))
  ) {
    return null
  }
  const filled = priced ? filledQuantity : (last?.filled ?? ZERO_QUANTITY)
  const value = priced
    ? asMoney(trim(mul(averageFillPrice, filledQuantity)))
    : (last?.value ?? ZERO_MONEY)
  const same =
    last !== undefined &&
    previous?.status === status &&
    eq(last.filled, filled) &&
    eq(last.value, value) &&
    (fees === null || (last.fees !== null && eq(last.fees, fees)))
  return same
    ? null
    : {
        v: TRADE_BOOK_VERSION,
        ...{ kind: 'step', clientOrderId, status, filled, value },
        fees: fees ?? last?.fees ?? null,
      }
}

/**
 * Stores the data of scorecards that nothing else stores: the market at each request, and the
 * progress of the orders that resulted. Unlike the order journal and the session, it retains old
 * orders. No decision depends on it.
 */
export class TradeBook {
  readonly trades = new Map<ClientOrderId, TradeRecord>()
  readonly marketAtRequest = new Map<InstructionId, MarketAtRequest>()
  readonly #deps: TradeBookDeps
  readonly #own = new Set<ClientOrderId>()
  readonly #stops: Disposer[] = []
  #closed = false

  constructor(deps: TradeBookDeps) {
    this.#deps = deps
  }

  async open(): Promise<void> {
    const { journal, log, instructionService, orders } = this.#deps
    const first = await journal.read()
    if (!first.ok) log.event('error', 'trade-book.unreadable', { kind: first.error.kind })
    // A damaged file was set aside by its first reading; its readable entries are the file now.
    const isSetAside = !first.ok && first.error.aside !== undefined
    const content = isSetAside ? await journal.read() : first
    const records = (content.ok ? content.value.lines : []).map(parse)
    const skipped = records.filter((record) => record === null).length
    if (skipped > 0) {
      log.event('error', 'trade-book.records-skipped', { count: skipped })
      this.#deps.onSkipped?.()
    }
    for (const record of records) if (record !== null) this.#apply(record)
    // Instructions pending at the end of the last run are over; only their orders are followed.
    for (const instruction of instructionService.all()) this.#followInstruction(instruction)
    this.#stops.push(
      instructionService.onChange((instruction) => this.#followInstruction(instruction)),
      orders.subscribe((rows) => {
        for (const order of rows) this.#recordStep(order)
      }),
    )
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#closed = true
    await this.#deps.journal.close()
  }

  #apply(record: BookRecord): void {
    if (record.kind === 'asked') {
      const { at: time, bid, ask, last, multiplier } = record
      this.marketAtRequest.set(record.id, { at: time, bid, ask, last, multiplier })
      return
    }
    const { clientOrderId, status, filled, value, fees, at: time } = record
    this.#own.add(clientOrderId)
    this.trades.set(clientOrderId, {
      clientOrderId,
      status,
      steps: [...(this.trades.get(clientOrderId)?.steps ?? []), { time, filled, value, fees }],
    })
  }

  #save(record: BookRecord): void {
    if (this.#closed) return
    const { journal, log } = this.#deps
    this.#apply(record)
    void journal.append(JSON.stringify(record)).then((written) => {
      if (!written.ok) log.event('warn', 'trade-book.not-saved', { kind: written.error.kind })
    })
  }

  #followInstruction(instruction: Instruction): void {
    if (instruction.status === 'PENDING') void this.#recordMarket(instruction)
    const { outcome } = instruction
    if (
      withAmendment(instruction).kind !== 'place' ||
      outcome === null ||
      outcome.clientOrderId === null
    ) {
      return
    }
    this.#own.add(outcome.clientOrderId)
    const order = this.#deps.orders.all().find((row) => row.clientOrderId === outcome.clientOrderId)
    if (order !== undefined) this.#recordStep(order)
  }

  #recordStep(order: Order): void {
    if (!this.#own.has(order.clientOrderId)) return
    const step = nextStep(order, this.trades.get(order.clientOrderId))
    if (step !== null) this.#save({ ...step, at: this.#timeOf(order) })
  }

  /** Returns the time of an order's latest fill, else the exchange's time of now. */
  #timeOf(order: Order): EpochMs {
    const { fills, queries } = this.#deps
    const fill = fills
      .recent()
      .findLast(({ clientOrderId }) => clientOrderId === order.clientOrderId)
    return fill?.time ?? queries.exchangeNow()
  }

  async #recordMarket(instruction: Instruction): Promise<void> {
    const { action, id } = instruction
    if (action.kind !== 'place' || this.marketAtRequest.has(id)) return
    const { draft } = action
    // Mark it before the request, so that it is made only once.
    const time = this.#deps.queries.exchangeNow()
    this.marketAtRequest.set(id, { at: time, bid: null, ask: null, last: null, multiplier: null })
    const [price, multiplier] = await Promise.all([
      this.#marketOf(draft),
      this.#deps.queries.multiplier(draft),
    ]).catch((error: unknown): [null, null] => {
      this.#deps.log.event('error', 'trade-book.market-threw', causeFields(error))
      return [null, null]
    })
    this.#save({
      v: TRADE_BOOK_VERSION,
      kind: 'asked',
      id,
      at: time,
      bid: price?.bid ?? null,
      ask: price?.ask ?? null,
      last: price?.last ?? null,
      multiplier,
    })
  }

  /**
   * Returns the quote of what the order trades: its contract, its outcome, or all its legs
   * together. The symbol alone would give an option's underlying.
   */
  async #marketOf(draft: OrderDraft): Promise<Pick<RiskQuote, 'bid' | 'ask' | 'last'> | null> {
    const { queries } = this.#deps
    const isListed = draft.assetClass !== 'option' && draft.assetClass !== 'event'
    const own = isListed ? contractSymbol(draft) : null
    if (own !== null) return (await queries.quote(own, QUOTE_MS))?.quote ?? null
    const found = await queries.market(draft, QUOTE_MS)
    const price = found.ok ? (found.value?.price ?? null) : null
    // Options and event contracts trade rarely, so their last price may be old and is not used.
    return price === null || price.ageMs === null || price.ageMs > QUOTE_MS
      ? null
      : { bid: price.bid, ask: price.ask, last: null }
  }
}
