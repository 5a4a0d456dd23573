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
import { zInstructionId } from '../../../../shared/ipc/instructions.js'
import {
  zClientOrderId,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zTime,
} from '../../../../shared/ipc/schemas.js'
import type { LiveEvents, LiveRows } from '../../live-values.js'
import type { ClockPort, JournalPort, LogPort } from '../../ports.js'
import type { RiskQuote } from '../../risk/pricing.js'
import type { SessionQueries } from '../../session/session-queries.js'
import { withAmendment } from '../requests/action.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { MarketAtRequest, TradeRecord } from './executions.js'

const v = z.literal(1)
const zRecord = z.discriminatedUnion('kind', [
  /** The market when an instruction was asked for. */
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
  /** How an order stood that an instruction became: what it had filled by then, in all. */
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

/** How old a price may be that stands for "when it asked". */
const QUOTE_MS = 5_000

/**
 * What a scorecard is reckoned from and nobody else keeps: the market when each instruction came,
 * and how the orders that instructions
 * became went on. The order journal and the screen forget old orders; this file does not. It
 * decides nothing.
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
   * Practice runs on a clock of its own: there a fill is dated by when this desk learned of it,
   * like everything else that it shows.
   */
  const timeOf = (order: Order) =>
    environment === 'practice'
      ? order.updatedAt
      : (fills.recent().findLast((fill) => fill.clientOrderId === order.clientOrderId)?.time ??
        order.updatedAt)

  const recordStep = (order: Order): void => {
    const { clientOrderId, status, filledQuantity, averageFillPrice, fees } = order
    if (!own.has(clientOrderId)) return
    // What filled without a known price waits until the price is told.
    const priced = averageFillPrice !== null && isPositive(filledQuantity)
    const known = trades.get(clientOrderId)
    const last = known?.steps.at(-1)
    // A start plays an order's life again from its journal: what is behind the book is known
    // already.
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
   * What the order itself trades at: of its contract, its outcome, all its legs together. The
   * symbol of an option alone is its underlying.
   */
  const marketOf = async (
    draft: OrderDraft,
  ): Promise<Pick<RiskQuote, 'bid' | 'ask' | 'last'> | null> => {
    if (draft.assetClass !== 'option' && draft.assetClass !== 'event') {
      return (await queries.quote(draft.symbol, QUOTE_MS))?.quote ?? null
    }
    const found = await queries.market(draft, QUOTE_MS)
    const price = found.ok ? (found.value?.price ?? null) : null
    // These trade seldom: what was traded last may be of any time, and is no price when it asked.
    return price === null || price.ageMs === null || price.ageMs > QUOTE_MS
      ? null
      : { bid: price.bid, ask: price.ask, last: null }
  }

  const recordMarket = async (instruction: Instruction): Promise<void> => {
    const { action, id } = instruction
    if (action.kind !== 'place' || marketAtRequest.has(id)) return
    const { draft } = action
    // Whatever becomes of the look-up, it is done once.
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
  // What was pending when the last run ended is over; only orders are followed on.
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
