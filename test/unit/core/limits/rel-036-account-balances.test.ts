import { describe, expect, it } from 'vitest'
import { AccountBalances } from '../../../../electron/core/limits/account-balances.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type { Account, Balance } from '../../../../shared/domain/account/account.js'
import { accountId, type AccountId } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { SECOND_MS } from '../../../../shared/domain/time.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { Simulation } from '../../../simulation/core/simulation.js'

const [A, B, C] = ['A', 'B', 'C'].map(accountId) as [AccountId, AccountId, AccountId]
const POLL_MS = 20 * SECOND_MS

/** Three accounts, of which the first is selected, with the balances that the broker reports. */
class Accounts {
  readonly simulation = new Simulation(1)
  readonly reads: AccountId[] = []
  readonly changes: Balance[] = []
  shown: Balance | null = null
  isNeeded = true
  answers = true
  refreshes = 0
  onRefresh: () => void = () => undefined
  /** How much later than its request each following answer arrives. */
  readonly delays: number[] = []
  #onShown: () => void = () => undefined
  readonly balances: AccountBalances

  constructor(ids: readonly AccountId[] = [A, B, C]) {
    const { simulation } = this
    this.balances = new AccountBalances({
      portfolio: {
        accounts: ids.map((id) => ({ accountId: id }) as Account),
        selected: A,
      },
      shown: {
        get: () => this.shown,
        subscribe: (changed) => {
          this.#onShown = changed
          return () => {
            this.#onShown = () => undefined
          }
        },
      },
      read: async (id) => {
        this.reads.push(id)
        const answer = this.balance(id)
        const delay = this.delays.shift() ?? 0
        if (delay > 0) {
          await new Promise<void>((resolve) => simulation.timers().after(delay, resolve))
        }
        return this.answers ? ok(answer) : err(providerFailure('timeout', foreign('no answer')))
      },
      refreshShown: () => {
        this.refreshes += 1
        return Promise.resolve(this.onRefresh())
      },
      clock: simulation.clock,
      timers: simulation.timers(),
      isNeeded: () => this.isNeeded,
    })
    this.balances.subscribe((balance) => this.changes.push(balance))
    this.balances.start()
  }

  balance(id: AccountId): Balance {
    return { accountId: id, asOf: this.simulation.wall() } as Balance
  }

  show(balance: Balance | null): void {
    this.shown = balance
    this.#onShown()
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }
}

