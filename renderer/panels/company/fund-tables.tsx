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
        textColumn<FundHolding>(
          {
            id: 'symbol',
            head: heads.symbol,
            width: 80,
            pinned: true,
            cell: ({ symbol }) => <span className="symbol">{symbol}</span>,
          },
          ({ symbol }) => symbol,
        ),
        textColumn<FundHolding>(
          { id: 'name', head: heads.name, width: 170, grow: 2 },
          ({ name }) => name,
        ),
        figureColumn<FundHolding>(
          { id: 'percent', head: heads.percent, width: 84 },
          ({ percent }) => percent,
          (value) => `${formatDecimal(value, 2, 2)}%`,
        ),
        figureColumn<FundHolding>(
          { id: 'change', head: heads.change, width: 84, signed: true },
          ({ changePercent }) => changePercent,
          (value) => `${formatDecimal(value, 2, 2, true)}%`,
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
        { id: 'value', head: heads.netValue, width: 90 },
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
      figureColumn<FundDividend>(
        { id: 'amount', head: heads.amount, width: 80 },
        ({ amount }) => amount,
        perShare,
      ),
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
      textColumn<FundSplit>(
        { id: 'kind', head: text.heads.kind, width: 120, grow: 1 },
        ({ kind }) => kind,
      ),
      textColumn<FundSplit>(
        { id: 'ratio', head: text.heads.ratio, width: 100 },
        ({ before, after }) => text.ratio(formatQuantity(before), formatQuantity(after)),
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
      textColumn<FundFile>(
        { id: 'title', head: heads.title, width: 200, grow: 3 },
        ({ name }) => name,
      ),
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
      textColumn<FundRating>(
        { id: 'agency', head: heads.agency, width: 140, grow: 1 },
        ({ agency }) => agency,
      ),
      textColumn<FundRating>({ id: 'cycle', head: heads.cycle, width: 70 }, ({ cycle }) => cycle),
      figureColumn<FundRating>(
        { id: 'result', head: heads.result, width: 80 },
        ({ result }) => dec(`${result}`),
        formatQuantity,
      ),
    ]}
  />
)
