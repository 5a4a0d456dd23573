import type { OrderWrite } from './order-write.js'
import type { SeenOrder } from './order-write-port.js'

/** True when two values of a term are the same: "10" and "10.00" are. */
const isSame = (wanted: string, shown: string | undefined): boolean =>
  shown !== undefined && plain(wanted) === plain(shown)

/** Writes a decimal without zeros that say nothing; other text stays as it is. */
function plain(text: string): string {
  if (!/^\d+(\.\d+)?$/.test(text)) return text
  const [front = '', part = ''] = text.split('.')
  const digits = part.replace(/0+$/, '')
  const start = front.replace(/^0+(?=\d)/, '')
  return digits === '' ? start : `${start}.${digits}`
}

/**
 * Returns what Order Detail proves of a request: that it had its effect, or that it can have none
 * any more; null where it proves neither yet.
 */
export function endOf(
  write: OrderWrite,
  orders: readonly SeenOrder[],
): 'done' | 'no-effect' | null {
  const order = orders.find(({ clientOrderId }) => clientOrderId === write.clientOrderId)
  if (order === undefined) return null
  switch (write.kind) {
    case 'place':
      return 'done'
    case 'cancel':
      return order.end === null ? null : order.end === 'cancelled' ? 'done' : 'no-effect'
    case 'replace': {
      const isShown = write.changes.every(({ clientOrderId, terms }) => {
        const shown = orders.find((seen) => seen.clientOrderId === clientOrderId)?.terms
        return Object.entries(terms).every(([name, value]) => isSame(value, shown?.[name]))
      })
      return isShown ? 'done' : order.end === null ? null : 'no-effect'
    }
  }
}
