import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import {
  openKillSwitch,
  type KillSwitch,
} from '../../../electron/core/instructions/kill-switch/kill-switch.js'
import { clientOrderId, symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { Halt } from '../../../shared/domain/orders/halt.js'
import { ok } from '../../../shared/domain/result.js'
import { foreign } from '../../../shared/messages/make-message.js'
import type { Provider } from '../../../electron/provider/gateway.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { fakeDocument } from '../../fakes/document.js'
import { priceOf, quantity, SessionFixture } from './session-fixture.js'

/** More orders than two pages of a hundred, in two accounts. */
const ORDERS = 230

let fixture: SessionFixture
let killSwitch: KillSwitch
const reports: Halt[] = []

beforeEach(async () => {
  reports.length = 0
  fixture = await SessionFixture.open()
  killSwitch = await openKillSwitch({
    session: fixture.session,
    file: fakeDocument(),
    instructionService: { withdraw: () => Promise.resolve(0) },
    instructions: () => [],
    connections: { all: () => [], pause: () => Promise.reject(new Error('none')) },
    clock: systemClock,
    timers: systemTimers,
    log: { event: () => undefined },
    audit: { append: () => Promise.resolve(ok({ seq: 0, hash: '' })) },
  })
  killSwitch.subscribe(() => {
    const halt = killSwitch.get()
    if (halt !== null) reports.push(halt)
  })
})
afterEach(async () => {
  killSwitch.dispose()
  await fixture.close()
})

/** Works far limit orders of another client, so that none fills. */
async function placeElsewhere(other: Provider, accounts: readonly AccountId[]): Promise<void> {
  await Promise.all(
    Array.from({ length: ORDERS }, async (_, index) => {
      const accountId = accounts[index % accounts.length] ?? fixture.selected
      const place = () =>
        other.trade.place(
          fixture.draft({
            accountId,
            assetClass: 'stock',
            symbol: symbol('AAPL'),
            side: 'buy',
            type: 'limit',
            timeInForce: 'gtc',
            session: 'core',
            size: quantity('1'),
            limitPrice: priceOf('1.00'),
          }),
          clientOrderId(index.toString(16).padStart(32, '0')),
        )
      // On a busy machine an order may find no place in the limit in time: nothing was sent then.
      let placed = await place()
      while (placed.outcome === 'not-sent') placed = await place()
      expect(placed.outcome).toBe('acknowledged')
    }),
  )
}

const OPEN = ['PENDING', 'SUBMITTED', 'PARTIAL_FILLED']

/** Returns how many orders are open at the exchange in truth. */
async function openAtExchange(): Promise<number> {
  const { orders } = (await fixture.practice.practice.command({
    command: 'state',
  })) as PracticeState
  return orders.filter((order) => OPEN.includes(String(order['status']))).length
}

describe('REL-36: a kill of more orders than a list has on a page', () => {
  test('ends every order of another client, and says zero only when the exchange has none', {
    timeout: 120_000,
  }, async () => {
    const other = fixture.practice.provider()
    const accounts = fixture.session
      .sessionView()
      .accounts.filter(({ product }) => product === 'securities')
      .map(({ accountId }) => accountId)
      .slice(0, 2)
    await placeElsewhere(other, accounts)
    void killSwitch.kill(foreign('stop'), 'all')
    await fixture.until('nothing left', () => killSwitch.get()?.phase === 'clear', {
      ms: 90_000,
    })
    expect(await openAtExchange()).toBe(0)
    expect(killSwitch.get()).toMatchObject({ working: 0, unknown: 0 })
    expect(killSwitch.get()?.cancelled).toBeGreaterThanOrEqual(ORDERS)
    // The first report that does not say "at least" counts every order.
    const complete = reports.find(({ atLeast }) => atLeast === undefined)
    const { working = 0, unknown = 0, cancelled = 0 } = complete ?? {}
    expect(working + unknown + cancelled).toBeGreaterThanOrEqual(ORDERS)
  })
})
