import { useCallback, useState } from 'react'
import type { AppError } from '../../shared/domain/app/app-error.js'
import { describeError } from './error-message.js'
import { useText, type LocalizedText } from './window-text.js'

/** Returns what a form says of a failed request, in the language of the moment it is shown. */
export const problemOf =
  (error: AppError): LocalizedText =>
  () => {
    const { title, detail } = describeError(error)
    return detail ?? title
  }

/**
 * Stores why a form was not accepted, and returns it in the current language; null while there is
 * no reason.
 */
export function useProblem(): readonly [string | null, (problem: LocalizedText | null) => void] {
  const text = useText()
  const [stored, setStored] = useState<{ readonly write: LocalizedText } | null>(null)
  const set = useCallback(
    (problem: LocalizedText | null) => setStored(problem === null ? null : { write: problem }),
    [],
  )
  return [stored?.write(text) ?? null, set]
}
