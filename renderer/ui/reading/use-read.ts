import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Result } from '../../../shared/domain/result.js'
import type { Invoke } from '../../bridge/client.js'
import { useMainWindow, useOnConnected } from '../../stores/context.js'

/** What a panel reads once: it is shown until it is read again. */
export type ReadState<T> = { readonly reload: () => void } & (
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly error: AppError }
  | { readonly phase: 'ready'; readonly value: T; readonly readAt: number }
)

type Found<T> = { readonly key: string; readonly round: number } & (
  | { readonly ok: true; readonly value: T; readonly readAt: number }
  | { readonly ok: false; readonly error: AppError }
)

/**
 * Reads a value from main, again whenever `key` changes, when the account becomes signed in, and on
 * `reload`; loading while the key is null. `read` must be stable.
 */
export function useRead<T>(
  key: string | null,
  read: (invoke: Invoke, key: string) => Promise<Result<T, AppError>>,
): ReadState<T> {
  const { invoke, now } = useMainWindow()
  const [found, setFound] = useState<Found<T> | null>(null)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((value) => value + 1), [])
  useEffect(() => {
    if (key === null) return undefined
    let current = true
    void read(invoke, key).then((reply) => {
      if (!current) return
      setFound(
        reply.ok
          ? { key, round, ok: true, value: reply.value, readAt: now() }
          : { key, round, ok: false, error: reply.error },
      )
    })
    return () => {
      current = false
    }
  }, [invoke, now, key, read, round])
  useOnConnected(reload)
  if (found === null || found.key !== key) return { phase: 'loading', reload }
  if (found.ok) return { phase: 'ready', value: found.value, readAt: found.readAt, reload }
  return found.round === round
    ? { phase: 'failed', error: found.error, reload }
    : { phase: 'loading', reload }
}
