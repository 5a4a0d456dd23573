import { expect, test } from 'vitest'
import type { AccountProduct } from '../../../../../shared/domain/account/account.js'
import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import { nextSessionStart } from '../../../../../shared/domain/market/session-start.js'

type When = readonly [day: string, minute: number]
const NOON = 12 * 60
const [FOUR, EVENING] = [4 * 60, 18 * 60]

/** 2026-11-23 is a Monday, and Thursday of that week is a holiday with a short Friday. */
test.each<[AccountProduct, When, When]>([
  ['securities', ['2026-11-23', NOON], ['2026-11-24', FOUR]],
  ['securities', ['2026-11-23', 3 * 60], ['2026-11-23', FOUR]],
  ['securities', ['2026-11-23', FOUR], ['2026-11-24', FOUR]],
  ['securities', ['2026-11-25', 21 * 60], ['2026-11-27', FOUR]],
  ['securities', ['2026-11-27', NOON], ['2026-11-30', FOUR]],
  ['futures', ['2026-11-23', NOON], ['2026-11-23', EVENING]],
  ['futures', ['2026-11-23', EVENING], ['2026-11-24', EVENING]],
  ['futures', ['2026-11-27', NOON], ['2026-11-29', EVENING]],
  ['crypto', ['2026-11-27', NOON], ['2026-11-28', 0]],
  ['events', ['2026-11-27', 0], ['2026-11-28', 0]],
])('the next session of %s after %j begins at %j', (product, [day, minute], [next, start]) => {
  const time = exchangeInstant(day, minute)
  expect(nextSessionStart(product, time)).toBe(exchangeInstant(next, start))
})
