import { useState } from 'react'
import type { InputOf, OpName, OutputOf } from '../../../shared/ipc/contract.js'
import { useDesk } from '../../stores/context.js'
import { errorSentence } from '../../text/error-sentence.js'

/**
 * One question to main at a time, and what went wrong with the last one, in words that stay beside
 * the form.
 */
export function useAsk() {
  const { invoke } = useDesk()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const ask = async <K extends OpName>(op: K, input: InputOf<K>): Promise<OutputOf<K> | null> => {
    setBusy(true)
    setProblem(null)
    const reply = await invoke(op, input)
    setBusy(false)
    if (reply.ok) return reply.value
    const { title, detail } = errorSentence(reply.error)
    setProblem(detail ?? title)
    return null
  }
  return { ask, busy, problem, setProblem } as const
}
