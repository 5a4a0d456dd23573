import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  AlertCondition,
  AlertEvent,
  AlertView,
} from '../../../shared/domain/alerts/alert.schema.js'
import {
  add,
  asPrice,
  asQuantity,
  cmp,
  dec,
  eq,
  maxOf,
  mul,
  sub,
  toScale,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import { alertOn, AlertSession } from './alert-session.js'

let alerts: AlertSession
beforeAll(async () => {
  alerts = await AlertSession.open()
})
afterAll(() => alerts.close())

/** Expects that the price went through a level which it was at, in the direction that is named. */
function expectCrossing(event: AlertEvent | undefined, level: string): void {
  expect(event).toMatchObject({ what: 'fired', delay: 'current', gap: null })
  const side = cmp(event?.value ?? dec('0'), dec(level))
  expect(event?.crossing === 'up' ? side >= 0 : side <= 0).toBe(true)
}

/** Returns a price a little above and one a little below. */
function aroundPrice(price: Decimal): readonly [Price, Price] {
  const step = maxOf(toScale(mul(price, dec('0.0002')), 2, 'half-up'), dec('0.01'))
  return [asPrice(add(price, step)), asPrice(sub(price, step))]
}

describe('alerts of every product over real sockets, without a window', () => {
  test.each(['stock', 'option', 'futures', 'crypto'] as const)(
    'an alert on the price of a %s fires once when the market passes its level',
    async (assetClass) => {
      const instrument = await alerts.instrument(assetClass)
      const condition = { kind: 'price', instrument, when: 'through' } as const
      const far = await alerts.create(alertOn({ ...condition, price: asPrice(dec('0.0001')) }))
      // A market may leave its price and not return, but it leaves any range on one of its sides.
      const levels = aroundPrice(await alerts.armedValue(far.id))
      const near = await Promise.all(
        levels.map((price) => alerts.create(alertOn({ ...condition, price }))),
      )
      await alerts.untilFast(`an alert on ${instrument.symbol} fires`, () =>
        near.some(({ id }) => alerts.view(id).state === 'fired'),
      )
      for (const [index, { id }] of near.entries()) {
        if (alerts.view(id).state !== 'fired') continue
        expect(alerts.events(id)).toHaveLength(1)
        expectCrossing(alerts.events(id)[0], String(levels[index]))
      }
      expect(alerts.view(far.id)).toMatchObject({ state: 'active', hold: null })
      expect(alerts.events(far.id)).toEqual([])
    },
  )

  test('alerts on “yes” and on “no” of a market fire by prices that add up to a dollar', async () => {
    const instrument = await alerts.instrument('event')
    const create = (outcome: 'yes' | 'no', price: string): Promise<AlertView> =>
      alerts.create(
        alertOn({
          kind: 'price',
          instrument,
          when: 'through',
          price: asPrice(dec(price)),
          outcome,
        }),
      )
    const pricesNow = async (): Promise<readonly [Decimal, Decimal]> => {
      const waiting = [await create('yes', '0.01'), await create('no', '0.01')] as const
      return [await alerts.armedValue(waiting[0].id), await alerts.armedValue(waiting[1].id)]
    }
    let [yes, no] = await pricesNow()
    // Between the two the market may move.
    while (!eq(add(yes, no), dec('1'))) [yes, no] = await pricesNow()
    // Both begin to wait at one moment of the market.
    await alerts.setSpeed(0)
    const near = [await create('yes', String(yes)), await create('no', String(no))] as const
    await alerts.untilFast(
      'both alerts of the market fire',
      () => near.every(({ id }) => alerts.view(id).state === 'fired'),
      600,
    )
    const [ofYes, ofNo] = near.map(({ id }) => alerts.events(id)[0])
    expectCrossing(ofYes, String(yes))
    expectCrossing(ofNo, String(no))
    expect(new Set([ofYes?.crossing, ofNo?.crossing])).toEqual(new Set(['up', 'down']))
    expect(eq(add(ofYes?.value ?? dec('0'), ofNo?.value ?? dec('0')), dec('1'))).toBe(true)
  })

  test('change and volume of the day are known of each product that has them', async () => {
    const cases = [
      ['futures', 'change'],
      ['futures', 'volume'],
      ['option', 'change'],
      ['option', 'volume'],
      ['crypto', 'change'],
      ['event', 'volume'],
    ] as const
    const created: AlertView[] = []
    for (const [assetClass, kind] of cases) {
      const instrument = await alerts.instrument(assetClass)
      const condition: AlertCondition =
        kind === 'change'
          ? { kind, instrument, when: 'above', ratio: dec('50') }
          : { kind, instrument, quantity: asQuantity(dec('1000000000')) }
      created.push(await alerts.create(alertOn(condition)))
    }
    await alerts.desk.until('all have their first figure', () =>
      created.every(({ id }) => alerts.view(id).armedValue !== null),
    )
    expect(created.flatMap(({ id }) => alerts.events(id))).toEqual([])
  })
})
