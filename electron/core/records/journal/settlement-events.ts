import {
  abs,
  add,
  asMoney,
  cmp,
  dec,
  div,
  eq,
  isNegative,
  isZero,
  mul,
  neg,
  sub,
  toScale,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import {
  symbolKey,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import type { JournalEvent } from './journal-events.js'
import type { RecordedActivity } from './journal-records.js'
import type { LotBook } from './lot-book.js'
import { shared } from './ledger/strategy-fills.js'

/** Decimal places of a price that is calculated from an amount. */
const PRICE_PLACES = 14
const ONE = dec('1')

/**
 * Returns what a cash movement does to what is held. The broker's record has no quantity: it
 * follows from what is held and from the amount. None for a movement that changes nothing; null
 * where it cannot be understood.
 */
export function settlementEvents(
  activity: RecordedActivity,
  book: LotBook,
): readonly JournalEvent[] | null {
  switch (activity.kind) {
    case 'event-settlement':
      return payout(activity, book)
    case 'option-exercise':
      return parseOcc(activity.symbol) === null
        ? exercise(activity, book)
        : optionEnd(activity, book)
    case 'corporate-action':
      return split(activity, book)
    case 'deposit':
    case 'dividend':
    case 'fee':
    case 'interest':
    case 'journal':
    case 'other':
    case 'tax':
    case 'trade':
    case 'transfer':
    case 'withdrawal':
      return []
  }
}

/** Closes everything that is held of an instrument for an amount. */
function closeAll(
  { id, time, amount }: RecordedActivity,
  key: string,
  book: LotBook,
): readonly JournalEvent[] {
  const heldQuantity = book.held(key)
  const multiplier = book.open(key)[0]?.multiplier
  if (isZero(heldQuantity) || multiplier === undefined) return []
  const price = div(amount, mul(heldQuantity, multiplier), PRICE_PLACES, 'half-even') ?? ZERO
  return [
    {
      kind: 'trade',
      id,
      time,
      key,
      quantity: neg(heldQuantity),
      price,
      multiplier,
      fees: ZERO,
      source: null,
    },
  ]
}

/** An option that expired worthless, or was settled in cash. */
const optionEnd = (activity: RecordedActivity, book: LotBook): readonly JournalEvent[] =>
  closeAll(activity, symbolKey('option', activity.symbol), book)

/**
 * An event market that was decided: one dollar for each contract of the side that won. The record
 * names no side. It follows from the amount when one side is held, or when only one of two sizes
 * fits; else it is not known, and both sides are closed together for the amount, as one.
 */
function payout(activity: RecordedActivity, book: LotBook): readonly JournalEvent[] | null {
  const keys = (['yes', 'no'] as const)
    .map((outcome) => symbolKey('event', activity.symbol, outcome))
    .filter((key) => !isZero(book.held(key)))
  const [only, other] = keys
  if (only === undefined) return []
  if (other === undefined) return closeAll(activity, only, book)
  // The record of the side that lost says nothing before that of the other one.
  if (isZero(activity.amount)) return null
  const [fits, otherFits] = [only, other].map((key) =>
    eq(abs<Decimal>(book.held(key)), activity.amount),
  )
  if (fits !== otherFits) return closeAll(activity, fits === true ? only : other, book)
  return closeBoth(activity, [only, other], book)
}

/** Closes both sides of a market for one amount, shared by their sizes: which won is not known. */
function closeBoth(
  activity: RecordedActivity,
  keys: readonly [InstrumentKey, InstrumentKey],
  book: LotBook,
): readonly JournalEvent[] {
  const parts = shared(
    activity.amount,
    keys.map((key) => abs(book.held(key))),
  )
  return keys.flatMap((key, index) =>
    closeAll({ ...activity, amount: asMoney(parts[index] ?? ZERO) }, key, book).map(
      (event): JournalEvent =>
        event.kind === 'trade'
          ? { ...event, id: `${activity.id} ${index}`, strategy: activity.id, isAllotted: true }
          : event,
    ),
  )
}

/** A contract that was exercised or assigned, by the shares that it delivered. */
function exercise(activity: RecordedActivity, book: LotBook): readonly JournalEvent[] | null {
  const found = exercisedContracts(activity, book)
  if (found === null) return null
  const { key, contracts, strike, isCall, isHeld, multiplier } = found
  const shares = mul(contracts, multiplier)
  // A holder of calls and a writer of puts receive shares.
  const receives = isCall === isHeld
  return [
    {
      kind: 'exercise',
      id: activity.id,
      time: activity.time,
      key,
      quantity: isHeld ? neg(contracts) : contracts,
      shares: {
        key: symbolKey('stock', activity.symbol),
        quantity: receives ? shares : neg(shares),
        price: strike,
      },
    },
  ]
}

interface Exercised {
  readonly key: string
  readonly contracts: Decimal
  readonly strike: Decimal
  readonly multiplier: Decimal
  readonly isCall: boolean
  readonly isHeld: boolean
  readonly expires: boolean
}

/** Finds the contract whose strike explains the amount: one that expires on this day first. */
function exercisedContracts(activity: RecordedActivity, book: LotBook): Exercised | null {
  const keys = [...new Set(book.open().map(({ key }) => key))]
  const exercised = keys.flatMap((key): readonly Exercised[] => {
    const [assetClass, symbol = ''] = key.split(' ')
    const contract = assetClass === 'option' ? parseOcc(symbol) : null
    const heldQuantity = book.held(key)
    const multiplier = book.open(key)[0]?.multiplier
    if (contract === null || multiplier === undefined || isZero(heldQuantity)) return []
    if (contract.root !== activity.symbol) return []
    const isCall = contract.type === 'call'
    const isHeld = !isNegative(heldQuantity)
    if (isNegative(activity.amount) !== (isCall === isHeld)) return []
    const size = abs<Decimal>(activity.amount)
    const contracts = div(size, mul(contract.strike, multiplier), 0, 'half-even')
    if (contracts === null || isZero(contracts) || cmp(contracts, abs(heldQuantity)) > 0) return []
    if (!eq(mul(mul(contracts, contract.strike), multiplier), size)) return []
    const expires = contract.expiration === activity.day
    return [{ key, contracts, strike: contract.strike, multiplier, isCall, isHeld, expires }]
  })
  const complete = exercised.filter(
    ({ expires, contracts, key }) => expires && eq(contracts, abs(book.held(key))),
  )
  const due = complete.length > 0 ? complete : exercised.filter(({ expires }) => expires)
  const [first, ...more] = due.length > 0 ? due : exercised
  return first === undefined || more.length > 0 ? null : first
}

const SPLITS = new Set(['FORWARD_SPLIT', 'REVERSE_SPLIT'])
/** Movements of a corporate action that change no lot, or only its remainder. */
const IN_LIEU = 'CASH_IN_LIEU'

function split(activity: RecordedActivity, book: LotBook): readonly JournalEvent[] | null {
  const { id, time, symbol, subKind, ratio } = activity
  const key = symbolKey('stock', symbol)
  const heldQuantity = book.held(key)
  if (isZero(heldQuantity)) return []
  if (SPLITS.has(subKind)) {
    return ratio === null ? null : [{ kind: 'split', id, time, key, ...ratio }]
  }
  if (subKind !== IN_LIEU) return null
  // What is not a whole share was paid out.
  const part = sub(heldQuantity, toScale<Decimal>(heldQuantity, 0, 'down'))
  if (isZero(part)) return null
  const price = div(activity.amount, part, PRICE_PLACES, 'half-even') ?? ZERO
  return [
    {
      kind: 'trade',
      id,
      time,
      key,
      quantity: neg(part),
      price,
      multiplier: ONE,
      fees: ZERO,
      source: null,
    },
  ]
}

/**
 * Returns the price at which a futures contract was settled, from all cash that it moved: a
 * position that is over has moved its gain less its fees.
 */
export function settledPrice(
  held: Decimal,
  multiplier: Decimal,
  parts: { readonly cash: Decimal; readonly value: Decimal; readonly fees: Decimal },
): Decimal | null {
  const rest = sub(add(parts.cash, parts.fees), parts.value)
  return div(rest, mul(held, multiplier), PRICE_PLACES, 'half-even')
}
