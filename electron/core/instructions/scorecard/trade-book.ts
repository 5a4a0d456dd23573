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
import type { Environment } from '../../../../shared/domain/environment.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type {
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import type { Fill, Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isFinal, ORDER_STATUSES } from '../../../../shared/domain/orders/order-state.js'
import {
  zClientOrderId,
  zDecimal,
  zInstructionId,
  zMoney,
  zPrice,
  zQuantity,
  zTime,
} from '../../storage/stored-values.js'
import type { LiveEvents, LiveRows } from '../../live-values.js'
import type { ClockPort, JournalPort, LogPort } from '../../ports.js'
import type { RiskQuote } from '../../risk/pricing.js'
import type { SessionQueries } from '../../session/session-queries.js'
import { withAmendment } from '../requests/action.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { MarketAtRequest, TradeRecord } from './executions.js'

const v = z.literal(1)
const zRecord = z.discriminatedUnion('kind', [
  /** The market when an instruction was requested. */
  z.strictObject({
    v,
    kind: z.literal('asked'),
    id: zInstructionId,
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

/** The maximum age in ms of a quote recorded for the time of the request. */
const QUOTE_MS = 5_000

/**
 * Stores the data of scorecards that nothing else stores: the market at each request, and the
 * progress of the orders that resulted. Unlike the order journal and the session, it retains old
 * orders. No decision depends on it.
 */
export interface TradeBook {
  readonly trades: ReadonlyMap<ClientOrderId, TradeRecord>
  readonly marketAtRequest: ReadonlyMap<InstructionId, MarketAtRequest>
  close(): Promise<void>
}

export interface TradeBookDeps {
  readonly journal: JournalPort
  readonly instructionService: Pick<InstructionService, 'all' | 'onChange'>
  readonly orders: LiveRows<Order>
  readonly fills: LiveEvents<Fill>
  readonly queries: Pick<SessionQueries, 'quote' | 'market' | 'multiplier'>
  readonly environment: Environment
  readonly clock: ClockPort
  readonly log: LogPort
}

const parse = (line: string): BookRecord | null => {
  try {
    return zRecord.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

export async function openTradeBook({
  journal,
  instructionService,
  orders,
  fills,
  queries,
  environment,
  clock,
  log,
}: TradeBookDeps): Promise<TradeBook> {
  const trades = new Map<ClientOrderId, TradeRecord>()
  const marketAtRequest = new Map<InstructionId, MarketAtRequest>()
  const own = new Set<ClientOrderId>()
  let closed = false

  const apply = (record: BookRecord): void => {
    if (record.kind === 'asked') {
      const { bid, ask, last, multiplier } = record
      marketAtRequest.set(record.id, { bid, ask, last, multiplier })
      return
    }
    const { clientOrderId, status, filled, value, fees, at: time } = record
    own.add(clientOrderId)
    trades.set(clientOrderId, {
      clientOrderId,
      status,
      steps: [...(trades.get(clientOrderId)?.steps ?? []), { time, filled, value, fees }],
    })
  }
  const save = (record: BookRecord): void => {
    if (closed) return
    apply(record)
    void journal.append(JSON.stringify(record)).then((written) => {
      if (!written.ok) log.event('warn', 'trade-book.not-kept', { kind: written.error.kind })
    })
  }

  /**
   * Returns the time of an order's latest fill. The practice exchange has a clock of its own, so
   * there it is the time at which Countersign learned of the fill.
   */
  const timeOf = (order: Order) =>
    environment === 'practice'
      ? order.updatedAt
      : (fills.recent().findLast((fill) => fill.clientOrderId === order.clientOrderId)?.time ??
        order.updatedAt)

  const recordStep = (order: Order): void => {
    const { clientOrderId, status, filledQuantity, averageFillPrice, fees } = order
    if (!own.has(clientOrderId)) return
    // A fill without a known price is recorded once the price is known.
    const priced = averageFillPrice !== null && isPositive(filledQuantity)
    const known = trades.get(clientOrderId)
    const last = known?.steps.at(-1)
    // A start replays orders from the journal, so skip states older than the last recorded step.
    if (
      last !== undefined &&
      ((isFinal(known?.status ?? status) && !isFinal(status)) ||
        (priced && lt(filledQuantity, last.filled)))
    ) {
      return
    }
    const filled = priced ? filledQuantity : (last?.filled ?? ZERO_QUANTITY)
    const value = priced
      ? asMoney(trim(mul(averageFillPrice, filledQuantity)))
      : (last?.value ?? ZERO_MONEY)
    const same =
      last !== undefined &&
      known?.status === status &&
      eq(last.filled, filled) &&
      eq(last.value, value) &&
      (fees === null || (last.fees !== null && eq(last.fees, fees)))
    if (!same) {
      save({
        v: 1,
        kind: 'step',
        clientOrderId,
        status,
        filled,
        value,
        fees: fees ?? last?.fees ?? null,
        at: timeOf(order),
      })
    }
  }

  /**
   * Returns the quote of what the order trades: its contract, its outcome, or all its legs
   * together. The symbol alone would give an option's underlying.
   */
  const marketOf = async (
    draft: OrderDraft,
  ): Promise<Pick<RiskQuote, 'bid' | 'ask' | 'last'> | null> => {
    if (draft.assetClass !== 'option' && draft.assetClass !== 'event') {
      return (await queries.quote(draft.symbol, QUOTE_MS))?.quote ?? null
    }
    const found = await queries.market(draft, QUOTE_MS)
    const price = found.ok ? (found.value?.price ?? null) : null
    // Options and event contracts trade rarely, so their last price may be old and is not used.
    return price === null || price.ageMs === null || price.ageMs > QUOTE_MS
      ? null
      : { bid: price.bid, ask: price.ask, last: null }
  }

  const recordMarket = async (instruction: Instruction): Promise<void> => {
    const { action, id } = instruction
    if (action.kind !== 'place' || marketAtRequest.has(id)) return
    const { draft } = action
    // Mark it before the request, so that it is made only once.
    marketAtRequest.set(id, { bid: null, ask: null, last: null, multiplier: null })
    const [price, multiplier] = await Promise.all([
      marketOf(draft),
      queries.multiplier(draft),
    ]).catch((): [null, null] => [null, null])
    save({
      v: 1,
      kind: 'asked',
      id,
      at: clock.now(),
      bid: price?.bid ?? null,
      ask: price?.ask ?? null,
      last: price?.last ?? null,
      multiplier,
    })
  }

  const followInstruction = (instruction: Instruction): void => {
    if (instruction.status === 'PENDING') void recordMarket(instruction)
    const { outcome } = instruction
    if (
      withAmendment(instruction).kind !== 'place' ||
      outcome === null ||
      outcome.clientOrderId === null
    ) {
      return
    }
    own.add(outcome.clientOrderId)
    const order = orders.all().find((row) => row.clientOrderId === outcome.clientOrderId)
    if (order !== undefined) recordStep(order)
  }

  const content = await journal.read()
  if (!content.ok) log.event('error', 'trade-book.unreadable', { kind: content.error.kind })
  for (const line of content.ok ? content.value.lines : []) {
    const record = parse(line)
    if (record === null) log.event('warn', 'trade-book.record-skipped')
    else apply(record)
  }
  // Instructions pending at the end of the last run are over; only their orders are followed.
  for (const instruction of instructionService.all()) followInstruction(instruction)
  const stops = [
    instructionService.onChange(followInstruction),
    orders.subscribe((rows) => rows.forEach(recordStep)),
  ]

  return {
    trades,
    marketAtRequest,
    async close() {
      for (const stop of stops) stop()
      closed = true
      await journal.close()
    },
  }
}
