import { join } from 'node:path'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createJournalFile } from '../../../electron/adapters/journal/journal-file.js'
import { createJournal } from '../../../electron/core/orders/order-journal.js'
import { createProjection } from '../../../electron/core/orders/order-projection.js'
import { eq, isZero, parseDecimal, type Decimal } from '../../../shared/domain/decimal.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { isOurs } from './comparison.js'
import type { ExchangeRecord } from './painted.js'

const STATUSES: Readonly<Record<string, Order['status']>> = {
  PENDING: 'pending',
  SUBMITTED: 'working',
  PARTIAL_FILLED: 'partially-filled',
  FILLED: 'filled',
  CANCELLED: 'cancelled',
  FAILED: 'rejected',
}
/** States of an order that the exchange does not have. */
const ABSENT: ReadonlySet<Order['status']> = new Set(['rejected', 'denied', 'not-placed'])

/** Reads the journal of a program that has ended, as its next start would. */
export async function readJournal(userData: string): Promise<readonly Order[]> {
  const log = { event: () => undefined }
  const path = join(userData, 'practice', 'orders.journal')
  const journal = createJournal(createJournalFile({ path, clock: systemClock, log }), { log })
  const projection = createProjection()
  const read = await journal.recover(projection)
  await journal.close()
  if (!read.ok) throw new Error(`the journal cannot be read: ${read.error.kind}`)
  return projection.orders.all()
}

const same = (value: Decimal | null, record: ExchangeRecord, name: string): boolean => {
  const text = record[name]
  const truth = typeof text === 'string' ? parseDecimal(text) : null
  if (truth === null || isZero(truth)) return value === null || isZero(value)
  return value !== null && eq(value, truth)
}

/**
 * Compares the journal with the exchange, order by order: state, fills and prices. With `mayDoubt`
 * an unknown order need not exist.
 */
export function journalDifferences(
  journal: readonly Order[],
  { orders }: Pick<PracticeState, 'orders'>,
  mayDoubt: boolean,
): readonly string[] {
  const absent = mayDoubt ? new Set([...ABSENT, 'unknown']) : ABSENT
  const truth = new Map(orders.map((record) => [String(record['client_order_id']), record]))
  const rows = journal.filter(({ ours }) => ours)
  const known = new Set<string>(rows.map(({ clientOrderId }) => clientOrderId))
  const unknown = orders
    .filter((record) => isOurs(record) && !known.has(String(record['client_order_id'])))
    .map((record) => `${String(record['client_order_id'])} is not in the journal`)
  return [
    ...unknown,
    ...rows.flatMap((row) => rowDifferences(row, truth.get(row.clientOrderId), absent)),
  ]
}

function rowDifferences(
  row: Order,
  record: ExchangeRecord | undefined,
  absent: ReadonlySet<string>,
): readonly string[] {
  const { clientOrderId: id, status } = row
  if (record === undefined) {
    return absent.has(status) ? [] : [`${id} is ${status} in the journal, but does not exist`]
  }
  const members = [
    status === STATUSES[String(record['status'])] ? null : 'status',
    same(row.filledQuantity, record, 'filled_quantity') ? null : 'filled quantity',
    same(row.averageFillPrice, record, 'filled_price') ? null : 'average price',
    same(row.limitPrice, record, 'limit_price') ? null : 'limit price',
  ].filter((member) => member !== null)
  return members.map(
    (member) => `${id} (${String(record['status'])}): other ${member} in the journal`,
  )
}
