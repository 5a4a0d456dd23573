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

/** The orders that one request of the person loads at least; the broker's pages have 10. */
const ORDERS_AT_ONCE = 100

/** Orders that were read, where they continue, and why reading ended before it should. */
interface ReadOrders {
  readonly orders: readonly Order[]
  readonly cursor: string | null
  readonly error: AppError | null
}

/** Reads pages of the history until there are enough orders, none left, or a page fails. */
async function readOrders(
  invoke: ReturnType<typeof useMainWindow>['invoke'],
  accountId: AccountId,
  from: string | null,
): Promise<ReadOrders> {
  const orders: Order[] = []
  let cursor = from
  do {
    const reply = await invoke('orders.history', { accountId, from: null, to: null, cursor })
    if (!reply.ok) return { orders, cursor, error: reply.error }
    orders.push(...reply.value.orders)
    cursor = reply.value.cursor
  } while (cursor !== null && orders.length < ORDERS_AT_ONCE)
  return { orders, cursor, error: null }
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
    void readOrders(invoke, accountId, page.cursor).then(({ orders, cursor, error }) => {
      // Ignore a reply for an account that is no longer shown.
      if (loading.current !== accountId) return
      loading.current = null
      setPage((before) => ({
        orders: [...before.orders, ...orders],
        cursor,
        state: cursor === null && error === null ? 'whole' : 'idle',
        error,
      }))
    })
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
