import { useState } from 'react'
import type { InputOf, OpName, OutputOf } from '../../bridge/client.js'
import { useMainWindow } from '../../stores/context.js'
import { describeError } from '../../text/error-message.js'

/**
 * Sends one request to main at a time and holds the error message of the last one, shown beside the
 * form.
 */
export function useRequest() {
  const { invoke } = useMainWindow()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const request = async <K extends OpName>(
    op: K,
    input: InputOf<K>,
  ): Promise<OutputOf<K> | null> => {
    setBusy(true)
    setProblem(null)
    const reply = await invoke(op, input)
    setBusy(false)
    if (reply.ok) return reply.value
    const { title, detail } = describeError(reply.error)
    setProblem(detail ?? title)
    return null
  }
  return { ask: request, busy, problem, setProblem } as const
}
