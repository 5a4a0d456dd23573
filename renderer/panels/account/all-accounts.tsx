import { Wallet } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { Account, AccountOverview, Balance } from '../../../shared/domain/account/account.js'
import { CurrencyAmounts } from '../../../shared/domain/account/currency-amounts.js'
import { unreadableOf } from '../../../shared/domain/session/unreadable-list.js'
import type { Money } from '../../../shared/domain/decimal.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { accountName } from '../../format/account-name.js'
import { ownExact, ownMoney, ownText } from '../../format/own.js'
import { describeError } from '../../language/error-message.js'
import { useText } from '../../language/window-text.js'
import {
  useAllRows,
  useFreshness,
  useMainWindow,
  useSelectedAccount,
  useSlice,
} from '../../stores/context.js'
import { overviewDayPnl, type DayFacts } from '../../ui/accounts/day-pnl.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toastError } from '../../stores/toasts.js'
import { useAccounts } from '../../ui/accounts/use-account-names.js'
import { Button } from '../../ui/button.js'
import { FigureAge } from '../../ui/accounts/figure-age.js'
import { Signed } from '../../ui/signed.js'
import { NotKnown } from '../../ui/states.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import type { Foot } from '../../ui/table/foot-row.js'

/** How often the figures are shown again. */
const ROWS_MS = 500

/** One account with its figures. */
interface AccountRow extends AccountOverview {
  readonly account: Account
}

type OverviewText = WindowText['account']['overview']

interface Figure {
  readonly id: keyof OverviewText['heads']
  readonly read: (balance: Balance) => Money | null
  readonly signed?: true
}

/** The figures of an account, in column order; signed ones are profits and losses. */
const FIGURES: readonly Figure[] = [
  { id: 'netLiquidation', read: (balance) => balance.netLiquidation },
  { id: 'dayPnl', read: (balance) => balance.dayPnl, signed: true },
  { id: 'unrealizedPnl', read: (balance) => balance.unrealizedPnl, signed: true },
  { id: 'totalCash', read: (balance) => balance.totalCash },
  { id: 'totalMarketValue', read: (balance) => balance.totalMarketValue },
  {
    id: 'buyingPower',
    read: ({ currency, currencies }) =>
      currencies.find((entry) => entry.currency === currency)?.buyingPower ?? null,
  },
]

/** The figures that are the same money in each account; buying power is not. */
const SUMMED: readonly Figure[] = FIGURES.filter(({ id }) => id !== 'buyingPower')

const FigureCell = ({
  figure,
  value,
}: {
  readonly figure: Figure
  readonly value: Money | null
}) =>
  figure.signed === true ? (
    <Signed value={value} tone="pnl">
      {ownMoney(value, null, true)}
    </Signed>
  ) : (
    <span className="tnum">{ownMoney(value)}</span>
  )

const figureColumn = (figure: Figure, { heads }: OverviewText): Column<AccountRow> => ({
  id: figure.id,
  head: heads[figure.id],
  number: true,
  width: 104,
  grow: 1,
  cell: ({ balance }) => (
    <FigureCell figure={figure} value={balance === null ? null : figure.read(balance)} />
  ),
  data: ({ balance }) => ownExact(balance === null ? null : figure.read(balance)),
})

