import fc from 'fast-check'
import {
  asMoney,
  asPrice,
  asQuantity,
  fromInteger,
  type Decimal,
} from '../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, tradingSymbol } from '../../shared/domain/ids.js'
import { EVENT_OUTCOMES } from '../../shared/domain/instruments/event-contract.js'
import { ASSET_CLASSES } from '../../shared/domain/instruments/instrument.js'
import {
  OPTION_STRATEGIES,
  OPTION_STYLES,
  OPTION_TYPES,
  POSITION_INTENTS,
} from '../../shared/domain/instruments/option.js'
import type { InstructionAction } from '../../shared/domain/instructions/instruction.schema.js'
import type {
  ComboMember,
  Order,
  OrderChange,
  OrderDraft,
  OrderSize,
  PendingRequest,
  Trail,
} from '../../shared/domain/orders/order.js'
import { ORDER_STATUSES } from '../../shared/domain/orders/order-state.js'
import {
  ALGO_KINDS,
  COMBO_ROLES,
  EVENT_TRADE_MODES,
  ORDER_SESSIONS,
  ORDER_TYPES,
  TIMES_IN_FORCE,
} from '../../shared/domain/orders/order-types.js'
import type { DraftTerms, OrderTerms } from '../../shared/domain/orders/order-terms.js'
import { SIDES } from '../../shared/domain/side.js'
import { epochMs } from '../../shared/domain/time.js'
import { foreign } from '../../shared/messages/make-message.js'

type OptionalKeys<T> = {
  [K in keyof T]-?: object extends Pick<T, K> ? K : never
}[keyof T]
/** An arbitrary for every member of a type, so that a new member does not compile without one. */
type Members<T> = { readonly [K in keyof T]-?: fc.Arbitrary<Exclude<T[K], undefined>> }

/** Makes values of a type with every combination of its optional members. */
const valuesOf = <T extends object>(
  members: Members<T>,
  optional: readonly (OptionalKeys<T> & string)[],
): fc.Arbitrary<T> =>
  fc.record(members as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: Object.keys(members).filter((key) => !optional.includes(key as never)),
    noNullPrototype: true,
  }) as unknown as fc.Arbitrary<T>

const or = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.oneof(value, fc.constant(null))
const unknown = fc.constant('unknown' as const)
const decimal: fc.Arbitrary<Decimal> = fc
  .record({
    digits: fc.bigInt({ min: 0n, max: 10n ** 18n }),
    places: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ digits, places }) => fromInteger(digits, places))
const price = decimal.map(asPrice)
const quantity = decimal.map(asQuantity)
const money = decimal.map(asMoney)
const time = fc.integer({ min: 0, max: 4_000_000_000_000 }).map(epochMs)
const id = fc.stringMatching(/^[0-9a-f]{32}$/)
const symbol = fc
  .constantFrom('AAPL', 'BRK.B', 'SPXW', 'MESZ6', 'BTCUSD', 'KXFED-27JAN-T3.25')
  .map(tradingSymbol)
const account = fc.constantFrom('P1234567', '9f86d081').map(accountId)
const day = fc.constantFrom('2026-11-27', '2028-02-29')
const clockTime = fc.constantFrom('09:30:00', '15:59:59')
const strategy = fc.constantFrom(...OPTION_STRATEGIES)

const trail = valuesOf<Trail>(
  { kind: fc.constantFrom('amount' as const, 'percent' as const), step: decimal },
  [],
)
const size: fc.Arbitrary<OrderSize> = fc.oneof(
  quantity.map((units) => ({ kind: 'quantity' as const, quantity: units })),
  money.map((amount) => ({ kind: 'amount' as const, amount })),
)

