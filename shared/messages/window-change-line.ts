import { trim, type Decimal } from '../domain/decimal.js'
import type {
  ChangeAuthor,
  TicketFill,
  WindowChange,
} from '../domain/instructions/window-change.js'
import type { OrderDescription } from '../domain/orders/order-description.js'
import { alertCondition } from './alert-line.js'
import { message } from './make-message.js'
import type { Message } from './message.js'

const plain = (value: Decimal | null): Decimal | null => (value === null ? null : trim(value))

const describeFill = (fill: TicketFill): OrderDescription => ({
  side: fill.side,
  symbol: fill.symbol,
  assetClass: fill.assetClass,
  type: fill.type,
  timeInForce: fill.timeInForce,
  session: fill.session,
  quantity: fill.size.kind === 'quantity' ? trim(fill.size.quantity) : null,
  amount: fill.size.kind === 'amount' ? trim(fill.size.amount) : null,
  limitPrice: plain(fill.limitPrice),
  stopPrice: plain(fill.stopPrice),
  trail: fill.trail === null ? null : { kind: fill.trail.kind, step: trim(fill.trail.step) },
  expireDate: fill.expireDate,
  strategy: null,
  intent: null,
  outcome: fill.outcome,
  legs: [],
  algo: null,
})

/** Returns the order that a fill of the ticket describes: "BUY 10 AAPL, limit 187.50, day". */
export const fillLine = (fill: TicketFill): Message =>
  message('order.full', { order: describeFill(fill) })

/** Returns what an assistant changed in the window, or only offers, as a sentence. */
export function windowChangeLine({
  assistant,
  isOffered,
  change,
}: Pick<ChangeAuthor, 'assistant'> & {
  readonly isOffered: boolean
  readonly change: WindowChange
}): Message {
  switch (change.kind) {
    case 'symbol': {
      const { symbol, timespan } = change.after
      return isOffered || symbol === null
        ? message('windowChanges.symbolOffered', { assistant, symbol: symbol ?? '' })
        : message('windowChanges.symbolShown', {
            assistant,
            symbol,
            timespan,
            before: change.before?.symbol ?? null,
            timespanBefore: change.before?.timespan ?? null,
          })
    }
    case 'ticket': {
      const order = fillLine(change.fill)
      const code = isOffered ? 'windowChanges.ticketOffered' : 'windowChanges.ticketFilled'
      return message(code, { assistant, order })
    }
    case 'alert':
      return message('windowChanges.alertSet', {
        assistant,
        condition: alertCondition(change.condition),
      })
    case 'alert-removed':
      return message('windowChanges.alertRemoved', {
        assistant,
        condition: alertCondition(change.terms.condition),
      })
    case 'drawing':
    case 'drawing-removed': {
      const { symbol, kind, price, text } = change.place
      const code =
        change.kind === 'drawing' ? 'windowChanges.drawn' : 'windowChanges.drawingRemoved'
      return message(code, { assistant, symbol, kind, price, text })
    }
  }
}
