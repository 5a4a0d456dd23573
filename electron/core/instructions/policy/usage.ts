import {
  decimalText,
  eq,
  isPositive,
  isZero,
  sub,
  maxOf,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { ConnectionId, InstructionId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import { tradeDate, tradeDateStart } from '../../../../shared/domain/market/trade-date.js'
import { productOf } from '../../../../shared/domain/instruments/account-products.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import {
  orderContractSymbol,
  orderInstrumentKey,
  positionInstrumentKey,
  tradesSame,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { linkOf } from '../../../../shared/domain/orders/combo-rules.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { applyAmendment, placedDrafts } from '../requests/action.js'
import type { PlacedOrder, PolicyFacts, PolicyUsage } from './policy-types.js'
import {
  changesOf,
  draftOfAction,
  affectedOrderIds,
  isGroup,
  targetOf,
} from '../requests/order-changes.js'
import { withLinked } from '../requests/linked-orders.js'
import { exposureOf } from './exposure.js'

/** What values an order: prices of its own contract, and the last prices of others. */
type ValuingFacts = Pick<PolicyFacts, 'quote' | 'multiplier' | 'positions' | 'otherMarkets'>

/** Returns the last known price of what an order trades; null without one. */
function lastPriceOf(
  order: Order,
  { positions = [], otherMarkets }: Pick<ValuingFacts, 'positions' | 'otherMarkets'>,
): Price | null {
  const key = orderInstrumentKey(order)
  if (key === null) return null
  const held = positions.find((position) => positionInstrumentKey(position) === key)
  return otherMarkets?.get(key)?.last ?? held?.lastPrice ?? null
}

/** Returns the units of one contract of an order; null where its market is not known. */
function multiplierInMarket(
  order: Order,
  { otherMarkets }: Pick<ValuingFacts, 'otherMarkets'>,
): string | null {
  const key = orderInstrumentKey(order)
  const multiplier = key === null ? null : (otherMarkets?.get(key)?.multiplier ?? null)
  return multiplier === null ? null : decimalText(multiplier)
}

/** True for a working order whose value is not known from its own terms. */
export const needsMarket = ({
  status,
  limitPrice,
  stopPrice,
  assetClass,
  amount,
}: Order): boolean =>
  !isFinal(status) &&
  amount === null &&
  (assetClass === 'futures' || (limitPrice === null && stopPrice === null))

/**
 * Returns the exposure that a working order of an earlier day still counts: its full value as if
 * requested now. The quote and the multiplier in `facts` apply only to the same contract (`about`
 * is the product of the facts). A trailing order is valued at the last price (CONFIRM-48). Null for
 * an order that has no price to value it by.
 */
export function workingOrderExposure(
  order: Order,
  facts: ValuingFacts,
  about: AssetClass = order.assetClass,
): Money | null {
  if (order.quantity === null) return order.amount
  if (!isPositive(sub<Decimal>(order.quantity, order.filledQuantity))) return ZERO_MONEY
  const draft = draftOfAction({
    kind: 'replace',
    accountId: order.accountId,
    clientOrderId: order.clientOrderId,
    change: {},
    before: order,
  })
  if (draft === null) return null
  const orderFacts = ownFacts(order, facts, about)
  const reference =
    order.limitPrice ?? order.stopPrice ?? lastPriceOf(order, facts) ?? order.averageFillPrice
  const quote =
    orderFacts.quote ??
    (reference === null
      ? null
      : { symbol: order.symbol, last: reference, bid: reference, ask: reference })
  const multiplier = orderFacts.multiplier ?? multiplierInMarket(order, facts)
  if (multiplier === null) return null
  // A working sell order may close a position that is unknown here, so it counts at the money it
  // moves and not as a short sale. An order that the broker reports as a short sale never closes a
  // position, in any product.
  const valued = exposureOf(draft, {
    quote,
    multiplier,
    availableToClose: order.side === 'short' ? ZERO_QUANTITY : order.quantity,
  })
  return valued.ok ? valued.value.value : null
}

/**
 * Returns the quote and the multiplier of the facts for an order of the same contract. For others
 * there is no quote, and the multiplier follows from the product; null when it is not known.
 * @param about the product of the facts
 */
export function ownFacts(
  order: Order | OrderDraft,
  { quote, multiplier }: Pick<PolicyFacts, 'quote' | 'multiplier'>,
  about: AssetClass,
): { readonly quote: PolicyFacts['quote']; readonly multiplier: string | null } {
  const contract = orderContractSymbol(order)
  return contract !== null && quote?.symbol === contract && about === order.assetClass
    ? { quote, multiplier }
    : { quote: null, multiplier: multiplierOf(order) }
}

/** Returns the multiplier of an order from its product and its legs; null when unknown. */
function multiplierOf({ assetClass, terms }: Order | OrderDraft): string | null {
  if (assetClass === 'futures') return null
  if (assetClass !== 'option') return '1'
  for (const { option } of terms?.legs ?? []) {
    if (option !== null && 'multiplier' in option && option.multiplier !== null) {
      return decimalText(option.multiplier)
    }
  }
  return '100'
}

/** An instruction with its exposure from the verdict that accepted or approved it. */
export interface Counted {
  readonly instruction: Instruction
  readonly exposure: Money
}

const wasSent = (instruction: Instruction): boolean =>
  instruction.status === 'APPROVED' &&
  instruction.outcome?.state !== 'denied' &&
  instruction.outcome?.state !== 'rejected'

/** True when approved without a known result. */
const isInFlight = (instruction: Instruction): boolean => {
  const { outcome } = instruction
  return (
    wasSent(instruction) &&
    (outcome === null || outcome.state === 'sending' || outcome.state === 'unknown')
  )
}

const approvedAction = (instruction: Instruction): InstructionAction =>
  applyAmendment(instruction.action, instruction.amendment)

/** A new order that is being sent, and since when. */
interface InFlightOrder {
  readonly id: InstructionId
  readonly draft: OrderDraft
  readonly sentAt: EpochMs
}

/**
 * Returns approved new orders without a known order row: they are being sent, or their outcome is
 * unknown.
 */
const inFlightOrders = (
  counted: readonly Counted[],
  ordersById: ReadonlyMap<string, Order>,
): readonly InFlightOrder[] =>
  counted.flatMap(({ instruction }) => {
    const { ending, outcome } = instruction
    if (ending === null || !isInFlight(instruction)) return []
    const action = approvedAction(instruction)
    const named = outcome?.clientOrderId ?? null
    return action.kind === 'place' && (named === null || !ordersById.has(named))
      ? placedDrafts(action).map((draft) => ({
          id: instruction.id,
          draft,
          sentAt: ending.endedAt,
        }))
      : []
  })

/**
 * Applies pending quantity increases to the orders. Until an increase is known to have failed, the
 * larger quantity may be working.
 */
function withRaises(orders: readonly Order[], all: readonly Counted[]): readonly Order[] {
  const raises = new Map<string, Quantity>()
  for (const { instruction } of all) {
    if (!isInFlight(instruction)) continue
    const action = approvedAction(instruction)
    for (const { clientOrderId, change } of action.kind === 'replace' ? changesOf(action) : []) {
      if (change.quantity !== undefined) {
        raises.set(
          clientOrderId,
          maxOf(raises.get(clientOrderId) ?? change.quantity, change.quantity),
        )
      }
    }
  }
  return orders.map((order) => {
    const raised = raises.get(order.clientOrderId)
    return raised === undefined || order.quantity === null
      ? order
      : { ...order, quantity: maxOf(order.quantity, raised) }
  })
}

/**
 * Removes orders that are already counted as in flight. Between sending and the response, an
 * order's row is not linked to its instruction.
 */
function withoutInFlight(
  orders: readonly Order[],
  inFlight: readonly InFlightOrder[],
  named: ReadonlySet<string>,
): readonly Order[] {
  const remainingOrders = new Set(orders)
  for (const { draft, sentAt } of inFlight) {
    const row = [...remainingOrders].find(
      (order) =>
        order.ours &&
        !named.has(order.clientOrderId) &&
        order.placedAt >= sentAt &&
        isOrderOf(order, draft),
    )
    if (row !== undefined) remainingOrders.delete(row)
  }
  return [...remainingOrders]
}

function isOrderOf(order: Order, draft: OrderDraft): boolean {
  const { size } = draft
  const [orderSize, draftSize] =
    size.kind === 'quantity' ? [order.quantity, size.quantity] : [order.amount, size.amount]
  return (
    order.accountId === draft.accountId &&
    order.side === draft.side &&
    tradesSame(order, draft) &&
    orderSize !== null &&
    eq(orderSize, draftSize)
  )
}

/** The input of {@link usageOf}. */
export interface UsageInput {
  readonly connection: ConnectionId
  readonly instructions: readonly Counted[]
  readonly orders: readonly Order[]
  readonly now: EpochMs
  readonly except: InstructionId | null
}

/** Returns the card of an instruction: the orders of one call are one card. */
const cardOf = ({ instruction: { id, batch } }: Counted): string => batch?.batchId ?? id

const isPending = ({ instruction }: Counted): boolean => instruction.status === 'PENDING'

/** Returns what became of an approved order. */
function placedOrder(
  instruction: Instruction,
  id: ClientOrderId | null,
  rows: ReadonlyMap<ClientOrderId, Order>,
): PlacedOrder {
  const action = approvedAction(instruction)
  return {
    draft: action.kind === 'cancel' ? null : draftOfAction(action),
    order: (id === null ? undefined : rows.get(id)) ?? null,
  }
}

/**
 * Returns the ids of the orders that are linked to a placed one and that its exposure includes. One
 * that closes what the first opens counts nothing there, so it counts as a working order.
 */
function linkedIds(
  action: InstructionAction,
  id: ClientOrderId | null,
  rows: ReadonlyMap<ClientOrderId, Order>,
): readonly ClientOrderId[] {
  const first = id === null ? undefined : rows.get(id)
  const link = first === undefined ? null : linkOf(first)
  if (first === undefined || link === null || action.kind !== 'place' || !isGroup(action)) return []
  return [...rows.values()].flatMap((row) => {
    const isIncluded = row.terms?.combo?.role === 'oco' || row.side === first.side
    return row !== first && linkOf(row) === link && isIncluded ? [row.clientOrderId] : []
  })
}

/** Returns when the present trade date of a class began. */
function dayStart(assetClass: AssetClass, now: EpochMs): EpochMs {
  const product = productOf(assetClass)
  return tradeDateStart(product, tradeDate(product, now))
}

/**
 * Returns the orders approved on the present trade date of their product, with their exposure. A
 * changed order counts once.
 * @param rows the orders that are known, by id
 * @param inFlight the ids of instructions whose orders cannot be found yet
 */
function approvedToday(
  ofConnection: readonly Counted[],
  rows: ReadonlyMap<ClientOrderId, Order>,
  inFlight: ReadonlySet<InstructionId>,
  now: EpochMs,
): PolicyUsage['today'] {
  const today = new Map<string, PolicyUsage['today'][number]>()
  for (const { instruction, exposure } of ofConnection) {
    const { action, ending, outcome, id } = instruction
    // An approval dated in the future was made before the clock was set back and still counts
    // today. An order that cannot be found yet may be placed today, whenever it was approved.
    if (
      !wasSent(instruction) ||
      ending === null ||
      action.kind === 'cancel' ||
      (ending.endedAt < dayStart(targetOf(action).assetClass, now) && !inFlight.has(id))
    ) {
      continue
    }
    const clientOrderId =
      outcome?.clientOrderId ?? (action.kind === 'replace' ? action.clientOrderId : null)
    const { symbol, assetClass: product } = targetOf(action)
    // A replaced order counts once, at its highest exposure.
    const before = today.get(clientOrderId ?? id)
    const counts = before === undefined ? exposure : maxOf(before.exposure, exposure)
    today.set(clientOrderId ?? id, {
      symbol,
      product,
      exposure: counts,
      clientOrderId,
      ...(isZero(counts) ? { placed: placedOrder(instruction, clientOrderId, rows) } : {}),
    })
    // The other orders of the same request have the same symbol, and the sum already includes their
    // exposure. Each counts as an order of today and not again as working.
    const others = [...affectedOrderIds(action).slice(1), ...linkedIds(action, clientOrderId, rows)]
    for (const member of others) {
      if (today.has(member)) continue
      today.set(member, {
        symbol,
        product,
        exposure: ZERO_MONEY,
        clientOrderId: member,
        ...(isZero(counts) ? { placed: { draft: null, order: rows.get(member) ?? null } } : {}),
      })
    }
  }
  return [...today.values()]
}

/**
 * Returns the ids of the orders that a connection placed or changed. Orders that it only canceled,
 * or that were not changed, are not its own.
 */
const ownOrderIds = (ofConnection: readonly Counted[]): ReadonlySet<ClientOrderId> =>
  new Set(
    ofConnection.flatMap(({ instruction }) => {
      const { action, outcome } = instruction
      if (action.kind === 'cancel' || !wasSent(instruction)) return []
      const placed = outcome?.clientOrderId ?? null
      return [...(placed === null ? [] : [placed]), ...affectedOrderIds(action).slice(1)]
    }),
  )

/** Returns the ids of the orders that a connection placed. */
const placedIds = (ofConnection: readonly Counted[]): ReadonlySet<ClientOrderId> =>
  new Set(
    ofConnection.flatMap(({ instruction: { action, outcome } }) =>
      action.kind === 'place' ? (outcome?.clientOrderId ?? []) : [],
    ),
  )

/** Returns the time of each request in the last minute; the orders of one call are one request. */
const recentRequests = (ofConnection: readonly Counted[], now: EpochMs): readonly EpochMs[] => [
  ...new Map(
    ofConnection
      .filter(({ instruction }) => now - instruction.createdAt < MINUTE_MS)
      .map((entry) => [cardOf(entry), entry.instruction.createdAt]),
  ).values(),
]

/** Returns the requests before the one that is decided, without its card; all where none is. */
const requestedBefore = (all: readonly Counted[], own: Counted | null): readonly Counted[] =>
  all.filter(
    (entry) =>
      own === null ||
      (cardOf(entry) !== cardOf(own) && entry.instruction.createdAt <= own.instruction.createdAt),
  )

/**
 * Returns what a connection has requested and has working. Pure: computed from all instructions of
 * the environment and the current orders. `except` is the instruction being decided; neither it nor
 * a later request counts against it.
 */
export function usageOf({
  connection,
  instructions,
  orders,
  now,
  except,
}: UsageInput): PolicyUsage {
  const counted = instructions.filter(({ instruction }) => instruction.id !== except)
  const ofConnection = counted.filter(({ instruction }) => instruction.connectionId === connection)
  const otherInstructions = counted.filter(
    ({ instruction }) => instruction.connectionId !== connection,
  )
  const ordersById = new Map(orders.map((order) => [order.clientOrderId, order]))
  const sentOwn = inFlightOrders(ofConnection, ordersById)
  const sentByOthers = inFlightOrders(otherInstructions, ordersById)
  const waiting = ofConnection.filter(isPending)
  const currentCounted = instructions.find(({ instruction }) => instruction.id === except) ?? null
  const ownCard = currentCounted === null ? undefined : cardOf(currentCounted)
  const ids = withLinked(ownOrderIds(ofConnection), orders, placedIds(ofConnection))
  const working = withRaises(
    orders.filter(({ status }) => !isFinal(status)),
    instructions,
  )
  const named = new Set(
    instructions.flatMap(({ instruction: { outcome } }) => outcome?.clientOrderId ?? []),
  )
  return {
    pending: waiting.map(({ instruction, exposure }) => ({
      action: approvedAction(instruction),
      exposure,
    })),
    cards: new Set(waiting.map(cardOf).filter((card) => card !== ownCard)).size,
    working: working.filter(({ clientOrderId }) => ids.has(clientOrderId)),
    inFlight: sentOwn.map(({ draft }) => draft),
    others: {
      requested: [
        ...otherInstructions
          .filter(isPending)
          .map(({ instruction }) => approvedAction(instruction)),
        ...sentByOthers.map(({ draft }) => ({ kind: 'place' as const, draft })),
      ],
      working: withoutInFlight(
        working.filter(({ clientOrderId }) => !ids.has(clientOrderId)),
        [...sentOwn, ...sentByOthers],
        named,
      ),
    },
    ended: orders.filter(
      ({ status, filledQuantity }) => isFinal(status) && isPositive(filledQuantity),
    ),
    today: approvedToday(ofConnection, ordersById, new Set(sentOwn.map(({ id }) => id)), now),
    requestTimes:
      except !== null && currentCounted === null
        ? []
        : recentRequests(requestedBefore(ofConnection, currentCounted), now),
  }
}

/**
 * Returns how many orders of a connection were approved today, for "orders today" on the card
 * (CONFIRM-21).
 */
export const ordersToday = (usage: PolicyUsage): number => usage.today.length

/**
 * Returns the day's number of orders including pending ones and, if given, the requested one.
 * Changing an order that already counts today adds none; neither does a cancellation.
 */
export function ordersCounted(
  { today, pending }: Pick<PolicyUsage, 'today' | 'pending'>,
  requested: InstructionAction | null,
): number {
  const changed = new Set(today.flatMap(({ clientOrderId }) => clientOrderId ?? []))
  const changedCount = changed.size
  let added = 0
  for (const action of [
    ...pending.map((entry) => entry.action),
    ...(requested === null ? [] : [requested]),
  ]) {
    if (action.kind === 'place') added += placedDrafts(action).length + (action.exits?.length ?? 0)
    else for (const id of action.kind === 'replace' ? affectedOrderIds(action) : []) changed.add(id)
  }
  return today.length + added + changed.size - changedCount
}
