import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import { asPrice, asQuantity, dec, type Decimal } from '../../../../shared/domain/decimal.js'
import type { RequestedCondition } from '../../../../shared/domain/instructions/waiting-request.js'
import { PERSON } from '../../../../shared/domain/drawings/drawings-view.js'
import { exchangeClock, exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { AAPL, priceTerms } from '../../../unit/core/alerts/alert-fixture.js'
import { drawingOf, drawingTerms, KEY } from '../../../unit/core/alerts/drawing-fixture.js'
import { BothFixture } from './both-fixture.js'

type Step =
  | { readonly kind: 'tick'; readonly price: number }
  /** A price of which the exchange's time is older than the newest. */
  | { readonly kind: 'late'; readonly price: number }
  | { readonly kind: 'absent'; readonly last: '0' | null }
  /** The market data are interrupted; the price is missed. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'new-day'; readonly close: number; readonly price: number }
  | { readonly kind: 'restart'; readonly isNextDay: boolean }

const price = fc.integer({ min: 96, max: 104 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('tick' as const), price }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late' as const), price }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('absent' as const),
      last: fc.constantFrom('0' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gap' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('new-day' as const), close: price, price }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('restart' as const), isNextDay: fc.boolean() }),
  },
)

const instrument = { assetClass: 'stock' as const, symbol: AAPL }

/** A condition as an alert has it, and as an assistant names it. */
interface Pair {
  readonly alert: AlertTerms['condition']
  readonly wake: RequestedCondition
}

const pricePair = fc
  .record({ level: price, when: fc.constantFrom('above', 'below', 'crosses') })
  .map(({ level, when }): Pair => {
    const priceLevel = asPrice(dec(`${level}`))
    return {
      alert: {
        kind: 'price',
        instrument,
        when: when === 'crosses' ? 'through' : when,
        price: priceLevel,
      },
      wake: { kind: 'price', symbol: AAPL, when, price: priceLevel },
    }
  })

const changePair = fc
  .record({
    percent: fc.integer({ min: -3, max: 3 }),
    when: fc.constantFrom('above' as const, 'below' as const),
  })
  .map(({ percent, when }): Pair => {
    const ratio: Decimal = dec(`${percent / 100}`)
    return {
      alert: { kind: 'change', instrument, when, ratio },
      wake: { kind: 'change', symbol: AAPL, when, ratio },
    }
  })

async function apply(fixture: BothFixture, step: Step): Promise<void> {
  const { run } = fixture
  switch (step.kind) {
    case 'tick':
      return run.quote({ last: `${step.price}` })
    case 'late':
      return run.quote({ last: `${step.price}`, time: epochMs(run.exchangeNow() - 60_000) })
    case 'absent':
      return run.quote(step.last === null ? {} : { last: step.last })
    case 'gap':
      fixture.setMarket('down')
      await fixture.pass(5_000)
      return fixture.setMarket('live')
    case 'new-day':
      await fixture.toOpening()
      return run.quote({ last: `${step.price}`, previousClose: `${step.close}`, volume: '1' })
    case 'restart':
      return fixture.restart(step.isNextDay)
  }
}

/** Runs a tape. Returns after which steps each of the two acted. */
async function play(pair: Pair, first: number, steps: readonly Step[]) {
  const fixture = await BothFixture.open()
  fixture.run.quote({ last: `${first}`, previousClose: '100', volume: '1000' })
  const waits = await fixture.wait(pair.wake)
  if (!waits) return null
  await fixture.run.create(priceTerms('1', 'above', { condition: pair.alert }))
  const acted = { alert: [] as number[], waiting: [] as number[] }
  for (const [index, step] of steps.entries()) {
    const before = fixture.counts
    await apply(fixture, step)
    await fixture.pass()
    const after = fixture.counts
    if (after.firings > before.firings) acted.alert.push(index)
    if (after.wakes > before.wakes) acted.waiting.push(index)
  }
  await fixture.close()
  return acted
}

describe('ALERT, CONFIRM-47: an alert and a waiting instruction on the same condition', () => {
  it.each([
    ['a price', pricePair],
    ['a change', changePair],
  ])('act at the same tick of any tape for %s', async (_, pairs) => {
    await fc.assert(
      fc.asyncProperty(
        pairs,
        price,
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (pair, first, steps) => {
          const acted = await play(pair, first, steps)
          if (acted !== null) expect(acted.waiting).toEqual(acted.alert)
        },
      ),
      { numRuns: 150 },
    )
  })

  it.each([
    ['filled', true],
    ['cancelled', false],
    ['rejected', false],
  ] as const)('act together for an order that ends as %s, also while closed', async (end, acts) => {
    for (const isClosed of [false, true]) {
      const fixture = await BothFixture.open()
      const report = (part: Partial<Order>) =>
        fixture.run.broker.report('1', part, fixture.run.time.now())
      report({})
      const { accountId, clientOrderId } = fixture.run.broker.orders.all()[0] as Order
      expect(await fixture.wait({ kind: 'order', accountId, clientOrderId, when: 'filled' })).toBe(
        true,
      )
      const condition = { kind: 'order' as const, events: ['filled' as const] }
      await fixture.run.create(
        priceTerms('1', 'above', { condition: { ...condition, account: null, symbol: null } }),
      )
      await fixture.pass()
      report({ status: 'partially-filled', filledQuantity: asQuantity(dec('4')) })
      await fixture.pass()
      expect(fixture.counts).toEqual({ wakes: 0, firings: 0 })
      const fill = () => report({ status: end, filledQuantity: asQuantity(dec('10')) })
      if (!isClosed) fill()
      await fixture.restart(false, isClosed ? fill : undefined)
      await fixture.pass()
      expect(fixture.counts).toEqual(acts ? { wakes: 1, firings: 1 } : { wakes: 0, firings: 0 })
      await fixture.close()
    }
  })

  it('act in the same second for a time', async () => {
    const fixture = await BothFixture.open()
    const { run } = fixture
    const minute = (Math.floor(exchangeClock(run.exchangeNow()).minute) + 3) as number
    const time = exchangeInstant(exchangeClock(run.exchangeNow()).day, minute)
    const line = drawingOf('vertical', [[0, '100']])
    const drawing = { ...line, anchors: [{ time, price: asPrice(dec('100')) }] }
    await run.drawings.edit(KEY, { kind: 'add', drawings: [drawing] }, PERSON)
    expect(await fixture.wait({ kind: 'time', day: null, minute })).toBe(true)
    await run.create(drawingTerms('vertical', { part: 'time', when: 'passes' }))
    await fixture.pass(time - run.exchangeNow() - 1)
    expect(fixture.counts).toEqual({ wakes: 0, firings: 0 })
    await fixture.pass(1_000)
    expect(fixture.counts).toEqual({ wakes: 1, firings: 1 })
    await fixture.close()
  })
})
