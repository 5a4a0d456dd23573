import type { AccountOverview, Balance, Position } from '../../../shared/domain/account/account.js'
import { dayPnlOf, heldKeys } from '../../../shared/domain/account/day-pnl.js'
import type { RealizedDay } from '../../../shared/domain/account/realized-day.js'
import type { Money } from '../../../shared/domain/decimal.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import {
  hasUnreadablePositions,
  type UnreadableList,
} from '../../../shared/domain/session/unreadable-list.js'
import type { LiveValue } from '../live-values.js'
import type { Portfolio } from './portfolio.js'

/** What the day's profit and loss of the selected account is calculated from. */
export interface ShownBalanceSources {
  readonly portfolio: Pick<Portfolio, 'balance' | 'positions'>
  readonly realized: LiveValue<readonly RealizedDay[]>
  /** The broker's lists of which some rows could not be read. */
  readonly unreadable: () => readonly UnreadableList[]
}

/**
 * Returns the balance of the selected account with the day P&L that the window shows: what is held
 * and what was closed today, and only while these are not known the broker's own total. The daily
 * loss limit and assistants use it: what locks an account is the figure on the screen.
 */
export function createShownBalance({
  portfolio,
  realized,
  unreadable,
}: ShownBalanceSources): LiveValue<Balance | null> {
  const heldOf = createHeldKeys()
  return {
    get() {
      const balance = portfolio.balance.get()
      if (balance === null) return null
      const isEveryRead = !hasUnreadablePositions(unreadable(), balance.accountId)
      const positions = isEveryRead ? portfolio.positions.get() : null
      return withDayPnl(balance, positions, heldOf(positions ?? []), realized.get())
    },
    subscribe(changed) {
      const stops = [portfolio.balance.subscribe(changed), realized.subscribe(changed)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/**
 * Returns a function that reads which instruments are held. Prices change the positions many times
 * a second, and their instruments seldom: these are read again only for other positions.
 */
function createHeldKeys(): (positions: readonly Position[]) => ReadonlySet<InstrumentKey> {
  let ids: readonly string[] = []
  let latestKeys: ReadonlySet<InstrumentKey> = new Set()
  return (positions) => {
    const isSame =
      positions.length === ids.length &&
      positions.every(({ positionId }, index) => positionId === ids[index])
    if (!isSame) {
      ids = positions.map(({ positionId }) => positionId)
      latestKeys = heldKeys(positions)
    }
    return latestKeys
  }
}

function withDayPnl(
  balance: Balance,
  positions: readonly Position[] | null,
  heldKeys: ReadonlySet<InstrumentKey>,
  days: readonly RealizedDay[],
): Balance {
  const { accountId } = balance
  const day = days.find((entry) => entry.accountId === accountId)
  const dayPnl = (currency: string, reported: Money | null): Money | null =>
    dayPnlOf({ accountId, currency, positions, held: heldKeys, day, reported, reportedAt: null })
      .value
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
export const withShownDayPnl = (balance: Balance, shownBalance: Balance | null): Balance =>
  shownBalance?.accountId !== balance.accountId
    ? balance
    : {
        ...balance,
        dayPnl: shownBalance.dayPnl,
        currencies: balance.currencies.map((entry) => ({
          ...entry,
          dayPnl:
            shownBalance.currencies.find(({ currency }) => currency === entry.currency)?.dayPnl ??
            entry.dayPnl,
        })),
      }

/**
 * Returns the balance of an account in the view of all accounts, with the day P&L that the view
 * shows; null before it was read.
 */
export function shownOverview(
  { accountId, balance, positions }: AccountOverview,
  days: readonly RealizedDay[],
  unreadable: readonly UnreadableList[],
): Balance | null {
  if (balance === null) return null
  const known = hasUnreadablePositions(unreadable, accountId) ? null : positions
  return withDayPnl(balance, known, heldKeys(known ?? []), days)
}
