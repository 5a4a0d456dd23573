import { describe, expect, test } from 'vitest'
import { ListTurns } from '../../../../electron/core/orders/reconcile/list-turns.js'
import { accountId, type AccountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'

const ACCOUNTS = ['A', 'B', 'C', 'D', 'E'].map(accountId)
const MINUTE_MS = 60_000

interface Begun {
  readonly accountId: AccountId
  readonly begunAt: number
}

/** Lists for a minute, at most `perWindow` lists in each window; returns when each began. */
function listFor(perWindow: number, windowMs: number, isBusy: boolean): readonly Begun[] {
  let now = 0
  const clock = { now: () => epochMs(now), monotonic: () => now }
  const turns = new ListTurns({
    clock,
    accounts: () => ACCOUNTS,
    isBusy: () => isBusy,
    hasWorking: () => false,
  })
  const begun: Begun[] = []
  while (now < MINUTE_MS) {
    const recent = begun.filter(({ begunAt }) => now - begunAt < windowMs)
    const next = turns.next()
    if (next !== null && recent.length < perWindow) {
      turns.begin(next)
      begun.push({ accountId: next, begunAt: now })
      continue
    }
    now += recent.length < perWindow ? Math.max(1, turns.delayMs()) : 50
  }
  return begun
}

/** The longest time between two lists of an account. */
function longestGap(begun: readonly Begun[], account: AccountId): number {
  const times = begun.filter((row) => row.accountId === account).map(({ begunAt }) => begunAt)
  return Math.max(...[...times, MINUTE_MS].map((time, index) => time - (times[index - 1] ?? 0)))
}

describe('REL-31: the turns of the lists of open orders', () => {
  test("list the account in view within 3 s with the limits of production, and each other's", () => {
    const begun = listFor(2, 2_000, true)
    expect(begun[0]?.accountId).toBe(ACCOUNTS[0])
    expect(longestGap(begun, accountId('A'))).toBeLessThan(2_500)
    for (const other of ACCOUNTS.slice(1)) expect(longestGap(begun, other)).toBeLessThan(10_000)
  })

  test('starve no account with the limits of the sandbox', () => {
    const begun = listFor(1, 3_000, true)
    expect(longestGap(begun, accountId('A'))).toBeLessThanOrEqual(6_100)
    for (const other of ACCOUNTS.slice(1)) expect(longestGap(begun, other)).toBeLessThan(30_000)
  })

  test('list other accounts seldom while no order works', () => {
    const begun = listFor(2, 2_000, false)
    expect(longestGap(begun, accountId('A'))).toBeLessThan(2_500)
    const others = begun.filter((row) => row.accountId === accountId('B')).length
    expect(others).toBeGreaterThanOrEqual(4)
    expect(others).toBeLessThanOrEqual(5)
  })

  test('begin again with the first account after a gap or a list that failed', () => {
    let now = 0
    const clock = { now: () => epochMs(now), monotonic: () => now }
    const turns = new ListTurns({
      clock,
      accounts: () => ACCOUNTS,
      isBusy: () => false,
      hasWorking: () => false,
    })
    const [first, second] = ACCOUNTS as [AccountId, AccountId]
    turns.begin(first)
    now += 0.4
    expect(turns.next()).toBe(second)
    turns.begin(second)
    turns.fail(first)
    expect(turns.next()).toBe(first)
    for (const accountId of ACCOUNTS) turns.begin(accountId)
    expect(turns.next()).toBeNull()
    expect(turns.delayMs()).toBe(1_500)
    turns.restart()
    expect(turns.next()).toBe(first)
    expect(turns.delayMs()).toBe(0)
  })
})
