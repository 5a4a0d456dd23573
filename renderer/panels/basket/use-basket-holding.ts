import { useMemo } from 'react'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { useSelectedAccount } from '../../stores/context.js'
import { sendable, type BasketEntry, type BasketMode } from '../../stores/submit/basket.js'
import type { PreparedFinding } from '../../ui/ticket/model/prepared-holding.js'
import { usePreparedHolding } from '../../ui/ticket/use-prepared-holding.js'

/** By the id of an entry, why what is held does not allow it. */
export type BasketHolding = ReadonlyMap<number, PreparedFinding>

/**
 * Returns why what is held does not allow the orders of the basket. Of linked orders only those
 * that work at once are compared, and of these only one fills.
 */
export function useBasketHolding(entries: readonly BasketEntry[], mode: BasketMode): BasketHolding {
  const account = useSelectedAccount()
  const waiting = useMemo(() => {
    const own = sendable(entries).filter(({ draft }) => draft.accountId === account)
    return mode === 'oto' || mode === 'otoco' ? own.slice(0, 1) : own
  }, [entries, mode, account])
  const drafts = useMemo(() => waiting.map(({ draft }): OrderDraft => draft), [waiting])
  const findings = usePreparedHolding(drafts, mode !== 'oco')
  return useMemo(
    () =>
      new Map(
        waiting.flatMap(({ id }, index) => {
          const finding = findings[index] ?? null
          return finding === null ? [] : [[id, finding] as const]
        }),
      ),
    [waiting, findings],
  )
}
