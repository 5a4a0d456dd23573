import { HIDDEN, isPrivate, ownQuantity } from '../../format/own.js'
import type { ReactNode } from 'react'
import type { Quantity, Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { pricedKey, type InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { OptionType } from '../../../shared/domain/instruments/option.js'
import type { ChainRow } from '../../../shared/domain/instruments/option-chain.js'
import type { Quote, OptionFigures } from '../../../shared/domain/market/quote.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import { exactText, formatDecimal, formatCompact, formatRatio } from '../../format/decimal.js'
import type { NewLeg } from '../../stores/submit/strategy.js'
import { writeLeg } from '../../stores/submit/leg-drag.js'
import { QuoteCell, type QuoteField } from '../../ui/live-cell.js'
import type { Column } from '../../ui/table/column.js'
import { CHAIN_FIGURES, columnId, type ChainFigure } from './chain-model.js'
import { explain } from '../../ui/hints/hint.js'
import { formatQuotePrice, formatQuoteChange } from '../../format/product-price.js'

export interface ChainColumnsInput {
  readonly text: PanelText['options']
  readonly underlying: Symbol
  readonly quoteOf: (symbol: Symbol) => Quote | undefined
  readonly own: ReadonlyMap<InstrumentKey, Quantity>
  readonly isInTheMoney: (side: OptionType, row: ChainRow) => boolean
}

/** Returns the columns of the chain: calls, strike and puts, mirrored around the strike. */
export function chainColumns(input: ChainColumnsInput): readonly Column<ChainRow>[] {
  const column = (side: OptionType) => (figure: ChainFigure) => figureColumn(side, figure, input)
  const [bid, ask, ...others] = CHAIN_FIGURES
  // Bid stands before ask on both sides; the other figures are mirrored.
  const calls: readonly ChainFigure[] = [...others.toReversed(), bid, ask]
  return [...calls.map(column('call')), strikeColumn(input), ...CHAIN_FIGURES.map(column('put'))]
}

function figureColumn(
  side: OptionType,
  figure: ChainFigure,
  { text, underlying, quoteOf, isInTheMoney }: ChainColumnsInput,
): Column<ChainRow> {
  const { width, yields, hidden = false, ...field } = FIGURES[figure]
  const head = text.heads[figure]
  const isPrice = figure === 'bid' || figure === 'ask'
  return {
    id: columnId(side, figure),
    head,
    headLabel: text.headOf[side](text.headsLong[figure]),
    group: text.sides[side],
    number: true,
    live: true,
    width,
    grow: 1,
    hidden,
    ...(yields === undefined ? {} : { yields }),
    cell: (row) => {
      const symbol = row[side]
      if (symbol === null) return <span className="dim">{MISSING}</span>
      const cell = <QuoteCell symbol={symbol} field={field} />
      if (!isPrice) return cell
      return (
        <PriceCell
          title={text.press[figure]}
          leg={{ symbol, underlying, side: figure === 'ask' ? 'buy' : 'sell' }}
        >
          {cell}
        </PriceCell>
      )
    },
    cellClass: (row) =>
      [isPrice ? 'chain-price' : '', isInTheMoney(side, row) ? 'chain-itm' : ''].join(' ').trim(),
    data: (row) => {
      const quote = row[side] === null ? undefined : quoteOf(row[side])
      return quote === undefined ? '' : exactText(field.read(quote))
    },
  }
}

/** A bid or ask: a press orders, and it can be dragged to the strategy builder as a leg. */
function PriceCell({
  title,
  leg,
  children,
}: {
  readonly title: string
  readonly leg: NewLeg
  readonly children: ReactNode
}) {
  return (
    <span {...explain(title)} draggable onDragStart={(event) => writeLeg(event.dataTransfer, leg)}>
      {children}
    </span>
  )
}

function ownOf(
  own: ReadonlyMap<InstrumentKey, Quantity>,
  contract: Symbol | null,
): Quantity | undefined {
  const key = contract === null ? null : pricedKey(contract)
  return key === null ? undefined : own.get(key)
}

const strikeColumn = ({ text, own }: ChainColumnsInput): Column<ChainRow> => ({
  id: 'strike',
  head: text.strike,
  width: 112,
  grow: 0.5,
  cell: (row) => (
    <div className="chain-strike">
      <Held quantity={ownOf(own, row.call)} text={text} />
      <strong className="tnum">{formatDecimal(row.strike, 0, 3)}</strong>
      <Held quantity={ownOf(own, row.put)} text={text} />
    </div>
  ),
  cellClass: () => 'chain-strike-cell',
  data: (row) => exactText(row.strike),
})

/** The account's position in a contract, beside the strike. */
function Held({
  quantity,
  text,
}: {
  readonly quantity: Quantity | undefined
  readonly text: PanelText['options']
}) {
  if (quantity === undefined) return <span />
  const size = isPrivate() ? HIDDEN : formatDecimal(quantity, 0, 8, true)
  return (
    <span className="chain-held tnum" {...explain(text.held(ownQuantity(quantity)))}>
      {size}
    </span>
  )
}

/** How a column of the chain shows a figure. */
interface FigureColumn extends QuoteField {
  readonly width: number
  /** Hidden in a narrow panel, the highest number first; see `Column.yields`. */
  readonly yields?: number
  readonly hidden?: boolean
}

const ofOption =
  (figure: keyof OptionFigures) =>
  (quote: Quote): Decimal | null =>
    quote.option?.[figure] ?? null
const places =
  (count: number) =>
  (value: Decimal): string =>
    formatDecimal(value, count, count)

const FIGURES: Readonly<Record<ChainFigure, FigureColumn>> = {
  bid: { width: 58, read: (quote) => quote.bid, write: formatQuotePrice, flash: true },
  ask: { width: 58, read: (quote) => quote.ask, write: formatQuotePrice, flash: true },
  last: { width: 56, yields: 3, read: (quote) => quote.last, write: formatQuotePrice },
  change: {
    width: 62,
    hidden: true,
    read: (quote) => quote.change,
    write: formatQuoteChange,
    signed: (quote) => quote.change,
  },
  impliedVolatility: {
    width: 62,
    yields: 2,
    read: ofOption('impliedVolatility'),
    write: (value) => formatRatio(value, false),
  },
  delta: { width: 48, yields: 1, read: ofOption('delta'), write: places(2) },
  gamma: { width: 56, hidden: true, read: ofOption('gamma'), write: places(4) },
  theta: { width: 56, hidden: true, read: ofOption('theta'), write: places(3) },
  vega: { width: 52, hidden: true, read: ofOption('vega'), write: places(3) },
  openInterest: { width: 64, yields: 4, read: ofOption('openInterest'), write: formatCompact },
  volume: { width: 64, yields: 5, read: (quote) => quote.volume, write: formatCompact },
}
