import { useMemo, useState } from 'react'
import type { CryptoPair } from '../../../shared/domain/instruments/crypto.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import type { Invoke } from '../../bridge/client.js'
import { exactText, formatMoney } from '../../format/decimal.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import type { Column } from '../../ui/table/column.js'
import { MarketBar, type Market } from './market-bar.js'
import { MarketTable } from './market-table.js'
import { priceColumns, type QuoteOf } from './price-columns.js'
import { useListed } from './use-listed.js'

const readPairs = (invoke: Invoke) => invoke('crypto.pairs', {})

/** Every pair of a coin and a currency. */
export function CryptoView({ onMarket }: { readonly onMarket: (market: Market) => void }) {
  const text = usePanelText()
  const { quotes } = useMainWindow()
  const choosing = useState(false)
  const pairs = useListed('all', readPairs)
  const columns = useMemo(
    () => pairColumns((symbol) => quotes.rows.get(symbol), text),
    [quotes, text],
  )
  return (
    <>
      <MarketBar market="crypto" onMarket={onMarket} onColumns={() => choosing[1](true)} />
      <div className="panel-body">
        <MarketTable
          table="crypto"
          label={text.markets.names.crypto}
          columns={columns}
          listed={pairs}
          choosing={choosing}
        />
      </div>
    </>
  )
}

const pairColumns = (quoteOf: QuoteOf, text: PanelText): readonly Column<CryptoPair>[] => [
  {
    id: 'symbol',
    head: text.watchlist.heads.symbol,
    width: 88,
    pinned: true,
    compare: (a, b) => a.symbol.localeCompare(b.symbol, 'en'),
    cell: ({ symbol }) => <InstrumentCell instrument={symbolInstrument(symbol, 'crypto')} />,
    data: ({ symbol }) => symbol,
  },
  {
    id: 'name',
    head: text.markets.heads.coin,
    width: 110,
    grow: 1,
    yields: 2,
    compare: (a, b) => a.name.localeCompare(b.name, 'en'),
    cell: ({ name }) => <span>{name}</span>,
    data: ({ name }) => name,
  },
  ...priceColumns<CryptoPair>(quoteOf, text),
  {
    id: 'minAmount',
    head: text.markets.heads.minAmount,
    headLabel: text.markets.headsLong.minAmount,
    number: true,
    width: 84,
    yields: 4,
    cell: ({ minAmount, currency }) => (
      <span className="tnum">{formatMoney(minAmount, currency)}</span>
    ),
    data: ({ minAmount }) => exactText(minAmount),
  },
]
