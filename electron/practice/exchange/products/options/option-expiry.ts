import { priceText, sizeText } from '../../../ledger/records.js'
import { NO_FEES } from '../../../ledger/fees.js'
import { valueCents, type Cents } from '../../../ledger/money.js'
import type { Position } from '../../../ledger/position.js'
import type { OptionInstrument } from '../../../model/instrument.js'
import { isoTime } from '../../../../../shared/wire/fields.js'
import { CENT, STOCK_SCALE, type PriceUnits, type SizeUnits } from '../../../model/units.js'
import type { ExchangeState, Slices } from '../../state/exchange-state.js'
import { settlementDay, tradeDate } from '../../orders/trading-hours.js'
import { optionOf } from './option-terms.js'

/** How a contract ends for its holder (TRADING-5, OPTION_EA). */
type Ending = 'OPTION_EXERCISE' | 'OPTION_ASSIGNMENT' | 'OPTION_EXPIRATION' | 'CONTRACT_CLOSE'

export interface Expiring {
  readonly accountId: string
  readonly position: Position
  /** The size that ends, signed like the position. */
  readonly size: SizeUnits
  readonly instrument: OptionInstrument
  /** The contract's final intrinsic value per share. */
  readonly intrinsic: PriceUnits
}

/** Removes the contracts from the account at a price. */
function closeAt(
  state: Slices<'clock' | 'ledger'>,
  { accountId, position, size, instrument }: Expiring,
  price: PriceUnits,
  ending: Ending,
): void {
  state.ledger.book({
    accountId,
    asset: position,
    size: -size,
    cash: valueCents(price, size, instrument.scale),
    fees: NO_FEES,
    settles: settlementDay(state.clock.time),
    mark: price,
    time: state.clock.time,
    day: tradeDate(state.clock.time),
    type: 'OPTION_EA',
    subType: ending,
    execution: null,
  })
}

/** Returns the shares received (+) or delivered (-) on exercise or assignment. */
const sharesOf = ({ size, instrument }: Expiring): SizeUnits =>
  (instrument.right === 'CALL' ? 1 : -1) * size * instrument.scale.multiplier

/** Books the delivery of shares at the strike. */
function deliver(
  state: Slices<'clock' | 'markets' | 'ledger'>,
  { accountId, instrument, ...expiring }: Expiring,
  ending: Ending,
): void {
  const shares = sharesOf({ accountId, instrument, ...expiring })
  state.ledger.book({
    accountId,
    asset: { product: 'EQUITY', symbol: instrument.underlying, outcome: null, scale: STOCK_SCALE },
    size: shares,
    cash: -valueCents(instrument.strike, shares, STOCK_SCALE),
    fees: NO_FEES,
    settles: settlementDay(state.clock.time),
    mark: state.markets.find(instrument.underlying)?.close ?? instrument.strike,
    time: state.clock.time,
    day: tradeDate(state.clock.time),
    type: 'OPTION_EA',
    subType: ending,
    execution: null,
  })
}

/**
 * True when a cash account cannot pay for or deliver the shares. It can neither borrow money nor be
 * short, so its contracts are closed for cash instead. An exercise leaves open orders what they
 * hold; an assignment, which is an obligation, does not.
 */
function cannotDeliver(state: Slices<'holds' | 'ledger'>, expiring: Expiring): boolean {
  const { accountId, instrument, position } = expiring
  const account = state.ledger.accounts.get(accountId)
  if (account?.type !== 'CASH') return false
  const isWritten = position.size < 0
  const shares = sharesOf(expiring)
  if (shares > 0) {
    const cost: Cents = valueCents(instrument.strike, shares, STOCK_SCALE)
    return cost > account.cash - (isWritten ? 0 : state.holds.cash(accountId))
  }
  const reserved = isWritten ? 0 : state.holds.reservations(accountId, instrument.underlying).sells
  return -shares > state.ledger.held(accountId, instrument.underlying) - reserved
}

function endingOf(state: Slices<'holds' | 'ledger'>, expiring: Expiring): Ending {
  const { intrinsic, position, instrument } = expiring
  // An option at least one cent in the money is exercised automatically (OCC rule 805).
  if (intrinsic < CENT) return 'OPTION_EXPIRATION'
  if (instrument.settlement === 'PHYSICAL' && cannotDeliver(state, expiring)) {
    return 'CONTRACT_CLOSE'
  }
  return position.size > 0 ? 'OPTION_EXERCISE' : 'OPTION_ASSIGNMENT'
}

/**
 * Emits the option event (event 1032, EVENTS-2). Its fields are this exchange's own, because the
 * provider documents none.
 */
function emitEnding(
  state: ExchangeState,
  { accountId, position, size, instrument, intrinsic }: Expiring,
  ending: Ending,
): void {
  state.accountEvents.emit({
    kind: 'option',
    accountId,
    time: state.clock.time,
    payload: {
      account_id: accountId,
      position_id: position.positionId,
      event_type: ending,
      instrument_id: instrument.instrumentId,
      symbol: instrument.underlying,
      option_symbol: instrument.symbol,
      option_type: instrument.right,
      strike_price: priceText(instrument.strike),
      option_expire_date: instrument.expiry,
      quantity: sizeText(size),
      settle_price: priceText(intrinsic),
      settlement_method: instrument.settlement,
      event_time: isoTime(state.clock.time),
    },
  })
}

/** Ends contracts now, by delivery, in cash or worthless. */
export function endContracts(state: ExchangeState, expiring: Expiring): void {
  const ending = endingOf(state, expiring)
  const paid =
    ending === 'CONTRACT_CLOSE' ||
    (ending !== 'OPTION_EXPIRATION' && expiring.instrument.settlement === 'CASH')
  const delivers = !paid && ending !== 'OPTION_EXPIRATION'
  if (delivers) deliver(state, expiring, ending)
  closeAt(state, expiring, paid ? expiring.intrinsic : 0, ending)
  emitEnding(state, expiring, ending)
}

/**
 * Ends all options that have expired: those in the money are exercised or assigned in full, the
 * others expire worthless. Incoming shares are booked before outgoing ones, so that one leg of a
 * spread provides for the other; among each of them assignments come first, because an exercise
 * must leave them the cash or the shares that they need.
 */
export function expireOptions(state: ExchangeState): void {
  const due: Expiring[] = []
  for (const { accountId, position } of state.positionsOf('OPTION')) {
    const instrument = optionOf(state, position.symbol)
    if (instrument === undefined || instrument.expiresAt > state.clock.time) continue
    const intrinsic = state.deps.settlement?.(position.symbol) ?? null
    if (intrinsic !== null) {
      due.push({ accountId, position, size: position.size, instrument, intrinsic })
    }
  }
  const incoming = (expiring: Expiring): number => Math.sign(sharesOf(expiring))
  const isWritten = ({ position }: Expiring): number => Number(position.size < 0)
  for (const expiring of due.sort(
    (a, b) =>
      incoming(b) - incoming(a) ||
      isWritten(b) - isWritten(a) ||
      (a.position.symbol < b.position.symbol ? -1 : 1),
  )) {
    endContracts(state, expiring)
  }
}
