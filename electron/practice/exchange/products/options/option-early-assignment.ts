import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  tradingDay,
} from '../../../../../shared/domain/market/exchange-time.js'
import { fraction, hashText } from '../../../market/math/random.js'
import { UNIT_SIZE, type PriceUnits, type SizeUnits } from '../../../model/units.js'
import type { ExchangeState, Slices } from '../../state/exchange-state.js'
import { intrinsicOf, spotOf } from './option-portfolio.js'
import { endContracts } from './option-expiry.js'
import { optionOf } from './option-terms.js'

/** Returns the dividend of a share that goes ex on the next trading day; 0 on most days. */
function dividendTomorrow(state: Slices<'deps'>, symbol: string, today: string): PriceUnits {
  const tomorrow = tradingDay(today, 1)
  return (state.deps.dividends?.(symbol, today) ?? []).reduce(
    (sum, { ex, amount }) => (ex === tomorrow ? sum + amount : sum),
    0,
  )
}

/**
 * Returns the part of a short position that is assigned. The clearing house draws lots; here a hash
 * of account, contract and day decides.
 */
function picked(accountId: string, symbol: string, day: string, size: SizeUnits): SizeUnits {
  const contracts = Math.abs(size) / UNIT_SIZE
  return (
    Math.sign(size) *
    Math.ceil(contracts * fraction(hashText(`${accountId}:${symbol}:${day}`))) *
    UNIT_SIZE
  )
}

/**
 * Assigns part of the short calls at the close before an ex-dividend date, when a call's time value
 * is less than the dividend and its holders exercise. At no other time is early exercise worthwhile
 * for a holder here.
 */
export function assignEarly(state: ExchangeState): void {
  const { day } = exchangeClock(state.clock.time)
  // Only at the exact instant of the close, not at others within its minute, so once a day.
  if (state.clock.time !== exchangeInstant(day, closeMinute(day)) || tradingDay(day, 0) !== day) {
    return
  }
  for (const { accountId, position } of state.positionsOf('OPTION')) {
    const instrument = optionOf(state, position.symbol)
    if (
      instrument === undefined ||
      position.size >= 0 ||
      instrument.right !== 'CALL' ||
      instrument.style !== 'AMERICAN' ||
      instrument.expiresAt <= state.clock.time
    ) {
      continue
    }
    const dividend = dividendTomorrow(state, instrument.underlying, day)
    if (dividend === 0) continue
    const intrinsic = intrinsicOf(instrument, spotOf(state, instrument.underlying))
    const alive = (state.deps.reference(position.symbol)?.last ?? 0) - intrinsic
    if (intrinsic <= 0 || alive >= dividend) continue
    endContracts(state, {
      accountId,
      position,
      size: picked(accountId, position.symbol, day, position.size),
      instrument,
      intrinsic,
    })
  }
}
