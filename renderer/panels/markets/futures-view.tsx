import { useMemo, useState } from 'react'
import {
  frontContract,
  type FuturesContract,
  type FuturesProductClass,
} from '../../../shared/domain/instruments/futures.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import type { Invoke } from '../../bridge/client.js'
import { exactText, formatDecimal, formatMoney } from '../../format/decimal.js'
import { formatDay } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import type { Column } from '../../ui/table/column.js'
import { Choice, MarketBar, type Market } from './market-bar.js'
import { MarketTable } from './market-table.js'
import { priceColumns, volumeColumn, type QuoteOf } from './price-columns.js'
import { itemsOf, useListed } from './use-listed.js'
import { fullText } from '../../ui/hints/hint.js'

const readClasses = (invoke: Invoke) => invoke('futures.classes', {})
const readProducts = (invoke: Invoke, classId: string) =>
  invoke('futures.products', { classId: classId === ALL ? null : Number(classId) })
const readContracts = (invoke: Invoke, code: string) => invoke('futures.contracts', { code })
const ALL = 'all'
/** The most traded product: the E-mini S&P 500. */
const DEFAULT_CODE = 'ES'

/** The contracts of a futures product: its class, then its product, then the months. */
export function FuturesView({ onMarket }: { readonly onMarket: (market: Market) => void }) {
  const text = usePanelText()
  const { quotes, session, now } = useMainWindow()
  const choosing = useState(false)
  /** The id of the class, as the broker numbers it. */
  const [group, setGroup] = useState(ALL)
  const [chosen, setChosen] = useState<string | null>(null)
  const classes = useListed('all', readClasses)
  const products = useListed(group, readProducts)
  const offered = itemsOf(products)
  const product =
    offered.find(({ code }) => code === chosen) ??
    offered.find(({ code }) => code === DEFAULT_CODE) ??
    offered[0]
  const contracts = useListed(product?.code ?? null, readContracts)
  const today = useSlice(
    session,
    ({ value }) => exchangeClock(epochMs(now() + (value?.exchangeOffsetMs ?? 0))).day,
  )
  const front = frontContract(itemsOf(contracts), today)
  const columns = useMemo(
    () => contractColumns((symbol) => quotes.rows.get(symbol), front, text),
    [quotes, front, text],
  )
  return (
    <>
      <MarketBar market="futures" onMarket={onMarket} onColumns={() => choosing[1](true)}>
        <Choice
          label={text.markets.productClass}
          value={group}
          onValue={setGroup}
          options={classOptions(itemsOf(classes), text)}
        />
        <Choice
          label={text.markets.product}
          value={product?.code ?? null}
          onValue={setChosen}
          options={offered.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
        />
      </MarketBar>
      <div className="panel-body">
        <MarketTable
          table="contracts"
          label={text.markets.contractsOf(product?.name ?? '')}
          columns={columns}
          listed={products.phase === 'failed' ? products : contracts}
          choosing={choosing}
        />
      </div>
    </>
  )
}

/** Returns the broker's classes of products, and all of them together. */
const classOptions = (classes: readonly FuturesProductClass[], { markets }: PanelText) => [
  { value: ALL, label: markets.allClasses },
  ...classes.map(({ classId, name }) => ({ value: String(classId), label: name })),
]

function contractColumns(
  quoteOf: QuoteOf,
  front: Symbol | null,
  text: PanelText,
): readonly Column<FuturesContract>[] {
  const { heads, headsLong } = text.markets
  return [
    {
      id: 'symbol',
      head: text.watchlist.heads.symbol,
      width: 152,
      grow: 1,
      pinned: true,
      cell: (row) => <ContractName contract={row} isFront={row.symbol === front} text={text} />,
      data: (row) => row.symbol,
    },
    ...priceColumns<FuturesContract>(quoteOf, text),
    volumeColumn(quoteOf, text),
    {
      id: 'point',
      head: heads.point,
      headLabel: headsLong.point,
      number: true,
      width: 84,
      yields: 5,
      cell: ({ size, currency }) => (
        <span className="tnum">{size === null ? MISSING : formatMoney(size, currency)}</span>
      ),
      data: ({ size }) => exactText(size),
    },
    {
      id: 'tick',
      head: heads.tick,
      headLabel: headsLong.tick,
      number: true,
      width: 66,
      yields: 6,
      cell: ({ minTick }) => <span className="tnum">{formatDecimal(minTick)}</span>,
      data: ({ minTick }) => exactText(minTick),
    },
    {
      id: 'lastDay',
      head: heads.lastDay,
      headLabel: headsLong.lastDay,
      width: 84,
      yields: 2,
      cell: ({ lastTradingDate }) => (
        <span>{lastTradingDate === null ? MISSING : formatDay(lastTradingDate)}</span>
      ),
      data: ({ lastTradingDate }) => lastTradingDate ?? '',
    },
    {
      id: 'settlement',
      head: heads.settlement,
      width: 84,
      hidden: true,
      cell: ({ settlement }) => <span>{text.markets.settlements[settlement]}</span>,
      data: ({ settlement }) => text.markets.settlements[settlement],
    },
  ]
}

/** The symbol of a contract, and whether its month trades now or it is only for charts. */
function ContractName({
  contract: { symbol, kind, name },
  isFront,
  text,
}: {
  readonly contract: FuturesContract
  readonly isFront: boolean
  readonly text: PanelText
}) {
  const mark = isFront ? text.markets.front : kind === 'continuous' ? text.markets.continuous : null
  return (
    <div className="market-name" {...fullText(name)}>
      <span className="symbol">{symbol}</span>
      {mark !== null && <span className="badge">{mark}</span>}
    </div>
  )
}
