import { Columns3Cog } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, useRef, useSyncExternalStore } from 'react'
import type { Price } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type {
  ChainExpiry,
  ChainRow,
  OptionChain,
} from '../../../shared/domain/instruments/option-chain.js'
import { formatDay } from '../../format/instrument-name.js'
import { describeError } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import {
  useActiveSymbol,
  useConnected,
  useMainWindow,
  useSelectedAccount,
  useSetting,
  useWatch,
} from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import { prefillTicket, selectSymbol } from '../../stores/selection.js'
import { Button } from '../../ui/button.js'
import { useToday } from '../../ui/reading/use-today.js'
import { runEvery } from '../../ui/paint/page-frames.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { carriesLeg, legDrop } from '../../stores/submit/leg-drag.js'
import { DataTable } from '../../ui/table/data-table.js'
import { chainColumns } from './chain-columns.js'
import { addLeg, chainMenu } from './chain-menu.js'
import {
  contractsOf,
  expiryKey,
  isInTheMoney,
  ownContractsReader,
  pressOf,
  shownExpiry,
  strikeKey,
  strikesAround,
  moneyPlace,
  parityPrice,
  type MoneyPlace,
} from './chain-model.js'
import { OptionsBar, STRIKE_COUNTS } from './options-bar.js'
import { useChain } from './use-chain.js'
import './options.css'

/** Rows that only pass while the person scrolls are not requested. */
const SETTLE_MS = 150

/** The option chain of the symbol of the first link group, or of an option's underlying. */
export function OptionsPanel() {
  const text = usePanelText()
  const symbol = useActiveSymbol()
  if (symbol === null) {
    return <Empty icon={Columns3Cog} title={text.options.pick} hint={text.options.pickHint} />
  }
  return <Chain symbol={symbol} />
}

function Chain({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().options
  const connected = useConnected()
  const [state, reload] = useChain(symbol)
  if (state.phase === 'loading') {
    return connected ? <Skeleton rows={12} /> : <NotConnected icon={Columns3Cog} />
  }
  if (state.phase === 'failed') {
    const { title, detail } = describeError(state.error)
    return (
      <Empty icon={Columns3Cog} title={text.failed} hint={detail ?? title}>
        <Button onClick={reload}>{text.retry}</Button>
      </Empty>
    )
  }
  if (state.chain.expiries.length === 0) {
    return <Empty icon={Columns3Cog} title={text.none(symbol)} hint={text.noneHint} />
  }
  return <ChainView key={state.chain.underlying} chain={state.chain} symbol={symbol} />
}

interface ChainProps {
  readonly chain: OptionChain
  readonly symbol: Symbol
}

function ChainView({ chain, symbol }: ChainProps) {
  const today = useToday()
  const [chosen, setChosen] = useState<string | null>(null)
  const [count, setCount] = useSetting('options.strikes', STRIKE_COUNTS, 'all')
  const choosing = useState(false)
  const [visible, setVisible] = useState<readonly Symbol[]>([])
  const [dragging, setDragging] = useState(false)
  const expiry = shownExpiry(chain, chosen, symbol, today)
  const watched = useMemo(() => [chain.underlying, ...visible], [chain.underlying, visible])
  useWatch(watched)
  if (expiry === null) return null
  return (
    <section
      className="panel chain"
      data-testid="options"
      aria-label={chain.underlying}
      onDragStart={(event) => setDragging(carriesLeg(event.dataTransfer))}
      onDragEnd={() => setDragging(false)}
    >
      <OptionsBar
        chain={chain}
        expiry={expiry}
        today={today}
        onExpiry={setChosen}
        count={count}
        onCount={setCount}
        watched={visible}
        onColumns={() => choosing[1](true)}
      />
      <div className="panel-body">
        <ChainTable
          key={expiryKey(expiry)}
          underlying={chain.underlying}
          expiry={expiry}
          count={count === 'all' ? null : Number(count)}
          choosing={choosing}
          onVisible={setVisible}
        />
      </div>
      {dragging && <DropStrip />}
    </section>
  )
}

/** Where a dragged bid or ask can be dropped while the strategy builder is not in view. */
function DropStrip() {
  const text = usePanelText().strategy
  const mainWindow = useMainWindow()
  return (
    <div
      className="chain-drop"
      data-testid="chain-drop"
      {...legDrop((leg) => addLeg(mainWindow, leg))}
    >
      {text.dropHere}
    </div>
  )
}

interface ChainTableProps {
  readonly underlying: Symbol
  readonly expiry: ChainExpiry
  readonly count: number | null
  readonly choosing: readonly [boolean, (open: boolean) => void]
  /** Receives the contracts in view once the person stops scrolling. */
  readonly onVisible: (symbols: readonly Symbol[]) => void
}

function ChainTable({ underlying, expiry, count, choosing, onVisible }: ChainTableProps) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const place = useMoneyPlace(underlying, expiry.rows)
  const nearest = place.nearest === null ? undefined : expiry.rows[place.nearest]
  const rows = useMemo(
    () => strikesAround(expiry.rows, place.nearest, count),
    [expiry.rows, place.nearest, count],
  )
  const columns = useChainColumns(underlying, expiry, place)
  const onRows = useVisibleContracts(rows, onVisible)
  const home = nearest === undefined ? -1 : rows.indexOf(nearest)
  const press = usePress()
  return (
    <DataTable
      table="options"
      label={text.options.table(underlying, formatDay(expiry.expiration))}
      columns={columns}
      rows={rows}
      keyOf={strikeKey}
      choosing={choosing}
      rowClass={(row) => (row === nearest ? 'chain-nearest' : undefined)}
      home={{
        row: home < 0 ? Math.floor(rows.length / 2) : home,
        key: `${underlying} ${home >= 0} ${count ?? 'all'}`,
      }}
      onVisible={onRows}
      onOpenCell={press}
      menu={(row) => chainMenu(mainWindow, underlying, row, text)}
    />
  )
}

