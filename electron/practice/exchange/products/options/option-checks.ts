import { isOpenByRule } from '../../../../../shared/domain/market/product-hours.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { UNIT_SIZE, type SizeUnits } from '../../../model/units.js'
import type { Position } from '../../../ledger/position.js'
import type { ExchangeState, Slices } from '../../state/exchange-state.js'
import type { OrderTerms, PracticeOrder } from '../../orders/order.js'
import { EXCHANGE_CODES, invalid, type Refusal, refuse } from '../../api/refusals.js'
import { isAfterClose } from '../../orders/trading-hours.js'
import type { OptionLeg, OptionTerms } from '../../orders/order-terms.js'
import { checkStop } from '../equity/equity-checks.js'
import { combinationsOf, shapesOf } from './option-combinations.js'
import { nakedContracts } from './option-margin.js'
import {
  add,
  reservedLegs,
  heldSizes,
  legPart,
  openOptionOrders,
  portfolioOf,
} from './option-portfolio.js'
import { strategyOf, turned, type Shape } from './option-strategies.js'
import { optionOf, ratioOf } from './option-terms.js'
import type { CheckedPart, ReadOrder } from '../../orders/product-rules.js'

const noPermission = (message: string): Refusal => refuse(CODES.noPermission, message)

/** Refuses orders that Place refuses although Preview accepts them (TRADING-4.3). */
function checkKind(terms: OrderTerms): Refusal | null {
  if (terms.type === 'MARKET') return invalid('order_type', terms.type)
  if (terms.timeInForce === 'GTC' && terms.side !== 'BUY') {
    return invalid('time_in_force', terms.timeInForce, 'only for buys')
  }
  // A stop needs a traded price; combinations have a net price only.
  return (terms.option?.legs.length ?? 0) > 1 && terms.type !== 'LIMIT'
    ? invalid('order_type', terms.type, 'combinations are LIMIT orders')
    : null
}

/** Returns the size of a leg's position that the leg would close and that no other order closes. */
function closable(
  state: Slices<'orders' | 'markets' | 'holds' | 'ledger'>,
  accountId: string,
  leg: OptionLeg,
  before: PracticeOrder | null,
): SizeUnits {
  const held = state.ledger.held(accountId, leg.symbol)
  const against = leg.side === 'BUY' ? Math.max(0, -held) : Math.max(0, held)
  const elsewhere =
    leg.instrumentType === 'EQUITY' && leg.side === 'SELL'
      ? state.holds.reservations(accountId, leg.symbol).sells
      : 0
  return against === 0
    ? 0
    : Math.max(0, against - reservedLegs(state, accountId, leg, before) - elsewhere)
}

/** The part of an option order that is checked. */
interface OptionCheck extends CheckedPart {
  readonly option: OptionTerms
}

/**
 * Checks that each leg either opens or closes a position, never both, and that `position_intent`
 * agrees with this and with the side (TRADING-4.2).
 */
function checkIntent(
  state: Slices<'orders' | 'markets' | 'holds' | 'ledger'>,
  accountId: string,
  terms: OrderTerms,
  { option: { intent, legs }, open, before }: OptionCheck,
): Refusal | null {
  if (intent !== null && intent.startsWith('BUY') !== (terms.side === 'BUY')) {
    return invalid('position_intent', intent, `does not agree with side ${terms.side}`)
  }
  const closes = intent?.endsWith('CLOSE') === true
  for (const leg of legs) {
    const size = Math.abs(legPart(leg, open, terms.size))
    const held = state.ledger.held(accountId, leg.symbol)
    const against = leg.side === 'BUY' ? held < 0 : held > 0
    if (intent !== null && closes && !against) {
      return refuse(CODES.oversell, `${leg.symbol}: there is no position to close.`)
    }
    if (intent !== null && !closes && against && leg.instrumentType === 'OPTION') {
      return invalid('position_intent', intent, `${leg.symbol} has a position to close`)
    }
    const mustClose = against || (leg.instrumentType === 'EQUITY' && leg.side === 'SELL')
    if (mustClose && size > closable(state, accountId, leg, before)) {
      return refuse(
        CODES.oversell,
        `${leg.symbol}: ${size / UNIT_SIZE} are more than the ${closable(state, accountId, leg, before) / UNIT_SIZE} that can be closed.`,
      )
    }
  }
  return null
}

/**
 * The option level that each strategy needs (the four usual levels of US brokers; the table is an
 * assumption).
 */