/** Returns the columns; the last one selects the account to trade with. */
function columnsOf(
  { account: { overview, types, readHint } }: WindowText,
  selected: string | null,
  select: (account: Account) => void,
): readonly Column<AccountRow>[] {
  return [
    {
      id: 'account',
      head: overview.heads.account,
      width: 190,
      grow: 2,
      pinned: true,
      compare: (a, b) => accountName(a.account).localeCompare(accountName(b.account)),
      cell: ({ account, balance }) => (
        <span title={types[account.type]}>
          {account.label} <span className="dim tnum">{ownText(account.accountNumber)}</span>{' '}
          {balance !== null && <FigureAge time={balance.asOf} hint={readHint} />}
        </span>
      ),
      data: ({ account }) => accountName(account),
    },
    ...FIGURES.map((figure) => figureColumn(figure, overview)),
    {
      id: 'positions',
      head: overview.heads.positions,
      number: true,
      width: 74,
      cell: ({ positions }) => <span className="tnum">{positions?.length ?? '—'}</span>,
      data: ({ positions }) => String(positions?.length ?? ''),
    },
    {
      id: 'currency',
      head: overview.heads.currency,
      width: 70,
      cell: ({ balance }) => <span className="dim">{balance?.currency ?? '—'}</span>,
      data: ({ balance }) => balance?.currency ?? '',
    },
    {
      id: 'actions',
      head: '',
      headLabel: overview.heads.actions,
      width: 84,
      end: true,
      cell: ({ account }) => (
        <span className="actions">
          {account.accountId === selected ? (
            <span className="badge">{overview.selected}</span>
          ) : (
            <Button
              size="small"
              aria-label={overview.useLabel(accountName(account))}
              onClick={() => select(account)}
            >
              {overview.use}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

/** Returns one line for each currency: currencies are never added to each other. */
function totalsOf(rows: readonly AccountRow[], text: WindowText): readonly Foot[] {
  const balances = rows.flatMap(({ balance }) => (balance === null ? [] : [balance]))
  return [...new Set(balances.map(({ currency }) => currency))].sort().map((currency) => ({
    account: <span className="dim">{text.positions.totalIn(currency)}</span>,
    ...Object.fromEntries(
      SUMMED.map((figure) => {
        const known = balances.flatMap((balance) => {
          const amount = figure.read(balance)
          return amount === null ? [] : [{ currency: balance.currency, amount }]
        })
        const isKnown = known.some((part) => part.currency === currency)
        const value = isKnown ? CurrencyAmounts.sumOf(known).in(currency) : null
        return [figure.id, <FigureCell key={figure.id} figure={figure} value={value} />]
      }),
    ),
  }))
}

function selectAccount(mainWindow: MainWindow, { accountId }: Account): void {
  void mainWindow.invoke('session.select-account', { accountId }).then((reply) => {
    if (!reply.ok) toastError(mainWindow.toasts, reply.error, describeError)
  })
}

/** Shows the day's profit as every other place does. */
const withDayPnl = (overview: AccountOverview, facts: DayFacts): AccountOverview => {
  const { balance } = overview
  return balance === null
    ? overview
    : {
        ...overview,
        balance: { ...balance, dayPnl: overviewDayPnl(overview, facts, balance.currency).value },
      }
}

/** Every account with its figures, the totals of each currency, and the choice of the account. */
export function AllAccounts() {
  const text = useText()
  const mainWindow = useMainWindow()
  const { overviews } = mainWindow
  useEffect(() => overviews.watch(), [overviews])
  const found = useAllRows(overviews.accounts, ROWS_MS)
  const days = useSlice(mainWindow.realized, ({ value }) => value)
  const unreadable = useSlice(mainWindow.session, ({ value }) => unreadableOf(value))
  const freshness = useFreshness(overviews.accounts)
  const accounts = useAccounts()
  const selected = useSelectedAccount()
  const columns = useMemo(
    () => columnsOf(text, selected, (account) => selectAccount(mainWindow, account)),
    [text, selected, mainWindow],
  )
  const rows = accounts.flatMap((account): readonly AccountRow[] => {
    const overview = found.find(({ accountId }) => accountId === account.accountId)
    return overview === undefined
      ? []
      : [{ ...withDayPnl(overview, { days, unreadable }), account }]
  })
  if (freshness === 'loading' || rows.length === 0) {
    return <NotKnown icon={Wallet} title={text.account.unknown} problem={null} />
  }
  const read = rows.filter(({ balance }) => balance !== null).length
  return (
    <DataTable
      table="accounts"
      label={text.account.overview.label}
      columns={columns}
      rows={rows}
      keyOf={({ accountId }) => accountId}
      selected={({ accountId }) => accountId === selected}
      feet={totalsOf(rows, text)}
      after={
        read < rows.length && (
          <p className="table-note">{text.account.overview.partial(read, rows.length)}</p>
        )
      }
    />
  )
}