const legOption = valuesOf<NonNullable<OrderTerms['legs'][number]['option']>>(
  {
    type: or(fc.oneof(fc.constantFrom(...OPTION_TYPES), unknown)),
    style: or(fc.oneof(fc.constantFrom(...OPTION_STYLES), unknown)),
    strike: or(price),
    expiration: or(day),
    multiplier: or(decimal),
    deliverable: or(fc.constantFrom('100 AAPL', '10 AAPL + 4.50 USD')),
  },
  [],
)
const orderLeg = valuesOf<OrderTerms['legs'][number]>(
  {
    legId: id,
    symbol,
    side: fc.oneof(fc.constantFrom(...SIDES), unknown),
    quantity,
    option: or(legOption),
  },
  [],
)

/** The terms of an order beyond a plain one: strategies, combinations, algorithms, events. */
export const orderTerms = valuesOf<OrderTerms>(
  {
    combo: or(
      valuesOf<NonNullable<OrderTerms['combo']>>(
        {
          role: fc.oneof(fc.constantFrom(...COMBO_ROLES), unknown),
          clientComboId: or(id),
          comboId: or(id),
        },
        [],
      ),
    ),
    strategy: or(fc.oneof(strategy, unknown)),
    legs: fc.array(orderLeg, { maxLength: 4 }),
    intent: or(fc.oneof(fc.constantFrom(...POSITION_INTENTS), unknown)),
    legging: or(
      valuesOf<NonNullable<OrderTerms['legging']>>(
        {
          direction: fc.oneof(fc.constantFrom('in' as const, 'out' as const), unknown),
          positionId: or(id),
          strategy: or(fc.oneof(strategy, unknown)),
        },
        [],
      ),
    ),
    algo: or(
      valuesOf<NonNullable<OrderTerms['algo']>>(
        {
          kind: fc.oneof(fc.constantFrom(...ALGO_KINDS), unknown),
          targetPercent: or(decimal),
          maxPercent: or(decimal),
          start: or(clockTime),
          end: or(clockTime),
        },
        [],
      ),
    ),
    outcome: or(fc.oneof(fc.constantFrom(...EVENT_OUTCOMES), unknown)),
    tradeMode: or(fc.oneof(fc.constantFrom(...EVENT_TRADE_MODES), unknown)),
    expireDate: or(day),
    rolls: fc.constant(true as const),
  },
  ['rolls'],
)

/** An order as the session shows it: of every product, state and source. */
export const anyOrder = valuesOf<Order>(
  {
    clientOrderId: id.map(clientOrderId),
    orderId: or(id.map(orderId)),
    accountId: account,
    assetClass: fc.constantFrom(...ASSET_CLASSES),
    symbol,
    side: fc.constantFrom(...SIDES),
    type: fc.constantFrom(...ORDER_TYPES),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    session: fc.constantFrom(...ORDER_SESSIONS),
    quantity: or(quantity),
    amount: or(money),
    filledQuantity: quantity,
    averageFillPrice: or(price),
    limitPrice: or(price),
    stopPrice: or(price),
    trail: or(trail),
    status: fc.constantFrom(...ORDER_STATUSES),
    note: or(fc.string({ maxLength: 500, unit: 'binary' }).map(foreign)),
    pending: or(
      valuesOf<PendingRequest>(
        {
          kind: fc.constantFrom('replace' as const, 'cancel' as const),
          state: fc.constantFrom('sent' as const, 'unknown' as const),
          since: time,
        },
        [],
      ),
    ),
    fees: or(money),
    terms: orderTerms,
    ours: fc.boolean(),
    source: fc.constantFrom(
      'journal' as const,
      'answer' as const,
      'event' as const,
      'detail' as const,
      'listing' as const,
    ),
    unconfirmed: fc.constant(true as const),
    placedAt: time,
    sentAt: time,
    updatedAt: time,
  },
  ['terms', 'unconfirmed', 'sentAt'],
)

