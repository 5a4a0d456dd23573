import { eq, type Price } from '../../../../shared/domain/decimal.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import type { ShownOutcome } from '../../../chart/market/shown-outcome.js'
import type { DragState } from '../../../chart/trading/line-drag.js'
import { moveBlock, type OrderLine, type PositionLine } from '../../../chart/trading/trade-lines.js'
import { ownQuantity } from '../../../format/own.js'
import { formatAverage, formatSymbolPrice } from '../../../format/product-price.js'
import { ownMessage } from '../../../format/own-message.js'
import type { OrderChangesState } from '../../../ui/orders/order-changes.js'
import type { TradeBlock } from '../../../ui/orders/use-trade-gate.js'
import type { LabelView, LineState } from './line-label.js'
import { lineFigures, lineMessage, lineTitle, pricedFigures } from './line-text.js'
import { exitType } from './use-drops.js'
import type { ChartLine } from './use-trade-lines.js'

/** The id of the line that a drag of the position makes. */
export const EXIT_ID = 'exit'

/** A label with the price at which it is drawn. */
export interface PlacedView {
  readonly view: LabelView
  readonly price: Price
}

export interface ViewContext {
  readonly symbol: Symbol
  readonly outcome: ShownOutcome
  readonly text: WindowText
  readonly last: Price | null
  readonly held: Position | null
  readonly drag: DragState
  readonly changes: OrderChangesState
  readonly gate: TradeBlock | null
}

const toneOf = (line: ChartLine): LabelView['tone'] => {
  if (line.kind === 'alert' || line.kind === 'instruction' || line.kind === 'position') {
    return 'neutral'
  }
  const side = line.kind === 'draft' ? line.ticket.side : line.side
  const isExit = line.kind === 'draft' && ['takeProfit', 'stopLoss'].includes(line.field)
  const isBuy = (side === 'buy') !== (isExit && !line.ticket.closing)
  return isBuy ? 'buy' : 'sell'
}

/** Returns where an order is shown while a change of it is on its way, and what happens with it. */
function orderState(
  { order, field }: OrderLine,
  { changes }: ViewContext,
): { readonly state: LineState; readonly price: Price | null } {
  const sent = changes.changes[order.clientOrderId]
  if (sent?.kind === 'cancel' || order.pending?.kind === 'cancel') {
    return { state: 'canceling', price: null }
  }
  if (sent !== undefined) {
    const state = sent.phase === 'sent' ? 'changing' : 'accepted'
    return { state, price: sent.change?.[field] ?? null }
  }
  return { state: order.pending === null ? null : 'changing', price: null }
}

/** Why a line cannot be moved, in words; null when it can. */
export function blockText(line: ChartLine, context: ViewContext): string | null {
  const { chartTrading: text } = context.text
  if (line.kind === 'draft' || line.kind === 'alert') return null
  const isBusy =
    line.kind === 'order' && context.changes.changes[line.order.clientOrderId]?.phase === 'sent'
  const block = moveBlock(line, isBusy)
  if (block !== null) return text.blocks[block]
  return context.gate === null ? null : text.off[context.gate]
}

const closeLabelOf = (line: ChartLine, title: string, { text }: ViewContext): string | null => {
  const { chartTrading: messages } = text
  switch (line.kind) {
    case 'order':
      return messages.cancelOrder(title)
    case 'position':
      return messages.closePosition(title)
    case 'alert':
      return messages.removeAlert
    case 'draft':
      return messages.discardDraft
    case 'instruction':
      return null
  }
}

const sendLabelOf = (line: ChartLine, { text, gate }: ViewContext): string | null => {
  const isMain = line.kind === 'draft' && ['limitPrice', 'stopPrice'].includes(line.field)
  if (!isMain || gate !== null) return null
  return line.ticket.confirms ? text.chartTrading.review : text.chartTrading.send
}

/** Returns how one line is shown now. */
function viewOf(line: ChartLine, context: ViewContext): PlacedView {
  const { drag, symbol, text, changes } = context
  const moved = drag.phase !== 'idle' && drag.lineId === line.id && line.kind !== 'position'
  const order = line.kind === 'order' ? orderState(line, context) : { state: null, price: null }
  const price = moved ? drag.to : (order.price ?? line.price)
  const title = lineTitle(line, text)
  const { text: figures, signed } = lineFigures(line, price, { ...context })
  const state = moved ? 'moving' : order.state
  const stateText = state === null || state === 'moving' ? '' : text.chartTrading[state]
  const isAtRest = (line.kind === 'order' || line.kind === 'position') && eq(price, line.price)
  const hint =
    line.kind === 'instruction'
      ? text.chartTrading.instructionHint(ownMessage(line.row.line))
      : blockText(line, context)
  return {
    price,
    view: {
      id: line.id,
      kind: line.kind,
      tone: toneOf(line),
      title,
      price:
        line.kind === 'position'
          ? formatAverage(price, line.position)
          : formatSymbolPrice(price, symbol),
      figures,
      signed,
      message: lineMessage([title, figures, stateText], price, symbol, text),
      state,
      block: hint,
      refusal:
        line.kind === 'order' ? (changes.refusals[line.order.clientOrderId]?.(text) ?? null) : null,
      closeLabel: closeLabelOf(line, title, context),
      sendLabel: sendLabelOf(line, context),
      isDrawn: !isAtRest,
    },
  }
}

/** Returns the line of the exit that is being dragged out of a position. */
function exitView(line: PositionLine, price: Price, context: ViewContext): PlacedView {
  const { text, symbol, last } = context
  const type = exitType(line.side, price, last)
  const { exit, exitLine } = text.chartTrading
  const title = exitLine(exit[type], text.sides[line.side], ownQuantity(line.quantity))
  const { text: figures, signed } = pricedFigures({ ...line, price }, context.held, context)
  return {
    price,
    view: {
      id: EXIT_ID,
      kind: 'exit',
      tone: line.side === 'buy' ? 'buy' : 'sell',
      title,
      price: formatSymbolPrice(price, symbol),
      figures,
      signed,
      message: lineMessage([title, figures], price, symbol, text),
      state: 'moving',
      block: null,
      refusal: null,
      closeLabel: null,
      sendLabel: null,
      isDrawn: true,
    },
  }
}

/** Returns every line as it is shown now, with the exit that is being dragged. */
export function lineViews(
  lines: readonly ChartLine[],
  context: ViewContext,
): readonly PlacedView[] {
  const { drag } = context
  const views = lines.map((line) => viewOf(line, context))
  const dragged = drag.phase === 'idle' ? undefined : lines.find(({ id }) => id === drag.lineId)
  return drag.phase !== 'idle' && dragged?.kind === 'position'
    ? [...views, exitView(dragged, drag.to, context)]
    : views
}
