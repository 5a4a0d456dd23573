import type { Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type {
  FinancialStatement,
  FiscalPeriod,
  Indicators,
  ReportPeriod,
} from '../../../shared/domain/reference/fundamentals.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatCompact, formatDecimal } from '../../format/decimal.js'
import type { Column } from '../../ui/table/column.js'
import { figureColumn, textColumn } from '../../ui/table/columns/simple-columns.js'
import { periodText } from './overview.js'
import { SectionTable } from './section-table.js'

/** One line over the periods. */
interface LineRow {
  readonly name: string
  readonly label: string
  readonly values: ReadonlyMap<string, Decimal>
}

const periodKey = ({ year, period }: FiscalPeriod): string => `${year}-${period}`

/** A line that the catalog does not know is shown by the provider's name. */
function labelOf(name: string, { company }: PanelText): string {
  const lines: Readonly<Record<string, string>> = company.lines
  return lines[name] ?? name.replaceAll('_', ' ')
}

/** Returns the lines of statements in the order of the newest, each with its value by period. */
export function lineRows(
  statements: readonly FinancialStatement[],
  text: PanelText,
): readonly LineRow[] {
  const names = [...new Set(statements.flatMap(({ lines }) => lines.map(({ name }) => name)))]
  return names.map((name) => ({
    name,
    label: labelOf(name, text),
    values: new Map(
      statements.flatMap((statement) => {
        const value = statement.lines.find((line) => line.name === name)?.value
        return value === undefined ? [] : [[periodKey(statement), value] as const]
      }),
    ),
  }))
}

const indicatorRows = ({ indicators }: Indicators, text: PanelText): readonly LineRow[] =>
  indicators.map(({ name, values }) => ({
    name,
    label: labelOf(name, text),
    values: new Map(
      values.flatMap((entry) =>
        entry.value === null ? [] : [[periodKey(entry), entry.value] as const],
      ),
    ),
  }))

/** The line, then one column a period, newest first. */
const lineColumns = (
  periods: readonly FiscalPeriod[],
  write: (value: Decimal) => string,
  text: PanelText,
): readonly Column<LineRow>[] => [
  textColumn<LineRow>(
    { id: 'line', head: text.company.line, width: 210, pinned: true, grow: 1 },
    ({ label }) => label,
  ),
  ...periods.map((period) =>
    figureColumn<LineRow>(
      { id: periodKey(period), head: periodText(period, text), width: 84 },
      ({ values }) => values.get(periodKey(period)) ?? null,
      write,
    ),
  ),
]

const writeRatio = (value: Decimal): string => formatDecimal(value, 2, 4)

interface StatementTableProps {
  readonly symbol: Symbol
  readonly reports: ReportPeriod
  readonly choosing: readonly [boolean, (open: boolean) => void]
  readonly text: PanelText
}

/** A statement: lines down, periods across. */
export const StatementTable = ({
  kind,
  text,
  ...rest
}: StatementTableProps & { readonly kind: 'income' | 'balance' | 'cash-flow' }) => (
  <SectionTable<typeof kind, LineRow>
    {...rest}
    section={kind}
    rowsOf={(statements) => lineRows(statements, text)}
    columnsOf={(_text, statements) => lineColumns(statements, formatCompact, text)}
    keyOf={({ name }) => name}
  />
)

/** Ratios: names down, periods across. */
export const IndicatorTable = ({ text, ...rest }: StatementTableProps) => (
  <SectionTable<'indicators', LineRow>
    {...rest}
    section="indicators"
    rowsOf={(value) => indicatorRows(value, text)}
    columnsOf={(_text, { indicators }) =>
      lineColumns(indicators[0]?.values ?? [], writeRatio, text)
    }
    keyOf={({ name }) => name}
  />
)
