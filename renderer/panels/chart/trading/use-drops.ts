import { useCallback, useState } from 'react'
import { gte, type Price } from '../../../../shared/domain/decimal.js'
import type { AlertView } from '../../../../shared/domain/alerts/alert.schema.js'
import type { MovedLine } from '../../../chart/trading/line-drag.js'
import type { OrderLine, PositionLine } from '../../../chart/trading/trade-lines.js'
import type { InputOf } from '../../../bridge/client.js'
import { describeError } from '../../../language/error-message.js'
import { useMainWindow } from '../../../stores/context.js'
import type { MainWindow } from '../../../stores/main-window.js'
import { ticketLinkOf } from '../../../stores/submit/ticket-link.js'
import { toastError } from '../../../stores/toasts.js'
import { moveOrder } from '../../../ui/orders/move-order.js'
import { orderChangesOf, type PendingConfirmation } from '../../../ui/orders/order-changes.js'
import type { ChartLine } from './use-trade-lines.js'

/** A question at a line, which the person answers before anything is sent. */
export interface LineQuestion {
  readonly lineId: string
  readonly confirmation: PendingConfirmation
}

/** The order that ends a position at a price. */
export interface Exit {
  readonly type: 'limit' | 'stop' | 'stop-limit'
  readonly price: Price
}

export interface Drops {
  readonly question: LineQuestion | null
  close(): void
  /** Does what the drop of a line means; `done` puts the line to rest. */
  drop(line: ChartLine, moved: MovedLine, done: () => void): void
  /** Cancels an order, after the person's confirmation where the settings require it. */
  cancel(line: OrderLine): void
}

/**
 * Returns the exit of a position at a price: beyond the market in the direction of a profit it is a
 * limit order, otherwise a stop.
 */
export function exitType(
  side: PositionLine['side'],
  price: Price,
  last: Price | null,
): 'limit' | 'stop' {
  if (last === null) return 'limit'
  const isProfit = side === 'sell' ? gte(price, last) : gte(last, price)
  return isProfit ? 'limit' : 'stop'
}

/** Handles lines that were dropped, all by the paths that the panels use. */
export function useDrops(onExit: (line: PositionLine, price: Price) => void): Drops {
  const mainWindow = useMainWindow()
  const [question, setQuestion] = useState<LineQuestion | null>(null)
  const close = useCallback(() => setQuestion(null), [])
  const drop = useCallback(
    (line: ChartLine, moved: MovedLine, done: () => void): void => {
      if (line.kind === 'order') {
        const isOpen = moveOrder(mainWindow, line, moved.to, (confirmation) =>
          setQuestion({ lineId: line.id, confirmation }),
        )
        if (!isOpen) done()
        return
      }
      if (line.kind === 'alert') return void moveAlert(mainWindow, line.alert, moved.to, done)
      if (line.kind === 'draft') {
        ticketLinkOf(mainWindow).getState().link?.actions.setPrice(line.field, moved.to)
      }
      if (line.kind === 'position') onExit(line, moved.to)
      done()
    },
    [mainWindow, onExit],
  )
  const cancel = useCallback(
    (line: OrderLine): void =>
      orderChangesOf(mainWindow).cancel(line.order, (confirmation) =>
        setQuestion({ lineId: line.id, confirmation }),
      ),
    [mainWindow],
  )
  return { question, close, drop, cancel }
}

/** Changes the level of an alert, as its form does. */
async function moveAlert(
  mainWindow: MainWindow,
  alert: AlertView,
  price: Price,
  done: () => void,
): Promise<void> {
  const { condition, repeatMs, expiresAt, sound, notification, note, ticket, id } = alert
  if (condition.kind !== 'price') return
  const terms = {
    condition: { ...condition, price },
    repeatMs,
    expiresAt,
    sound,
    notification,
    note,
    ticket,
  }
  await editAlert(mainWindow, { kind: 'change', id, terms } as AlertEditInput)
  done()
}

type AlertEditInput = InputOf<'alerts.edit'>['edit']

/** Deletes an alert. */
export const removeAlert = (mainWindow: MainWindow, { id }: AlertView): Promise<void> =>
  editAlert(mainWindow, { kind: 'remove', id })

async function editAlert(mainWindow: MainWindow, edit: AlertEditInput): Promise<void> {
  const reply = await mainWindow.invoke('alerts.edit', { edit })
  if (reply.ok) mainWindow.alerts.setState({ value: reply.value })
  else toastError(mainWindow.toasts, reply.error, describeError)
}
