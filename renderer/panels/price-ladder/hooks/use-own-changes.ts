import { useState } from 'react'
import type { Price } from '../../../../shared/domain/decimal.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { moveBlock, type OrderLine } from '../../../chart/trading/trade-lines.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { requiresConfirmation } from '../../../stores/order-confirmation.js'
import { isChangeable } from '../../../ui/orders/changeable.js'
import { moveOrder } from '../../../ui/orders/move-order.js'
import { orderChangesOf, type PendingConfirmation } from '../../../ui/orders/order-changes.js'
import { useTradeGate } from '../../../ui/orders/use-trade-gate.js'
import type { OwnTrades } from './use-ladder-orders.js'

/** What is done with own orders. */
export interface OwnChanges {
  readonly confirmation: PendingConfirmation | null
  /** Several orders that the person is asked about; null for none. */
  readonly canceling: readonly Order[] | null
  move(line: OrderLine, to: Price): void
  cancel(lines: readonly OrderLine[]): void
  cancelNow(): void
  close(): void
  gone(): void
  warn(reason: string): void
  blockOf(line: OrderLine): string | null
}

/** Moves and cancels own orders by the one path of the window. */
export function useOwnChanges({ lines }: OwnTrades, warn: (reason: string) => void): OwnChanges {
  const mainWindow = useMainWindow()
  const text = usePanelText()
  const gate = useTradeGate()
  const [confirmation, setConfirmation] = useState<PendingConfirmation | null>(null)
  const [canceling, setCanceling] = useState<readonly Order[] | null>(null)
  const changes = orderChangesOf(mainWindow)
  const working = (wanted: readonly OrderLine[]): readonly Order[] => {
    const ids = new Set(wanted.map(({ order }) => order.clientOrderId))
    return [...ids]
      .map((id) => mainWindow.orders.get(id))
      .filter((order) => order !== undefined)
      .filter((order) => isChangeable(order) && !changes.isBusy(order.clientOrderId))
  }
  const close = (): void => {
    setConfirmation(null)
    setCanceling(null)
  }
  return {
    confirmation,
    canceling,
    move: (line, to) => void moveOrder(mainWindow, line, to, setConfirmation),
    cancel(wanted) {
      const orders = working(wanted)
      const [only, ...more] = orders
      if (only === undefined) return
      if (more.length === 0) changes.cancel(only, setConfirmation)
      else if (requiresConfirmation(mainWindow)) setCanceling(orders)
      else void changes.cancelEach(orders)
    },
    cancelNow() {
      const ids = new Set((canceling ?? []).map(({ clientOrderId }) => clientOrderId))
      void changes.cancelEach(working(lines.filter(({ order }) => ids.has(order.clientOrderId))))
      close()
    },
    close,
    gone: () => warn(text.priceLadder.gone),
    warn,
    blockOf(line) {
      const block = moveBlock(line, changes.isBusy(line.order.clientOrderId))
      if (block !== null) return text.chartTrading.blocks[block]
      return gate === null ? null : text.chartTrading.off[gate]
    },
  }
}