describe('REL-36: the balances of accounts', () => {
  it('are read one account at a time, without the one that is shown', async () => {
    const accounts = new Accounts()
    await accounts.pass(4 * POLL_MS)
    expect(accounts.reads).toEqual([C, B, C, B])
    expect(accounts.changes.map(({ accountId: id }) => id)).toEqual([C, B, C, B])
    expect(accounts.balances.latest(B)).not.toBeNull()
  })

  it('are not read while no limit needs them, or where there is one account', async () => {
    const accounts = new Accounts()
    accounts.isNeeded = false
    accounts.balances.onFill(B)
    await accounts.pass(4 * POLL_MS)
    const alone = new Accounts([A])
    await alone.pass(4 * POLL_MS)
    expect([accounts.reads, alone.reads]).toEqual([[], []])
  })

  it("the balance of the account that is shown equals the window's", async () => {
    const accounts = new Accounts()
    expect(accounts.balances.latest(A)).toBeNull()
    accounts.show(null)
    const shown = accounts.balance(A)
    accounts.show(shown)
    expect(accounts.balances.latest(A)).toBe(shown)
    expect(accounts.balances.latest(B)).toBeNull()
    await accounts.pass(300)
    expect(accounts.changes).toEqual([shown])
  })

  it('the balances of the account that is shown are checked four times a second, however often prices change', async () => {
    const accounts = new Accounts()
    for (let change = 0; change < 100; change += 1) {
      accounts.show(accounts.balance(A))
      await accounts.pass(10)
    }
    expect(accounts.changes.length).toBeGreaterThanOrEqual(3)
    expect(accounts.changes.length).toBeLessThanOrEqual(4)
    accounts.changes.length = 0
    accounts.isNeeded = false
    accounts.show(accounts.balance(A))
    await accounts.pass(1_000)
    expect(accounts.changes).toEqual([])
  })

  it('are read once, two seconds after fills of an account that is not shown', async () => {
    const accounts = new Accounts()
    for (const id of [A, B, B]) accounts.balances.onFill(id)
    await accounts.pass(1_900)
    expect(accounts.reads).toEqual([])
    await accounts.pass(200)
    expect(accounts.reads).toEqual([B])
    accounts.balances.onFill(B)
    await accounts.pass(2_100)
    expect(accounts.reads).toEqual([B, B])
  })

  it('are read again two seconds after the latest of several fills', async () => {
    const accounts = new Accounts()
    accounts.balances.onFill(B)
    await accounts.pass(1_500)
    accounts.balances.onFill(B)
    accounts.balances.onFill(B)
    await accounts.pass(600)
    expect(accounts.reads).toEqual([B])
    await accounts.pass(1_300)
    expect(accounts.reads).toEqual([B])
    await accounts.pass(200)
    expect(accounts.reads).toEqual([B, B])
    await accounts.pass(10_000)
    expect(accounts.reads).toEqual([B, B])
  })

  it('are read before an order unless they are live or five seconds old at most', async () => {
    const accounts = new Accounts()
    await accounts.balances.prepare(A)
    accounts.show(accounts.balance(A))
    await accounts.balances.prepare(A)
    await accounts.balances.prepare(B)
    await accounts.balances.prepare(B)
    expect(accounts.reads).toEqual([A, B])
    accounts.simulation.now += 4_999
    await accounts.balances.prepare(B)
    expect(accounts.reads).toHaveLength(2)
    accounts.simulation.now += 1
    await accounts.balances.prepare(B)
    expect(accounts.reads).toEqual([A, B, B])
    // What was shown of an account that is selected stays live; the balance of another does not.
    await accounts.balances.prepare(A)
    expect(accounts.reads).toHaveLength(3)
  })

  it('are read before an order once those of the window are not read any more', async () => {
    const accounts = new Accounts()
    const balance = accounts.balance(A)
    accounts.show(balance)
    accounts.simulation.now += 44_999
    await accounts.balances.prepare(A)
    expect([accounts.reads, accounts.balances.latest(A)]).toEqual([[], balance])
    accounts.simulation.now += 1
    await accounts.balances.prepare(A)
    expect(accounts.reads).toEqual([A])
    expect(accounts.balances.latest(A)?.asOf).toBe(balance.asOf + 45_000)
    const newer = accounts.balance(A)
    accounts.show(newer)
    expect(accounts.balances.latest(A)).toBe(newer)
  })

  it('are never replaced by an older answer, or by none', async () => {
    const accounts = new Accounts()
    accounts.delays.push(3_000)
    const slow = accounts.balances.prepare(B)
    accounts.simulation.now += 1_000
    await accounts.balances.prepare(B)
    const newer = accounts.balances.latest(B)
    await accounts.pass(4_000)
    await slow
    expect(accounts.balances.latest(B)).toBe(newer)
    accounts.answers = false
    accounts.simulation.now += 6_000
    await accounts.balances.prepare(B)
    expect(accounts.balances.latest(B)).toBe(newer)
    expect(accounts.changes).toEqual([newer])
  })

  it('are forgotten at the end, and nothing is read or reported afterwards', async () => {
    const accounts = new Accounts()
    await accounts.balances.prepare(B)
    accounts.balances.onFill(C)
    accounts.delays.push(1_000)
    const late = accounts.balances.prepare(C)
    accounts.balances.stop()
    expect(accounts.balances.latest(B)).toBeNull()
    await accounts.pass(3 * POLL_MS)
    await late
    accounts.show(accounts.balance(A))
    expect([accounts.reads, accounts.changes.length]).toEqual([[B, C], 1])
    expect(accounts.balances.latest(C)).toBeNull()
    accounts.balances.start()
    accounts.balances.onFill(C)
    await accounts.pass(2_100)
    expect(accounts.reads).toEqual([B, C, C])
  })
})
