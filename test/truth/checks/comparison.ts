import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { text } from '../../../shared/messages/en/window/index.js'
import {
  trueOrder,
  truePosition,
  type ExchangeRecord,
  type PaintedOrder,
  type PaintedPosition,
} from './painted.js'

/** How what is shown differs from the exchange. */
export interface Difference {
  /** Rows that contradict the exchange, or that it has and the window does not show. */
  readonly wrong: readonly string[]
  /**
   * Orders that are shown as uncertain and that the exchange does not have: the window says that it
   * does not know. Countersign proves such an absence over a minute (REL-31).
   */
  readonly doubts: readonly string[]
}

/** The ids of orders of this client; the history that an account begins with has others. */
const OUR_ID = /^[0-9a-f]{32}$/
export const isOurs = (record: ExchangeRecord): boolean =>
  OUR_ID.test(String(record['client_order_id']))

const { statuses, pending, unconfirmed } = text.orders
const DOUBTFUL: ReadonlySet<string> = new Set([
  statuses.unknown,
  statuses.sending,
  pending.replace.unknown,
  pending.cancel.unknown,
  unconfirmed,
])
/** Orders that never reached the exchange, or that it refused. */
const ABSENT: ReadonlySet<string> = new Set([
  statuses.rejected,
  statuses.denied,
  statuses['not-placed'],
])
const OPEN: ReadonlySet<string> = new Set([
  statuses.pending,
  statuses.working,
  statuses['partially-filled'],
])

const keyOf = (row: object): string => Object.values(row).join(' | ')

/** Removes from each list what both have; equal rows count as often as they occur. */
function unmatched<T extends object>(
  rowsShown: readonly T[],
  expected: readonly T[],
): { readonly shown: readonly T[]; readonly missing: readonly T[] } {
  const unpaired = new Map<string, T[]>()
  for (const row of expected) {
    const rows = unpaired.get(keyOf(row))
    if (rows === undefined) unpaired.set(keyOf(row), [row])
    else rows.push(row)
  }
  const extra = rowsShown.filter((row) => unpaired.get(keyOf(row))?.pop() === undefined)
  return { shown: extra, missing: [...unpaired.values()].flat() }
}

/**
 * Compares the orders that the window paints with those of the exchange. With `openOnly` the
 * window's filter shows working orders only.
 */
export function compareOrders(
  painted: readonly PaintedOrder[],
  { orders }: Pick<PracticeState, 'orders'>,
  openOnly: boolean,
): Difference {
  const inScope = (row: PaintedOrder): boolean => !openOnly || OPEN.has(row.status)
  const ours = orders.filter(isOurs).map(trueOrder).filter(inScope)
  const earlier = orders.filter((record) => !isOurs(record)).map(trueOrder)
  const first = unmatched(painted, ours)
  // The window shows the account's earlier history only as far as it was loaded.
  const { shown: extra } = unmatched(first.shown, earlier)
  const wrong = extra.filter(({ status }) => !DOUBTFUL.has(status) && !ABSENT.has(status))
  const doubts = extra.filter(({ status }) => DOUBTFUL.has(status)).map(keyOf)
  return {
    wrong: [
      ...wrong.map((row) => `shown, but not so at the exchange: ${keyOf(row)}`),
      ...first.missing.map((row) => `at the exchange, but not shown so: ${keyOf(row)}`),
    ],
    doubts: first.missing.length > 0 ? [] : doubts,
  }
}

/** Compares the positions that the window paints with those of the account at the exchange. */
export function comparePositions(
  painted: readonly PaintedPosition[],
  records: readonly ExchangeRecord[],
): readonly string[] {
  const { shown, missing } = unmatched(painted, records.map(truePosition))
  return [
    ...shown.map((row) => `position shown, but not so at the exchange: ${keyOf(row)}`),
    ...missing.map((row) => `position at the exchange, but not shown so: ${keyOf(row)}`),
  ]
}

/** Returns what must not change while the window is read: orders, and positions without prices. */
export const stateDigest = ({ orders, positions }: PracticeState): string =>
  JSON.stringify([
    orders.filter(isOurs).map((record) => [record['client_order_id'], trueOrder(record)]),
    Object.values(positions).map((records) => records.map(truePosition)),
  ])
