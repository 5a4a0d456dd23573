import { ZERO_QUANTITY } from '../../shared/domain/decimal.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { Fill } from '../../shared/domain/orders/order.js'
import type { ClientOrderId } from '../../shared/domain/ids.js'
import { formatAverage } from '../format/product-price.js'
import { ownQuantity } from '../format/own.js'
import { actionOf, instrumentName, orderInstrument } from '../format/instrument-name.js'
import { FillNotices, type FillSummary } from '../stores/fill-notices.js'
import { addBadge, showOrder } from '../stores/layout.js'
import type { MainWindow } from '../stores/main-window.js'
import { symbolOf, ticketGroup } from '../stores/selection.js'
import { dismissToast, toast } from '../stores/toasts.js'

/** More fills than this at once are counted in one toast. */
const MAX_TOASTS = 3

/**
 * Shows a toast and a badge for fills of symbols other than the ticket's, which shows its own. A
 * later fill of the same order replaces the toast of the one before.
 */
export function showFills(mainWindow: MainWindow): Disposer {
  const toastIds = new Map<ClientOrderId, number>()
  SHOWN.set(mainWindow, toastIds)
  const notices = new FillNotices(
    mainWindow.fills,
    {
      now: () => mainWindow.now(),
      exchangeNow: () =>
        mainWindow.now() + (mainWindow.session.getState().value?.exchangeOffsetMs ?? 0),
    },
    (summaries) => {
      const selection = mainWindow.selection.getState()
      const ticketSymbol = symbolOf(selection, ticketGroup(selection))
      const newFills = summaries.filter(
        ({ fill }) =>
          isWanted(mainWindow, fill) &&
          (fill.symbol !== ticketSymbol || fill.assetClass !== 'stock'),
      )
      if (newFills.length === 0) return
      addBadge(mainWindow.layout, 'fills', newFills.length)
      if (newFills.length > MAX_TOASTS) {
        toast(mainWindow.toasts, 'good', ({ fills }) => fills.notice.orders(newFills.length))
        return
      }
      for (const summary of newFills) showFill(mainWindow, summary, toastIds)
    },
  )
  const stops = [
    notices.start(),
    mainWindow.appState.subscribe(({ value }, before) => {
      if (value?.current?.id !== before.value?.current?.id) notices.reset()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** By window, the toasts of fills by order. */
const SHOWN = new WeakMap<MainWindow, Map<ClientOrderId, number>>()

/** Removes the toast of an order's fill, which another toast tells with more. */
export function dismissFill(mainWindow: MainWindow, order: ClientOrderId): void {
  const id = SHOWN.get(mainWindow)?.get(order)
  if (id !== undefined) dismissToast(mainWindow.toasts, id)
}

/** Whether the person wants a toast: fills of a working order are partial ones. */
function isWanted({ orders, preferences }: MainWindow, { clientOrderId }: Fill): boolean {
  const { value } = preferences.getState()
  if (value === null) return true
  const isPartial = orders.get(clientOrderId)?.status === 'partially-filled'
  return (isPartial ? value.notifyPartialFills : value.notifyFills) !== 'off'
}

function showFill(
  mainWindow: MainWindow,
  { fill, quantity, price }: FillSummary,
  toastIds: Map<ClientOrderId, number>,
): void {
  const order = mainWindow.orders.get(fill.clientOrderId)
  const action = actionOf(order ?? fill)
  const instrument = orderInstrument(order ?? fill)
  const named = action === 'roll' ? { ...instrument, strategy: 'unnamed' as const } : instrument
  const size = order?.quantity ?? null
  const filled = order?.filledQuantity ?? ZERO_QUANTITY
  const before = toastIds.get(fill.clientOrderId)
  if (before !== undefined) dismissToast(mainWindow.toasts, before)
  const id = toast(
    mainWindow.toasts,
    'good',
    ({ fills, instruments }) =>
      fills.notice.title[action](
        ownQuantity(quantity),
        instrumentName(named, instruments),
        formatAverage(price, fill),
      ),
    {
      detail:
        size === null
          ? null
          : ({ fills }) => fills.notice.filled(ownQuantity(filled), ownQuantity(size)),
      action: {
        label: ({ table }) => table.showOrder,
        run: () => showOrder(mainWindow.layout, fill.clientOrderId),
      },
    },
  )
  toastIds.set(fill.clientOrderId, id)
}
