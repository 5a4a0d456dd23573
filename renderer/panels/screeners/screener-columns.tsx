import type { Decimal } from '../../../shared/domain/decimal.js'
import type { ScreenerRow } from '../../../shared/domain/reference/screener.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatStockPrice } from '../../format/product-price.js'
import {
  exactText,
  formatCompact,
  formatDecimal,
  formatExact,
  formatRatio,
} from '../../format/decimal.js'
import { formatDay, symbolInstrument } from '../../format/instrument-name.js'
import { Absent } from '../../ui/absent.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import { Signed } from '../../ui/signed.js'
import type { Column } from '../../ui/table/column.js'
import { compareFigures } from '../../ui/table/columns/compare-figures.js'
import { fullText } from '../../ui/hints/hint.js'

/** A row of a ranking with its place in the broker's order. */
export interface RankedRow extends ScreenerRow {
  readonly rank: number
}

/** Which columns a ranking has beside those of every one. */
export type ScreenerKind = 'movers' | 'active' | 'year' | 'dividends' | 'sector'

type FigureId = Extract<
  {
    [K in keyof ScreenerRow]: ScreenerRow[K] extends Decimal | null ? K : never
  }[keyof ScreenerRow],
  string
>

interface Figure {
  readonly id: FigureId
  readonly width: number
  readonly write: (value: Decimal) => string
  readonly signed?: boolean
  readonly yields?: number
  readonly hidden?: boolean
}

const unsignedRatio = (value: Decimal): string => formatRatio(value, false)

const PRICES: readonly Figure[] = [
  { id: 'last', width: 74, write: formatStockPrice },
  {
    id: 'change',
    width: 90,
    write: (value) => formatExact(value, undefined, true),
    signed: true,
    yields: 3,
  },
  { id: 'changeRatio', width: 78, write: formatRatio, signed: true },
]
const ACTIVITY: readonly Figure[] = [
  { id: 'volume', width: 74, write: formatCompact },
  { id: 'relativeVolume', width: 64, write: (value) => formatDecimal(value, 2, 2), yields: 4 },
  { id: 'turnover', width: 80, write: formatCompact, yields: 6 },
  { id: 'turnoverRatio', width: 66, write: unsignedRatio, yields: 8 },
  { id: 'amplitude', width: 68, write: unsignedRatio, yields: 5 },
  { id: 'marketValue', width: 80, write: formatCompact, yields: 2 },
  { id: 'priceToEarnings', width: 60, write: (value) => formatDecimal(value, 2, 2), yields: 7 },
]
const DAY: readonly Figure[] = [
  { id: 'close', width: 74, write: formatStockPrice, hidden: true },
  { id: 'open', width: 74, write: formatStockPrice, hidden: true },
  { id: 'high', width: 74, write: formatStockPrice, yields: 9 },
  { id: 'low', width: 74, write: formatStockPrice, yields: 9 },
  { id: 'previousClose', width: 74, write: formatStockPrice, hidden: true },
]
const OF_KIND: Readonly<Partial<Record<ScreenerKind, readonly Figure[]>>> = {
  year: [
    { id: 'price52w', width: 78, write: formatStockPrice },
    { id: 'changeRatio52w', width: 74, write: formatRatio },
  ],
  dividends: [
    { id: 'dividendYield', width: 64, write: unsignedRatio },
    { id: 'dividend', width: 74, write: formatStockPrice },
  ],
}

/** Returns the heading of a figure, and its full name where the heading is an abbreviation. */
function headOf(id: FigureId, text: PanelText): { head: string; headLabel?: string } {
  const { heads, figures } = text.screeners
  const { heads: quoteHeads, headsLong } = text.watchlist
  if (id in heads) {
    const head = heads[id as keyof typeof heads]
    const long = id in figures ? figures[id as keyof typeof figures] : undefined
    return long === undefined ? { head } : { head, headLabel: long }
  }
  const known = id as keyof typeof quoteHeads & keyof typeof headsLong
  return { head: quoteHeads[known], headLabel: headsLong[known] }
}

function figureColumn(figure: Figure, text: PanelText): Column<RankedRow> {
  const { id, width, write, signed = false, yields, hidden } = figure
  return {
    id,
    ...headOf(id, text),
    ...(id === 'price52w' ? { headLabel: text.screeners.headsLong.price52w } : {}),
    number: true,
    width,
    grow: 0.6,
    ...(yields === undefined ? {} : { yields }),
    ...(hidden === undefined ? {} : { hidden }),
    compare: (a, b) => compareFigures(a[id], b[id]),
    cell: (row) => {
      const value: Decimal | null = row[id]
      if (value === null) return <Absent reason={text.screeners.absentFigure} />
      return signed ? (
        <Signed value={value}>{write(value)}</Signed>
      ) : (
        <span className="tnum">{write(value)}</span>
      )
    },
    data: (row) => exactText(row[id]),
  }
}

const nameColumns = ({ screeners: text, watchlist }: PanelText): readonly Column<RankedRow>[] => [
  {
    id: 'rank',
    head: text.heads.rank,
    headLabel: text.headsLong.rank,
    number: true,
    width: 38,
    compare: (a, b) => a.rank - b.rank,
    cell: ({ rank }) => <span className="tnum dim">{rank}</span>,
    data: ({ rank }) => String(rank),
  },
  {
    id: 'symbol',
    head: watchlist.heads.symbol,
    width: 72,
    pinned: true,
    compare: (a, b) => a.symbol.localeCompare(b.symbol, 'en'),
    cell: ({ symbol }) => <InstrumentCell instrument={symbolInstrument(symbol, 'stock')} />,
    data: ({ symbol }) => symbol,
  },
  {
    id: 'name',
    head: text.heads.name,
    width: 120,
    grow: 2,
    yields: 1,
    compare: (a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'),
    cell: ({ name }) => <span {...fullText(name ?? undefined)}>{name ?? ''}</span>,
    data: ({ name }) => name ?? '',
  },
]

const lastColumns = (
  { screeners: text }: PanelText,
  kind: ScreenerKind,
): readonly Column<RankedRow>[] => [
  ...(kind === 'dividends'
    ? [
        {
          id: 'exDate',
          head: text.heads.exDate,
          headLabel: text.headsLong.exDate,
          width: 84,
          compare: (a: RankedRow, b: RankedRow) => (a.exDate ?? '').localeCompare(b.exDate ?? ''),
          cell: ({ exDate }: RankedRow) => <span className="tnum">{formatDay(exDate)}</span>,
          data: ({ exDate }: RankedRow) => exDate ?? '',
        },
      ]
    : []),
  {
    id: 'exchange',
    head: text.heads.exchange,
    headLabel: text.headsLong.exchange,
    width: 76,
    hidden: true,
    compare: (a, b) => (a.exchange ?? '').localeCompare(b.exchange ?? '', 'en'),
    cell: ({ exchange }) => <span>{exchange ?? ''}</span>,
    data: ({ exchange }) => exchange ?? '',
  },
]

/** Returns the columns of a ranking, the figure that makes it first after the price. */
export const screenerColumns = (
  kind: ScreenerKind,
  text: PanelText,
): readonly Column<RankedRow>[] => [
  ...nameColumns(text),
  ...[...PRICES, ...(OF_KIND[kind] ?? []), ...ACTIVITY, ...DAY].map((figure) =>
    figureColumn(figure, text),
  ),
  ...lastColumns(text, kind),
]
