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
import type { WindowText } from '../../../shared/messages/window-text.js'
import { formatCompact, formatDecimal, formatMoney, formatQuantity } from '../../format/decimal.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { useText } from '../../language/window-text.js'
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

const earningsColumns = (text: WindowText): readonly Column<Earnings>[] => {
  const { heads } = text.company
  return [
    textColumn<Earnings>('period', heads.period, 92, (row) => periodText(row, text), {
      pinned: true,
    }),
    dayColumn<Earnings>('expected', heads.expected, ({ expected }) => expected),
    figureColumn<Earnings>('eps', heads.eps, 74, ({ eps }) => eps, perShare),
    figureColumn<Earnings>(
      'epsEstimate',
      heads.epsEstimate,
      78,
      ({ epsEstimate }) => epsEstimate,
      perShare,
    ),
    figureColumn<Earnings>(
      'surprise',
      heads.surprise,
      80,
      ({ eps, epsEstimate }) => surpriseOf(eps, epsEstimate),
      percentText,
      { signed: true },
    ),
    figureColumn<Earnings>('revenue', heads.revenue, 84, ({ revenue }) => revenue, formatCompact),
    figureColumn<Earnings>(
      'revenueEstimate',
      heads.revenueEstimate,
      84,
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
        'period',
        text.company.heads.period,
        92,
        (row) => periodText(row, text),
        { pinned: true },
      ),
      figureColumn<EpsForecast>(
        'actual',
        text.company.heads.eps,
        80,
        ({ actual }) => actual,
        perShare,
      ),
      figureColumn<EpsForecast>(
        'estimate',
        text.company.heads.epsEstimate,
        80,
        ({ estimate }) => estimate,
        perShare,
      ),
      figureColumn<EpsForecast>(
        'surprise',
        text.company.heads.surprise,
        80,
        ({ actual, estimate }) => surpriseOf(actual, estimate),
        percentText,
        { signed: true },
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
      figureColumn<Dividend>('amount', heads.amount, 80, ({ amount }) => amount, perShare),
      dayColumn<Dividend>('declared', heads.declared, ({ declared }) => declared),
      dayColumn<Dividend>('recordDate', heads.recordDate, ({ recordDate }) => recordDate),
      dayColumn<Dividend>('payDate', heads.payDate, ({ payDate }) => payDate),
      textColumn<Dividend>('kind', heads.kind, 70, ({ kind }) => kind),
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
        'kind',
        text.heads.kind,
        150,
        ({ kind }) => text.actionNames[kind],
        { grow: 1 },
      ),
      textColumn<CorporateAction>('ratio', text.heads.ratio, 100, ({ before, after }) =>
        before === null || after === null
          ? null
          : text.ratio(formatQuantity(before), formatQuantity(after)),
      ),
      textColumn<CorporateAction>('state', text.heads.state, 90, ({ valid }) =>
        valid ? '' : text.withdrawn,
      ),
    ]}
  />
)

export function IndustryTable(props: TableProps) {
  const text = useText()
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
          'rank',
          heads.rank,
          40,
          ({ rank }) => dec(`${rank}`),
          formatQuantity,
        ),
        textColumn<IndustryRank>('symbol', heads.symbol, 76, ({ symbol }) => symbol, {
          pinned: true,
          cell: ({ symbol }) => <span className="symbol">{symbol}</span>,
        }),
        textColumn<IndustryRank>('name', heads.name, 150, ({ name }) => name, { grow: 2 }),
        figureColumn<IndustryRank>(
          'value',
          heads.value,
          90,
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
      textColumn<Filing>('title', heads.title, 200, ({ title }) => title, { grow: 3 }),
      addressColumn<Filing>(heads.open, ({ url, title }) => ({ url, title })),
    ]}
  />
)