type Terms<Key extends keyof DraftTerms> = NonNullable<DraftTerms[Key]>
const draftTerms = valuesOf<DraftTerms>(
  {
    strategy,
    legs: fc.array(
      valuesOf<Terms<'legs'>[number]>(
        {
          symbol,
          side: fc.constantFrom('buy' as const, 'sell' as const),
          quantity,
          option: or(
            valuesOf<NonNullable<Terms<'legs'>[number]['option']>>(
              { type: fc.constantFrom(...OPTION_TYPES), strike: price, expiration: day },
              [],
            ),
          ),
        },
        [],
      ),
      { maxLength: 4 },
    ),
    intent: fc.constantFrom(...POSITION_INTENTS),
    legging: valuesOf<Terms<'legging'>>(
      {
        direction: fc.constantFrom('in' as const, 'out' as const),
        positionId: id,
        strategy,
      },
      ['strategy'],
    ),
    algo: valuesOf<Terms<'algo'>>(
      {
        kind: fc.constantFrom(...ALGO_KINDS),
        targetPercent: decimal,
        maxPercent: decimal,
        start: clockTime,
        end: clockTime,
      },
      ['targetPercent', 'maxPercent', 'start', 'end'],
    ),
    outcome: fc.constantFrom(...EVENT_OUTCOMES),
    tradeMode: fc.constantFrom(...EVENT_TRADE_MODES),
    rolls: fc.constant(true as const),
  },
  ['strategy', 'legs', 'intent', 'legging', 'algo', 'outcome', 'tradeMode', 'rolls'],
)

/** An order before it is sent, of every product. */
export const anyDraft = valuesOf<OrderDraft>(
  {
    accountId: account,
    assetClass: fc.constantFrom(...ASSET_CLASSES),
    symbol,
    side: fc.constantFrom(...SIDES),
    type: fc.constantFrom(...ORDER_TYPES),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    session: fc.constantFrom(...ORDER_SESSIONS),
    size,
    limitPrice: or(price),
    stopPrice: or(price),
    trail: or(trail),
    expireDate: or(day),
    terms: draftTerms,
  },
  ['terms'],
)

/** A change of a working order. */
export const anyChange = valuesOf<OrderChange>(
  {
    type: fc.constantFrom(...ORDER_TYPES),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    quantity,
    limitPrice: price,
    stopPrice: price,
    trail,
    algo: valuesOf<NonNullable<OrderChange['algo']>>(
      { targetPercent: decimal, maxPercent: decimal, start: clockTime, end: clockTime },
      ['targetPercent', 'maxPercent', 'start', 'end'],
    ),
  },
  ['type', 'timeInForce', 'quantity', 'limitPrice', 'stopPrice', 'trail', 'algo'],
)

const member = valuesOf<ComboMember>({ role: fc.constantFrom(...COMBO_ROLES), draft: anyDraft }, [])
type ActionOf<Kind extends InstructionAction['kind']> = Extract<
  InstructionAction,
  { readonly kind: Kind }
>
const members = fc.array(member, { maxLength: 3 })

/** What an instruction may request: an order with its linked ones, a change, a cancellation. */
export const anyAction: fc.Arbitrary<InstructionAction> = fc.oneof(
  valuesOf<ActionOf<'place'>>(
    { kind: fc.constant('place' as const), draft: anyDraft, exits: members, linked: members },
    ['exits', 'linked'],
  ),
  valuesOf<ActionOf<'replace'>>(
    {
      kind: fc.constant('replace' as const),
      accountId: account,
      clientOrderId: id.map(clientOrderId),
      change: anyChange,
      before: anyOrder,
      others: fc.array(
        fc.record({ clientOrderId: id.map(clientOrderId), change: anyChange, before: anyOrder }),
        { maxLength: 2 },
      ),
    },
    ['others'],
  ),
  valuesOf<ActionOf<'cancel'>>(
    {
      kind: fc.constant('cancel' as const),
      accountId: account,
      clientOrderId: id.map(clientOrderId),
      before: anyOrder,
    },
    [],
  ),
)
