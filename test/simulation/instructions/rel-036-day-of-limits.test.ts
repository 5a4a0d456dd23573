import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '../../../shared/domain/time.js'
import { DeskWorld, draft, RICH } from './desk-world.js'

/** One order of the day's whole limit, filled, at this moment. */
async function spent(at: string): Promise<DeskWorld> {
  const desk = new DeskWorld()
  desk.judge = judgePolicy
  const price = asPrice(dec('187'))
  desk.facts = {
    quote: {
      symbol: draft().symbol,
      last: price,
      bid: price,
      ask: price,
      receivedAt: epochMs(0),
      time: null,
    } as never,
    balance: RICH,
  }
  desk.policy = { maxDay: asMoney(dec('2000')), maxOrder: asMoney(dec('2000')) }
  desk.wallAhead = Date.parse(at) - desk.world.wall()
  await desk.start()
  await desk.ready('k1')
  expect(await desk.approve()).toBe('ok')
  desk.door.become(desk.sent[0]?.ticket ?? '', {
    status: 'filled',
    filledQuantity: asQuantity(dec('10')),
  })
  await desk.pass(2 * MINUTE_MS)
  return desk
}
/** Moves the wall clock alone to this moment. */
const to = (desk: DeskWorld, at: string): void => {
  desk.wallAhead += Date.parse(at) - desk.wall()
}
const asked = async (desk: DeskWorld, price: string): Promise<string> => {
  const done = await desk.ask(null, draft(price))
  return done.ok ? 'taken' : done.error.code
}

describe('rel-036: the day of a limit is the exchange’s', () => {
  it.each([
    ['in winter', '2026-11-20T15:00:00Z', '2026-11-21T04:59:59Z', '2026-11-21T05:00:00Z'],
    ['in summer', '2026-07-14T15:00:00Z', '2026-07-15T03:59:59Z', '2026-07-15T04:00:00Z'],
    [
      'on the day that clocks go back',
      '2026-11-01T15:00:00Z',
      '2026-11-02T04:59:59Z',
      '2026-11-02T05:00:00Z',
    ],
    [
      'on the day that clocks go ahead',
      '2026-03-08T15:00:00Z',
      '2026-03-09T03:59:59Z',
      '2026-03-09T04:00:00Z',
    ],
  ])('it ends at midnight in New York, %s', async (_when, at, last, next) => {
    const desk = await spent(at)
    to(desk, last)
    expect(await asked(desk, '186')).toBe('over-limit')
    to(desk, next)
    expect(await asked(desk, '185')).toBe('taken')
  })

  it.each([
    ['an hour', HOUR_MS],
    ['a day', DAY_MS],
    ['a year', 365 * DAY_MS],
  ])('a clock that was set back by %s gives no new day', async (_by, ms) => {
    const desk = await spent('2026-11-20T15:00:00Z')
    desk.wallAhead -= ms
    expect(await asked(desk, '186')).toBe('over-limit')
    await desk.restart()
    expect(await asked(desk, '185')).toBe('over-limit')
  })
})
