import { textColumn } from '../../ui/table/columns/simple-columns.js'
import { useDeferredValue, useMemo, useState } from 'react'
import type { StockInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import { cmp, ZERO, type Decimal } from '../../../shared/domain/decimal.js'
import { STOCK_KINDS, type StockKind } from '../../../shared/domain/instruments/instrument.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import type { Invoke } from '../../bridge/client.js'
import { exactText, formatRatio } from '../../format/decimal.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useSetting } from '../../stores/context.js'
import { TextInput } from '../../ui/field.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import type { Column } from '../../ui/table/column.js'
import { Choice, MarketBar, type Market } from './market-bar.js'
import { MarketTable } from './market-table.js'
import { useListed, type Listed } from './use-listed.js'

const ALL = 'all'
const KINDS = [ALL, ...STOCK_KINDS] as const
type Kind = (typeof KINDS)[number]

const kindOf = (name: string): StockKind | null => STOCK_KINDS.find((kind) => kind === name) ?? null
const readStocks = (invoke: Invoke, kind: string) => invoke('stocks.list', { kind: kindOf(kind) })

/** The listed stocks and funds of a kind: what each allows, and the margins that it needs. */
export function StocksView({ onMarket }: { readonly onMarket: (market: Market) => void }) {
  const text = usePanelText()
  const choosing = useState(false)
  const [kind, setKind] = useSetting<Kind>('markets.stock-kind', KINDS, 'stock')
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const stocks = useListed(kind, readStocks)
  const matches = useMemo(() => matching(stocks, wanted), [stocks, wanted])
  const columns = useMemo(() => stockColumns(text), [text])
  return (
    <>
      <MarketBar market="stocks" onMarket={onMarket} onColumns={() => choosing[1](true)} age={null}>
        <Choice
          label={text.markets.stockKind}
          value={kind}
          onValue={(value) => setKind(kindOf(value) ?? ALL)}
          options={KINDS.map((value) => ({
            value,
            label: value === ALL ? text.markets.allKinds : text.markets.stockKinds[value],
          }))}
        />
        <TextInput
          aria-label={text.markets.findStock}
          placeholder={text.markets.findStock}
          value={search}
          maxLength={60}
          onChange={(event) => setSearch(event.target.value)}
        />
      </MarketBar>
      <div className="panel-body">
        <MarketTable
          table="stocks"
          label={text.markets.names.stocks}
          columns={columns}
          listed={matches}
          choosing={choosing}
          isQuoted={false}
        />
      </div>
    </>
  )
}

/** Returns the rows whose symbol begins with a text, or whose name contains it. */
function matching(listed: Listed<StockInstrument>, text: string): Listed<StockInstrument> {
  const wanted = text.trim().toUpperCase()
  if (listed.phase !== 'ready' || wanted === '') return listed
  return {
    ...listed,
    items: listed.items.filter(
      ({ symbol, name }) => symbol.startsWith(wanted) || name.toUpperCase().includes(wanted),
    ),
  }
}

const stockColumns = (text: PanelText): readonly Column<StockInstrument>[] => {
  const { heads, headsLong, stockKinds, tradableStates, yes, no } = text.markets
  const flag = (
    id: 'shortable' | 'fractionable' | 'marginable' | 'overnight',
    yields: number,
  ): Column<StockInstrument> =>
    textColumn({ id, head: heads[id], headLabel: headsLong[id], width: 70, yields }, (row) =>
      row[id] ? yes : no,
    )
  return [
    {
      id: 'symbol',
      head: text.watchlist.heads.symbol,
      width: 78,
      pinned: true,
      compare: (a, b) => a.symbol.localeCompare(b.symbol, 'en'),
      cell: ({ symbol }) => <InstrumentCell instrument={symbolInstrument(symbol, 'stock')} />,
      data: ({ symbol }) => symbol,
    },
    textColumn({ id: 'name', head: heads.coin, width: 130, grow: 1 }, ({ name }) => name),
    textColumn(
      { id: 'kind', head: heads.kind, width: 118, yields: 3 },
      (row) => stockKinds[row.kind],
    ),
    textColumn(
      { id: 'exchange', head: heads.exchange, width: 84, yields: 5 },
      (row) => row.exchange,
    ),
    textColumn(
      { id: 'tradable', head: heads.tradable, width: 84, yields: 6 },
      (row) => tradableStates[row.tradable],
    ),
    flag('shortable', 8),
    flag('fractionable', 9),
    flag('marginable', 10),
    flag('overnight', 7),
    ...marginColumns(text),
  ]
}

/** The margins by the time that a position is held, long and short, as parts of its value. */
const marginColumns = ({ markets }: PanelText): readonly Column<StockInstrument>[] => {
  const { heads, headsLong } = markets
  const ratio = (
    shape: Pick<
      Column<StockInstrument>,
      'id' | 'head' | 'headLabel' | 'group' | 'hidden' | 'yields'
    >,
    valueOf: (row: StockInstrument) => Decimal | null | undefined,
  ): Column<StockInstrument> => ({
    number: true,
    width: 70,
    compare: (a, b) => cmp(valueOf(a) ?? ZERO, valueOf(b) ?? ZERO),
    cell: (row) => {
      const value = valueOf(row) ?? null
      return <span className="tnum">{value === null ? MISSING : formatRatio(value, false)}</span>
    },
    data: (row) => exactText(valueOf(row) ?? null),
    ...shape,
  })
  const { long, short } = heads
  return [
    ratio(
      { id: 'day-long', head: long, headLabel: headsLong.dayLong, group: heads.day, yields: 2 },
      (row) => row.intradayMarginLong,
    ),
    ratio(
      { id: 'day-short', head: short, headLabel: headsLong.dayShort, group: heads.day, yields: 2 },
      (row) => row.intradayMarginShort,
    ),
    ratio(
      { id: 'held-long', head: long, headLabel: headsLong.heldLong, group: heads.held },
      (row) => row.maintenanceMarginLong,
    ),
    ratio(
      { id: 'held-short', head: short, headLabel: headsLong.heldShort, group: heads.held },
      (row) => row.maintenanceMarginShort,
    ),
    ratio(
      {
        id: 'initial-long',
        head: long,
        headLabel: headsLong.initialLong,
        group: heads.initial,
        yields: 4,
      },
      (row) => row.initialMarginLong,
    ),
    ratio(
      {
        id: 'initial-short',
        head: short,
        headLabel: headsLong.initialShort,
        group: heads.initial,
        yields: 4,
      },
      (row) => row.initialMarginShort,
    ),
  ]
}
