import { Copy, Wallet } from 'lucide-react'
import { Fragment, useMemo, type ReactNode } from 'react'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { Balance, CurrencyBalance } from '../../../shared/domain/account/account.js'
import { ownExact, ownMoney, ownText } from '../../format/own.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { useDayPnl } from '../../ui/accounts/use-day-pnl.js'
import { useText } from '../../language/window-text.js'
import { ScopedPanel, useAccountScope } from '../../ui/accounts/account-scope.js'
import { IconButton } from '../../ui/button.js'
import { DayPnlFigure } from '../../ui/accounts/day-pnl-figure.js'
import { FigureAge, ValueAge } from '../../ui/accounts/figure-age.js'
import { Signed } from '../../ui/signed.js'
import { NotKnown, Stale } from '../../ui/states.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import { toolsColumn } from '../../ui/table/tools-column.js'
import { useCopy } from '../../ui/use-copy.js'
import { AllAccounts } from './all-accounts.js'

type CurrencyField = Exclude<keyof WindowText['account']['heads'], 'currency'>
const FIELDS: readonly CurrencyField[] = [
  'cash',
  'settledCash',
  'unsettledCash',
  'buyingPower',
  'dayBuyingPower',
  'overnightBuyingPower',
  'optionBuyingPower',
  'frozen',
  'marketValue',
]

const columnsOf = (text: WindowText): readonly Column<CurrencyBalance>[] => [
  {
    id: 'currency',
    head: text.account.heads.currency,
    width: 66,
    pinned: true,
    cell: (row) => <span className="symbol">{row.currency}</span>,
    data: (row) => row.currency,
  },
  ...FIELDS.map(
    (field): Column<CurrencyBalance> => ({
      id: field,
      head: text.account.heads[field],
      number: true,
      width: 104,
      grow: 1,
      cell: (row) => <span className="tnum">{ownMoney(row[field])}</span>,
      data: (row) => ownExact(row[field]),
    }),
  ),
  toolsColumn<CurrencyBalance>(text),
]

/** Balances and buying power of the selected account or of all, as the broker reports them. */
export function AccountPanel() {
  const text = useText()
  const [scope, setScope] = useAccountScope('account')
  return (
    <ScopedPanel scope={scope} onScope={setScope} text={text.account.scopes}>
      {scope === 'all' ? <AllAccounts /> : <SelectedAccount />}
    </ScopedPanel>
  )
}

function SelectedAccount() {
  const text = useText()
  const columns = useMemo(() => columnsOf(text), [text])
  const { value: balance, freshness } = useSlice(useMainWindow().balance, (state) => state)
  const problem = useSlice(useMainWindow().session, ({ value }) => value?.unread.balance ?? null)
  if (balance === null) {
    return <NotKnown icon={Wallet} title={text.account.unknown} problem={problem} />
  }
  return (
    <div className="account-body">
      <div>
        <AccountTop balance={balance} stale={freshness === 'stale'} />
        <Facts balance={balance} />
      </div>
      <DataTable
        table="balances"
        label={text.account.balances}
        columns={columns}
        rows={balance.currencies}
        keyOf={(row) => row.currency}
      />
    </div>
  )
}

/** The account, the age of stale figures, and open margin calls. */
function AccountTop({ balance, stale }: { readonly balance: Balance; readonly stale: boolean }) {
  const text = useText()
  const { session, now } = useMainWindow()
  const account = useSlice(
    session,
    (state) =>
      state.value?.accounts.find(
        (candidate) => candidate.accountId === state.value?.selectedAccount,
      ) ?? null,
  )
  const copy = useCopy(({ account }) => account.copied)
  return (
    <div className="account-top">
      {account !== null && (
        <>
          <h3>{account.label}</h3>
          <span className="dim tnum selectable">{ownText(account.accountNumber)}</span>
          <IconButton
            icon={Copy}
            size="small"
            label={text.account.copyNumber}
            onClick={() => copy(account.accountNumber)}
          />
          <span className="badge">{text.account.types[account.type]}</span>
        </>
      )}
      {stale ? (
        <Stale ageMs={now() - balance.asOf} />
      ) : (
        <FigureAge time={balance.asOf} hint={text.account.readHint} />
      )}
      {balance.openMarginCalls.length > 0 && (
        <span className="badge bad">{text.account.calls(balance.openMarginCalls.join(', '))}</span>
      )}
    </div>
  )
}

/** The figures of the whole account; profits and losses with their sign. */
function Facts({ balance }: { readonly balance: Balance }) {
  const text = useText()
  const { currency } = balance
  const { fields } = text.account
  const dayPnl = useDayPnl()
  const { asOf } = balance
  /** A figure of now, with its age while a fill or a newer price is not in it. */
  const live = (
    key: 'netLiquidation' | 'unrealizedPnl' | 'totalMarketValue',
    figure: ReactNode,
  ) => (
    <Fragment key={key}>
      {figure}
      {balance[key] !== null && <ValueAge moments={balance} hint={text.account.stoppedHint} />}
    </Fragment>
  )
  /** The same of a figure that follows no price. */
  const cash = (
    <Fragment key="cash">
      {ownMoney(balance.totalCash, currency)}
      {balance.totalCash !== null && (
        <ValueAge moments={{ valuedAt: balance.valuedAt }} hint={text.account.stoppedHint} />
      )}
    </Fragment>
  )
  /** A figure that only the broker calculates. */
  const readOnly = (key: string, figure: ReactNode): ReactNode => (
    <Fragment key={key}>
      {figure}
      <FigureAge time={asOf} hint={text.account.readHint} />
    </Fragment>
  )
  const facts: readonly (readonly [name: string, figure: ReactNode])[] = [
    [fields.netLiquidation, live('netLiquidation', ownMoney(balance.netLiquidation, currency))],
    [fields.dayPnl, <DayPnlFigure key="day" pnl={dayPnl} currency={currency} />],
    [
      fields.unrealizedPnl,
      live(
        'unrealizedPnl',
        <Signed value={balance.unrealizedPnl} tone="pnl">
          {ownMoney(balance.unrealizedPnl, currency, true)}
        </Signed>,
      ),
    ],
    [fields.totalCash, cash],
    [
      fields.totalMarketValue,
      live('totalMarketValue', ownMoney(balance.totalMarketValue, currency)),
    ],
    [fields.initialMargin, readOnly('initial', ownMoney(balance.initialMargin, currency))],
    [
      fields.maintenanceMargin,
      readOnly('maintenance', ownMoney(balance.maintenanceMargin, currency)),
    ],
  ]
  return (
    <dl className="facts">
      {facts.map(([name, figure]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
