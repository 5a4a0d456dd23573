import {
  abs,
  add,
  asQuantity,
  gt,
  isNegative,
  isZero,
  maxOf,
  minOf,
  sub,
  sum,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import {
  exclusiveGroupOf,
  isExclusiveRole,
  structuralExits,
} from '../../../../shared/domain/orders/combo-rules.js'
import {
  orderInstrumentKey,
  positionInstrumentKey,
  underlyingKey,
  type OrderedInstrument,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { PolicyInput } from './policy-types.js'
import { comboOf, type PlaceAction } from '../requests/action.js'
import { changesOf, draftOfAction, isGroup } from '../requests/order-changes.js'
import { remainingAfter } from './exposure.js'

/**
 * The maximum quantity of a position that an order closes. Reservations with the same `order`
 * belong to the same order; of those with the same `share` only one can fill.
 */
interface Reservation {
  readonly order: string
  readonly share: string
  readonly quantity: Quantity
}

/**
 * Returns the maximum reserved quantity: each order counts once, and each share counts its largest
 * order.
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

/** What is needed to compute reservations. */
export type ReservationInput = Pick<PolicyInput, 'action' | 'facts' | 'usage'>

/**
 * True when the position can be reduced by the order: same account, contract and direction. A short
 * sale and an order that says that it opens never close.
 */
function closesPosition(input: ReservationInput, draft: OrderDraft): boolean {
  const { position } = input.facts
  if (
    position === null ||
    position.accountId !== draft.accountId ||
    isZero(position.quantity) ||
    draft.side !== (isNegative(position.quantity) ? 'buy' : 'sell') ||
    draft.terms?.intent?.endsWith('open') === true
  ) {
    return false
  }
  const key = positionInstrumentKey(position)
  return key !== null && key === orderInstrumentKey(draft)
}

/** The position and the fills that it includes, from which orders reserve a quantity. */
interface ReservationContext {
  readonly draft: OrderDraft
  readonly held: Quantity
  readonly settled: PolicyInput['facts']['settled']
}

const settledQuantity = (
  { settled }: ReservationContext,
  { clientOrderId, filledQuantity }: Order,
): Quantity => minOf(settled?.get(clientOrderId) ?? ZERO_QUANTITY, filledQuantity)

/**
 * True for an order in the same account and underlying that closes the same direction. Orders for
 * the other outcome of an event close another position.
 */
function isOfSameUnderlying(
  { draft }: ReservationContext,
  other: OrderedInstrument & Pick<OrderDraft, 'accountId' | 'side'>,
): boolean {
  const [own, key] = [orderInstrumentKey(draft), orderInstrumentKey(other)]
  return (
    other.accountId === draft.accountId &&
    underlyingKey(other) === underlyingKey(draft) &&
    (draft.assetClass !== 'event' || own === null || key === null || own === key) &&
    (other.side === 'buy') === (draft.side === 'buy')
  )
}

/** @param quantity what the order will have in total; null when it may be the whole position */
const reservationOfOrder = (
  context: ReservationContext,
  order: Order,
  quantity: Quantity | null,
): Reservation => ({
  order: order.clientOrderId,
  share: exclusiveGroupOf(order) ?? order.clientOrderId,
  quantity:
    quantity === null
      ? context.held
      : maxOf(sub(quantity, settledQuantity(context, order)), ZERO_QUANTITY),
})

/** @param name tells new orders apart, which have no id yet */
const reservationOfDraft = (
  { held }: ReservationContext,
  { size }: OrderDraft,
  name: string,
): Reservation => ({
  order: name,
  share: name,
  quantity: size.kind === 'quantity' ? size.quantity : held,
})

/** Returns what a new order reserves, and those that are linked to it and not exits of it. */
function reservationsOfPlaced(
  context: ReservationContext,
  action: PlaceAction,
  name: string,
): readonly Reservation[] {
  const linked = isGroup(action) ? comboOf(action) : null
  const exits = linked === null ? new Set<number>() : structuralExits(linked)
  const members = linked?.orders ?? [{ role: null, draft: action.draft }]
  return members.flatMap(({ role, draft }, index) => {
    if (exits.has(index) || !isOfSameUnderlying(context, draft)) return []
    const reservation = reservationOfDraft(context, draft, index === 0 ? name : `${name} ${index}`)
    return [
      role !== null && isExclusiveRole(role)
        ? { ...reservation, share: `one of ${name}` }
        : reservation,
    ]
  })
}

function reservationsOfAction(
  context: ReservationContext,
  action: InstructionAction,
  name: string,
): readonly Reservation[] {
  if (action.kind === 'cancel') return []
  if (action.kind === 'place') return reservationsOfPlaced(context, action, name)
  return changesOf(action).flatMap((member) => {
    const wanted = draftOfAction(member)
    if (wanted === null || !isOfSameUnderlying(context, wanted)) return []
    const { size } = wanted
    return [
      reservationOfOrder(context, member.before, size.kind === 'quantity' ? size.quantity : null),
    ]
  })
}

/** Returns the fills of an ended order that the position does not show yet. */
const reservationOfFill = (context: ReservationContext, order: Order): Reservation => ({
  order: order.clientOrderId,
  share: order.clientOrderId,
  quantity: maxOf(sub(order.filledQuantity, settledQuantity(context, order)), ZERO_QUANTITY),
})

/**
 * Returns what all pending, working and in-flight orders reserve of the position, and ended ones by
 * fills that it does not show yet.
 */
function reservationsOf(
  context: ReservationContext,
  { pending, working, inFlight = [], ended = [], others }: PolicyInput['usage'],
): readonly Reservation[] {
  const requested = [...pending.map(({ action }) => action), ...(others?.requested ?? [])]
  return [
    ...[...working, ...(others?.working ?? [])]
      .filter((order) => isOfSameUnderlying(context, order))
      .map((order) => reservationOfOrder(context, order, order.quantity)),
    ...requested.flatMap((action, index) =>
      reservationsOfAction(context, action, `requested order ${index}`),
    ),
    ...ended
      .filter((order) => isOfSameUnderlying(context, order))
      .map((order) => reservationOfFill(context, order)),
    ...inFlight
      .filter((draft) => isOfSameUnderlying(context, draft))
      .map((draft, index) => reservationOfDraft(context, draft, `new order ${index}`)),
  ]
}

/**
 * Returns how much of a position an order may close: of a long position a sell order, of a short
 * one a buy order, each the part that no pending or working order has reserved.
 * The filled part of an order is no longer reserved once the position includes it.
 * `settled` has the part of each order that had filled long enough before the position was
 * requested. Until then the whole order stays reserved, so the result may be too low but never too
 * high.
 */
export function availableToClose(input: ReservationInput, draft: OrderDraft): Quantity {
  const { position, settled } = input.facts
  if (position === null || !closesPosition(input, draft)) return ZERO_QUANTITY
  const positionSize = abs<Quantity>(position.quantity)
  const context: ReservationContext = { draft, held: positionSize, settled }
  // A changed order does not block itself, and neither do the orders that exclude it.
  const replacedOrder = input.action.kind === 'replace' ? input.action.before : null
  const [ownId, ownShare] =
    replacedOrder === null
      ? [null, null]
      : ([replacedOrder.clientOrderId, exclusiveGroupOf(replacedOrder)] as const)
  const otherReservations = reservationsOf(context, input.usage).filter(
    ({ order, share }) => order !== ownId && share !== ownShare,
  )
  // The order's own settled fills have already left the position, so only its remaining quantity
  // must be available.
  return asQuantity(
    add<Decimal>(
      remainingAfter(positionSize, reservedQuantity(otherReservations)),
      replacedOrder === null ? ZERO_QUANTITY : settledQuantity(context, replacedOrder),
    ),
  )
}
