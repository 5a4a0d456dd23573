import { describe, expect, it } from 'vitest'
import { exchangeClock, exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ASSISTANT, InstructionFixture, OTHER } from '../harness/instruction-fixture.js'
import { draft, market } from '../harness/fake-order-gateway.js'

const MINUTE = 60_000
/** Sets the exchange clock to a time of day in New York. */
const atMinute = (fixture: InstructionFixture, day: string, minute: number): void => {
  fixture.exchangeAhead = exchangeInstant(day, minute) - fixture.wall()
}
const validFor = async (fixture: InstructionFixture, order: OrderDraft): Promise<number> => {
  await fixture.request('k1', order)
  return (fixture.latest().expiresAt - fixture.latest().createdAt) / MINUTE
}

describe('CONFIRM-9: the validity of an instruction', () => {
  it("is the connection's setting, by default 15 minutes, at most 2 for a market order", async () => {
    for (const [order, validMinutes, minutes] of [
      [draft(), 15, 15],
      [market(), 15, 2],
      [draft(), 40, 40],
      [draft(), 1, 1],
      [market(), 40, 2],
      [market(), 1, 1],
    ] as const) {
      const fixture = await new InstructionFixture().start()
      atMinute(fixture, '2025-11-21', 10 * 60)
      fixture.policy = { validMinutes }
      expect(await validFor(fixture, order)).toBe(minutes)
    }
  })

  it.each([
    ['ends with the regular session at the latest', '2025-11-21', 15 * 60 + 55, draft(), 5],
    ['ends at the early close on a short day', '2025-11-28', 12 * 60 + 50, draft(), 10],
    [
      'ends with extended hours where the order uses them',
      '2025-11-21',
      19 * 60 + 52,
      draft('1', '1', { session: 'all' }),
      8,
    ],
    ['ends on the next day after the close', '2025-11-21', 16 * 60 + 30, draft(), 15],
    [
      'ends with the trade date for futures',
      '2025-11-21',
      16 * 60 + 51,
      draft('1', '1', { assetClass: 'futures', symbol: symbol('ESZ5') }),
      9,
    ],
    [
      'ends at midnight for crypto',
      '2025-11-22',
      23 * 60 + 56,
      draft('1', '1', { assetClass: 'crypto', symbol: symbol('BTCUSD') }),
      4,
    ],
  ] as const)('%s', async (_what, day, minute, order, minutes) => {
    const fixture = await new InstructionFixture().start()
    atMinute(fixture, day, minute)
    expect(exchangeClock(epochMs(fixture.wall() + fixture.exchangeAhead))).toMatchObject({
      day,
      minute,
    })
    expect(await validFor(fixture, order)).toBe(minutes)
  })

  it('ends with an expired card that stays readable and cannot be approved', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1', market())
    await fixture.drawCards(119_000)
    await fixture.drawCards()
    const last = fixture.decision()
    expect(fixture.card().state).toBe('open')
    await fixture.advance(1_000)
    expect(fixture.latest().status).toBe('EXPIRED')
    expect(fixture.card()).toMatchObject({
      state: 'expired',
      line: 'BUY 10 AAPL, market, day',
      result: 'Not answered in time',
      arming: { armed: false, armsInMs: null },
    })
    expect((await fixture.service.decisions.decide(last)).ok).toBe(false)
    await fixture.advance(10 * MINUTE)
    expect(fixture.card().state).toBe('expired')
    expect(fixture.auditRecords('ended').map(({ body }) => body['ending'])).toEqual(['expired'])
  })

  it('includes the time that the computer slept', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const before = fixture.decision()
    fixture.sleep(15 * MINUTE)
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
    expect(fixture.latest().status).toBe('EXPIRED')
  })

  it('follows the monotonic clock, so setting the wall clock back gains nothing', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1', market())
    fixture.sleep(-60 * MINUTE)
    await fixture.advance(2 * MINUTE)
    expect(fixture.latest().status).toBe('EXPIRED')
  })

  it("does not depend on the caller's presence", async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1')
    await fixture.advance(5 * MINUTE)
    expect(await fixture.request('k1')).toMatchObject({
      ok: true,
      value: [{ id: fixture.latest().id, status: 'PENDING' }],
    })
  })

  it.each([
    [
      'a pause',
      (fixture: InstructionFixture) => {
        fixture.changeConnection('paused')
      },
    ],
    [
      'a revoked connection',
      (fixture: InstructionFixture) => {
        fixture.changeConnection('revoked')
      },
    ],
    [
      'a halt',
      (fixture: InstructionFixture) => {
        fixture.halt()
      },
    ],
    [
      'a changed policy',
      (fixture: InstructionFixture) => {
        fixture.changeConnection('policy')
      },
    ],
    [
      'a switch of the environment',
      (fixture: InstructionFixture) => {
        void fixture.service.endings.withdraw('the session ended')
      },
    ],
    [
      'a revoke by the assistant',
      (fixture: InstructionFixture) => {
        void fixture.service.endings.revoke(ASSISTANT, fixture.latest().id)
      },
    ],
  ] as const)('ends at once, with the reason, on: %s', async (_what, happen) => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const before = fixture.decision()
    happen(fixture)
    expect(fixture.latest().status).toBe('REJECTED')
    expect(fixture.card().state).toBe('withdrawn')
    expect(fixture.card().result).not.toBe('')
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
    await fixture.advance(1_000)
    expect(fixture.sent).toEqual([])
    expect(fixture.auditRecords('ended')).toHaveLength(1)
  })

  it('ends at once on lock, and the confirm window is emptied', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    await fixture.request('k2', draft('150'))
    const before = fixture.decision()
    fixture.service.handleInterruption('locked')
    expect(fixture.instructions().map(({ status, ending }) => [status, ending?.detail])).toEqual([
      ['REJECTED', 'Countersign was locked'],
      ['REJECTED', 'Countersign was locked'],
    ])
    expect(fixture.service.confirm.live.get()).toMatchObject({
      card: null,
      batch: [],
      net: [],
      waiting: 0,
    })
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
    await fixture.advance(1_000)
    expect(fixture.service.confirm.live.get().card).toBeNull()
    expect([fixture.sent, fixture.auditRecords('ended').length]).toEqual([[], 2])
  })

  it('stays hidden after a lock even when it is just being sent', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const deciding = fixture.service.decisions.decide(fixture.decision())
    fixture.service.handleInterruption('locked')
    expect(fixture.service.confirm.live.get().card).toBeNull()
    await deciding
    await fixture.advance(2_000)
    expect(fixture.service.confirm.live.get().card).toBeNull()
  })

  it('is not affected by a pause of another assistant', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1')
    await fixture.request('k1', draft(), OTHER)
    fixture.changeConnection('paused', ASSISTANT)
    await fixture.advance(100)
    expect(fixture.instructions()[0]?.status).toBe('REJECTED')
    expect(fixture.instructions(OTHER)[0]?.status).toBe('PENDING')
  })

  it.each(['decided', 'sent', 'sending'] as const)(
    'ends with a halt while it is being %s',
    async (stage) => {
      const fixture = await new InstructionFixture().start()
      await fixture.requestAndArm()
      let writes = 0
      fixture.diskGate = async () => {
        writes += 1
        if (writes === ['decided', 'sent', 'sending'].indexOf(stage) + 1) fixture.halt()
        await Promise.resolve()
      }
      await fixture.approve()
      await fixture.advance(100)
      expect(fixture.sent).toEqual([])
      expect(
        stage === 'sending' ? fixture.latest().outcome?.state : fixture.latest().ending?.why,
      ).toBe(stage === 'sending' ? 'denied' : 'withdrawn')
    },
  )

  it('ends before it is displayed when its connection is paused while it is written', async () => {
    const fixture = await new InstructionFixture().start()
    let writes = 0
    fixture.diskGate = async () => {
      writes += 1
      if (writes === 2) fixture.changeConnection('paused')
      await Promise.resolve()
    }
    expect(await fixture.request('k1')).toMatchObject({ ok: false, error: { code: 'paused' } })
    expect(fixture.instructions().map(({ status }) => status)).toEqual(['REJECTED'])
    expect(fixture.service.confirm.live.get().card).toBeNull()
  })
})
