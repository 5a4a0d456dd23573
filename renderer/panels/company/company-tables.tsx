import { div, mul, sub, dec, isZero, abs, type Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type {
  CorporateAction,
  Dividend,
  Earnings,
  EpsForecast,
  Filing,
  IndustryRank,
} from '../../../shared/domain/reference/fundamentals.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatCompact, formatDecimal, formatMoney, formatQuantity } from '../../format/decimal.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { selectSymbol } from '../../stores/selection.js'
import { AddressButton } from '../../ui/reading/address-button.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import type { Column } from '../../ui/table/column.js'
import { dayColumn, figureColumn, textColumn } from '../../ui/table/columns/simple-columns.js'
import { periodText } from './overview.js'
import { SectionTable } from './section-table.js'

export interface TableProps {
  readonly symbol: Symbol
  readonly choosing: readonly [boolean, (open: boolean) => void]
}

/** Returns by how many percent the reported figure is above the expected one; null without both. */
export function surpriseOf(actual: Decimal | null, expected: Decimal | null): Decimal | null {
  if (actual === null || expected === null || isZero(expected)) return null
  const ratio = div(sub(actual, expected), abs(expected), 6, 'half-up')
  return ratio === null ? null : mul(ratio, dec('100'))
}
/** Formats an amount per share: cents, and more only where it has more. */
export const perShare = (value: Decimal): string => formatDecimal(value, 2, 4)
const percentText = (value: Decimal): string => `${formatDecimal(value, 1, 1, true)}%`

export const EarningsTable = (props: TableProps) => (
  <SectionTable<'earnings', Earnings>
    {...props}
    section="earnings"
    rowsOf={(rows) => rows}
    keyOf={({ year, period }, index) => `${year}-${period}-${index}`}
    columnsOf={(text) => earningsColumns(text)}
  />
)

const earningsColumns = (text: PanelText): readonly Column<Earnings>[] => {
  const { heads } = text.company
  return [
    textColumn<Earnings>({ id: 'period', head: heads.period, width: 92, pinned: true }, (row) =>
      periodText(row, text),
    ),
    dayColumn<Earnings>('expected', heads.expected, ({ expected }) => expected),
    figureColumn<Earnings>({ id: 'eps', head: heads.eps, width: 74 }, ({ eps }) => eps, perShare),
    figureColumn<Earnings>(
      { id: 'epsEstimate', head: heads.epsEstimate, width: 78 },
      ({ epsEstimate }) => epsEstimate,
      perShare,
    ),
    figureColumn<Earnings>(
      { id: 'surprise', head: heads.surprise, width: 80, signed: true },
      ({ eps, epsEstimate }) => surpriseOf(eps, epsEstimate),
      percentText,
    ),
    figureColumn<Earnings>(
      { id: 'revenue', head: heads.revenue, width: 84 },
      ({ revenue }) => revenue,
      formatCompact,
    ),
    figureColumn<Earnings>(
      { id: 'revenueEstimate', head: heads.revenueEstimate, width: 84 },
      ({ revenueEstimate }) => revenueEstimate,
      formatCompact,
    ),
  ]
}

export const ForecastTable = (props: TableProps) => (
  <SectionTable<'forecasts', EpsForecast>
    {...props}
    section="forecasts"
    rowsOf={(rows) => rows}
    keyOf={({ year, period }) => `${year}-${period}`}
    columnsOf={(text) => [
      textColumn<EpsForecast>(
        { id: 'period', head: text.company.heads.period, width: 92, pinned: true },
        (row) => periodText(row, text),
      ),
      figureColumn<EpsForecast>(
        { id: 'actual', head: text.company.heads.eps, width: 80 },
        ({ actual }) => actual,
        perShare,
      ),
      figureColumn<EpsForecast>(
        { id: 'estimate', head: text.company.heads.epsEstimate, width: 80 },
        ({ estimate }) => estimate,
        perShare,
      ),
      figureColumn<EpsForecast>(
        { id: 'surprise', head: text.company.heads.surprise, width: 80, signed: true },
        ({ actual, estimate }) => surpriseOf(actual, estimate),
        percentText,
      ),
    ]}
  />
)

export const DividendTable = (props: TableProps) => (
  <SectionTable<'dividends', Dividend>
    {...props}
    section="dividends"
    rowsOf={(rows) => rows}
    keyOf={({ exDate }, index) => `${exDate ?? ''}-${index}`}
    columnsOf={({ company: { heads } }) => [
      dayColumn<Dividend>('exDate', heads.exDate, ({ exDate }) => exDate, { pinned: true }),
      figureColumn<Dividend>(
        { id: 'amount', head: heads.amount, width: 80 },
        ({ amount }) => amount,
        perShare,
      ),
      dayColumn<Dividend>('declared', heads.declared, ({ declared }) => declared),
      dayColumn<Dividend>('recordDate', heads.recordDate, ({ recordDate }) => recordDate),
      dayColumn<Dividend>('payDate', heads.payDate, ({ payDate }) => payDate),
      textColumn<Dividend>({ id: 'kind', head: heads.kind, width: 70 }, ({ kind }) => kind),
    ]}
  />
)

export const ActionTable = (props: TableProps) => (
  <SectionTable<'actions', CorporateAction>
    {...props}
    section="actions"
    rowsOf={(rows) => rows}
    keyOf={({ eventId }) => eventId}
    columnsOf={({ company: text }) => [
      dayColumn<CorporateAction>('date', text.heads.date, ({ date }) => date, { pinned: true }),
      textColumn<CorporateAction>(
        { id: 'kind', head: text.heads.kind, width: 150, grow: 1 },
        ({ kind }) => text.actionNames[kind],
      ),
      textColumn<CorporateAction>(
        { id: 'ratio', head: text.heads.ratio, width: 100 },
        ({ before, after }) =>
          before === null || after === null
            ? null
            : text.ratio(formatQuantity(before), formatQuantity(after)),
      ),
      textColumn<CorporateAction>(
        { id: 'state', head: text.heads.state, width: 90 },
        ({ valid }) => (valid ? '' : text.withdrawn),
      ),
    ]}
  />
)

export function IndustryTable(props: TableProps) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  return (
    <SectionTable<'industry', IndustryRank>
      {...props}
      section="industry"
      rowsOf={({ ranks }) => ranks}
      keyOf={({ symbol }) => symbol}
      onOpen={({ symbol }) => selectSymbol(mainWindow.selection, symbol)}
      menu={({ symbol }) => [symbolMenu(mainWindow, symbolInstrument(symbol, 'stock'), text)]}
      columnsOf={({ company: { heads } }) => [
        figureColumn<IndustryRank>(
          { id: 'rank', head: heads.rank, width: 40 },
          ({ rank }) => dec(`${rank}`),
          formatQuantity,
        ),
        textColumn<IndustryRank>(
          {
            id: 'symbol',
            head: heads.symbol,
            width: 76,
            pinned: true,
            cell: ({ symbol }) => <span className="symbol">{symbol}</span>,
          },
          ({ symbol }) => symbol,
        ),
        textColumn<IndustryRank>(
          { id: 'name', head: heads.name, width: 150, grow: 2 },
          ({ name }) => name,
        ),
        figureColumn<IndustryRank>(
          { id: 'value', head: heads.value, width: 90 },
          ({ value }) => value,
          (value) => formatMoney(value),
        ),
      ]}
    />
  )
}

/** The column of a page that is opened in the browser. */
export const addressColumn = <T,>(
  head: string,
  linkOf: (row: T) => { readonly url: string | null; readonly title: string },
): Column<T> => ({
  id: 'open',
  head,
  width: 120,
  cell: (row) => {
    const { url, title } = linkOf(row)
    return url === null ? null : <AddressButton address={url} title={title} />
  },
  data: (row) => linkOf(row).url ?? '',
})

export const FilingTable = (props: TableProps) => (
  <SectionTable<'filings', Filing>
    {...props}
    section="filings"
    rowsOf={(rows) => rows}
    keyOf={({ title }, index) => `${title}-${index}`}
    columnsOf={({ company: { heads } }) => [
      dayColumn<Filing>('published', heads.published, ({ published }) => published, {
        pinned: true,
      }),
      textColumn<Filing>(
        { id: 'title', head: heads.title, width: 200, grow: 3 },
        ({ title }) => title,
      ),
      addressColumn<Filing>(heads.open, ({ url, title }) => ({ url, title })),
    ]}
  />
)
