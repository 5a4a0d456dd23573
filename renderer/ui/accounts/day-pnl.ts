import {
  oldestPrice,
  type AccountOverview,
  type Balance,
} from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { CurrencyTotals } from '../../../shared/domain/account/currency-amounts.js'
import { dayPnlOf, heldKeys, type DayPnl } from '../../../shared/domain/account/day-pnl.js'
import type { RealizedDay } from '../../../shared/domain/account/realized-day.js'
import { eq, type Money } from '../../../shared/domain/decimal.js'
import { epochMs } from '../../../shared/domain/time.js'
import {
  hasUnreadablePositions,
  unreadableOf,
  type UnreadableList,
} from '../../../shared/domain/session/unreadable-list.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { MainWindow } from '../../stores/main-window.js'

const UNKNOWN: DayPnl = { value: null, isCurrent: false, valuedAt: null, pricedAt: null }

const isSame = (a: DayPnl, b: DayPnl): boolean =>
  a.isCurrent === b.isCurrent &&
  a.valuedAt === b.valuedAt &&
  a.pricedAt === b.pricedAt &&
  (a.value === null || b.value === null
    ? a.value === null && b.value === null
    : eq(a.value, b.value))

/** A value that follows stores; the same object until it changes. */
export interface DayPnlSource {
  readonly get: () => DayPnl
  readonly subscribe: (changed: () => void) => Disposer
}

/** Returns a source of what `read` returns, which is read again after every change. */
function sourceOf(
  readPnl: () => DayPnl,
  subscriptions: readonly ((changed: () => void) => Disposer)[],
): DayPnlSource {
  let shown = UNKNOWN
  return {
    get() {
      const next = readPnl()
      if (!isSame(next, shown)) shown = next
      return shown
    },
    subscribe(changed) {
      const stops = subscriptions.map((subscribe) => subscribe(changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

type AccountStores = Pick<MainWindow, 'positions' | 'realized' | 'balance' | 'session'>

const sources = new WeakMap<AccountStores, DayPnlSource>()

/**
 * Returns the day's profit and loss of the selected account, from the rows that the window has. All
 * who show it share one source, so that a change of prices is added up once.
 */
export function accountDayPnl(stores: AccountStores): DayPnlSource {
  const source = sources.get(stores) ?? newAccountDayPnl(stores)
  sources.set(stores, source)
  return source
}

function newAccountDayPnl(stores: AccountStores): DayPnlSource {
  const { positions, realized, balance, session } = stores
  // A position never changes its contract: the same ids have the same instruments.
  let ids: readonly string[] | null = null
  let keys: ReadonlySet<InstrumentKey> = new Set()
  let seen: readonly unknown[] = []
  let pnl = UNKNOWN
  const readPnl = (): DayPnl => {
    const now = [
      positions.all(),
      positions.freshness(),
      realized.getState(),
      balance.getState(),
      unreadableIn(session),
    ]
    if (now.some((value, index) => value !== seen[index])) pnl = calculate()
    seen = now
    return pnl
  }
  const calculate = (): DayPnl => {
    const total = balance.getState().value
    if (total === null) return UNKNOWN
    if (positions.keys() !== ids) {
      ids = positions.keys()
      keys = heldKeys(positions.all())
    }
    const { accountId, currency, dayPnl: reported, valuedAt, pricedAt } = total
    const isEveryRead =
      positions.freshness() !== 'loading' &&
      !hasUnreadablePositions(unreadableIn(session), accountId)
    return dayPnlOf({
      accountId,
      currency,
      positions: isEveryRead ? positions.all() : null,
      held: keys,
      day: dayOf(realized.getState().value, accountId),
      reported,
      reportedAt: valuedAt ?? null,
      reportedPriceAt: pricedAt,
    })
  }
  return sourceOf(readPnl, [
    (changed) => positions.onAny(changed),
    (changed) => realized.subscribe(changed),
    (changed) => balance.subscribe(changed),
    (changed) => session.subscribe(changed),
  ])
}

const unreadableIn = (session: MainWindow['session']): readonly UnreadableList[] =>
  unreadableOf(session.getState().value)

const dayOf = (
  days: readonly RealizedDay[] | null,
  accountId: Balance['accountId'],
): RealizedDay | undefined => days?.find((day) => day.accountId === accountId)

/** Returns the broker's day profit of an account in one currency; null while it is not known. */
const reportedIn = ({ balance }: AccountOverview, currency: string): Money | null =>
  balance?.currencies.find((entry) => entry.currency === currency)?.dayPnl ??
  (balance?.currency === currency ? balance.dayPnl : null)

/** What the accounts' profit and loss of the day depends on, besides their figures. */
export interface DayFacts {
  readonly days: readonly RealizedDay[] | null
  readonly unreadable: readonly UnreadableList[]
}

/** Returns the day's profit and loss of one of all accounts, in one currency. */
export function overviewDayPnl(
  overview: AccountOverview,
  { days, unreadable }: DayFacts,
  currency: string,
): DayPnl {
  const { accountId } = overview
  const positions = hasUnreadablePositions(unreadable, accountId) ? null : overview.positions
  return dayPnlOf({
    accountId,
    currency,
    positions,
    held: heldKeys(positions ?? []),
    day: dayOf(days, accountId),
    reported: reportedIn(overview, currency),
    reportedAt: overview.balance?.valuedAt ?? null,
    reportedPriceAt: overview.balance?.pricedAt,
  })
}

/** False when the account is known to hold nothing in this currency. */
export const isIn = ({ balance }: AccountOverview, currency: string): boolean =>
  balance === null ||
  balance.currency === currency ||
  balance.currencies.some((entry) => entry.currency === currency)

/** Adds figures of several accounts in one currency; null while one of them is not known. */
function together(parts: readonly DayPnl[], currency: string): DayPnl {
  const total = CurrencyTotals.sumOf(parts.map(({ value }) => ({ currency, amount: value })))
  const value = total.in(currency)
  const stopped = parts.flatMap(({ valuedAt }) => (valuedAt === null ? [] : [valuedAt]))
  return value === null
    ? UNKNOWN
    : {
        value,
        isCurrent: parts.every(({ isCurrent }) => isCurrent),
        valuedAt: stopped.length === 0 ? null : epochMs(Math.min(...stopped)),
        pricedAt: oldestPrice(parts),
      }
}

/** Returns the day's profit and loss of all accounts together, in one currency. */
export const currencyDayPnl = (
  { overviews, realized, session }: Pick<MainWindow, 'overviews' | 'realized' | 'session'>,
  currency: string,
): DayPnlSource =>
  sourceOf(
    () =>
      together(
        overviews.accounts
          .all()
          .filter((overview) => isIn(overview, currency))
          .map((overview) =>
            overviewDayPnl(
              overview,
              { days: realized.getState().value, unreadable: unreadableIn(session) },
              currency,
            ),
          ),
        currency,
      ),
    [
      (changed) => overviews.accounts.onAny(changed),
      (changed) => realized.subscribe(changed),
      (changed) => session.subscribe(changed),
    ],
  )
