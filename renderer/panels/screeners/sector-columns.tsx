import { decimalText } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { MarketSector } from '../../../shared/domain/reference/screener.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { exactText, formatCompact, formatRatio } from '../../format/decimal.js'
import { usePanelText } from '../../language/panel-text.js'
import { Absent } from '../../ui/absent.js'
import { Signed } from '../../ui/signed.js'
import type { Column } from '../../ui/table/column.js'
import { compareFigures } from '../../ui/table/columns/compare-figures.js'
import { LABEL_HINT, explain } from '../../ui/hints/hint.js'

/** How many stocks of a sector rise, fall and stay, as numbers with arrows. */
function Breadth({ sector: { advanced, declined, flat } }: { readonly sector: MarketSector }) {
  const text = usePanelText().screeners
  const [up, down, unchanged] = [advanced, declined, flat].map(decimalText)
  const label = text.breadth(up ?? '', down ?? '', unchanged ?? '')
  return (
    <span className="sector-breadth" role="img" aria-label={label} {...LABEL_HINT}>
      <span className="tnum up" data-arrow="▲">
        {up}
      </span>
      <span className="tnum down" data-arrow="▼">
        {down}
      </span>
    </span>
  )
}

/** The name and the figures of the sector whose stocks are listed. */
export function SectorFigures({ sector }: { readonly sector: MarketSector }) {
  return (
    <span className="sector-head">
      <strong>{sector.name ?? sector.sectorId}</strong>
      <Signed value={sector.changeRatio}>{formatRatio(sector.changeRatio)}</Signed>
      <Breadth sector={sector} />
    </span>
  )
}

/** Returns the columns of the sectors; a press on a leader shows it in the linked panels. */
export const sectorColumns = (
  { screeners: text, watchlist: { heads, headsLong } }: PanelText,
  onSymbol: (symbol: Symbol) => void,
): readonly Column<MarketSector>[] => [
  {
    id: 'sector',
    head: text.heads.sector,
    width: 150,
    grow: 2,
    pinned: true,
    compare: (a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'),
    cell: ({ name, sectorId }) => <span className="symbol">{name ?? sectorId}</span>,
    data: ({ name, sectorId }) => name ?? sectorId,
  },
  {
    id: 'changeRatio',
    head: heads.changeRatio,
    headLabel: text.figures.changeRatio,
    number: true,
    width: 78,
    grow: 0.6,
    compare: (a, b) => compareFigures(a.changeRatio, b.changeRatio),
    cell: ({ changeRatio }) => <Signed value={changeRatio}>{formatRatio(changeRatio)}</Signed>,
    data: ({ changeRatio }) => exactText(changeRatio),
  },
  {
    id: 'breadth',
    head: text.heads.breadth,
    headLabel: text.headsLong.breadth,
    number: true,
    width: 96,
    yields: 2,
    compare: (a, b) => compareFigures(a.advanced, b.advanced),
    cell: (sector) => <Breadth sector={sector} />,
    data: ({ advanced, declined, flat }) =>
      text.breadth(exactText(advanced), exactText(declined), exactText(flat)),
    // In one cell a spreadsheet would take the three for a date.
    parts: (['advanced', 'declined', 'flat'] as const).map((part) => ({
      name: text.breadthParts[part],
      data: (sector) => exactText(sector[part]),
    })),
  },
  {
    id: 'marketValue',
    head: text.heads.marketValue,
    headLabel: text.figures.marketValue,
    number: true,
    width: 84,
    grow: 0.6,
    yields: 1,
    compare: (a, b) => compareFigures(a.marketValue, b.marketValue),
    cell: ({ marketValue }) => <Figure value={marketValue} reason={text.absentFigure} />,
    data: ({ marketValue }) => exactText(marketValue),
  },
  {
    id: 'volume',
    head: heads.volume,
    headLabel: headsLong.volume,
    number: true,
    width: 80,
    grow: 0.6,
    yields: 3,
    compare: (a, b) => compareFigures(a.volume, b.volume),
    cell: ({ volume }) => <Figure value={volume} reason={text.absentFigure} />,
    data: ({ volume }) => exactText(volume),
  },
  {
    id: 'leaders',
    head: text.heads.leaders,
    headLabel: text.headsLong.leaders,
    width: 180,
    grow: 1,
    yields: 4,
    cell: ({ leaders }) => <Leaders leaders={leaders} onSymbol={onSymbol} />,
    data: ({ leaders }) => leaders.map(({ symbol }) => symbol).join(' '),
  },
]

function Figure({
  value,
  reason,
}: {
  readonly value: MarketSector['volume'] | MarketSector['marketValue']
  readonly reason: string
}) {
  return value === null ? (
    <Absent reason={reason} />
  ) : (
    <span className="tnum">{formatCompact(value)}</span>
  )
}

function Leaders({
  leaders,
  onSymbol,
}: {
  readonly leaders: MarketSector['leaders']
  readonly onSymbol: (symbol: Symbol) => void
}) {
  return (
    <span className="sector-leaders">
      {leaders.map(({ symbol, name }) => (
        <button
          key={symbol}
          type="button"
          tabIndex={-1}
          {...explain(name ?? symbol)}
          onClick={(event) => {
            event.stopPropagation()
            onSymbol(symbol)
          }}
        >
          {symbol}
        </button>
      ))}
    </span>
  )
}
