import {
  abs,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  div,
  gt,
  isNegative,
  isPositive,
  isZero,
  lt,
  mul,
  sub,
  sum,
  toScale,
  trim,
  ZERO_QUANTITY,
  type Decimal,
  type Price,
  type Quantity,
} from '../../../../../shared/domain/decimal.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import type { Symbol } from '../../../../../shared/domain/ids.js'
import {
  orderInstrumentKey,
  positionInstrumentKey,
} from '../../../../../shared/domain/instruments/instrument-key.js'
import {
  fieldRefusal,
  refuse,
  type AsyncResult,
  type Refusal,
} from '../../../../../shared/domain/instructions/refusal.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../../session/trading-session.js'
import { toRefusal, type MarketReads } from '../market-reads.js'
import type {
  AssistantJob,
  JobPlan,
  PlanRow,
  Weight,
} from '../../../../../shared/domain/instructions/assistant-job.js'

type Rebalance = Extract<AssistantJob, { readonly kind: 'rebalance' }>

const ONE = dec('1')
const WEIGHT_PLACES = 4

interface PlannedTrade {
  readonly draft: OrderDraft | null
  readonly row: PlanRow
}

/** Returns the whole shares that a part of the equity buys, and the order that leads there. */
function changeOf(
  { accountId, minTrade }: Rebalance,
  weight: Weight,
  market: {
    readonly equity: Decimal
    readonly held: Decimal
    readonly bid: Price
    readonly ask: Price
  },
): PlannedTrade {
  const { equity, held, bid, ask } = market
  const wanted = div(mul(equity, weight.fraction), ask, 0, 'down') ?? ZERO_QUANTITY
  const difference = sub<Decimal>(wanted, held)
  const isBuy = isPositive(difference)
  const price = isBuy ? ask : bid
  // A fraction of a share that is held stays: only whole shares have limit orders.
  const quantity = asQuantity(toScale(abs(difference), 0, 'down'))
  const isTraded = isPositive(quantity) && !lt(mul(quantity, price), minTrade)
  const after = isTraded ? (isBuy ? addTo(held, quantity) : sub<Decimal>(held, quantity)) : held
  const share = (shares: Decimal): string =>
    decimalText(trim(div(mul(shares, price), equity, WEIGHT_PLACES, 'half-up') ?? ZERO_QUANTITY))
  return {
    draft: isTraded ? limitOrder(accountId, weight, { isBuy, quantity, price }) : null,
    row: {
      symbol: weight.symbol,
      price: decimalText(price),
      before: decimalText(trim(held)),
      after: decimalText(trim(after)),
      weightBefore: share(held),
      weightAfter: share(after),
    },
  }
}

const addTo = (a: Decimal, b: Decimal): Decimal => sum<Decimal>([a, b])

const limitOrder = (
  accountId: Rebalance['accountId'],
  { symbol }: Weight,
  {
    isBuy,
    quantity,
    price,
  }: { readonly isBuy: boolean; readonly quantity: Quantity; readonly price: Price },
): OrderDraft => ({
  accountId,
  assetClass: 'stock',
  symbol,
  side: isBuy ? 'buy' : 'sell',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity },
  limitPrice: asPrice(price),
  stopPrice: null,
  trail: null,
  expireDate: null,
})

function heldOf(positions: readonly Position[], symbol: Symbol): Decimal {
  const key = orderInstrumentKey({ assetClass: 'stock', symbol })
  return sum<Decimal>(
    positions
      .filter((position) => positionInstrumentKey(position) === key)
      .map(({ quantity }) => quantity),
  )
}

/** Returns what is wrong with the weights; null when they can be reached. */
function weightsRefusal({ weights }: Rebalance): Refusal | null {
  const names = weights.map(({ symbol }) => symbol.toUpperCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) {
    const reason = message('refusals.weightTwice', { symbol: twice })
    return fieldRefusal({ field: 'weights', value: twice, rule: 'weight-twice', reason })
  }
  const total = sum<Decimal>(weights.map(({ fraction }) => fraction))
  if (!gt(total, ONE)) return null
  const reason = message('refusals.weightsAboveOne', { total })
  return fieldRefusal({
    field: 'weights',
    value: decimalText(trim(total)),
    rule: 'weights-above-one',
    reason,
  })
}

/**
 * Plans the limit orders that bring stocks to parts of the account's equity, sales first. What is
 * not named stays as it is.
 */
export async function planRebalance(
  session: Pick<TradingSession, 'queries'>,
  market: MarketReads,
  job: Rebalance,
): AsyncResult<JobPlan> {
  const problem = weightsRefusal(job)
  if (problem !== null) return err(problem)
  const [balance, positions, quotes] = await Promise.all([
    session.queries.balance(job.accountId),
    session.queries.positions(job.accountId),
    market.quotes(job.weights.map(({ symbol }) => symbol)),
  ])
  if (!quotes.ok) return quotes
  if (!balance.ok) return toRefusal(balance)
  if (!positions.ok) return toRefusal(positions)
  const equity = balance.value.netLiquidation
  if (equity === null || !isPositive(equity)) {
    return refuse('unavailable', message('refusals.noEquity'))
  }
  const changes: PlannedTrade[] = []
  for (const [index, weight] of job.weights.entries()) {
    const quote = quotes.value[index]
    const [bid, ask] = [quote?.bid ?? quote?.last, quote?.ask ?? quote?.last]
    if (quote === undefined || bid == null || ask == null) {
      return refuse('unavailable', message('refusals.noQuote', { symbol: weight.symbol }))
    }
    // The quote has the listed symbol; the request may have another spelling of it.
    const { symbol } = quote
    const held = heldOf(positions.value.positions, symbol)
    if (isNegative(held)) {
      const reason = message('refusals.heldShort', { symbol })
      return err(fieldRefusal({ field: 'weights', value: symbol, rule: 'held-short', reason }))
    }
    changes.push(changeOf(job, { ...weight, symbol }, { equity, held, bid, ask }))
  }
  return planOf(changes)
}

async function planOf(changes: readonly PlannedTrade[]): AsyncResult<JobPlan> {
  const drafts = changes.flatMap(({ draft }) => (draft === null ? [] : [draft]))
  if (drafts.length === 0) return refuse('invalid', message('refusals.nothingToRebalance'))
  // Sales first, so that what they bring can be counted on while the purchases are decided.
  const ordered = drafts.toSorted((a, b) => Number(a.side === 'buy') - Number(b.side === 'buy'))
  return ok({
    action: { kind: 'place', drafts: ordered },
    left: 0,
    rows: changes
      .filter(({ row }) => !isZero(sub(dec(row.after), dec(row.before))))
      .map(({ row }) => row),
  })
}
