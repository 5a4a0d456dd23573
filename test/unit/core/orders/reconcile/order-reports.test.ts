import { describe, expect, test } from 'vitest'
import {
  createOrderReports,
  showsChange,
  type OrderReport,
} from '../../../../../electron/core/orders/reconcile/order-reports.js'
import { createJournal } from '../../../../../electron/core/orders/order-journal.js'
import type { OrderObservation } from '../../../../../electron/core/orders/order-observation.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import type { Algo } from '../../../../../shared/domain/orders/order-terms.js'
import type { OrderChange } from '../../../../../shared/domain/orders/order.js'
import { idOf, ReconcilerFixture } from './reconciler-fixture.js'

const price = (text: string) => asPrice(dec(text))
const quantity = (text: string) => asQuantity(dec(text))

describe('REL-31: an observation shows the effect of a change', () => {
  const algo: Algo = {
    kind: 'pov',
    targetPercent: dec('10'),
    maxPercent: dec('20'),
    start: '10:00:00',
    end: '15:00:00',
  }
  const terms = {
    type: 'limit',
    timeInForce: 'day',
    quantity: quantity('10'),
    limitPrice: price('99.50'),
    stopPrice: null,
    trail: null,
    terms: { algo } as NonNullable<OrderObservation['terms']>,
  } satisfies Parameters<typeof showsChange>[0]
  const trail = (kind: 'amount' | 'percent', step: string) => ({ kind, step: dec(step) })

  test.each<[string, OrderChange]>([
    ['of nothing', {}],
    ['of the type', { type: 'limit' }],
    ['of the time in force', { timeInForce: 'day' }],
    ['of the quantity, however it is written', { quantity: quantity('10.0') }],
    ['of the limit', { limitPrice: price('99.5') }],
    [
      'of the terms of an algorithm',
      { algo: { targetPercent: dec('10.0'), maxPercent: dec('20') } },
    ],
    ['of the times of an algorithm', { algo: { start: '10:00:00', end: '15:00:00' } }],
  ])('%s', (_name, change) => {
    expect(showsChange(terms, change)).toBe(true)
  })

  test.each<[string, OrderChange]>([
    ['type', { type: 'market' }],
    ['time in force', { timeInForce: 'gtc' }],
    ['quantity', { quantity: quantity('11') }],
    ['limit', { limitPrice: price('99.4') }],
    ['stop', { stopPrice: price('98') }],
    ['trail', { trail: trail('amount', '1') }],
    ['target of an algorithm', { algo: { targetPercent: dec('11') } }],
    ['maximum of an algorithm', { algo: { maxPercent: dec('19') } }],
    ['start of an algorithm', { algo: { start: '10:30:00' } }],
    ['end of an algorithm', { algo: { end: '15:30:00' } }],
    ['limit, beside the right quantity', { quantity: quantity('10'), limitPrice: price('1') }],
  ])('an observation shows no effect while it shows another %s', (_name, change) => {
    expect(showsChange(terms, change)).toBe(false)
  })

  test('an observation shows the effect of a change of a stop and of a trail, by their kind and step', () => {
    const stop = { ...terms, stopPrice: price('98'), trail: trail('amount', '1.0') }
    expect(showsChange(stop, { stopPrice: price('98'), trail: trail('amount', '1') })).toBe(true)
    expect(showsChange(stop, { trail: trail('percent', '1') })).toBe(false)
    expect(showsChange(stop, { trail: trail('amount', '2') })).toBe(false)
  })

  test('an observation shows no effect of a change of an algorithm that it does not show', () => {
    const { terms: _terms, ...plain } = terms
    const { terms: _none, ...without } = { ...plain, terms: undefined }
    expect(showsChange(without, { algo: { start: '10:00:00' } })).toBe(false)
    expect(showsChange({ ...terms, terms: { ...terms.terms, algo: null } }, { algo: {} })).toBe(
      false,
    )
    expect(showsChange(without, { quantity: quantity('10') })).toBe(true)
  })
})

describe('REL-28: a report of an order', () => {
  /** Reports over the fixture's projection and disk. */
  async function reporting() {
    const desk = new ReconcilerFixture()
    await desk.runBefore(1)
    const stored = desk.records('observation').length
    const reports = createOrderReports({
      projection: desk.projection,
      journal: createJournal(desk.disk.port()),
    })
    const journaled = async () => {
      await desk.pass(1_000)
      return desk.records('observation').length - stored
    }
    return { desk, reports, journaled }
  }

  test('is journaled when it changes an order that was placed here, and only then', async () => {
    const { desk, reports, journaled } = await reporting()
    desk.shown.set(1, { status: 'partially-filled', filledQuantity: quantity('4') })
    expect(reports.observe(desk.seen(1, 'detail'))).toMatchObject({
      changed: true,
      order: { status: 'partially-filled' },
    })
    expect(await journaled()).toBe(1)
    const repeated = { ...desk.seen(1, 'listing'), status: null, filledQuantity: null }
    reports.observe({ ...repeated, source: 'event', quantity: null })
    reports.observe(desk.seen(2, 'detail'))
    expect(desk.statusOf(2)).toBe('working')
    expect(await journaled()).toBe(1)
  })

  test('reaches the listener after it is in the row, with the type of its event', async () => {
    const { desk, reports } = await reporting()
    const received: OrderReport[] = []
    reports.onReport((report) => {
      expect(desk.statusOf(1)).toBe('filled')
      received.push(report)
    })
    desk.shown.set(1, { status: 'filled', filledQuantity: quantity('10') })
    const observation = desk.seen(1, 'event')
    reports.observe(observation, 'final-fill')
    reports.observe(observation)
    expect(received).toMatchObject([
      { observation, eventType: 'final-fill', applied: { order: { status: 'filled' } } },
      { observation, eventType: null },
    ])
  })

  test('a report of an order that is not sufficient for a row is passed on to be queried', async () => {
    const { desk, reports, journaled } = await reporting()
    const incomplete: string[] = []
    reports.onIncomplete((accountId, clientOrderId) =>
      incomplete.push(`${accountId} ${clientOrderId}`),
    )
    const event = {
      ...desk.seen(9, 'event'),
      type: null,
      side: null,
      timeInForce: null,
      session: null,
    }
    expect(reports.observe(event)).toMatchObject({ incomplete: true, order: null })
    expect(await journaled()).toBe(0)
    reports.observe(desk.seen(1, 'detail'))
    expect(incomplete).toEqual([`ACC ${idOf(9)}`])
  })

  test('needs no listener', async () => {
    const { desk, reports } = await reporting()
    const event = { ...desk.seen(9, 'event'), type: null, side: null }
    expect(() => reports.observe(event)).not.toThrow()
  })
})
