import { describe, expect, test } from 'vitest'
import { ListTurns } from '../../../../../electron/core/orders/reconcile/list-turns.js'
import { accountId, type AccountId } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'

const ACCOUNTS = ['A', 'B', 'C', 'D', 'E'].map(accountId)
const MINUTE_MS = 60_000

interface Begun {
  readonly accountId: AccountId
  readonly begunAt: number
}

/** Lists for a minute, at most `perWindow` lists in each window; returns when each began. */
function listFor(
  perWindow: number,
  windowMs: number,
  isBusy: boolean,
  working: readonly AccountId[] = [],
): readonly Begun[] {
  let now = 0
  const clock = { now: () => epochMs(now), monotonic: () => now }
  const turns = new ListTurns({
    clock,
    accounts: () => ACCOUNTS,
    isBusy: () => isBusy,
    hasWorking: (accountId) => working.includes(accountId),
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

  test('list every account with working orders within 4 s of a gap, with the limits of production', () => {
    const begun = listFor(2, 2_000, true, ACCOUNTS)
    for (const account of ACCOUNTS) {
      const first = begun.find(({ accountId }) => accountId === account)
      expect(first?.begunAt).toBeLessThanOrEqual(4_000)
    }
    const inView = begun.filter(({ accountId }) => accountId === ACCOUNTS[0])
    expect(inView[0]?.begunAt).toBe(0)
    expect(inView[1]?.begunAt).toBeLessThanOrEqual(4_000)
    expect(longestGap(begun, accountId('A'))).toBeLessThanOrEqual(4_000)
  })

  test('list the account in view every few seconds also while thirty others wait to be listed', () => {
    const many = Array.from({ length: 30 }, (_, index) => accountId(`many-${index}`))
    const state = { now: 0 }
    const turns = new ListTurns({
      clock: { now: () => epochMs(state.now), monotonic: () => state.now },
      accounts: () => many,
      isBusy: () => true,
      hasWorking: () => true,
    })
    const inView: number[] = []
    for (; state.now < MINUTE_MS; state.now += 1_000) {
      const next = turns.next()
      if (next === null) continue
      turns.begin(next)
      if (next === many[0]) inView.push(state.now)
    }
    const gaps = inView.slice(1).map((time, index) => time - (inView[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3_000)
    expect(many.every((account) => !turns.isCatchUp(account))).toBe(true)
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

/** The turns of these accounts at a time that the test sets, in ms. */
function turnsOf(accounts: readonly AccountId[], working: readonly AccountId[] = []) {
  const state = { now: 0, isBusy: false }
  const turns = new ListTurns({
    clock: { now: () => epochMs(state.now), monotonic: () => state.now },
    accounts: () => accounts,
    isBusy: () => state.isBusy,
    hasWorking: (accountId) => working.includes(accountId),
  })
  return { state, turns }
}

describe('REL-31: the time of the next list', () => {
  const [first, second, third] = ACCOUNTS as [AccountId, AccountId, AccountId]

  test('is none without an account, and is looked at again 1.5 s later', () => {
    const { turns } = turnsOf([])
    expect([turns.next(), turns.delayMs()]).toEqual([null, 1_500])
  })

  test('is every 1.5 s for the account in view', () => {
    const { state, turns } = turnsOf([first])
    expect([turns.next(), turns.delayMs()]).toEqual([first, 0])
    turns.begin(first)
    state.now = 1_499
    expect([turns.next(), turns.delayMs()]).toEqual([null, 1])
    state.now = 1_500
    expect([turns.next(), turns.delayMs()]).toEqual([first, 0])
  })

  test.each([
    [true, 2_500],
    [false, 15_000],
  ])('is for another account, while orders work: %s, every %i ms', (isBusy, everyMs) => {
    const { state, turns } = turnsOf([first, second])
    state.isBusy = isBusy
    turns.begin(second)
    state.now = everyMs - 1
    turns.begin(first)
    expect([turns.next(), turns.delayMs()]).toEqual([null, 1])
    state.now = everyMs
    expect([turns.next(), turns.delayMs()]).toEqual([second, 0])
  })

  test('precedes that of the account in view every other time once it is 15 s late', () => {
    const { state, turns } = turnsOf([first, second, third])
    state.isBusy = true
    turns.begin(second)
    turns.begin(third)
    state.now = 13_499
    turns.begin(first)
    state.now = 14_999
    expect(turns.next()).toBe(first)
    state.now = 15_000
    expect(turns.next()).toBe(second)
    turns.begin(second)
    // The third is as late, but it is the turn of the account in view.
    expect(turns.next()).toBe(first)
  })

  test('is that of the account whose list is the oldest, in their order', () => {
    const { state, turns } = turnsOf([first, second, third])
    turns.begin(first)
    expect(turns.next()).toBe(second)
    turns.begin(third)
    state.now = 1
    turns.begin(second)
    state.now = 1_000
    turns.begin(first)
    expect(turns.delayMs()).toBe(1_500)
    state.now = 15_000
    turns.begin(first)
    expect(turns.next()).toBe(third)
  })

  test('comes first for accounts with orders where none was listed', () => {
    const { turns } = turnsOf([first, second, third], [third])
    turns.begin(first)
    expect(turns.next()).toBe(third)
    const both = turnsOf([first, second, third], [second, third]).turns
    both.begin(first)
    expect(both.next()).toBe(second)
  })

  test('is not brought forward by a list of another account that failed', () => {
    const { turns } = turnsOf([first, second])
    turns.begin(first)
    turns.begin(second)
    turns.fail(second)
    expect(turns.next()).toBeNull()
  })
})
