import { describe, expect, test } from 'vitest'
import type { Halt } from '../../../../../shared/domain/orders/halt.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { seeded } from '../../../../simulation/core/simulation.js'
import { draft } from '../../session/session-fixture.js'
import { KillSwitchFixture } from './kill-switch-fixture.js'

/** Opens a session with pages of ten orders, whose orders rest until the test changes them. */
async function resting(): Promise<KillSwitchFixture> {
  const fixture = new KillSwitchFixture()
  const chance = seeded(7)
  Object.assign(fixture.desk.simulation, { chance: () => 0.75 + chance() / 5 })
  fixture.desk.exchange.pageSize = 10
  return fixture.start()
}

/** Records every halt that is shown, with the number of orders that then worked in truth. */
function recordReports(fixture: KillSwitchFixture): { halt: Halt; open: number }[] {
  const reports: { halt: Halt; open: number }[] = []
  fixture.killSwitch.subscribe(() => {
    const halt = fixture.killSwitch.get()
    if (halt !== null) reports.push({ halt, open: fixture.desk.exchange.openCount })
  })
  return reports
}

/** Lets this many cancellations reach the broker within the window, as its limit does. */
function limitCancels({ desk }: KillSwitchFixture, count: number, windowMs: number): void {
  const { simulation } = desk
  const { cancel } = desk.exchange.trade
  let sentAt: number[] = []
  const delayMs = (): number => {
    sentAt = sentAt.filter((time) => time > simulation.now - windowMs)
    return sentAt.length < count ? 0 : (sentAt[0] ?? 0) + windowMs - simulation.now
  }
  desk.cancelDelayMs = delayMs
  Object.assign(desk.exchange.trade, {
    cancel: (...args: Parameters<typeof cancel>): ReturnType<typeof cancel> => {
      const retryAfterMs = delayMs()
      if (retryAfterMs > 0) {
        return Promise.resolve({ outcome: 'not-sent', reason: foreign('limit') })
      }
      sentAt.push(simulation.now)
      return cancel(...args)
    },
  })
}

describe('REL-36: a kill of many orders', () => {
  test.each([600, 2_000])(
    'cancels %i orders of another client, and says zero only when it is true',
    async (count) => {
      const fixture = await resting()
      const reports = recordReports(fixture)
      fixture.desk.exchange.placeElsewhere(count, draft())
      void fixture.killSwitch.kill(foreign('stop'), 'all')
      await fixture.desk.simulation.run(fixture.desk.simulation.now + 600_000, () => {
        return fixture.killSwitch.get()?.phase === 'clear'
      })
      expect(fixture.desk.exchange.openCount).toBe(0)
      expect(fixture.killSwitch.get()).toMatchObject({
        phase: 'clear',
        working: 0,
        unknown: 0,
        cancelled: count,
      })
      expect(fixture.killSwitch.get()?.atLeast).toBeUndefined()
      const untrue = reports.filter(({ halt, open }) => halt.phase === 'clear' && open > 0)
      expect(untrue).toEqual([])
      const understated = reports.filter(
        ({ halt, open }) => halt.working + halt.unknown < open && halt.atLeast !== true,
      )
      expect(understated).toEqual([])
      expect(Math.max(...reports.map(({ halt }) => halt.left.length))).toBe(200)
    },
  )

  test('continues as soon as the broker allows another cancellation', async () => {
    const fixture = await resting()
    const { exchange, simulation } = fixture.desk
    limitCancels(fixture, 9, 40_000)
    exchange.placeElsewhere(10, draft())
    const killedAt = simulation.now
    void fixture.killSwitch.kill(foreign('stop'), 'all')
    await simulation.run(simulation.now + 600_000, () => exchange.openCount === 0)
    expect(exchange.openCount).toBe(0)
    // The first cancellation left within 4 s; the limit frees its place 40 s later.
    expect(simulation.now - killedAt).toBeLessThan(44_500)
  })

  test('counts an order that ended after the session forgot it for newer ones', async () => {
    const fixture = await resting()
    const { exchange, simulation } = fixture.desk
    const reports = recordReports(fixture)
    exchange.placeElsewhere(1_000, draft())
    void fixture.killSwitch.kill(foreign('stop'), 'all')
    await simulation.run(simulation.now + 600_000, () => exchange.openCount < 200)
    exchange.placeElsewhere(20, draft())
    await simulation.run(simulation.now + 600_000, () => {
      return fixture.killSwitch.get()?.phase === 'clear'
    })
    expect(exchange.openCount).toBe(0)
    expect(fixture.killSwitch.get()).toMatchObject({ phase: 'clear', cancelled: 1_020 })
    const counts = reports.map(({ halt }) => halt.cancelled)
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
  })

  test('is not over while a list still names an order that nothing else reports', async () => {
    const fixture = await resting()
    let isListFailing = true
    const { openOrders } = fixture.desk.exchange.trade
    Object.assign(fixture.desk.exchange.trade, {
      openOrders: (...args: Parameters<typeof openOrders>) =>
        isListFailing ? new Promise(() => undefined) : openOrders(...args),
    })
    fixture.desk.exchange.placeElsewhere(1, draft())
    const halt = await fixture.desk.wait(fixture.killSwitch.kill(foreign('stop'), 'all'))
    expect(halt).toMatchObject({ phase: 'left', working: 0, unknown: 0, atLeast: true })
    expect(fixture.desk.exchange.openCount).toBe(1)
    isListFailing = false
  })
})
