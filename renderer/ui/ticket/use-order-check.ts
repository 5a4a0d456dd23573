import { useEffect, useState } from 'react'
import type { ComboDraft, OrderDraft } from '../../../shared/domain/orders/order.js'
import type { OrderFault } from '../../../shared/domain/orders/trade-outcome.js'
import { useMainWindow } from '../../stores/context.js'
import { otherThan } from '../../bridge/same-content.js'

/** A half-typed order needs no check. */
const TYPING_PAUSE_MS = 350
/** What holds an order back may end without a change of it: a price arrives, a lock-out ends. */
const REPEAT_MS = 5_000
const NONE: readonly OrderFault[] = []

interface Found {
  readonly key: string
  readonly faults: readonly OrderFault[]
}

/**
 * Returns why the order would be refused before it is sent, as the order service itself would say;
 * empty until that is known. Without an answer the check when it is sent decides.
 */
export function useOrderCheck(
  draft: OrderDraft | null,
  combo: ComboDraft | null,
): readonly OrderFault[] {
  const { invoke } = useMainWindow()
  const [checked, setChecked] = useState<Found | null>(null)
  const key = draft === null ? null : JSON.stringify({ draft, combo })
  useEffect(() => {
    if (key === null) return undefined
    let isCurrent = true
    const check = (): void => {
      const order = JSON.parse(key) as { draft: OrderDraft; combo: ComboDraft | null }
      void invoke('orders.check', order).then((reply) => {
        if (!isCurrent) return
        const faults = reply.ok ? reply.value : NONE
        setChecked((before) => otherThan(before, { key, faults }))
      })
    }
    const first = setTimeout(check, TYPING_PAUSE_MS)
    const repeated = setInterval(check, REPEAT_MS)
    return () => {
      isCurrent = false
      clearTimeout(first)
      clearInterval(repeated)
    }
  }, [invoke, key])
  return checked !== null && checked.key === key ? checked.faults : NONE
}
