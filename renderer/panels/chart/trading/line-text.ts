import { abs, isNegative, type Price } from '../../../../shared/domain/decimal.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import {
  lineResult,
  type LineResult,
  type PricedUnits,
} from '../../../chart/trading/line-result.js'
import { formatQuantity, formatRatio } from '../../../format/decimal.js'
import { orderTitle, priceKind } from '../../../format/order-title.js'
import { ownMoney, ownQuantity } from '../../../format/own.js'
import { ownMessage } from '../../../format/own-message.js'
import { formatPriceChange, formatSymbolPrice } from '../../../format/product-price.js'
import type { ChartLine, DraftLine } from './use-trade-lines.js'

/** What a label shows beside its title. */
export interface LineFigures {
  readonly text: string
  /** Its sign decides the color; null where it has none. */
  readonly signed: LineResult['pnl']
}

const NO_FIGURES: LineFigures = { text: '', signed: null }

function draftTitle({ ticket, field }: DraftLine, text: WindowText): string {
  const messages = text.chartTrading
  if (field === 'takeProfit' || field === 'stopLoss') return messages.draft(messages[field])
  // What is typed in the ticket stays.
  const size = ticket.quantity === null ? '–' : formatQuantity(abs(ticket.quantity))
  return messages.draft(
    messages.order(text.sides[ticket.side], size, priceKind(ticket.type, field, text)),
  )
}

/** Returns what a line is, such as "Buy 100 limit". */
export function lineTitle(line: ChartLine, text: WindowText): string {
  const messages = text.chartTrading
  switch (line.kind) {
    case 'order':
      return orderTitle({ ...line, type: line.order.type }, text)
    case 'position':
      return messages.position(
        isNegative(line.position.quantity) ? messages.short : messages.long,
        ownQuantity(line.quantity),
      )
    case 'alert':
      return line.alert.condition.kind === 'price'
        ? messages.alert[line.alert.condition.when]
        : messages.alert.through
    case 'instruction':
      return messages.instruction(line.row.connectionName)
    case 'draft':
      return draftTitle(line, text)
  }
}

/** What figures of lines are computed from. */
export interface FiguresContext {
  readonly symbol: Symbol
  readonly last: Price | null
  readonly held: Position | null
  readonly text: WindowText
}

/** Returns what a fill at a price makes of a position, or how far the price is from the last. */
export function pricedFigures(
  units: PricedUnits,
  held: Position | null,
  { symbol, last, text }: FiguresContext,
): LineFigures {
  const { pnl, distance, ratio } = lineResult(units, held, last)
  if (pnl !== null) {
    return { text: ownMoney(pnl, held?.currency ?? null, true), signed: pnl }
  }
  return distance === null
    ? NO_FIGURES
    : {
        text: text.chartTrading.distance(
          formatPriceChange(distance, symbol, last),
          formatRatio(ratio),
        ),
        signed: null,
      }
}

/**
 * Returns the figures of a line at a price: the profit or loss that a fill there would realize, or
 * how far the price is from the last one; of a position its open profit or loss.
 */
export function lineFigures(line: ChartLine, price: Price, context: FiguresContext): LineFigures {
  if (line.kind === 'position') {
    const { unrealizedPnl: pnl, currency } = line.position
    return pnl === null ? NO_FIGURES : { text: ownMoney(pnl, currency, true), signed: pnl }
  }
  if (line.kind === 'instruction') return { text: ownMessage(line.row.line), signed: null }
  if (line.kind === 'alert') {
    return pricedFigures({ price, side: 'buy', quantity: null }, null, context)
  }
  const isExit = line.kind === 'draft' && ['takeProfit', 'stopLoss'].includes(line.field)
  const side = line.kind === 'draft' ? line.ticket.side : line.side
  const quantity = line.kind === 'draft' ? line.ticket.quantity : line.quantity
  // An exit of an entry is compared with the market: there is no position of it yet.
  const position = isExit && line.kind === 'draft' && !line.ticket.closing ? null : context.held
  return pricedFigures({ price, side, quantity }, position, context)
}

/**
 * Returns a line in words with its price, for screen readers; it begins with what the label shows.
 */
export const lineMessage = (
  shown: readonly string[],
  price: Price,
  symbol: Symbol,
  { chartTrading: text }: WindowText,
): string =>
  text.at(shown.filter((part) => part !== '').join(' '), formatSymbolPrice(price, symbol))
