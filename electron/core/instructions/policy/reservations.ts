import {
  add,
  asQuantity,
  gt,
  isNegative,
  maxOf,
  minOf,
  sub,
  sum,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { PolicyInput } from './policy-types.js'
import { changesOf, draftOfAction } from '../requests/order-changes.js'
import { remainingAfter, riskLegs } from './exposure.js'

/** What a symbol is on: of a contract its root, whichever of its names it goes by. */
export const underlyingOf = (symbol: string): string => parseOcc(symbol)?.root ?? symbol

/**
 * What one order takes of a position at most. Claims of one `order` are of the same order; of one
 * `share`, only one of them can happen.
 */
interface Reservation {
  readonly order: string
  readonly share: string
  readonly quantity: Quantity
}

/**
 * The orders of which one closes what the others could: the exits of a combination, and those of
 * which one trades (TRADING-4.3).
 * Null for an order that stands for itself.
 */
function shareOf({ terms, accountId, symbol, side }: Order): string | null {
  const { role, clientComboId, comboId } = terms?.combo ?? {
    role: 'unknown',
    clientComboId: null,
    comboId: null,
  }
  const name = comboId ?? clientComboId
  if (name === null || role === 'unknown' || role === 'master' || role === 'oto') return null
  return [role === 'oco' || role === 'otoco' ? role : 'exit', accountId, symbol, side, name].join(
    ' ',
  )
}

/**
 * The most that is claimed: of each order once, of orders that share once what the largest takes.
 */
function reservedQuantity(reservations: readonly Reservation[]): Quantity {
  const largestBy = (
    by: 'order' | 'share',
    candidates: readonly Reservation[],
  ): readonly Reservation[] => {
    const largest = new Map<string, Reservation>()
    for (const reservation of candidates) {
      const known = largest.get(reservation[by])
      if (known === undefined || gt(reservation.quantity, known.quantity)) {
        largest.set(reservation[by], reservation)
      }
    }
    return [...largest.values()]
  }
  return sum(largestBy('share', largestBy('order', reservations)).map(({ quantity }) => quantity))
}

/** An option position is the same contract only when type, strike and expiration are. */
function holdsContract({ facts: { position } }: PolicyInput, draft: OrderDraft): boolean {
  const [leg, ...more] = riskLegs(draft) ?? []
  const [held, ...others] = position?.legs ?? []
  if (leg?.option === undefined || leg.option === null || more.length > 0) return false
  if (held === undefined) {
    return position?.symbol === draft.symbol && parseOcc(draft.symbol) !== null
  }
  const { option } = held
  return (
    others.length === 0 &&
    option !== null &&
    option.type === leg.option.type &&
    option.expiration === leg.option.expiration &&
    option.strike !== null &&
    !gt(option.strike, leg.option.strike) &&
    !gt(leg.option.strike, option.strike)
  )
}

/**
 * How much of a long position an order that sells may close: what no waiting or working order has
 * claimed already. Purchases close
 * nothing here; they count whole.
 *
 * What has filled of a working sale is claimed no more once the position shows it: `settled` tells
 * how much of each order had filled long
 * enough before the position was asked for. While the two may disagree the sale claims the whole,
 * and fewer may be closed than is true.
 */
export function availableToClose(input: PolicyInput, draft: OrderDraft): Quantity {
  const { position, settled } = input.facts
  if (
    position === null ||
    position.accountId !== draft.accountId ||
    draft.side === 'buy' ||
    isNegative(position.quantity)
  ) {
    return ZERO_QUANTITY
  }
  if (draft.assetClass === 'event' && position.outcome !== draft.terms?.outcome) {
    return ZERO_QUANTITY
  }
  if (draft.assetClass === 'option' && !holdsContract(input, draft)) return ZERO_QUANTITY
  const own = input.action.kind === 'replace' ? input.action.before : null
  const same = (other: {
    readonly accountId: string
    readonly symbol: string
    readonly side: string
  }): boolean =>
    other.accountId === draft.accountId &&
    underlyingOf(other.symbol) === underlyingOf(draft.symbol) &&
    other.side !== 'buy'
  const settledQuantity = ({
    clientOrderId,
    filledQuantity,
  }: Pick<Order, 'clientOrderId' | 'filledQuantity'>): Quantity =>
    minOf(settled?.get(clientOrderId) ?? ZERO_QUANTITY, filledQuantity)
  const remainingQuantity = (order: Order, quantity: Quantity | null): Quantity =>
    quantity === null
      ? position.quantity
      : maxOf(sub(quantity, settledQuantity(order)), ZERO_QUANTITY)
  const reservationOfOrder = (order: Order, quantity: Quantity | null): Reservation => ({
    order: order.clientOrderId,
    share: shareOf(order) ?? order.clientOrderId,
    quantity: remainingQuantity(order, quantity),
  })
  let newOrderCount = 0
  const reservationOfDraft = ({ size }: OrderDraft): Reservation => {
    const name = `new order ${(newOrderCount += 1)}`
    return {
      order: name,
      share: name,
      quantity: size.kind === 'quantity' ? size.quantity : position.quantity,
    }
  }
  const reservationsOfOne = (
    action: Exclude<InstructionAction, { readonly kind: 'cancel' }>,
  ): readonly Reservation[] => {
    const wanted = draftOfAction(action)
    if (wanted === null || !same(wanted)) return []
    return [
      action.kind === 'place'
        ? reservationOfDraft(wanted)
        : reservationOfOrder(
            action.before,
            wanted.size.kind === 'quantity' ? wanted.size.quantity : null,
          ),
    ]
  }
  const reservationsOf = (action: InstructionAction): readonly Reservation[] =>
    action.kind === 'cancel'
      ? []
      : action.kind === 'place'
        ? reservationsOfOne(action)
        : changesOf(action).flatMap(reservationsOfOne)
  const { usage } = input
  const working = [...usage.working, ...(usage.others?.working ?? [])]
    .filter(same)
    .map((order) => reservationOfOrder(order, order.quantity))
  const requested = [
    ...usage.pending.map(({ action }) => action),
    ...(usage.others?.requested ?? []),
  ].flatMap(reservationsOf)
  const underway = (usage.inFlight ?? []).filter(same).map(reservationOfDraft)
  // An order that is changed stands in its own way as little as those of which only one can happen.
  const [ownId, ownShare]: readonly [ClientOrderId | null, string | null] =
    own === null ? [null, null] : [own.clientOrderId, shareOf(own)]
  const others = [...working, ...requested, ...underway].filter(
    ({ order, share }) => order !== ownId && share !== ownShare,
  )
  // What has filled of the order itself is closed already: it needs no more than its rest.
  return asQuantity(
    add<Decimal>(
      remainingAfter(position.quantity, reservedQuantity(others)),
      own === null ? ZERO_QUANTITY : settledQuantity(own),
    ),
  )
}
