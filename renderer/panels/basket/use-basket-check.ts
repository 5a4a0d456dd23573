import { useEffect, useRef, useState } from 'react'
import type { OrderFault } from '../../../shared/domain/orders/trade-outcome.js'
import { useMainWindow } from '../../stores/context.js'
import { comboOf, sendable, type BasketEntry, type BasketMode } from '../../stores/submit/basket.js'

/** By the id of an entry, why it would be refused; linked orders have theirs at the first. */
export type BasketFaults = ReadonlyMap<number, readonly OrderFault[]>

/** What holds an order back may begin or end without a change of it. */
const REPEAT_MS = 5_000
const NONE: BasketFaults = new Map()

/**
 * Returns why the orders would be refused before they are sent, as the order service itself would
 * say; empty until that is known. Without an answer the check when they are sent decides.
 */
export function useBasketCheck(entries: readonly BasketEntry[], mode: BasketMode): BasketFaults {
  const { invoke } = useMainWindow()
  const key = [mode, ...sendable(entries).map(({ id }) => id)].join()
  const [checkResult, setCheckResult] = useState({ key, faults: NONE })
  const latest = useRef(entries)
  latest.current = entries
  useEffect(() => {
    let isCurrent = true
    const check = async (): Promise<void> => {
      const waiting = sendable(latest.current)
      const combo = comboOf(waiting, mode)
      const checked = combo === null ? waiting : waiting.slice(0, 1)
      const faults = await Promise.all(
        checked.map(async ({ id, draft }) => {
          const reply = await invoke('orders.check', { draft, combo })
          return [id, reply.ok ? reply.value : []] as const
        }),
      )
      if (isCurrent) setCheckResult({ key, faults: new Map(faults) })
    }
    void check()
    const repeated = setInterval(() => void check(), REPEAT_MS)
    return () => {
      isCurrent = false
      clearInterval(repeated)
    }
  }, [invoke, key, mode])
  return checkResult.key === key ? checkResult.faults : NONE
}
