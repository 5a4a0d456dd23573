import * as z from 'zod/mini'
import { BASKET_MODES, type BasketEntry, type BasketState } from './basket-state.js'
import { LOST } from './recover-outcome.js'
import { zSavedDraft, zSavedOutcome } from './saved-order.js'

const zBasket = z.object({
  mode: z.enum(BASKET_MODES),
  entries: z.array(
    z.object({
      id: z.int(),
      draft: zSavedDraft,
      outcome: z.nullable(zSavedOutcome),
      ticket: z.nullable(z.string()),
    }),
  ),
})

/**
 * Returns a saved basket; null when there is none. An order whose reply was lost with the page may
 * exist; one that had not been sent yet is as before.
 */
export function readBasket(saved: unknown): BasketState | null {
  const basket = zBasket.safeParse(saved)
  if (!basket.success) return null
  const { mode, entries } = basket.data as unknown as BasketState
  return { mode, entries: entries.map(afterReload) }
}

/** True while an order of a saved basket waits for its outcome. */
export function isBeingSent(saved: unknown): boolean {
  const basket = zBasket.safeParse(saved)
  return basket.success && basket.data.entries.some(({ outcome }) => outcome?.kind === 'sending')
}

function afterReload(entry: BasketEntry): BasketEntry {
  if (entry.outcome?.kind !== 'sending') return entry
  return { ...entry, outcome: entry.ticket === null ? null : LOST }
}
