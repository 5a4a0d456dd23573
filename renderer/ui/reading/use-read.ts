import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Result } from '../../../shared/domain/result.js'
import type { Invoke } from '../../bridge/client.js'
import { useMainWindow, useOnReachable } from '../../stores/context.js'
import { useRetryWhenAllowed } from './use-retry-when-allowed.js'

/**
 * What a panel reads once: it is shown until it is read again. When a later read fails the older
 * value stays, and `problem` is why.
 */
export type ReadState<T> = { readonly reload: () => void } & (
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly error: AppError }
  | {
      readonly phase: 'ready'
      readonly value: T
      readonly readAt: number
      readonly problem: AppError | null
    }
)

type Found<T> = { readonly key: string; readonly round: number } & (
  | {
      readonly ok: true
      readonly value: T
      readonly readAt: number
      readonly problem: AppError | null
    }
  | { readonly ok: false; readonly error: AppError }
)

/**
 * Reads a value from main, again whenever `key` changes, when the broker becomes reachable, when
 * its limit allows a read that it refused, and on `reload`; loading while the key is null. `read`
 * must be stable.
 */
export function useRead<T>(
  key: string | null,
  readValue: (invoke: Invoke, key: string) => Promise<Result<T, AppError>>,
): ReadState<T> {
  const { invoke, now } = useMainWindow()
  const [latest, setLatest] = useState<Found<T> | null>(null)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((value) => value + 1), [])
  useEffect(() => {
    if (key === null) return undefined
    let current = true
    void readValue(invoke, key).then((reply) => {
      if (!current) return
      setLatest((before) => {
        if (reply.ok) {
          return { key, round, ok: true, value: reply.value, readAt: now(), problem: null }
        }
        return before?.key === key && before.ok
          ? { ...before, round, problem: reply.error }
          : { key, round, ok: false, error: reply.error }
      })
    })
    return () => {
      current = false
    }
  }, [invoke, now, key, readValue, round])
  useOnReachable(reload)
  const isCurrent = latest !== null && latest.key === key
  useRetryWhenAllowed(isCurrent ? (latest.ok ? latest.problem : latest.error) : null, reload)
  if (latest === null || latest.key !== key) return { phase: 'loading', reload }
  if (latest.ok) {
    const { value, readAt, problem } = latest
    return { phase: 'ready', value, readAt, problem, reload }
  }
  return latest.round === round
    ? { phase: 'failed', error: latest.error, reload }
    : { phase: 'loading', reload }
}
