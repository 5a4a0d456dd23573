import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KillSwitch } from '../../../electron/core/instructions/kill-switch/kill-switch.js'
import type { Halt } from '../../../shared/domain/orders/halt.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { openAtExchange, openSwitch, placeElsewhere } from './orders/kill-fixture.js'
import { SessionFixture } from './session-fixture.js'

/** More orders than two pages of a hundred, in two accounts. */
const ORDERS = 230

let fixture: SessionFixture
let killSwitch: KillSwitch
const reports: Halt[] = []

beforeEach(async () => {
  reports.length = 0
  fixture = await SessionFixture.open()
  killSwitch = await openSwitch(fixture)
  killSwitch.subscribe(() => {
    const halt = killSwitch.get()
    if (halt !== null) reports.push(halt)
  })
})
afterEach(async () => {
  killSwitch.dispose()
  await fixture.close()
})

describe('REL-36: a kill of more orders than a list has on a page', () => {
  test('ends every order of another client, and says zero only when the exchange has none', {
    timeout: 120_000,
  }, async () => {
    const accounts = fixture.session.connection
      .view()
      .accounts.filter(({ product }) => product === 'securities')
      .map(({ accountId }) => accountId)
      .slice(0, 2)
    await placeElsewhere(fixture, accounts, ORDERS)
    void killSwitch.kill(foreign('stop'), 'all')
    await fixture.until('nothing left', () => killSwitch.get()?.phase === 'clear', {
      ms: 90_000,
    })
    expect(await openAtExchange(fixture.practice)).toBe(0)
    expect(killSwitch.get()).toMatchObject({ working: 0, unknown: 0 })
    expect(killSwitch.get()?.cancelled).toBeGreaterThanOrEqual(ORDERS)
    // The first report that does not say "at least" counts every order.
    const complete = reports.find(({ atLeast }) => atLeast === undefined)
    const { working = 0, unknown = 0, cancelled = 0 } = complete ?? {}
    expect(working + unknown + cancelled).toBeGreaterThanOrEqual(ORDERS)
  })
})
