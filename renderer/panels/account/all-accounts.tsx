import { Wallet } from 'lucide-react'
import { useEffect, useMemo, type ReactNode } from 'react'
import type { Account, AccountOverview } from '../../../shared/domain/account/account.js'
import type { DayPnl } from '../../../shared/domain/account/day-pnl.js'
import { unreadableOf } from '../../../shared/domain/session/unreadable-list.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
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
import { CellAge, SumAge, ValueAge } from '../../ui/accounts/figure-age.js'
import { Signed } from '../../ui/signed.js'
import { NotKnown } from '../../ui/states.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import type { Foot } from '../../ui/table/foot-row.js'
import {
  currenciesOf,
  FIGURES,
  SUMMED,
  sumOf,
  type AccountRow,
  type DatedFigure,
  type Figure,
} from './account-figures.js'
import { explain, explainByTab } from '../../ui/hints/hint.js'

/** How often the figures are shown again. */
const ROWS_MS = 500

interface FigureCellProps {
  readonly figure: Figure
  readonly dated: DatedFigure
  /** What stands before the figure: its age, while it is not of now. */
  readonly before: ReactNode
}

const FigureCell = ({ figure, dated: { value }, before }: FigureCellProps) => (
  <>
    {value !== null && before}
    {figure.signed === true ? (
      <Signed value={value} tone="pnl">
        {ownMoney(value, null, true)}
      </Signed>
    ) : (
      <span className="tnum">{ownMoney(value)}</span>
    )}
  </>
)

/** The mark of a sum without some of the accounts. */
function AtLeast() {
  const { partialHint } = useText().account.overview
  return (
    <span className="dim" {...explainByTab(partialHint)}>
      ≥{' '}
    </span>
  )
}

const figureColumn = (
  figure: Figure,
  { overview: { heads }, stoppedHint }: WindowText['account'],
): Column<AccountRow> => ({
  id: figure.id,
  head: heads[figure.id],
  number: true,
  width: 104,
  grow: 1,
  cell: (row) => {
    const dated = figure.read(row)
    const age = <ValueAge moments={dated} hint={stoppedHint} inCell />
    return <FigureCell figure={figure} dated={dated} before={age} />
  },
  data: (row) => ownExact(figure.read(row).value),
})

/** Returns the columns; the last one selects the account to trade with. */
function columnsOf(
  { account: text }: WindowText,
  selected: string | null,
  select: (account: Account) => void,
): readonly Column<AccountRow>[] {
  const { overview, types, readHint } = text
  return [
    {
      id: 'account',
      head: overview.heads.account,
      width: 190,
      grow: 2,
      pinned: true,
      compare: (a, b) => accountName(a.account).localeCompare(accountName(b.account)),
      cell: ({ account, balance }) => (
        <span {...explain(types[account.type])}>
          {balance !== null && <CellAge time={balance.asOf} hint={readHint} />}
          {account.label} <span className="dim tnum">{ownText(account.accountNumber)}</span>
        </span>
      ),
      data: ({ account }) => accountName(account),
    },
    ...FIGURES.map((figure) => figureColumn(figure, text)),
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
const totalsOf = (rows: readonly AccountRow[], text: WindowText): readonly Foot[] =>
  currenciesOf(rows).map((currency) => ({
    account: <span className="dim">{text.positions.totalIn(currency)}</span>,
    ...Object.fromEntries(
      SUMMED.map((figure) => {
        const dated = sumOf(rows, figure, currency)
        const before = (
          <>
            <SumAge moments={dated} inCell />
            {dated.isPartial && <AtLeast />}
          </>
        )
        return [
          figure.id,
          <FigureCell key={figure.id} figure={figure} dated={dated} before={before} />,
        ]
      }),
    ),
  }))

function selectAccount(mainWindow: MainWindow, { accountId }: Account): void {
  void mainWindow.invoke('session.select-account', { accountId }).then((reply) => {
    if (!reply.ok) toastError(mainWindow.toasts, reply.error, describeError)
  })
}

/** Returns the day's profit as every other place shows it. */
const dayPnlOf = (overview: AccountOverview, facts: DayFacts): DayPnl | null =>
  overview.balance === null ? null : overviewDayPnl(overview, facts, overview.balance.currency)

/** Every account with its figures, the totals of each currency, and the choice of the account. */
export function AllAccounts() {
  const text = useText()
  const mainWindow = useMainWindow()
  const { overviews } = mainWindow
  useEffect(() => overviews.watch(), [overviews])
  const overviewRows = useAllRows(overviews.accounts, ROWS_MS)
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
    const overview = overviewRows.find(({ accountId }) => accountId === account.accountId)
    return overview === undefined
      ? []
      : [{ ...overview, account, dayPnl: dayPnlOf(overview, { days, unreadable }) }]
  })
  if (freshness === 'loading' || rows.length === 0) {
    return <NotKnown icon={Wallet} title={text.account.unknown} problem={null} />
  }
  const countRead = rows.filter(({ balance }) => balance !== null).length
  return (
    <DataTable
      table="accounts"
      label={text.account.overview.label}
      columns={columns}
      rows={rows}
      keyOf={({ accountId }) => accountId}
      current={({ accountId }) => accountId === selected}
      feet={totalsOf(rows, text)}
      after={
        countRead < rows.length && (
          <p className="table-note">{text.account.overview.partial(countRead, rows.length)}</p>
        )
      }
    />
  )
}
