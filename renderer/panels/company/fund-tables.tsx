import { dec } from '../../../shared/domain/decimal.js'
import type {
  FundDividend,
  FundFile,
  FundHolding,
  FundNetValue,
  FundRating,
  FundSplit,
} from '../../../shared/domain/reference/fundamentals.js'
import { formatStockPrice } from '../../format/product-price.js'
import { formatDecimal, formatQuantity } from '../../format/decimal.js'
import { useMainWindow } from '../../stores/context.js'
import { selectSymbol } from '../../stores/selection.js'
import { dayColumn, figureColumn, textColumn } from '../../ui/table/columns/simple-columns.js'
import { addressColumn, perShare, type TableProps } from './company-tables.js'
import { SectionTable } from './section-table.js'

export function HoldingTable(props: TableProps) {
  const { selection } = useMainWindow()
  return (
    <SectionTable<'fund-holdings', FundHolding>
      {...props}
      section="fund-holdings"
      rowsOf={(rows) => rows}
      keyOf={({ symbol, name }, index) => `${symbol ?? name ?? ''}-${index}`}
      onOpen={({ symbol }) => {
        if (symbol !== null) selectSymbol(selection, symbol)
      }}
      columnsOf={({ company: { heads } }) => [
        textColumn<FundHolding>('symbol', heads.symbol, 80, ({ symbol }) => symbol, {
          pinned: true,
          cell: ({ symbol }) => <span className="symbol">{symbol}</span>,
        }),
        textColumn<FundHolding>('name', heads.name, 170, ({ name }) => name, { grow: 2 }),
        figureColumn<FundHolding>(
          'percent',
          heads.percent,
          84,
          ({ percent }) => percent,
          (value) => `${formatDecimal(value, 2, 2)}%`,
        ),
        figureColumn<FundHolding>(
          'change',
          heads.change,
          84,
          ({ changePercent }) => changePercent,
          (value) => `${formatDecimal(value, 2, 2, true)}%`,
          { signed: true },
        ),
      ]}
    />
  )
}

export const NetValueTable = (props: TableProps) => (
  <SectionTable<'fund-values', FundNetValue>
    {...props}
    section="fund-values"
    rowsOf={(rows) => rows}
    keyOf={({ date }) => date}
    columnsOf={({ company: { heads } }) => [
      dayColumn<FundNetValue>('date', heads.date, ({ date }) => date, { pinned: true }),
      figureColumn<FundNetValue>(
        'value',
        heads.netValue,
        90,
        ({ value }) => value,
        (value) => formatStockPrice(value),
      ),
    ]}
  />
)

export const FundDividendTable = (props: TableProps) => (
  <SectionTable<'fund-dividends', FundDividend>
    {...props}
    section="fund-dividends"
    rowsOf={(rows) => rows}
    keyOf={({ exDate }, index) => `${exDate ?? ''}-${index}`}
    columnsOf={({ company: { heads } }) => [
      dayColumn<FundDividend>('exDate', heads.exDate, ({ exDate }) => exDate, { pinned: true }),
      figureColumn<FundDividend>('amount', heads.amount, 80, ({ amount }) => amount, perShare),
      dayColumn<FundDividend>('declared', heads.declared, ({ published }) => published),
      dayColumn<FundDividend>('recordDate', heads.recordDate, ({ recordDate }) => recordDate),
      dayColumn<FundDividend>('payDate', heads.payDate, ({ payDate }) => payDate),
    ]}
  />
)

export const FundSplitTable = (props: TableProps) => (
  <SectionTable<'fund-splits', FundSplit>
    {...props}
    section="fund-splits"
    rowsOf={(rows) => rows}
    keyOf={({ date }, index) => `${date ?? ''}-${index}`}
    columnsOf={({ company: text }) => [
      dayColumn<FundSplit>('date', text.heads.date, ({ date }) => date, { pinned: true }),
      textColumn<FundSplit>('kind', text.heads.kind, 120, ({ kind }) => kind, { grow: 1 }),
      textColumn<FundSplit>('ratio', text.heads.ratio, 100, ({ before, after }) =>
        text.ratio(formatQuantity(before), formatQuantity(after)),
      ),
    ]}
  />
)

export const FundFileTable = (props: TableProps) => (
  <SectionTable<'fund-files', FundFile>
    {...props}
    section="fund-files"
    rowsOf={(rows) => rows}
    keyOf={({ name }, index) => `${name ?? ''}-${index}`}
    columnsOf={({ company: { heads } }) => [
      dayColumn<FundFile>('published', heads.published, ({ published }) => published, {
        pinned: true,
      }),
      textColumn<FundFile>('title', heads.title, 200, ({ name }) => name, { grow: 3 }),
      addressColumn<FundFile>(heads.open, ({ url, name }) => ({ url, title: name ?? '' })),
    ]}
  />
)

export const FundRatingTable = (props: TableProps) => (
  <SectionTable<'fund-ratings', FundRating>
    {...props}
    section="fund-ratings"
    rowsOf={(rows) => rows}
    keyOf={(_row, index) => `${index}`}
    columnsOf={({ company: { heads } }) => [
      dayColumn<FundRating>('date', heads.date, ({ date }) => date, { pinned: true }),
      textColumn<FundRating>('agency', heads.agency, 140, ({ agency }) => agency, { grow: 1 }),
      textColumn<FundRating>('cycle', heads.cycle, 70, ({ cycle }) => cycle),
      figureColumn<FundRating>(
        'result',
        heads.result,
        80,
        ({ result }) => dec(`${result}`),
        formatQuantity,
      ),
    ]}
  />
)
