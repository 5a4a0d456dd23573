import { useState } from 'react'
import type { InputOf, OpName, OutputOf } from '../../../shared/ipc/contract.js'
import { useMainWindow } from '../../stores/context.js'
import { describeError } from '../../text/error-sentence.js'

/**
 * One question to main at a time, and what went wrong with the last one, in words that stay beside
 * the form.
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
