import type { Position } from '../../../shared/domain/account/account.js'
import type { AlertView } from '../../../shared/domain/alerts/alert.schema.js'
import {
  abs,
  cmp,
  isNegative,
  isZero,
  parseDecimal,
  asPrice,
  sub,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import type { InstructionRow } from '../../../shared/domain/instructions/instruction-row.js'
import {
  orderInstrumentKey,
  positionInstrumentKey,
  type InstrumentKey,
  type OrderedInstrument,
} from '../../../shared/domain/instruments/instrument-key.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import { usesLimit, usesStop } from '../../../shared/domain/orders/order-types.js'
import { shownKey, type ShownOutcome } from '../market/shown-outcome.js'
import type { Side } from '../../../shared/domain/side.js'

/** The price of an order that a line is at. */
export type OrderPriceField = 'limitPrice' | 'stopPrice'

interface LineBase {
  /** Stable while what it stands for exists. */
  readonly id: string
  readonly price: Price
}

export interface OrderLine extends LineBase {
  readonly kind: 'order'
  readonly field: OrderPriceField
  readonly order: Order
  readonly side: Side
  /** Open units; null while the broker has not converted an amount into units. */
  readonly quantity: Quantity | null
}
export interface PositionLine extends LineBase {
  readonly kind: 'position'
  readonly position: Position
  /** The side of an order that makes the position smaller. */
  readonly side: Side
  readonly quantity: Quantity
}
export interface AlertLine extends LineBase {
  readonly kind: 'alert'
  readonly alert: AlertView
}
/** An order that an assistant requests and that is not sent. */
export interface InstructionLine extends LineBase {
  readonly kind: 'instruction'
  readonly row: InstructionRow
}

/** A line of the chart with what it stands for. */
export type TradeLine = OrderLine | PositionLine | AlertLine | InstructionLine

/** What the lines of a chart are made of. */
export interface TradeLineSource {
  readonly account: AccountId | null
  readonly symbol: Symbol
  readonly outcome: ShownOutcome
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
  readonly alerts: readonly AlertView[]
  readonly instructions: readonly InstructionRow[]
}

function orderLines(order: Order): readonly OrderLine[] {
  const base = {
    kind: 'order' as const,
    order,
    side: order.side,
    quantity: order.quantity === null ? null : sub(order.quantity, order.filledQuantity),
  }
  return (['limitPrice', 'stopPrice'] as const).flatMap((field): readonly OrderLine[] => {
    const price = order[field]
    const id = `${order.clientOrderId}:${field === 'limitPrice' ? 'limit' : 'stop'}`
    return price === null ? [] : [{ ...base, id, field, price }]
  })
}

function positionLine(position: Position): readonly PositionLine[] {
  if (position.averageCost === null || isZero(position.quantity)) return []
  return [
    {
      kind: 'position',
      id: `position:${position.positionId}`,
      price: position.averageCost,
      position,
      side: isNegative(position.quantity) ? 'buy' : 'sell',
      quantity: abs(position.quantity),
    },
  ]
}

const alertLine = (alert: AlertView, symbol: Symbol): readonly AlertLine[] =>
  alert.state === 'active' &&
  alert.condition.kind === 'price' &&
  alert.condition.instrument.symbol === symbol
    ? [{ kind: 'alert', id: `alert:${alert.id}`, price: alert.condition.price, alert }]
    : []

/** The order that the text of an instruction describes, as far as a line needs it. */
interface DescribedOrder extends OrderedInstrument {
  readonly limitPrice?: unknown
  readonly stopPrice?: unknown
  readonly legs?: readonly { readonly symbol: never; readonly option: never }[]
  readonly outcome?: never
}

/** Returns the lines of a request of which the terms are known; none of several linked orders. */
function instructionLines(row: InstructionRow, key: InstrumentKey): readonly InstructionLine[] {
  const described = row.line.params?.['order'] as unknown as DescribedOrder | null | undefined
  if (row.status !== 'PENDING' || typeof described !== 'object' || described === null) return []
  const { assetClass, symbol, legs, outcome } = described
  const terms = { ...(legs === undefined ? {} : { legs }), ...(outcome ? { outcome } : {}) }
  if (orderInstrumentKey({ assetClass, symbol, terms }) !== key) return []
  return (['limitPrice', 'stopPrice'] as const).flatMap((field): readonly InstructionLine[] => {
    const price = typeof described[field] === 'string' ? parseDecimal(described[field]) : null
    return price === null
      ? []
      : [{ kind: 'instruction', id: `instruction:${row.id}:${field}`, price: asPrice(price), row }]
  })
}

/**
 * Returns the lines of a symbol in one account, the highest price first: working orders at their
 * limit and their trigger, the position at its average cost, the active alerts on the price, and
 * the pending requests of assistants.
 */
export function tradeLines(source: TradeLineSource): readonly TradeLine[] {
  const { account, symbol, outcome, orders, positions, alerts, instructions } = source
  const key = shownKey(symbol, outcome)
  if (key === null) return []
  const lines: readonly TradeLine[] = [
    ...orders
      .filter(
        (order) =>
          order.accountId === account &&
          !isFinal(order.status) &&
          orderInstrumentKey(order) === key,
      )
      .flatMap(orderLines),
    ...positions
      .filter(
        (position) => position.accountId === account && positionInstrumentKey(position) === key,
      )
      .flatMap(positionLine),
    // An alert on an event market watches the price of its "yes".
    ...(outcome === 'no' ? [] : alerts.flatMap((alert) => alertLine(alert, symbol))),
    ...instructions.flatMap((row) => instructionLines(row, key)),
  ]
  return lines.toSorted((a, b) => cmp(b.price, a.price) || (a.id < b.id ? -1 : 1))
}

/** Why a line cannot be dragged. */
export type MoveBlock = 'changing' | 'not-replaceable' | 'trails' | 'not-sent' | 'not-working'

/** Returns why a line stays where it is; null when it can be dragged. */
export function moveBlock(line: TradeLine, isBusy: boolean): MoveBlock | null {
  if (line.kind === 'instruction') return 'not-sent'
  if (line.kind !== 'order') return null
  const { order, field } = line
  if (isBusy || order.pending !== null) return 'changing'
  if (order.assetClass === 'crypto') return 'not-replaceable'
  const uses = field === 'limitPrice' ? usesLimit(order.type) : usesStop(order.type)
  if (!uses) return 'trails'
  return ['pending', 'working', 'partially-filled'].includes(order.status) ? null : 'not-working'
}
