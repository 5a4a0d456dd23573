import type { Account } from '../../../../shared/domain/account/account.js'
import {
  abs,
  asQuantity,
  gt,
  isNegative,
  isPositive,
  isZero,
  sub,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import {
  availableToClose,
  closingOrders,
} from '../../../../shared/domain/orders/effect/closing-orders.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'

/** Why what is held does not allow an order as it stands. */
export type HoldingWarning =
  | {
      readonly kind: 'oversells'
      readonly held: Quantity
      /** True where the account and the instrument allow a short sale. */
      readonly mayShort: boolean
      readonly blocks: true
    }
  | { readonly kind: 'short-while-long'; readonly held: Quantity; readonly blocks: true }
  | ({ readonly kind: 'closing-already'; readonly blocks: boolean } & FreeUnits & {
        readonly held: Quantity
      })

/** How much of what is held is free to be closed, and the orders that close the rest already. */
export interface FreeUnits {
  readonly free: Quantity
  readonly taken: Quantity
  readonly orders: readonly Order[]
}

export interface HoldingInput {
  readonly draft: OrderDraft
  readonly instrument: AnyInstrument | null
  /** Units held now, negative when short; null while the positions are not known. */
  readonly held: Quantity | null
  readonly accountType?: Account['type'] | undefined
  readonly orders?: readonly Order[] | undefined
  /** What the order trades; null while it is not known. */
  readonly units: Quantity | null
}

const NO_ORDERS: readonly Order[] = []

/** Returns how much of what is held is free, and the orders that close the rest already. */
export function freeUnits(
  { accountId, assetClass, symbol, terms }: Pick<OrderDraft, keyof OrderedBy>,
  holding: Quantity,
  orders: readonly Order[],
): FreeUnits {
  const position = { accountId, assetClass, symbol, ...terms, quantity: holding }
  const free = availableToClose(position, orders)
  return {
    free,
    taken: asQuantity(sub(abs(holding), free)),
    orders: closingOrders(position, orders),
  }
}
type OrderedBy = Pick<OrderDraft, 'accountId' | 'assetClass' | 'symbol' | 'terms'>

/**
 * Returns why what is held does not allow the order; null where it does. The broker refuses to sell
 * more stocks, coins and event contracts than are held, to sell short before all are sold, and to
 * close again what a working order closes already. An order for futures, and one that buys shares
 * back, may open the opposite position instead.
 */
export function holdingWarning(input: HoldingInput): HoldingWarning | null {
  const { draft, held, orders = NO_ORDERS } = input
  if (held === null) return null
  if (draft.side === 'short') {
    return isPositive(held) ? { kind: 'short-while-long', held, blocks: true } : null
  }
  const units = draft.size.kind === 'quantity' ? draft.size.quantity : input.units
  return oversold(input, held, units) ?? closingAlready(draft, held, units, orders)
}

function oversold(
  { draft, instrument, accountType }: HoldingInput,
  holding: Quantity,
  units: Quantity | null,
): HoldingWarning | null {
  const { assetClass, side } = draft
  if (side !== 'sell' || assetClass === 'option' || assetClass === 'futures') return null
  const isCovered = isPositive(holding) && (units === null || !gt(units, holding))
  if (isCovered) return null
  const mayShort =
    assetClass === 'stock' &&
    accountType === 'margin' &&
    instrument?.assetClass === 'stock' &&
    instrument.shortable
  return { kind: 'oversells', held: holding, mayShort, blocks: true }
}

/** True where the broker refuses to close more than is free; elsewhere the excess opens. */
export const isRefusedBeyond = ({ assetClass, side }: OrderDraft): boolean =>
  assetClass !== 'futures' && (assetClass !== 'stock' || side === 'sell')

function closingAlready(
  draft: OrderDraft,
  holding: Quantity,
  units: Quantity | null,
  orders: readonly Order[],
): HoldingWarning | null {
  const closes = draft.side === 'buy' ? isNegative(holding) : isPositive(holding)
  const isSingle = (draft.terms?.legs ?? []).length < 2
  // Beyond what is held the order opens anyway, which another warning says.
  if (!closes || !isSingle || (units !== null && gt(units, abs(holding)))) return null
  const parts = freeUnits(draft, holding, orders)
  const isFree = isZero(parts.taken) || (units !== null && !gt(units, parts.free))
  if (isFree || parts.orders.length === 0) return null
  return { kind: 'closing-already', held: holding, ...parts, blocks: isRefusedBeyond(draft) }
}
