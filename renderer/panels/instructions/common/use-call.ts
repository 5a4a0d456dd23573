import { useState } from 'react'
import type { InputOf, OpName, OutputOf } from '../../../bridge/client.js'
import { useMainWindow } from '../../../stores/context.js'
import { offerOverlay } from '../../../stores/layout.js'
import { toastError } from '../../../stores/toasts.js'
import { describeError } from '../../../text/error-message.js'

/**
 * Sends one request to main at a time; errors are shown as toasts. Where main requires a step-up,
 * the passphrase dialog opens; then the person presses again.
 */
export function useCall() {
  const mainWindow = useMainWindow()
  const [busy, setBusy] = useState(false)
  const call = async <K extends OpName>(op: K, input: InputOf<K>): Promise<OutputOf<K> | null> => {
    setBusy(true)
    const reply = await mainWindow.invoke(op, input)
    setBusy(false)
    if (reply.ok) return reply.value
    if (reply.error.code !== 'lock/step-up' || !offerOverlay(mainWindow.layout, 'step-up')) {
      toastError(mainWindow.toasts, reply.error, describeError)
    }
    return null
  }
  return { call, busy } as const
}
