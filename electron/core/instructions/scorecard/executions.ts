import type { AccountProduct } from '../../../../shared/domain/instruments/account-products.js'
import { productOf } from '../../../../shared/domain/instruments/account-products.js'
import {
  add,
  asMoney,
  dec,
  decimalText,
  isPositive,
  isZero,
  maxOf,
  mul,
  neg,
  sub,
  sum,
  trim,
  ZERO_MONEY,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { OrderStatus } from '../../../../shared/domain/orders/order-state.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ScoreCount, ScorePeriod } from '../../../../shared/domain/instructions/scorecard.js'
import { NO_LOTS, tradeLots, type Lots } from './lots.js'

/**
 * The state of an order at a time: its total filled quantity, the money moved (price × quantity)
 * and its fees.
 */
export interface TradeStep {
  readonly time: EpochMs
  readonly filled: Quantity
  readonly value: Money
  readonly fees: Money | null
}
/** The order of an instruction with its steps, oldest first. */
export interface TradeRecord {
  readonly clientOrderId: ClientOrderId
  readonly status: OrderStatus
  readonly steps: readonly TradeStep[]
}
/** The market at the time of the request. Unknown values are null. */
export interface MarketAtRequest {
  /** By the exchange's clock. */
  readonly at: EpochMs
  readonly bid: Price | null
  readonly ask: Price | null
  readonly last: Price | null
  /** The value of one unit relative to its price. */
  readonly multiplier: Decimal | null
}

/** One event with its counts and amounts, which add to its day and to the total. */
export interface ScoreEvent {
  readonly time: EpochMs
  /** Whose trade date the event belongs to. */
  readonly product: AccountProduct
  readonly counts?: readonly ScoreCount[]
  readonly money?: Partial<Pick<ScorePeriod, 'traded' | 'fees' | 'realised' | 'slippage'>>
  readonly unpriced?: boolean
  readonly unvalued?: boolean
}

const HALF = dec('0.5')

/** One execution of an instruction's order. */
export interface Execution {
  readonly time: EpochMs
  readonly order: ClientOrderId
  readonly draft: OrderDraft
  readonly mark: MarketAtRequest | undefined
  readonly quantity: Quantity
  readonly value: Money
  readonly fees: Money
}

/**
 * Returns the executions between an order's steps. A later price correction belongs to the
 * execution that it corrects.
 */
export function executionsOf(
  draft: OrderDraft,
  mark: MarketAtRequest | undefined,
  { clientOrderId, steps }: TradeRecord,
): readonly Execution[] {
  const executions: Execution[] = []
  let before: Pick<TradeStep, 'filled' | 'value'> & { readonly fees: Money } = {
    filled: sum([]),
    value: ZERO_MONEY,
    fees: ZERO_MONEY,
  }
  for (const step of steps) {
    const [quantity, value, fees] = [
      sub(step.filled, before.filled),
      sub(step.value, before.value),
      sub(step.fees ?? before.fees, before.fees),
    ]
    const last = executions.at(-1)
    if (isPositive(quantity) || last === undefined) {
      executions.push({ time: step.time, order: clientOrderId, draft, mark, quantity, value, fees })
    } else {
      executions[executions.length - 1] = { ...last, value: add(last.value, value) }
      if (!isZero(fees)) {
        executions.push({
          time: step.time,
          order: clientOrderId,
          draft,
          mark,
          quantity,
          value: ZERO_MONEY,
          fees,
        })
      }
    }
    before = { filled: step.filled, value: step.value, fees: step.fees ?? before.fees }
  }
  return executions
}

/** Returns a name that distinguishes the contracts of one symbol. */
export function contractName({ assetClass, symbol, terms }: OrderDraft): string {
  const legs = (terms?.legs ?? []).map(({ side, quantity, option, symbol: legSymbol }) => {
    const contract =
      option === null
        ? legSymbol
        : `${option.expiration} ${decimalText(trim(option.strike))} ${option.type}`
    return (terms?.legs ?? []).length === 1
      ? contract
      : `${side} ${decimalText(trim(quantity))} ${contract}`
  })
  return [
    symbol,
    ...(assetClass === 'stock' ? [] : [assetClass]),
    ...legs,
    ...(terms?.outcome === undefined ? [] : [terms.outcome]),
  ]
    .join(' ')
    .slice(0, 120)
}

const midPrice = ({ bid, ask, last }: MarketAtRequest): Decimal | null =>
  bid !== null && ask !== null && isPositive(bid) && isPositive(ask)
    ? mul(add<Decimal>(bid, ask), HALF)
    : last

export interface ReplayResult {
  readonly events: readonly ScoreEvent[]
  readonly open: readonly {
    readonly draft: OrderDraft
    readonly lots: Lots
    readonly multiplier: Decimal
  }[]
  /** The realized profit of each closing order. */
  readonly closed: readonly Money[]
  /** Realized profit less fees after each execution. */
  readonly curve: readonly Money[]
}

/** Replays all executions in time order and computes realized profit, fees and slippage. */
export function replayExecutions(executions: readonly Execution[]): ReplayResult {
  const events: ScoreEvent[] = []
  const books = new Map<string, { draft: OrderDraft; lots: Lots; multiplier: Decimal }>()
  const closed = new Map<ClientOrderId, Money>()
  const curve: Money[] = []
  let equity = ZERO_MONEY
  for (const { time, order, draft, mark, quantity, value, fees } of executions) {
    const multiplier = mark?.multiplier ?? (draft.assetClass === 'stock' ? dec('1') : null)
    const product = productOf(draft.assetClass)
    equity = sub(equity, fees)
    if (!isPositive(quantity)) events.push({ time, product, money: { fees } })
    else if (multiplier === null) events.push({ time, product, money: { fees }, unvalued: true })
    else {
      const traded = asMoney(mul(value, multiplier))
      const side = draft.side === 'buy' ? 'buy' : 'sell'
      const name = `${draft.accountId} ${contractName(draft)}`
      const book = books.get(name)
      const { after, realised } = tradeLots(book?.lots ?? NO_LOTS, side, quantity, traded)
      books.set(name, { draft, lots: after, multiplier })
      if (realised !== null) {
        closed.set(order, add(closed.get(order) ?? ZERO_MONEY, realised))
        equity = add(equity, realised)
      }
      const reference = mark === undefined ? null : midPrice(mark)
      const deviation =
        reference === null ? null : sub(traded, asMoney(mul(mul(reference, quantity), multiplier)))
      const slippage =
        deviation === null ? ZERO_MONEY : side === 'buy' ? asMoney(neg(deviation)) : deviation
      events.push({
        time,
        product,
        money: { traded, fees, realised: realised ?? ZERO_MONEY, slippage },
        unpriced: deviation === null,
      })
    }
    curve.push(equity)
  }
  return {
    events,
    open: [...books.values()].filter(({ lots }) => lots.lots.length > 0),
    closed: [...closed.values()],
    curve,
  }
}

/** Returns the maximum drawdown of a curve that starts at zero. */
export function drawdownOf(curve: readonly Money[]): Money {
  let [peak, worst] = [ZERO_MONEY, ZERO_MONEY]
  for (const equity of curve) {
    peak = maxOf(peak, equity)
    worst = maxOf(worst, sub(peak, equity))
  }
  return trim(worst)
}
