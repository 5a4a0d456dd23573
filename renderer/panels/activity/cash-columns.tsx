import type { CashActivity } from '../../../shared/domain/account/activity.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { formatBrokerTerm } from '../../format/broker-term.js'
import { ownExact, ownMoney } from '../../format/own.js'
import type { Column } from '../../ui/table/column.js'
import { dayColumn } from '../../ui/table/columns/simple-columns.js'
import { toolsColumn } from '../../ui/table/tools-column.js'
import { Signed } from '../../ui/signed.js'
import {
  symbolColumn,
  textColumn,
  timeColumn,
  type AccountName,
} from '../../ui/records/record-columns.js'
import { cmp } from '../../../shared/domain/decimal.js'

/** The columns of the cash activities. */
export const cashColumns = (
  text: WindowText,
  accountName: AccountName,
): readonly Column<CashActivity>[] => {
  const { heads, kinds } = text.records
  return [
    timeColumn(
      { id: 'time', head: heads.time, headLabel: heads.timeLong, width: 104, pinned: true },
      (row) => row.time,
    ),
    textColumn({ id: 'kind', head: heads.kind, width: 120, grow: 0.6 }, (row) => kinds[row.kind]),
    textColumn({ id: 'sub-kind', head: heads.subKind, width: 140, grow: 1 }, (row) =>
      formatBrokerTerm(row.subKind, text),
    ),
    symbolColumn({ id: 'symbol', head: heads.symbol, width: 90, grow: 1 }, (row) => row.symbol),
    {
      id: 'amount',
      head: heads.amount,
      headLabel: heads.amountLong,
      number: true,
      width: 110,
      grow: 0.6,
      compare: (a, b) => cmp(a.amount, b.amount),
      cell: (row) => (
        <Signed value={row.amount} tone="pnl">
          {ownMoney(row.amount, row.currency === 'USD' ? 'USD' : null, true)}
        </Signed>
      ),
      data: (row) => ownExact(row.amount),
      detail: (row) => ownMoney(row.amount, row.currency === 'USD' ? 'USD' : null, true),
    },
    textColumn({ id: 'currency', head: heads.currency, width: 66 }, (row) => row.currency),
    dayColumn('trade-date', heads.tradeDate, (row) => row.tradeDate),
    textColumn({ id: 'market', head: heads.market, width: 66, hidden: true }, (row) => row.market),
    textColumn({ id: 'account', head: heads.account, width: 120, hidden: true }, (row) =>
      accountName(row.accountId),
    ),
    textColumn({ id: 'id', head: heads.id, width: 220, hidden: true }, (row) => row.id),
    toolsColumn<CashActivity>(text),
  ]
}
