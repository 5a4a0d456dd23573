import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountOverviews } from '../../../../electron/core/portfolio/account-overviews.js'
import type { Account, Balance, Position } from '../../../../shared/domain/account/account.js'
import { dec } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { accountId, type AccountId } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'

const SECOND = 1_000
const [OWN, SECOND_ACCOUNT, THIRD] = [accountId('A1'), accountId('A2'), accountId('A3')] as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const HELD = {
  assetClass: 'stock',
  quantity: dec('1'),
  multiplier: dec('1'),
  marketValue: null,
  dayPnl: null,
  unrealizedPnl: null,
}
const balanceOf = (id: AccountId): Balance =>
  ({ accountId: id, currency: 'USD', currencies: [] }) as unknown as Balance

class OverviewsTest {
  readonly reads: string[] = []
  readonly held: string[][] = []
  readonly balanceChanged = createEmitter<void>()
  readonly otherPositions = createEmitter<AccountId>()
  selected: AccountId | null = OWN
  accounts = [OWN, SECOND_ACCOUNT, THIRD].map((id) => ({ accountId: id }) as Account)
  readonly overviews: AccountOverviews

  constructor() {
    const nothing = () => () => undefined
    const get = () => this.accounts
    const selectedNow = () => this.selected
    this.overviews = new AccountOverviews({
      portfolio: {
        get accounts() {
          return get()
        },
        get selected() {
          return selectedNow()
        },
        positions: { get: () => [], subscribe: nothing },
        balance: {
          get: () => (this.selected === null ? null : balanceOf(this.selected)),
          subscribe: (changed) => this.balanceChanged.add(changed),
        },
        onOtherPositions: (listener) => this.otherPositions.add(listener),
      },
      reads: {
        positions: (id) => {
          this.reads.push(id)
          const position = { ...HELD, accountId: id, symbol: `S-${id}` }
          return Promise.resolve(
            ok({ positions: [position as unknown as Position], unreadable: [] }),
          )
        },
        balance: (id) => Promise.resolve(ok(balanceOf(id))),
      },
      market: {
        quotes: { prices: () => undefined, symbols: () => [], onQuote: nothing } as never,
        hold: (symbols) => {
          this.held.push([...symbols])
          return () => undefined
        },
      },
      listings: { multiplierOf: () => Promise.resolve(ok(null)) },
      clock: { now: () => epochMs(Date.now()), monotonic: () => performance.now() },
      timers: {
        after: (ms: number, run: () => void) => {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
      } as never,
    })
  }

  known(): readonly boolean[] {
    return this.overviews.get().map(({ balance }) => balance !== null)
  }
}

describe('the view of all accounts', () => {
  it('reads nothing until somebody watches, and nothing after the last one left', async () => {
    const test = new OverviewsTest()
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(test.reads).toEqual([])
    const leave = test.overviews.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(test.reads).toEqual([SECOND_ACCOUNT, THIRD])
    leave()
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(test.reads).toHaveLength(2)
    expect(test.held.at(-1)).toEqual([])
    expect(test.known()).toEqual([true, false, false])
  })

  it('reads each other account again every 30 s at most, one after another', async () => {
    const test = new OverviewsTest()
    test.overviews.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(61 * SECOND)
    expect(test.reads.filter((id) => id === THIRD)).toHaveLength(3)
    expect(test.reads).not.toContain(OWN)
    expect(test.held.at(-1)).toEqual([`S-${SECOND_ACCOUNT}`, `S-${THIRD}`])
  })

  it('reads at most 30 accounts in any minute, however many there are', async () => {
    const test = new OverviewsTest()
    test.accounts = Array.from(
      { length: 40 },
      (_one, index) => ({ accountId: accountId(`B${index}`) }) as Account,
    )
    test.selected = accountId('B0')
    test.overviews.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(test.reads).toHaveLength(8)
    await vi.advanceTimersByTimeAsync(59 * SECOND)
    expect(test.reads.length).toBeLessThanOrEqual(31)
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(new Set(test.reads).size).toBe(39)
  })

  it('reads an account soon after a fill in it', async () => {
    const test = new OverviewsTest()
    test.overviews.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(SECOND)
    test.reads.length = 0
    test.otherPositions.emit(THIRD)
    await vi.advanceTimersByTimeAsync(2 * SECOND)
    expect(test.reads).toEqual([THIRD])
  })

  it('reads the account that is no longer selected at once', async () => {
    const test = new OverviewsTest()
    test.overviews.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(SECOND)
    test.reads.length = 0
    test.selected = THIRD
    test.balanceChanged.emit()
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(test.reads).toEqual([OWN])
    expect(test.known()).toEqual([true, true, true])
  })

  it('reads nothing more once no other account is left', async () => {
    const test = new OverviewsTest()
    test.overviews.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(SECOND)
    test.reads.length = 0
    test.accounts = test.accounts.slice(0, 1)
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(test.reads).toEqual([])
  })

  it('does not read an account that was selected while it was due', async () => {
    const test = new OverviewsTest()
    test.overviews.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(SECOND)
    test.reads.length = 0
    test.otherPositions.emit(THIRD)
    test.selected = THIRD
    test.balanceChanged.emit()
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    expect(test.reads).toEqual([OWN])
  })

  it('knows the accounts that became known after the view was opened', async () => {
    const test = new OverviewsTest()
    const { accounts } = test
    test.accounts = []
    test.selected = null
    test.overviews.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(test.reads).toEqual([])
    test.accounts = accounts
    test.selected = OWN
    test.balanceChanged.emit()
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(test.known()).toEqual([true, true, true])
  })
})
