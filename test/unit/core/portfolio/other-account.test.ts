import { describe, expect, it } from 'vitest'
import { AccountOverviews } from '../../../../electron/core/portfolio/account-overviews.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type { Account, Position } from '../../../../shared/domain/account/account.js'
import { asQuantity, dec } from '../../../../shared/domain/decimal.js'
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
    gain = '20'
    answerMs = 10
    changes = 0
    readonly requested: string[] = []
    readonly subscribed: string[] = []
    readonly otherPositions = createEmitter<AccountId>()
    readonly selectedPositions = createEmitter<void>()
    readonly selectedBalance = createEmitter<void>()
    readonly overviews = new AccountOverviews({
      portfolio: {
        accounts: [OWN, OTHER].map((id) => ({ accountId: id }) as Account),
        selected: OWN,
        positions: {
          get: () => [shares({ accountId: OWN })],
          subscribe: (changed) => this.selectedPositions.add(changed),
        },
        balance: {
          get: () => ({ ...balanceOf({ USD: '20' }), accountId: OWN }),
          subscribe: (changed) => this.selectedBalance.add(changed),
        },
        onOtherPositions: (listener) => this.otherPositions.add(listener),
      },
      reads: {
        positions: (id) => {
          this.requested.push(`positions ${id}`)
          return this.#answer('positions', () => ({ positions: this.held, unreadable: [] }))
        },
        balance: (id) => {
          this.requested.push(`balance ${id}`)
          return this.#answer('balance', () => ({
            ...balanceOf({ USD: this.gain }),
            accountId: id,
          }))
        },
      },
      market: {
        quotes: this.quotes as never,
        hold: (symbols) => {
          const held = symbols.length === 0 ? 'none' : symbols.join(' ')
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
    expect(test.subscribed).toEqual(['none'])
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
    expect(test.subscribed).toEqual(['none'])
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
    expect([test.listeners, test.otherPositions.size, test.selectedBalance.size]).toEqual([0, 0, 0])
  })

  it('stand beside those of the selected account, which are never read twice', async () => {
    const test = new OtherAccount()
    await test.watch()
    expect(test.overviews.get()).toMatchObject([
      { accountId: OWN, balance: { accountId: OWN }, positions: [{ accountId: OWN }] },
      { accountId: OTHER, balance: { accountId: OTHER }, positions: [{ accountId: OTHER }] },
    ])
  })

  it('are requested once however often the selected account changes meanwhile', async () => {
    const test = new OtherAccount()
    test.answerMs = 500
    test.overviews.subscribe(() => undefined)
    await test.pass(100)
    test.selectedBalance.emit()
    await test.pass(5_000)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
  })

  it('are requested once while their first answer is awaited, whatever else changes', async () => {
    const test = new OtherAccount()
    test.answerMs = 500
    test.overviews.subscribe(() => undefined)
    await test.pass(100)
    test.selectedBalance.emit()
    test.otherPositions.emit(OTHER)
    test.selectedBalance.emit()
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
    await test.pass(390)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
    await test.pass(1_500)
    expect(test.figures()).toEqual(['1000', ['100']])
  })

  it('are read at their turn, 30 s after the first time, however few accounts there are', async () => {
    const test = new OtherAccount()
    await test.watch()
    await test.pass(28_000)
    expect(test.requested).toEqual([])
    await test.pass(3_000)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
  })

  it('are read once for fills that come together', async () => {
    const test = new OtherAccount()
    await test.watch()
    test.otherPositions.emit(OTHER)
    test.otherPositions.emit(OTHER)
    await test.pass(10_000)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
  })

  it('REL-41: are read again where the broker may not have known the latest fill', async () => {
    const test = new OtherAccount()
    await test.watch()
    test.otherPositions.emit(OTHER)
    await test.pass(1_000)
    test.otherPositions.emit(OTHER)
    await test.pass(600)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
    test.held = [shares({ accountId: OTHER, quantity: asQuantity(dec('20')) })]
    await test.pass(2_500)
    expect(test.requested).toHaveLength(4)
    expect(test.figures()[1]).toEqual(['200.00'])
    await test.pass(10_000)
    expect(test.requested).toHaveLength(4)
  })

  it('REL-41: are read again after a fill during a reading, and not at the same time', async () => {
    const test = new OtherAccount()
    await test.watch()
    test.answerMs = 2_000
    test.otherPositions.emit(OTHER)
    await test.pass(1_600)
    test.otherPositions.emit(OTHER)
    await test.pass(1_800)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
    await test.pass(3_000)
    expect(test.requested).toHaveLength(4)
    await test.pass(20_000)
    expect(test.requested).toHaveLength(4)
  })

  it('REL-41: do not move by a price that their balance already contains', async () => {
    const test = new OtherAccount()
    await test.watch()
    test.gain = '40'
    test.otherPositions.emit(OTHER)
    await test.pass(1_600)
    // The broker valued ten shares at 12 before that price reached the client.
    test.price('AAPL', '12')
    expect(test.figures()).toEqual(['1000', ['120.00']])
    test.price('AAPL', '13')
    expect(test.figures()).toEqual(['1010', ['130.00']])
  })

  it('listen to no more prices after a balance that could not be read', async () => {
    const test = new OtherAccount()
    await test.watch()
    await test.pass(1_000)
    const { listeners } = test
    test.fails = 'balance'
    test.otherPositions.emit(OTHER)
    await test.pass(3_000)
    expect(test.listeners).toBe(listeners)
  })

  it('are read once when the view is opened again before a fill was read', async () => {
    const test = new OtherAccount()
    const leave = await test.watch()
    test.otherPositions.emit(OTHER)
    await test.pass(1_000)
    leave()
    test.overviews.subscribe(() => undefined)
    await test.pass(400)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
    expect(test.figures()).toEqual(['1000', ['100.00']])
  })
})
