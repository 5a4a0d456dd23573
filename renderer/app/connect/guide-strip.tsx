import { useEffect, useState } from 'react'
import type { ProductionCheckResult } from '../../../shared/domain/app/production-checklist.js'
import { dayStamp } from '../../format/time.js'
import { useAllRows, useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { endGuide } from './guide-progress.js'

/** More orders than a person sends in their first minutes. */
const MAX_ROWS = 500
/** The journal has a fill a moment after the window does. */
const RETRY_MS = 1_000

/** Leads on in the sandbox, until its first order has filled and the account can follow. */
export function GuideStrip() {
  const mainWindow = useMainWindow()
  const connecting = useSlice(mainWindow.preferences, ({ value }) => value?.connecting === true)
  const sandbox = useSlice(
    mainWindow.appState,
    ({ value }) => value?.current?.environment === 'sandbox' && value.switching === null,
  )
  return connecting && sandbox ? <Strip /> : null
}

function Strip() {
  const text = useText()
  const messages = text.connect.sandbox
  const mainWindow = useMainWindow()
  const order = useSandboxOrder()
  const isFilled = order?.done === true
  return (
    <section className="tour" aria-label={text.connect.title.sandbox} data-testid="guide-strip">
      <p aria-live="polite">
        {isFilled && order.doneAt !== null
          ? messages.filled(dayStamp(order.doneAt))
          : messages.order}
      </p>
      <div className="tour-foot">
        <Button variant="quiet" size="small" onClick={() => endGuide(mainWindow)}>
          {messages.stop}
        </Button>
        <Button
          variant={isFilled ? 'primary' : 'plain'}
          size="small"
          onClick={() => showOverlay(mainWindow.layout, 'connect')}
        >
          {messages.next}
        </Button>
      </div>
    </section>
  )
}

/** Returns whether an order filled in a sandbox; read again whenever the orders change. */
function useSandboxOrder(): ProductionCheckResult | null {
  const { appState, orders, invoke } = useMainWindow()
  const id = useSlice(appState, ({ value }) => value?.current?.id ?? null)
  const filled = useAllRows(orders, MAX_ROWS).filter(({ status }) => status === 'filled').length
  const [order, setOrder] = useState<ProductionCheckResult | null>(null)
  const isDone = order?.done === true
  useEffect(() => {
    if (id === null || isDone) return undefined
    let isCurrent = true
    const readChecklist = (): void =>
      void invoke('profiles.checklist', { id }).then((reply) => {
        const orderCheck = reply.ok
          ? reply.value.checks.find(({ check }) => check === 'sandbox-order')
          : undefined
        if (isCurrent && orderCheck !== undefined) setOrder(orderCheck)
      })
    readChecklist()
    const retry = setTimeout(readChecklist, RETRY_MS)
    return () => {
      isCurrent = false
      clearTimeout(retry)
    }
  }, [invoke, id, filled, isDone])
  return order
}
