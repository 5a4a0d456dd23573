import { useState } from 'react'
import type { InputOf, OpName, OutputOf } from '../../../shared/ipc/contract.js'
import { useDesk } from '../../stores/context.js'
import { offerOverlay } from '../../stores/layout.js'
import { toastError } from '../../stores/toasts.js'
import { errorSentence } from '../../text/error-sentence.js'

/**
 * One question to main at a time; errors are told as toasts. Where the person has to show to be
 * here first, the passphrase is asked for: then press again.
 */
export function useCall() {
  const desk = useDesk()
  const [busy, setBusy] = useState(false)
  const call = async <K extends OpName>(op: K, input: InputOf<K>): Promise<OutputOf<K> | null> => {
    setBusy(true)
    const reply = await desk.invoke(op, input)
    setBusy(false)
    if (reply.ok) return reply.value
    if (reply.error.code !== 'lock/step-up' || !offerOverlay(desk.layout, 'step-up')) {
      toastError(desk.toasts, reply.error, errorSentence)
    }
    return null
  }
  return { call, busy } as const
}
