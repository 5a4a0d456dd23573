import { z } from 'zod'
import { asQuantity, decimalText, parseDecimal } from '../../../shared/domain/decimal.js'
import type { OrderMemory } from '../../../shared/domain/notifications/order-news.js'

/** The version of the file. */
export const ORDER_NEWS_VERSION = 1
const MAX_ORDERS = 5_000

const zFile = z.strictObject({
  v: z.literal(ORDER_NEWS_VERSION),
  data: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(80),
        filled: z.string().max(40),
        cancelRequested: z.boolean(),
      }),
    )
    .max(MAX_ORDERS),
})

/** Reads what was remembered of open orders; null for a file that is not ours or is damaged. */
export function parseOrderNews(text: string): ReadonlyMap<string, OrderMemory> | null {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = zFile.safeParse(content)
  if (!parsed.success) return null
  const memory = new Map<string, OrderMemory>()
  for (const { id, filled, cancelRequested } of parsed.data.data) {
    const quantity = parseDecimal(filled)
    if (quantity === null) return null
    memory.set(id, { filled: asQuantity(quantity), ended: false, cancelRequested })
  }
  return memory
}

/** Writes what must be remembered of open orders; of very many the last ones. */
export const writeOrderNews = (open: ReadonlyMap<string, OrderMemory>): string =>
  JSON.stringify({
    v: ORDER_NEWS_VERSION,
    data: [...open].slice(-MAX_ORDERS).map(([id, { filled, cancelRequested }]) => ({
      id,
      filled: decimalText(filled),
      cancelRequested,
    })),
  })
