import type { JournalOpenLot } from '../../../../shared/domain/account/journal.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { ownExact } from '../../../format/own.js'
import { numberColumn, textColumn } from '../../../ui/records/record-columns.js'
import type { Column } from '../../../ui/table/column.js'
import { dayColumn } from '../../../ui/table/columns/simple-columns.js'
import { toolsColumn } from '../../../ui/table/tools-column.js'
import { instrumentColumn, moneyColumn, priceText } from '../journal-columns.js'

/** The columns of what is open, first in, first out. */
export const openLotColumns = (text: WindowText): readonly Column<JournalOpenLot>[] => {
  const { heads, directions } = text.journal
  return [
    instrumentColumn<JournalOpenLot>(text),
    {
      ...numberColumn<JournalOpenLot>(
        { id: 'quantity', head: heads.lotQuantity, width: 86, grow: 0.4 },
        (row) => row.quantity,
      ),
      data: (row) => ownExact(row.quantity),
    },
    dayColumn('acquired', heads.acquired, (row: JournalOpenLot) => row.acquired),
    numberColumn<JournalOpenLot>(
      { id: 'price', head: heads.entry, width: 92, grow: 0.4 },
      (row) => row.price,
      priceText,
    ),
    moneyColumn({ id: 'cost', head: heads.cost, width: 100, grow: 0.5 }, (row) => row.cost),
    {
      ...dayColumn('long-term', heads.longTermFrom, (row: JournalOpenLot) => row.longTermFrom, {
        headLabel: heads.longTermFromLong,
      }),
      width: 116,
    },
    textColumn(
      { id: 'direction', head: heads.direction, width: 76, yields: 2 },
      (row) => directions[row.direction],
    ),
    toolsColumn<JournalOpenLot>(text),
  ]
}
