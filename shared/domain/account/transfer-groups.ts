import { add, neg, type Decimal } from '../decimal.js'
import { epochMs } from '../time.js'
import type { Transfer } from './activity.js'

/** The records of one ACATS transfer that settles in parts, at least two, newest first. */
export interface TransferGroup {
  readonly group: string
  readonly parts: readonly Transfer[]
}

/** Returns the transfers that these records are parts of; what is no part of one is in none. */
export function transferGroups(records: readonly Transfer[]): readonly TransferGroup[] {
  const groups = new Map<string, Transfer[]>()
  for (const record of records) {
    const { group, accountId } = record
    if (group === null || group === '') continue
    const key = JSON.stringify([accountId, group])
    const parts = groups.get(key)
    if (parts === undefined) groups.set(key, [record])
    else parts.push(record)
  }
  return [...groups.values()].flatMap((parts) => {
    const sorted = parts.toSorted((a, b) => b.createdAt - a.createdAt)
    const group = sorted[0]?.group ?? null
    return sorted.length < 2 || group === null ? [] : [{ group, parts: sorted }]
  })
}

/** Returns what all parts share, `mixed` where they differ. */
const shared = <T, M>(
  parts: readonly Transfer[],
  valueOf: (part: Transfer) => T,
  mixed: M,
): T | M => {
  const values = new Set(parts.map(valueOf))
  const [first] = values
  return values.size === 1 && first !== undefined ? first : mixed
}

/**
 * Returns the transfer as one: requested with its first record, updated with its latest change, and
 * settled on the day of the last record once all are.
 */
export function transferOfGroup({ parts }: TransferGroup): Transfer | null {
  const [newest] = parts
  if (newest === undefined) return null
  const status = shared(parts, (part) => part.status, 'unknown' as const)
  const days = parts.map(({ settlementDate }) => settlementDate)
  const failures = [...new Set(parts.flatMap(({ failure }) => failure ?? []))]
  return {
    ...newest,
    direction: shared(parts, (part) => part.direction, 'unknown' as const),
    status,
    failure: failures.length === 0 ? null : failures.join(' '),
    extent: shared(parts, (part) => part.extent, null),
    createdAt: epochMs(Math.min(...parts.map(({ createdAt }) => createdAt))),
    updatedAt: epochMs(Math.max(...parts.map((part) => part.updatedAt ?? part.createdAt))),
    settlementDate:
      status === 'completed' && !days.includes(null) ? (days.toSorted().at(-1) ?? null) : null,
    controlNumber: shared(parts, (part) => part.controlNumber, null),
    cash: [],
    positions: [],
  }
}

/** What moved, of one currency or one security; negative left the account. */
export interface TransferTotal {
  readonly name: string
  readonly isCash: boolean
  readonly amount: Decimal
}

/**
 * Returns what the settled records of a transfer moved in all, from their details. Cash has its
 * sign in the record; securities have that of the record's direction.
 */
export function transferTotals(parts: readonly Transfer[]): readonly TransferTotal[] {
  const totals = new Map<string, TransferTotal>()
  const count = (name: string, isCash: boolean, amount: Decimal): void => {
    const key = JSON.stringify([name, isCash])
    const before = totals.get(key)
    totals.set(key, {
      name,
      isCash,
      amount: before === undefined ? amount : add(before.amount, amount),
    })
  }
  for (const { status, direction, cash, positions } of parts) {
    if (status !== 'completed' || direction === 'unknown') continue
    for (const { currency, amount } of cash) count(currency, true, amount)
    for (const { symbol, quantity, totalQuantity } of positions) {
      const moved = totalQuantity ?? quantity
      count(symbol, false, direction === 'out' ? neg(moved) : moved)
    }
  }
  return [...totals.values()]
}
