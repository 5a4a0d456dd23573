import { describe, expect, it } from 'vitest'
import { AccountOverviews } from '../../../../electron/core/portfolio/account-overviews.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type { Account, Position } from '../../../../shared/domain/account/account.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { accountId, type AccountId } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { AccountAtClient, balanceOf, shares } from './client-fixture.js'

const [OWN, OTHER] = [accountId('A1'), accountId('A2')] as const

describe('the figures of another account', () => {
  /** Two accounts, of which the second is read; its prices, its answers and its fills. */
  class OtherAccount extends AccountAtClient {
    held: readonly Position[] = [shares({ accountId: OTHER })]
    fails: 'positions' | 'balance' | null = null
    answerMs = 10
    changes = 0
    readonly requested: string[] = []
    readonly subscribed: string[] = []
    readonly otherPositions = createEmitter<AccountId>()
    readonly selectedPositions = createEmitter<void>()
    readonly overviews = new AccountOverviews({
      portfolio: {
        accounts: [OWN, OTHER].map((id) => ({ accountId: id }) as Account),
        selected: OWN,
        positions: { get: () => [], subscribe: (changed) => this.selectedPositions.add(changed) },
        balance: { get: () => balanceOf({ USD: '20' }), subscribe: () => () => undefined },
        onOtherPositions: (listener) => this.otherPositions.add(listener),
      },
      reads: {
        positions: (id) => {
          this.requested.push(`positions ${id}`)
          return this.#answer('positions', () => ({ positions: this.held, unreadable: [] }))
        },
        balance: (id) => {
          this.requested.push(`balance ${id}`)
          return this.#answer('balance', () => ({ ...balanceOf({ USD: '20' }), accountId: id }))
        },
      },
      market: {
        quotes: this.quotes as never,
        hold: (symbols) => {
          const held = symbols.join(' ')
          this.subscribed.push(held)
          return () => void this.subscribed.splice(this.subscribed.indexOf(held), 1)
        },
      },
      listings: { multiplierOf: () => Promise.resolve(ok(null)) },
      clock: this.simulation.clock,
      timers: this.simulation.timers(),
    })

    async watch() {
      this.price('AAPL', '10')
      const leave = this.overviews.subscribe(() => {
        this.changes += 1
      })
      await this.pass(1_000)
      this.requested.length = 0
      this.changes = 0
      return leave
    }

    /** Returns net liquidation and the values of the positions. */
    figures() {
      const [, other] = this.overviews.get()
      return [
        other?.balance?.netLiquidation ?? null,
        other?.positions?.map(({ marketValue }) => marketValue) ?? null,
      ]
    }

    async #answer<T>(kind: typeof this.fails, read: () => T) {
      await new Promise<void>((resolve) => {
        this.simulation.schedule(this.answerMs, () => resolve(), -1)
      })
      return this.fails === kind ? err(providerFailure('timeout', foreign('no'))) : ok(read())
    }
  }

  it('REL-41: move with the prices of what it holds, four times a second', async () => {
    const test = new OtherAccount()
    await test.watch()
    expect(test.subscribed).toEqual(['AAPL'])
    test.price('AAPL', '11')
    test.price('AAPL', '12')
    expect(test.figures()).toEqual(['1020', ['120.00']])
    await test.pass(240)
    expect(test.changes).toBe(0)
    await test.pass(20)
    expect(test.changes).toBe(1)
    test.price('MSFT', '1')
    await test.pass(1_000)
    expect(test.changes).toBe(1)
    test.selectedPositions.emit()
    await test.pass(1_000)
    expect(test.changes).toBe(2)
  })

  it('REL-41: stand still after a fill until it is read, a moment later', async () => {
    const test = new OtherAccount()
    await test.watch()
    test.otherPositions.emit(OTHER)
    test.price('AAPL', '12')
    expect(test.figures()[0]).toBe('1000')
    await test.pass(1_400)
    expect(test.requested).toEqual([])
    await test.pass(200)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
    expect(test.overviews.get()[1]?.balance?.valuedAt).toBeNull()
    test.price('AAPL', '13')
    expect(test.figures()[0]).not.toBe('1000')
  })

  it('stay as they were while they cannot be read', async () => {
    const test = new OtherAccount()
    await test.watch()
    test.held = []
    test.fails = 'positions'
    test.otherPositions.emit(OTHER)
    await test.pass(2_000)
    expect(test.figures()).toEqual(['1000', ['100.00']])
    test.fails = 'balance'
    test.otherPositions.emit(OTHER)
    await test.pass(7_000)
    expect(test.figures()).toEqual(['1000', []])
    expect(test.subscribed).toEqual([''])
  })

  it('are not known where the first reading failed', async () => {
    const test = new OtherAccount()
    test.fails = 'positions'
    await test.watch()
    expect(test.figures()).toEqual(['1000', null])
    const without = new OtherAccount()
    without.fails = 'balance'
    await without.watch()
    expect(without.figures()).toEqual([null, ['100.00']])
  })

  it('are dropped, with every subscription, when the last one leaves during a reading', async () => {
    const test = new OtherAccount()
    test.answerMs = 500
    const leave = await test.watch()
    test.otherPositions.emit(OTHER)
    await test.pass(1_700)
    leave()
    expect(test.listeners).toBe(1)
    await test.pass(60_000)
    expect(test.figures()).toEqual([null, null])
    expect(test.subscribed).toEqual([''])
    expect([test.listeners, test.otherPositions.size, test.selectedPositions.size]).toEqual([
      0, 0, 0,
    ])
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
    const leaveLater = test.overviews.subscribe(() => undefined)
    await test.pass(1_000)
    expect(test.figures()).toEqual(['1000', ['100.00']])
    leaveLater()
  })

  it('are shared by several who watch, until the last one leaves', async () => {
    const test = new OtherAccount()
    const leave = await test.watch()
    const other = test.overviews.subscribe(() => undefined)
    await test.pass(1_000)
    expect(test.requested).toEqual([])
    leave()
    expect(test.figures()[0]).toBe('1000')
    other()
    expect(test.figures()[0]).toBeNull()
  })

  it('are read at their turn, 30 s after the first time, however few accounts there are', async () => {
    const test = new OtherAccount()
    await test.watch()
    await test.pass(28_000)
    expect(test.requested).toEqual([])
    await test.pass(3_000)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
  })

  it('are read once for several fills', async () => {
    const test = new OtherAccount()
    await test.watch()
    test.otherPositions.emit(OTHER)
    await test.pass(1_000)
    test.otherPositions.emit(OTHER)
    await test.pass(10_000)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
  })
})
