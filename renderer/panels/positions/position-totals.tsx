import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { WindowText } from '../../../shared/messages/window-text.js'
import {
  oldestPrice,
  type AccountOverview,
  type Position,
} from '../../../shared/domain/account/account.js'
import { CurrencyTotals } from '../../../shared/domain/account/currency-amounts.js'
import { ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'
import { earliestOf, type EpochMs } from '../../../shared/domain/time.js'
import { ownMoney } from '../../format/own.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { isIn } from '../../ui/accounts/day-pnl.js'
import { useCurrencyDayPnl, useDayPnl } from '../../ui/accounts/use-day-pnl.js'
import type { AccountOverviewStore } from '../../stores/account-overviews.js'
import type { MainWindow } from '../../stores/main-window.js'
import { SumAge, ValueAge } from '../../ui/accounts/figure-age.js'
import { DayPnlFigure } from '../../ui/accounts/day-pnl-figure.js'
import { LiveCell, type LiveField } from '../../ui/live-cell.js'
import { Signed } from '../../ui/signed.js'
import type { Foot } from '../../ui/table/foot-row.js'
import type { Realized } from './closed-today.js'
import { sumMoment } from './position-groups.js'
import { RealizedFigure } from './realized-figure.js'

/** Returns the value of each position in its currency. */
const valuesOf = (positions: readonly Position[]): CurrencyTotals =>
  CurrencyTotals.sumOf(
    positions.map(({ currency, marketValue }) => ({ currency, amount: marketValue })),
  )

/** The value of all positions in the account's currency; it changes with theirs. */
function TotalValue({ currency }: { readonly currency: string }) {
  const { positions, balance: balanceStore } = useMainWindow()
  const source = useMemo(
    () => ({ get: () => positions, subscribe: (changed: () => void) => positions.onAny(changed) }),
    [positions],
  )
  const field = useMemo(
    (): LiveField<MainWindow['positions']> => ({
      // Under rows closed today only, nothing is held.
      read: (rows) => (rows.all().length === 0 ? ZERO_MONEY : valuesOf(rows.all()).only(currency)),
      write: (value) => ownMoney(value),
    }),
    [currency],
  )
  const subscribe = useCallback((changed: () => void) => positions.onAny(changed), [positions])
  const balance = useSlice(balanceStore, (state) => state.value)
  const valuedAt = useSyncExternalStore(subscribe, () => sumMoment(positions.all(), balance))
  const pricedAt = useSyncExternalStore(subscribe, () => oldestPrice(positions.all()))
  return (
    <>
      <SumAge moments={{ valuedAt, pricedAt }} inCell />
      <LiveCell source={source} field={field} tone="pnl" className="tnum" />
    </>
  )
}

/** The open profit of the whole account, as the Account panel shows it. */
function TotalOpenPnl() {
  const { stoppedHint } = useText().account
  const balance = useSlice(useMainWindow().balance, (state) => state.value)
  const value = balance?.unrealizedPnl ?? null
  return (
    <>
      {balance !== null && <ValueAge moments={balance} hint={stoppedHint} inCell />}
      <Signed value={value} tone="pnl">
        {ownMoney(value, null, true)}
      </Signed>
    </>
  )
}

/** The day's profit, as the status bar and the Account panel show it: the sum of the rows. */
const TotalDayPnl = () => (
  <DayPnlFigure pnl={useDayPnl()} currency={null} hint={useText().positions.totalHint} inCell />
)

const CurrencyDayPnl = ({ currency }: { readonly currency: string }) => (
  <DayPnlFigure
    pnl={useCurrencyDayPnl(currency)}
    currency={null}
    hint={useText().positions.totalHint}
    inCell
  />
)

/** Returns the line of totals of the selected account. */
export const accountTotals = (
  { total }: WindowText['positions'],
  currency: string,
  realized: Realized,
): readonly Foot[] => [
  {
    symbol: <span className="dim">{total}</span>,
    marketValue: <TotalValue currency={currency} />,
    dayPnl: <TotalDayPnl />,
    unrealizedPnl: <TotalOpenPnl />,
    realizedPnl: <RealizedFigure realized={realized} isTotal />,
  },
]

/** Returns the open profit of an account in one currency; null while it is not known. */
const openPnlIn = ({ balance }: AccountOverview, currency: string): Money | null => {
  const entry = balance?.currencies.find((candidate) => candidate.currency === currency)
  return entry?.unrealizedPnl ?? (balance?.currency === currency ? balance.unrealizedPnl : null)
}

/** A figure in one currency, of all accounts together. */
function CurrencyTotal({
  currency,
  figure,
}: {
  readonly currency: string
  readonly figure: 'marketValue' | 'unrealizedPnl'
}) {
  const { overviews } = useMainWindow()
  const source = useMemo(
    () => ({
      get: () => overviews,
      subscribe: (changed: () => void) => overviews.accounts.onAny(changed),
    }),
    [overviews],
  )
  const field = useMemo((): LiveField<AccountOverviewStore> => {
    if (figure !== 'marketValue') {
      const totalsOf = ({ accounts }: AccountOverviewStore) =>
        CurrencyTotals.sumOf(
          accounts
            .all()
            .filter((overview) => isIn(overview, currency))
            .map((overview) => ({ currency, amount: openPnlIn(overview, currency) })),
        ).in(currency)
      return { read: totalsOf, write: (value) => ownMoney(value, null, true), signed: totalsOf }
    }
    return {
      read: ({ positions }) => valuesOf(positions.all()).in(currency),
      write: (value) => ownMoney(value),
    }
  }, [currency, figure])
  const subscribe = useCallback(
    (changed: () => void) => overviews.accounts.onAny(changed),
    [overviews],
  )
  const valuedAt = useSyncExternalStore(subscribe, () => momentIn(overviews, currency))
  const pricedAt = useSyncExternalStore(subscribe, () => priceIn(overviews, currency))
  return (
    <>
      <SumAge moments={{ valuedAt, pricedAt }} inCell />
      <LiveCell source={source} field={field} tone="pnl" className="tnum" />
    </>
  )
}

/** Returns since when figures of some account in a currency stand still; null while all move. */
const momentIn = ({ accounts }: AccountOverviewStore, currency: string): EpochMs | null =>
  earliestOf(
    accounts
      .all()
      .filter((overview) => isIn(overview, currency))
      .map(({ positions, balance }) => sumMoment(positions ?? [], balance)),
  )

/** Returns when the oldest price of the positions in a currency was received. */
const priceIn = ({ positions }: AccountOverviewStore, currency: string): EpochMs | null =>
  oldestPrice(positions.all().filter((position) => position.currency === currency))

/** Returns a line of totals for each currency of the positions: currencies are never added. */
export const currencyTotals = (
  { totalIn }: WindowText['positions'],
  currencies: readonly string[],
  realizedIn: (currency: string) => Realized,
): readonly Foot[] =>
  currencies.map((currency) => ({
    symbol: <span className="dim">{totalIn(currency)}</span>,
    marketValue: <CurrencyTotal currency={currency} figure="marketValue" />,
    dayPnl: <CurrencyDayPnl currency={currency} />,
    unrealizedPnl: <CurrencyTotal currency={currency} figure="unrealizedPnl" />,
    realizedPnl: <RealizedFigure realized={realizedIn(currency)} isTotal />,
  }))
