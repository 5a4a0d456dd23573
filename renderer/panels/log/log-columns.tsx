import type { LoggedRequest } from '../../../shared/domain/session/request-log.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { timeColumn } from '../../ui/records/record-columns.js'
import { textColumn } from '../../ui/table/columns/simple-columns.js'
import type { Column } from '../../ui/table/column.js'
import { toolsColumn } from '../../ui/table/tools-column.js'

/** What came back, in a word: the status, or why there is none. */
export const resultText = ({ status, failure }: LoggedRequest): string =>
  failure === null ? 'OK' : [status, failure.code].filter((part) => part !== null).join(' ')

type Shape = Parameters<typeof textColumn<LoggedRequest>>[0]

const countColumn = (
  shape: Shape,
  countOf: (row: LoggedRequest) => number | null,
): Column<LoggedRequest> => ({
  number: true,
  compare: (a, b) => (countOf(a) ?? -1) - (countOf(b) ?? -1),
  cell: (row) => <span className="tnum">{countOf(row) ?? MISSING}</span>,
  data: (row) => String(countOf(row) ?? ''),
  ...shape,
})

/** The columns of the log. */
export const logColumns = (text: PanelText): readonly Column<LoggedRequest>[] => {
  const { heads } = text.log
  return [
    timeColumn(
      { id: 'time', head: heads.time, headLabel: heads.timeLong, width: 104, pinned: true },
      (row) => row.time,
    ),
    textColumn(
      { id: 'operation', head: heads.operation, width: 200, grow: 1 },
      (row) => row.operation,
    ),
    {
      ...textColumn<LoggedRequest>({ id: 'result', head: heads.result, width: 130 }, resultText),
      cell: (row) => <span className={row.failure === null ? '' : 'down'}>{resultText(row)}</span>,
    },
    countColumn({ id: 'latency', head: heads.latency, width: 72 }, (row) => row.latencyMs),
    countColumn({ id: 'rows', head: heads.rows, width: 60 }, (row) => row.rows),
    textColumn({ id: 'message', head: heads.message, width: 160, grow: 1 }, (row) => row.message),
    textColumn({ id: 'params', head: heads.params, width: 220, grow: 2 }, (row) => row.params),
    textColumn(
      { id: 'broker-code', head: heads.brokerCode, width: 160, hidden: true },
      (row) => row.brokerCode,
    ),
    textColumn(
      { id: 'class', head: heads.class, width: 90, hidden: true },
      (row) => row.failure?.class ?? null,
    ),
    textColumn({ id: 'method', head: heads.method, width: 66, hidden: true }, (row) => row.method),
    textColumn({ id: 'host', head: heads.host, width: 80, hidden: true }, (row) => row.host),
    textColumn({ id: 'path', head: heads.path, width: 260, hidden: true }, (row) => row.path),
    countColumn({ id: 'number', head: heads.number, width: 60, hidden: true }, (row) => row.number),
    toolsColumn<LoggedRequest>(text),
  ]
}
