import { BUDGET_SCENARIOS, BUSY_USER, simulateBudgets } from '../simulation/core/order-budget.js'
import { atMost } from './report/bounds.js'
import { metricRow, percentile, seconds, type MetricRow } from './report/table.js'

/** The longest wait of each kind of request that an order may have, in ms. */
const WAITS = {
  placeMs: ['a placement', 1_000],
  cancelMs: ['a cancel', 1_000],
  settleMs: ['an unsettled order', 3_000],
} as const

const longest = (values: readonly number[]): number => Math.max(0, ...values)

/**
 * What the request budgets make an order wait in an hour with ten working orders in five
 * accounts, while polling never rests (virtual time).
 */
export async function budgets(): Promise<MetricRow[]> {
  const rows: MetricRow[] = []
  for (const [name, access] of Object.entries(BUDGET_SCENARIOS)) {
    const result = await simulateBudgets({ ...BUSY_USER, ...access, seed: 1 })
    const [listed, queried] = [result.listAgeMs, result.queryAgeMs].map((ages) =>
      seconds(percentile(ages, 0.5)),
    )
    for (const [kind, [request, limitMs]] of Object.entries(WAITS)) {
      rows.push(
        metricRow({
          id: 'budgets',
          metric: `longest wait of ${request} (${name})`,
          ours: longest(result[kind as keyof typeof WAITS]),
          format: seconds,
          bounds: [atMost(limitMs)],
          note:
            kind === 'placeMs'
              ? `an account is listed every ${listed} (median), a working order queried every ${queried}`
              : undefined,
        }),
      )
    }
  }
  return rows
}
