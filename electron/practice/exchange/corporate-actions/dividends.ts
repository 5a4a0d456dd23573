import {
  exchangeClock,
  tradingDay,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import { centsOfCash, type Cents } from '../../ledger/money.js'
import { cashOf, STOCK_SCALE, type PriceUnits, type SizeUnits } from '../../model/units.js'
import type { Slices } from '../state/exchange-state.js'
import type { CashDividend } from '../api/corporate-actions.js'

/**
 * Returns an account's shares of a stock after all trades of the days before `ex`. Trades of the
 * night session before `ex` belong to `ex` and earn no dividend.
 */
const heldBefore = (
  state: Slices<'ledger'>,
  accountId: string,
  symbol: string,
  ex: ExchangeDay,
): SizeUnits =>
  state.ledger.journal
    .ofAccount(accountId)
    .reduce(
      (size, line) =>
        line.symbol === symbol && line.outcome === null && line.day < ex ? size + line.size : size,
      0,
    )

const centsFor = (amount: PriceUnits, size: SizeUnits): Cents => {
  const cents = centsOfCash(cashOf(amount, Math.abs(size), STOCK_SCALE))
  return size < 0 ? -cents : cents
}

/** Returns every stock that an account has ever held. */
function stocksOf(state: Slices<'ledger' | 'deps'>, accountId: string): ReadonlySet<string> {
  const symbols = new Set<string>()
  for (const { symbol } of state.ledger.journal.ofAccount(accountId)) {
    if (
      symbol !== null &&
      !symbols.has(symbol) &&
      state.deps.instrument(symbol)?.product === 'EQUITY'
    ) {
      symbols.add(symbol)
    }
  }
  return symbols
}

/**
 * Pays the dividends due on the trading day that begins, to every account that held the share
 * before its ex-date, even if it has sold it since. A short position pays the dividend to the
 * lender (TRADING-5: PAYMENT_IN_LIEU). Call once per trading day, before its first trade.
 */
export function payDividends(state: Slices<'clock' | 'ledger' | 'deps'>): void {
  const { dividends } = state.deps
  if (dividends === undefined) return
  const { day } = exchangeClock(state.clock.time)
  const since = tradingDay(day, -1)
  const known = new Map<string, readonly CashDividend[]>()
  const dueOf = (symbol: string): readonly CashDividend[] => {
    const due =
      known.get(symbol) ?? dividends(symbol, day).filter(({ paid }) => paid > since && paid <= day)
    known.set(symbol, due)
    return due
  }
  for (const { accountId } of [...state.ledger.accounts.values()]) {
    for (const symbol of stocksOf(state, accountId)) {
      for (const { amount, ex } of dueOf(symbol)) {
        const cents = centsFor(amount, heldBefore(state, accountId, symbol, ex))
        if (cents !== 0) {
          state.ledger.move({
            accountId,
            symbol,
            cents,
            time: state.clock.time,
            day,
            type: 'DIVIDENDS',
            subType: cents > 0 ? 'INCOME' : 'PAYMENT_IN_LIEU',
          })
        }
      }
    }
  }
}
