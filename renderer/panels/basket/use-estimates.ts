import { useEffect, useRef, useState } from 'react'
import { add, ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'
import type { OrderPreview } from '../../../shared/domain/orders/trade-outcome.js'
import { useMainWindow } from '../../stores/context.js'
import { sendable, type BasketEntry } from '../../stores/submit/basket.js'

/** The estimate of an order: while it is requested absent, null where there is none. */
export type Estimates = ReadonlyMap<number, OrderPreview | null>

/** Prices move on, so what an order costs is requested again. */
const REFRESH_MS = 15_000

/**
 * Returns the broker's estimates of the orders that are not sent yet, requested again every 15
 * seconds; a failed request keeps the estimate before it.
 */
export function useEstimates(entries: readonly BasketEntry[]): Estimates {
  const { invoke } = useMainWindow()
  const [estimates, setEstimates] = useState<Estimates>(new Map())
  const key = sendable(entries)
    .map(({ id }) => id)
    .join()
  const latest = useRef(entries)
  latest.current = entries
  useEffect(() => {
    const request = (): void => {
      for (const { id, draft } of sendable(latest.current)) {
        void invoke('orders.preview', { draft }).then((reply) =>
          setEstimates((known) => {
            const estimate = reply.ok ? reply.value : (known.get(id) ?? null)
            return new Map(known).set(id, estimate)
          }),
        )
      }
    }
    request()
    const timer = setInterval(request, REFRESH_MS)
    return () => clearInterval(timer)
  }, [key, invoke])
  return estimates
}

/** What buys cost, what sales bring, and the fees of both, in one currency. */
export interface EstimateTotal {
  readonly currency: string
  readonly buys: Money
  readonly sales: Money
  readonly fees: Money
}

/** Returns the totals by currency of the orders' estimates. */
export function estimateTotals(
  entries: readonly BasketEntry[],
  estimates: Estimates,
): readonly EstimateTotal[] {
  const totals = new Map<string, EstimateTotal>()
  for (const { id, draft } of entries) {
    const estimate = estimates.get(id)
    if (estimate === undefined || estimate === null) continue
    const { currency, cost } = estimate
    const total = totals.get(currency) ?? emptyTotal(currency)
    const isBuy = draft.side === 'buy'
    totals.set(currency, {
      currency,
      buys: isBuy ? add(total.buys, cost) : total.buys,
      sales: isBuy ? total.sales : add(total.sales, cost),
      fees: add(total.fees, estimate.fees),
    })
  }
  return [...totals.values()]
}

const emptyTotal = (currency: string): EstimateTotal => ({
  currency,
  buys: ZERO_MONEY,
  sales: ZERO_MONEY,
  fees: ZERO_MONEY,
})
