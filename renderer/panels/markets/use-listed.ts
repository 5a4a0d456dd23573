import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Invoke } from '../../bridge/client.js'
import { useMainWindow, useOnReachable } from '../../stores/context.js'

export type Listed<T> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly error: AppError; readonly reload: () => void }
  | { readonly phase: 'ready'; readonly items: readonly T[] }

type Reply<T> =
  | { readonly ok: true; readonly value: readonly T[] }
  | { readonly ok: false; readonly error: AppError }

const LOADING = { phase: 'loading' } as const

/**
 * Returns a list that main reads, again whenever `key` changes; loading while the key is null.
 * `read` must be stable.
 */
export function useListed<T>(
  key: string | null,
  readList: (invoke: Invoke, key: string) => Promise<Reply<T>>,
): Listed<T> {
  const { invoke } = useMainWindow()
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly listed: Listed<T> } | null>(
    null,
  )
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((value) => value + 1), [])
  useEffect(() => {
    if (key === null) return undefined
    let current = true
    void readList(invoke, key).then((reply) => {
      if (!current) return
      setLoaded({
        key,
        listed: reply.ok
          ? { phase: 'ready', items: reply.value }
          : { phase: 'failed', error: reply.error, reload },
      })
    })
    return () => {
      current = false
    }
  }, [invoke, key, readList, round, reload])
  useOnReachable(reload)
  return loaded === null || loaded.key !== key ? LOADING : loaded.listed
}

/** Returns the items of a list; none until it is loaded. */
export const itemsOf = <T>(listed: Listed<T>): readonly T[] =>
  listed.phase === 'ready' ? listed.items : []
