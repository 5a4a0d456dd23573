import { describe, expect, it } from 'vitest'
import { exchangeClock, exchangeInstant } from '../../../shared/domain/exchange-time.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { epochMs } from '../../../shared/domain/time.js'
import { ASSISTANT, DeskWorld, draft, market, OTHER } from './desk-world.js'

const MINUTE = 60_000
/** Puts the exchange's clock to a time of day in New York. */
const atMinute = (at: DeskWorld, day: string, minute: number): void => {
  at.exchangeAhead = exchangeInstant(day, minute) - at.wall()
}
const validFor = async (at: DeskWorld, of: OrderDraft): Promise<number> => {
  await at.ask('k1', of)
  return (at.only().expiresAt - at.only().createdAt) / MINUTE
}

describe('rule 9: the instruction has its own time', () => {
  it('15 minutes by default, 2 for a market order, the connection’s own number otherwise', async () => {
    for (const [of, validMinutes, minutes] of [
      [draft(), 15, 15],
      [market(), 15, 2],
      [draft(), 40, 40],
      [draft(), 1, 1],
      [market(), 40, 2],
      [market(), 1, 1],
    ] as const) {
      const at = await new DeskWorld().start()
      atMinute(at, '2025-11-21', 10 * 60)
      at.policy = { validMinutes }
      expect(await validFor(at, of)).toBe(minutes)
    }
  })

  it.each([
    ['at most to the close of the regular session', '2025-11-21', 15 * 60 + 55, draft(), 5],
    ['on a short day, to its early close', '2025-11-28', 12 * 60 + 50, draft(), 10],
    [
      'with extended hours, to their end',
      '2025-11-21',
      19 * 60 + 52,
      draft('1', '1', { session: 'all' }),
      8,
    ],
    ['after the close, for the next day', '2025-11-21', 16 * 60 + 30, draft(), 15],
    [
      'futures: to the end of their trade date',
      '2025-11-21',
      16 * 60 + 51,
      draft('1', '1', { assetClass: 'futures', symbol: symbol('ESZ5') }),
      9,
    ],
    [
      'crypto: to midnight',
      '2025-11-22',
      23 * 60 + 56,
      draft('1', '1', { assetClass: 'crypto', symbol: symbol('BTCUSD') }),
      4,
    ],
  ] as const)('%s', async (_what, day, minute, of, minutes) => {
    const at = await new DeskWorld().start()
    atMinute(at, day, minute)
    expect(exchangeClock(epochMs(at.wall() + at.exchangeAhead))).toMatchObject({ day, minute })
    expect(await validFor(at, of)).toBe(minutes)
  })

  it('at zero the card is expired, stays readable, and cannot be approved', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1', market())
    await at.look(119_000)
    await at.look()
    const last = at.decision()
    expect(at.card().state).toBe('open')
    await at.pass(1_000)
    expect(at.only().status).toBe('EXPIRED')
    expect(at.card()).toMatchObject({
      state: 'expired',
      line: 'BUY 10 AAPL, market, day',
      result: 'Nobody decided in time',
      arming: { armed: false, armsInMs: null },
    })
    expect((await at.desk.decide(last)).ok).toBe(false)
    await at.pass(10 * MINUTE)
    expect(at.card().state).toBe('expired')
    expect(at.kinds('ended').map(({ body }) => body['ending'])).toEqual(['expired'])
  })

  it('sleeping counts as elapsed: nothing is left of it on return', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const before = at.decision()
    at.sleep(15 * MINUTE)
    expect((await at.desk.decide(before)).ok).toBe(false)
    expect(at.only().status).toBe('EXPIRED')
  })

  it('the clock that never goes back decides: setting the other back gains nothing', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1', market())
    at.sleep(-60 * MINUTE)
    await at.pass(2 * MINUTE)
    expect(at.only().status).toBe('EXPIRED')
  })

  it('the caller may come and go', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1')
    await at.pass(5 * MINUTE)
    expect(await at.ask('k1')).toMatchObject({
      ok: true,
      value: [{ id: at.only().id, status: 'PENDING' }],
    })
  })

  it.each([
    [
      'pausing',
      (at: DeskWorld) => {
        at.connection('paused')
      },
    ],
    [
      'revoking the connection',
      (at: DeskWorld) => {
        at.connection('revoked')
      },
    ],
    [
      'halting',
      (at: DeskWorld) => {
        at.halt()
      },
    ],
    [
      'a changed policy',
      (at: DeskWorld) => {
        at.connection('policy')
      },
    ],
    [
      'switching the environment',
      (at: DeskWorld) => {
        void at.desk.withdraw('the session ended')
      },
    ],
    [
      'revoking by the assistant',
      (at: DeskWorld) => {
        void at.desk.revoke(ASSISTANT, at.only().id)
      },
    ],
  ] as const)('%s withdraws at once, and says why', async (_what, happen) => {
    const at = await new DeskWorld().start()
    await at.ready()
    const before = at.decision()
    happen(at)
    expect(at.only().status).toBe('REJECTED')
    expect(at.card().state).toBe('withdrawn')
    expect(at.card().result).not.toBe('')
    expect((await at.desk.decide(before)).ok).toBe(false)
    await at.pass(1_000)
    expect(at.sent).toEqual([])
    expect(at.kinds('ended')).toHaveLength(1)
  })

  it('locking withdraws at once, and takes every card out of sight: nobody has to unlock that window', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    await at.ask('k2', draft('150'))
    const before = at.decision()
    at.desk.disturbed('locked')
    expect(at.all().map(({ status, ending }) => [status, ending?.detail])).toEqual([
      ['REJECTED', 'The desk was locked'],
      ['REJECTED', 'The desk was locked'],
    ])
    expect(at.desk.confirm.get()).toMatchObject({ card: null, batch: [], net: [], waiting: 0 })
    expect((await at.desk.decide(before)).ok).toBe(false)
    await at.pass(1_000)
    expect(at.desk.confirm.get().card).toBeNull()
    expect([at.sent, at.kinds('ended').length]).toEqual([[], 2])
  })

  it('what is being sent while the desk is locked is out of sight as well, and stays so', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const deciding = at.desk.decide(at.decision())
    at.desk.disturbed('locked')
    expect(at.desk.confirm.get().card).toBeNull()
    await deciding
    await at.pass(2_000)
    expect(at.desk.confirm.get().card).toBeNull()
  })

  it('pausing one assistant leaves the other’s alone', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1')
    await at.ask('k1', draft(), OTHER)
    at.connection('paused', ASSISTANT)
    await at.pass(100)
    expect(at.all()[0]?.status).toBe('REJECTED')
    expect(at.all(OTHER)[0]?.status).toBe('PENDING')
  })

  it.each(['decided', 'sending', 'sent'] as const)(
    'a halt while it is being %s still stops it',
    async (stage) => {
      const at = await new DeskWorld().start()
      await at.ready()
      let writes = 0
      at.disk = async () => {
        writes += 1
        if (writes === ['decided', 'sending', 'sent'].indexOf(stage) + 1) at.halt()
        await Promise.resolve()
      }
      await at.approve()
      await at.pass(100)
      expect(at.sent).toEqual([])
      expect(
        stage === 'sent' || stage === 'sending' ? at.only().outcome?.state : at.only().ending?.why,
      ).toBe(stage === 'decided' ? 'withdrawn' : 'denied')
    },
  )

  it('what comes while it is being written down, and the door closes, is over before anybody saw it', async () => {
    const at = await new DeskWorld().start()
    let writes = 0
    at.disk = async () => {
      writes += 1
      if (writes === 2) at.connection('paused')
      await Promise.resolve()
    }
    expect(await at.ask('k1')).toMatchObject({ ok: false, error: { code: 'paused' } })
    expect(at.all().map(({ status }) => status)).toEqual(['REJECTED'])
    expect(at.desk.confirm.get().card).toBeNull()
  })
})
