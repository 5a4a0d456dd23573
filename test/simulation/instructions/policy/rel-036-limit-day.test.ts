import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '../../../../shared/domain/time.js'
import { InstructionFixture, RICH } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

/** Creates a connection whose limit for the day was used up by one filled order at this time. */
async function createSpentFixture(time: string): Promise<InstructionFixture> {
  const fixture = new InstructionFixture()
  fixture.evaluatePolicy = evaluatePolicy
  const price = asPrice(dec('187'))
  fixture.facts = {
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
  fixture.policy = { maxDay: asMoney(dec('2000')), maxOrder: asMoney(dec('2000')) }
  fixture.wallAhead = Date.parse(time) - fixture.simulation.wall()
  await fixture.start()
  await fixture.requestAndArm('k1')
  expect(await fixture.approve()).toBe('ok')
  fixture.gateway.updateOrder(fixture.sent[0]?.ticket ?? '', {
    status: 'filled',
    filledQuantity: asQuantity(dec('10')),
  })
  await fixture.advance(2 * MINUTE_MS)
  return fixture
}
/** Sets only the wall clock to this time. */
const setWallClock = (fixture: InstructionFixture, time: string): void => {
  fixture.wallAhead += Date.parse(time) - fixture.wall()
}
const requestResult = async (fixture: InstructionFixture, price: string): Promise<string> => {
  const done = await fixture.request(null, draft(price))
  return done.ok ? 'taken' : done.error.code
}

describe('REL-36: the day of a limit is the trade date', () => {
  it.each([
    ['in winter', '2026-11-20T15:00:00Z', '2026-11-23T00:59:59Z', '2026-11-23T01:00:00Z'],
    ['in summer', '2026-07-14T15:00:00Z', '2026-07-14T23:59:59Z', '2026-07-15T00:00:00Z'],
    [
      'on the day when clocks are set back',
      '2026-11-01T15:00:00Z',
      '2026-11-02T00:59:59Z',
      '2026-11-02T01:00:00Z',
    ],
    [
      'on the day when clocks are set forward',
      '2026-03-08T15:00:00Z',
      '2026-03-08T23:59:59Z',
      '2026-03-09T00:00:00Z',
    ],
  ])(
    'ends with the trade date of stocks at 20:00 in New York, %s',
    async (_when, time, last, next) => {
      const fixture = await createSpentFixture(time)
      setWallClock(fixture, last)
      expect(await requestResult(fixture, '186')).toBe('over-limit')
      setWallClock(fixture, next)
      expect(await requestResult(fixture, '185')).toBe('taken')
    },
  )

  it.each([
    ['an hour', HOUR_MS],
    ['a day', DAY_MS],
    ['a year', 365 * DAY_MS],
  ])('does not start again when the clock is set back by %s', async (_by, ms) => {
    const fixture = await createSpentFixture('2026-11-20T15:00:00Z')
    fixture.wallAhead -= ms
    expect(await requestResult(fixture, '186')).toBe('over-limit')
    await fixture.restart()
    expect(await requestResult(fixture, '185')).toBe('over-limit')
  })
})