const STRATEGY_LEVEL: Readonly<Record<OptionTerms['strategy'], number>> = {
  SINGLE: 2,
  COVERED_STOCK: 1,
  COLLAR_WITH_STOCK: 2,
  STRADDLE: 2,
  STRANGLE: 2,
  VERTICAL: 3,
  CALENDAR: 3,
  DIAGONAL: 3,
  BUTTERFLY: 3,
  CONDOR: 3,
  IRON_BUTTERFLY: 3,
  IRON_CONDOR: 3,
}
const NAKED_LEVEL = 4
const SECURED_LEVEL = 1

export const optionLevel = (state: Slices<'ledger' | 'deps'>, accountId: string): number => {
  const account = state.ledger.accounts.get(accountId)
  if (account === undefined) return 0
  return state.deps.optionLevel?.(accountId) ?? ASSUMPTIONS.optionLevels[account.type]
}

/** The legs of an order that fill. */
export interface LegFills {
  readonly legs: readonly OptionLeg[]
  /** The size of the order that fills. */
  readonly open: SizeUnits
  readonly orderSize: SizeUnits
  /** The order itself where it is open already; null for a new one. */
  readonly before: PracticeOrder | null
}

/**
 * Returns the account's sizes with the sales of open option orders filled (given `before`, only of
 * earlier orders), and the sizes after this order also fills.
 */
export function sizesAfter(
  state: Slices<'orders' | 'markets' | 'holds' | 'ledger'>,
  accountId: string,
  { legs, open, orderSize, before }: LegFills,
): { before: Map<string, SizeUnits>; after: Map<string, SizeUnits> } {
  const base = heldSizes(state, accountId)
  for (const order of openOptionOrders(state, accountId, before)) {
    if (before !== null && order.number > before.number) continue
    const { terms } = order.view
    for (const leg of terms.option?.legs ?? []) {
      if (leg.side === 'SELL') add(base, leg.symbol, legPart(leg, order.heldShares, terms.size))
    }
  }
  const after = new Map(base)
  for (const leg of legs) add(after, leg.symbol, legPart(leg, open, orderSize))
  return { before: base, after }
}

/** Checks whether the account's option level allows the position that the order opens. */
function checkLevel(
  state: ExchangeState,
  accountId: string,
  terms: OrderTerms,
  { option, open, before }: OptionCheck,
): Refusal | null {
  const level = optionLevel(state, accountId)
  const closing = option.legs.every(
    (leg) =>
      (leg.side === 'BUY') === state.ledger.held(accountId, leg.symbol) < 0 &&
      state.ledger.held(accountId, leg.symbol) !== 0,
  )
  if (closing) return null
  const cash = state.ledger.accounts.get(accountId)?.type === 'CASH'
  const sizes = sizesAfter(state, accountId, {
    legs: option.legs,
    open,
    orderSize: terms.size,
    before,
  })
  const [had, has] = [portfolioOf(state, sizes.before), portfolioOf(state, sizes.after)]
  const more = (right: 'CALL' | 'PUT'): boolean =>
    nakedContracts(has, option.underlying, right) > nakedContracts(had, option.underlying, right)
  const naked = more('CALL') || (more('PUT') && !cash)
  const single = option.strategy === 'SINGLE' && terms.side === 'SELL'
  const needed = naked ? NAKED_LEVEL : single ? SECURED_LEVEL : STRATEGY_LEVEL[option.strategy]
  if (naked && cash) {
    return noPermission(
      'A cash account can sell only calls that its shares cover and puts that its cash secures.',
    )
  }
  return level >= needed
    ? null
    : noPermission(`This order needs option level ${needed}; the account has level ${level}.`)
}

/** What a legging order refers to: a position, or several that are reported as one. */
interface LeggedPosition {
  readonly members: readonly Position[]
  readonly underlying: string
  readonly shapes: readonly Shape[]
}

/** Finds the position that a legging order names; undefined where the account has none. */
function leggedPosition(
  state: Slices<'markets' | 'ledger' | 'deps' | 'switches'>,
  accountId: string,
  positionId: string | null,
): LeggedPosition | undefined {
  const positions = [...(state.ledger.accounts.get(accountId)?.positions.values() ?? [])]
  const combination = state.switches.combinesPositions
    ? combinationsOf(state, positions).find((candidate) => candidate.positionId === positionId)
    : undefined
  if (combination !== undefined) {
    return {
      members: combination.legs.map(({ position }) => position),
      underlying: combination.underlying,
      shapes: shapesOf(combination),
    }
  }
  const position = positions.find(
    (candidate) => candidate.positionId === positionId && candidate.size !== 0,
  )
  if (position === undefined) return undefined
  const heldOption = optionOf(state, position.symbol)
  return {
    members: [position],
    underlying: heldOption?.underlying ?? position.symbol,
    shapes: [
      {
        right: heldOption?.right ?? null,
        strike: heldOption?.strike ?? 0,
        expiry: heldOption?.expiry ?? '',
        ratio: position.size > 0 ? 1 : -1,
      },
    ],
  }
}

