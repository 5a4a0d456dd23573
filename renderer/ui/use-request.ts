import { useState } from 'react'
import type { AppError } from '../../shared/domain/app/app-error.js'
import type { InputOf, OpName, OutputOf } from '../bridge/client.js'
import { useMainWindow } from '../stores/context.js'
import { offerOverlay } from '../stores/layout.js'
import type { MainWindow } from '../stores/main-window.js'
import { toastError } from '../stores/toasts.js'
import { describeError } from '../language/error-message.js'
import { problemOf, useProblem } from '../language/use-problem.js'

/**
 * Where a failed request is shown: `inline`, as `problem` beside the form; `toast`, as a toast, or
 * as the passphrase dialog where main requires a step-up (then the person presses again).
 */
export type ErrorDisplay = 'inline' | 'toast'

/** Sends one request to main at a time. A failed request resolves to null and is shown. */
export function useRequest(errors: ErrorDisplay = 'inline') {
  const mainWindow = useMainWindow()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useProblem()
  const request = async <K extends OpName>(
    op: K,
    input: InputOf<K>,
  ): Promise<OutputOf<K> | null> => {
    setBusy(true)
    setProblem(null)
    const reply = await mainWindow.invoke(op, input)
    setBusy(false)
    if (reply.ok) return reply.value
    if (errors === 'inline') setProblem(problemOf(reply.error))
    else showFailure(mainWindow, reply.error)
    return null
  }
  return { request, busy, problem, setProblem } as const
}

function showFailure(mainWindow: MainWindow, error: AppError): void {
  if (error.code === 'lock/step-up' && offerOverlay(mainWindow.layout, 'step-up')) return
  toastError(mainWindow.toasts, error, describeError)
}
