import { useEffect } from 'react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { ticketStoreOf } from '../../ui/ticket/model/ticket-store.js'
import type { Sending } from './use-send.js'
import type { Ticket } from './use-ticket.js'

/** Problems that pass by themselves while data loads. */
const PASSING: readonly string[] = ['instrument-unknown', 'account-missing', 'positions-unknown']

/**
 * Presses the ticket's button for an armed trading shortcut, once the form shows the order of that
 * shortcut: it is confirmed first, or sent at once by the person's setting. A request that waits
 * too long is dropped.
 */
export function useKeyOrder(
  { symbol, form, draft, findings }: Pick<Ticket, 'symbol' | 'form' | 'draft' | 'findings'>,
  { submit }: Pick<Sending, 'submit'>,
): void {
  const mainWindow = useMainWindow()
  const { tradingKeys } = mainWindow
  const order = useSlice(tradingKeys.state, (state) => state.order)
  useEffect(() => {
    if (order === null || order.symbol !== symbol) return
    const store = ticketStoreOf(mainWindow)
    store.takePrefill()
    // The form of this render may be from before the shortcut, with an older price; the store's
    // change renders again.
    if (store.form(symbol) !== form) return
    if (form.side !== order.side || form.type !== order.type) return
    const isLoading = findings.some(({ problem }) => PASSING.includes(problem))
    if (draft === null && isLoading) return
    if (tradingKeys.take(order) !== null) submit()
  }, [order, symbol, form, draft, findings, submit, tradingKeys, mainWindow])
}
