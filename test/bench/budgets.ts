import { BUDGET_SCENARIOS, BUSY_USER, simulateBudgets } from '../simulation/core/order-budget.js'
import { ms, percentile, type MetricRow } from './table.js'

const SECOND_MS = 1_000

const longest = (values: readonly number[]): number => Math.max(0, ...values)

const seconds = (values: readonly number[]): string =>
  `${(percentile(values, 0.5) / SECOND_MS).toFixed(1)} s`

/**
 * P22: what the request budgets make an order wait in an hour with ten working orders in five
 * accounts, while polling never rests (virtual time).
 */
export async function budgets(): Promise<MetricRow[]> {
  const rows: MetricRow[] = []
  for (const [name, access] of Object.entries(BUDGET_SCENARIOS)) {
    const result = await simulateBudgets({ ...BUSY_USER, ...access, seed: 1 })
    const [place, cancel, settle] = [result.placeMs, result.cancelMs, result.settleMs].map(longest)
    rows.push({
      id: 'P22',
      metric: `Longest wait of a placement, a cancel, an unsettled order (${name})`,
      baseline: '',
      ours: [place, cancel, settle].map((wait) => ms(wait ?? Number.NaN)).join(', '),
      target: '≤ 1 s, 1 s, 3 s',
      met:
        (place ?? Number.NaN) <= SECOND_MS &&
        (cancel ?? Number.NaN) <= SECOND_MS &&
        (settle ?? Number.NaN) <= 3 * SECOND_MS,
      note: `${name}: an account is listed every ${seconds(result.listAgeMs)} (median), a working order queried every ${seconds(result.queryAgeMs)}`,
    })
  }
  return rows
}
