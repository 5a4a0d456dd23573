import type { Balance, Position } from '../../../shared/domain/account/account.js'
import { dayPnlOf, heldKeys } from '../../../shared/domain/account/day-pnl.js'
import type { RealizedDay } from '../../../shared/domain/account/realized-day.js'
import type { Money } from '../../../shared/domain/decimal.js'
import type { LiveValue } from '../live-values.js'
import type { Portfolio } from './portfolio.js'

/** What the day's profit and loss of the selected account is calculated from. */
export interface ShownBalanceSources {
  readonly portfolio: Pick<Portfolio, 'balance' | 'positions' | 'hasUnreadable'>
  readonly realized: LiveValue<readonly RealizedDay[]>
}

/**
 * Returns the balance of the selected account with the day P&L that the window shows: what is held
 * and what was closed today, and only while these are not known the broker's own total. The daily
 * loss limit and assistants use it, so that nobody is locked out by, or told, another figure than
 * the person sees.
 */
export const createShownBalance = ({
  portfolio,
  realized,
}: ShownBalanceSources): LiveValue<Balance | null> => ({
  get() {
    const balance = portfolio.balance.get()
    const positions = portfolio.hasUnreadable ? null : portfolio.positions.get()
    return balance === null ? null : withDayPnl(balance, positions, realized.get())
  },
  subscribe(changed) {
    const stops = [portfolio.balance.subscribe(changed), realized.subscribe(changed)]
    return () => {
      for (const stop of stops) stop()
    }
  },
})

function withDayPnl(
  balance: Balance,
  positions: readonly Position[] | null,
  days: readonly RealizedDay[],
): Balance {
  const { accountId } = balance
  const day = days.find((entry) => entry.accountId === accountId)
  const held = heldKeys(positions ?? [])
  const dayPnl = (currency: string, reported: Money | null): Money | null =>
    dayPnlOf({ accountId, currency, positions, held, day, reported }).value
  return {
    ...balance,
    dayPnl: dayPnl(balance.currency, balance.dayPnl),
    currencies: balance.currencies.map((entry) => ({
      ...entry,
      dayPnl: dayPnl(entry.currency, entry.dayPnl),
    })),
  }
}

/** Returns a balance that was just read with the day P&L that is shown for its account. */
export const withShownDayPnl = (balance: Balance, shown: Balance | null): Balance =>
  shown?.accountId !== balance.accountId
    ? balance
    : {
        ...balance,
        dayPnl: shown.dayPnl,
        currencies: balance.currencies.map((entry) => ({
          ...entry,
          dayPnl:
            shown.currencies.find(({ currency }) => currency === entry.currency)?.dayPnl ??
            entry.dayPnl,
        })),
      }