function useChainColumns(
  underlying: Symbol,
  expiry: ChainExpiry,
  place: ReturnType<typeof useMoneyPlace>,
) {
  const text = usePanelText().options
  const { quotes, positions } = useMainWindow()
  const account = useSelectedAccount()
  const ownSizes = useSyncExternalStore(
    useCallback((wake) => positions.onAny(wake), [positions]),
    useMemo(() => ownContractsReader(positions, account), [positions, account]),
  )
  const lowestAbove = expiry.rows[place.below]?.strike ?? null
  const isKnown = place.nearest !== null
  return useMemo(
    () =>
      chainColumns({
        text,
        underlying,
        own: ownSizes,
        quoteOf: (symbol) => quotes.rows.get(symbol),
        isInTheMoney: (side, row) => isInTheMoney(side, row.strike, { lowestAbove, isKnown }),
      }),
    [text, underlying, ownSizes, quotes, lowestAbove, isKnown],
  )
}

/** Returns a function for the rows in view, which reports their contracts after a pause. */
function useVisibleContracts(
  rows: readonly ChainRow[],
  onVisible: (symbols: readonly Symbol[]) => void,
): (first: number, last: number) => void {
  const [range, setRange] = useState<readonly [number, number] | null>(null)
  useEffect(() => {
    if (range === null) return undefined
    const [first, last] = range
    const timer = setTimeout(() => onVisible(contractsOf(rows.slice(first, last + 1))), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [rows, range, onVisible])
  return useCallback((first, last) => setRange([first, last]), [])
}

/**
 * Returns what a press on a cell does: a bid or ask with a price fills in the ticket, others show
 * the option.
 */
function usePress(): (row: ChainRow, column: string) => void {
  const { selection, layout, quotes } = useMainWindow()
  return useCallback(
    (row, column) => {
      const press = pressOf(row, column)
      if (press === null) return
      if (press.kind === 'show') return selectSymbol(selection, press.symbol)
      const quote = quotes.rows.get(press.symbol)
      const price: Price | null = quote?.[press.side === 'buy' ? 'ask' : 'bid'] ?? null
      // Nobody offers it at a price: an order would start without a limit.
      if (price === null) return selectSymbol(selection, press.symbol)
      prefillTicket(selection, {
        symbol: press.symbol,
        side: press.side,
        type: 'limit',
        limitPrice: price,
      })
      openPanel(layout, 'ticket')
    },
    [selection, layout, quotes],
  )
}

/** How often a price is derived from the options of an index without a quote. */
const PARITY_MS = 1_000

/**
 * Returns where the underlying's price lies among the strikes; renders again only when the price
 * passes a strike, or the middle between two.
 */
function useMoneyPlace(underlying: Symbol, rows: readonly ChainRow[]): MoneyPlace {
  const { quotes } = useMainWindow()
  const latest = useRef<MoneyPlace>({ nearest: null, below: 0 })
  return useSyncExternalStore(
    useCallback(
      (wake) => {
        const stop = quotes.rows.onRow(underlying, wake)
        const end = runEvery(PARITY_MS, () => {
          if (quotes.rows.get(underlying) === undefined) wake()
        })
        return () => {
          stop()
          end()
        }
      },
      [quotes, underlying],
    ),
    useCallback(() => {
      const quote = quotes.rows.get(underlying)
      const price =
        quote === undefined
          ? parityPrice(rows, (symbol) => quotes.rows.get(symbol))
          : (quote.last ?? quote.previousClose)
      const next = moneyPlace(rows, price)
      const { nearest, below } = latest.current
      if (next.nearest !== nearest || next.below !== below) latest.current = next
      return latest.current
    }, [quotes, underlying, rows]),
  )
}
