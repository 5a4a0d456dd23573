import { HIDDEN, isPrivate, ownQuantity } from '../../format/own.js'
import type { ReactNode } from 'react'
import type { Quantity } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { pricedKey, type InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { OptionType } from '../../../shared/domain/instruments/option.js'
import type { ChainRow } from '../../../shared/domain/instruments/option-chain.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import { exactText, formatDecimal } from '../../format/decimal.js'
import type { NewLeg } from '../../stores/submit/strategy.js'
import { writeLeg } from '../../stores/submit/leg-drag.js'
import { QuoteCell } from '../../ui/live-cell.js'
import type { Column } from '../../ui/table/column.js'
import { CHAIN_FIGURES, columnId, type ChainFigure } from './chain-model.js'
import { FIGURES } from './figures.js'
import { explain } from '../../ui/hints/hint.js'

export interface ChainColumnsInput {
  readonly text: WindowText['options']
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
  readonly text: WindowText['options']
}) {
  if (quantity === undefined) return <span />
  const size = isPrivate() ? HIDDEN : formatDecimal(quantity, 0, 8, true)
  return (
    <span className="chain-held tnum" {...explain(text.held(ownQuantity(quantity)))}>
      {size}
    </span>
  )
}
