import { useCallback, useEffect, useRef, useState } from 'react'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { useMainWindow } from '../../stores/context.js'

export interface History {
  readonly orders: readonly Order[]
  readonly state: 'idle' | 'loading' | 'whole'
  readonly error: AppError | null
  /** Loads the next older page. Does nothing while one is loading or when there is none. */
  more(): void
}

const NONE = {
  orders: [] as readonly Order[],
  cursor: null as string | null,
  state: 'idle' as History['state'],
  error: null as AppError | null,
}

/**
 * Loads the older orders of an account, page by page through the broker's cursor; another account
 * starts over.
 */
export function useHistory(accountId: AccountId | null): History {
  const { invoke } = useMainWindow()
  const [page, setPage] = useState(NONE)
  const loading = useRef<AccountId | null>(null)
  useEffect(() => {
    loading.current = null
    setPage(NONE)
  }, [accountId])
  const more = useCallback(() => {
    if (accountId === null || loading.current !== null || page.state === 'whole') return
    loading.current = accountId
    setPage((before) => ({ ...before, state: 'loading', error: null }))
    void invoke('orders.history', { accountId, from: null, to: null, cursor: page.cursor }).then(
      (reply) => {
        // Ignore a reply for an account that is no longer shown.
        if (loading.current !== accountId) return
        loading.current = null
        if (!reply.ok) {
          return setPage((before) => ({ ...before, state: 'idle', error: reply.error }))
        }
        const { orders, cursor } = reply.value
        setPage((before) => ({
          orders: [...before.orders, ...orders],
          cursor,
          state: cursor === null ? 'whole' : 'idle',
          error: null,
        }))
      },
    )
  }, [accountId, invoke, page.cursor, page.state])
  // Load the newest page without a request by the person, who opens the blotter to see recent
  // orders.
  const untouched =
    page.state === 'idle' && page.orders.length === 0 && page.cursor === null && page.error === null
  useEffect(() => {
    if (untouched) more()
  }, [untouched, more])
  return { orders: page.orders, state: page.state, error: page.error, more }
}