/**
 * Checks the legging fields: LEG_IN combines a position and this order into a strategy, LEG_OUT
 * closes one leg of a position (TRADING-4.2).
 */
function checkLegging(
  state: Slices<'markets' | 'ledger' | 'deps' | 'switches'>,
  accountId: string,
  terms: OrderTerms,
  option: OptionTerms,
): Refusal | null {
  const { legInOrOut, positionId, legInStrategy, legs } = option
  if (legInOrOut === null) {
    return positionId === null && legInStrategy === null
      ? null
      : invalid('position_id', positionId ?? legInStrategy, 'only with leg_in_or_out')
  }
  const legged = leggedPosition(state, accountId, positionId)
  const [leg] = legs
  if (legged === undefined) return invalid('position_id', positionId)
  if (leg === undefined || legs.length > 1) return invalid('legs', legs.length, 'one leg at a time')
  if (legInOrOut === 'LEG_OUT') {
    if (legInStrategy !== null) return invalid('leg_in_strategy', legInStrategy, 'only with LEG_IN')
    return legged.members.some(
      ({ symbol, size }) => symbol === leg.symbol && size > 0 === (leg.side === 'SELL'),
    )
      ? null
      : invalid('position_id', positionId, 'the leg does not close it')
  }
  const added: Shape = {
    right: leg.right,
    strike: leg.strike ?? 0,
    expiry: leg.expiry ?? '',
    ratio: ratioOf(leg, terms.size),
  }
  const shapes = [...legged.shapes, added]
  const together =
    legged.underlying === option.underlying
      ? (strategyOf(shapes) ?? strategyOf(turned(shapes)))
      : null
  return together !== null && together === legInStrategy
    ? null
    : refuse(
        EXCHANGE_CODES.strategyMismatch,
        `The position and this leg are ${together === null ? 'no strategy' : `a ${together}`}.`,
      )
}

/** Runs all checks that depend on the account and the trading hours. */
export function checkOptionOrder(
  state: ExchangeState,
  accountId: string,
  { market, terms }: ReadOrder,
  part: CheckedPart,
): Refusal | null {
  const { option } = terms
  if (option === null) return invalid('legs', null)
  if (
    terms.timeInForce === 'DAY' &&
    isAfterClose(state.clock.time) &&
    !isOpenByRule('OPTION', state.clock.time)
  ) {
    return refuse(CODES.dayAfterClose, 'A DAY order cannot be placed after the close.')
  }
  const old = part.before?.view.terms
  const newStop = old === undefined || terms.stop !== old.stop || terms.type !== old.type
  return (
    checkKind(terms) ??
    (newStop ? checkStop(market, terms) : null) ??
    checkIntent(state, accountId, terms, { option, ...part }) ??
    checkLegging(state, accountId, terms, option) ??
    checkLevel(state, accountId, terms, { option, ...part })
  )
}

/**
 * Returns the shares that may not be sold: they cover short calls of an account that may not have
 * naked ones, or are a leg of an open order.
 */
export function lockedShares(state: ExchangeState, accountId: string, symbol: string): SizeUnits {
  const promised = reservedLegs(state, accountId, { symbol, side: 'SELL' }, null)
  if (optionLevel(state, accountId) >= NAKED_LEVEL) return promised
  const sizes = sizesAfter(state, accountId, {
    legs: [],
    open: 0,
    orderSize: 1,
    before: null,
  }).before
  const { options } = portfolioOf(state, sizes)
  const short = options.reduce(
    (sum, { underlying, right, contracts }) =>
      underlying === symbol && right === 'CALL' && contracts < 0 ? sum - contracts : sum,
    0,
  )
  const long =
    state.ledger.accounts.get(accountId)?.type === 'CASH'
      ? 0
      : options.reduce(
          (sum, { underlying, right, contracts }) =>
            underlying === symbol && right === 'CALL' && contracts > 0 ? sum + contracts : sum,
          0,
        )
  return promised + Math.max(0, short - long) * 100 * UNIT_SIZE
}
