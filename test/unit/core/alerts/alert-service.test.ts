import { describe, expect, it } from 'vitest'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { HOUR_MS, epochMs, MINUTE_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { AAPL, openAlerts, priceTerms, T0 } from './alert-fixture.js'

const aapl = { assetClass: 'stock', symbol: AAPL } as const
const change = (ratio: string, when: 'above' | 'below'): AlertTerms =>
  priceTerms('1', 'through', {
    condition: { kind: 'change', instrument: aapl, when, ratio: dec(ratio) },
  })
const volume = (quantity: string): AlertTerms =>
  priceTerms('1', 'through', {
    condition: { kind: 'volume', instrument: aapl, quantity: asQuantity(dec(quantity)) },
  })

describe('an alert on a price', () => {
  it('fires once when the price reaches the level, and remembers the price of its arming', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99.50' })
    const alert = await desk.create(priceTerms('100', 'above'))
    expect(alert).toMatchObject({ state: 'active', armedValue: '99.50' })
    desk.quote({ last: '100' })
    desk.quote({ last: '101' })
    expect(desk.events()).toMatchObject([
      { value: '100', crossing: 'up', delay: 'current', gap: null, time: desk.exchangeNow() },
    ])
    expect(desk.alerts.get().alerts[0]).toMatchObject({ state: 'fired', firedCount: 1 })
    expect(desk.market.held.get('AAPL')).toBe(0)
  })

  it('fires when the price jumps over the level', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '90' })
    await desk.create(priceTerms('100', 'through'))
    desk.quote({ last: '117.20' })
    expect(desk.events()).toMatchObject([{ value: '117.20', crossing: 'up' }])
  })

  it('does not fire for a level that the price is already beyond', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '105' })
    await desk.create(priceTerms('100', 'above'))
    desk.quote({ last: '106' })
    expect(desk.fired).toEqual([])
    desk.quote({ last: '99' })
    expect(desk.fired).toEqual([])
    desk.quote({ last: '103' })
    expect(desk.events()).toMatchObject([{ value: '103', crossing: 'up' }])
  })

  it('waits for a first price where none is known, and keeps the symbol subscribed', async () => {
    const desk = await openAlerts()
    const alert = await desk.create(priceTerms('100', 'below'))
    expect(alert.armedValue).toBeNull()
    expect(desk.market.held.get('AAPL')).toBe(1)
    desk.quote({ last: '100.01' })
    desk.quote({ last: '99.99' })
    expect(desk.events()).toMatchObject([{ value: '99.99', crossing: 'down' }])
  })

  it('repeats once per crossing, and not within its pause', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    await desk.create(priceTerms('100', 'above', { repeatMs: MINUTE_MS }))
    desk.quote({ last: '101' })
    desk.quote({ last: '102' })
    desk.quote({ last: '99' })
    desk.quote({ last: '101' })
    expect(desk.fired).toHaveLength(1)
    await desk.time.advance(MINUTE_MS)
    desk.quote({ last: '102' })
    expect(desk.fired).toHaveLength(1)
    desk.quote({ last: '99' })
    desk.quote({ last: '101' })
    expect(desk.fired).toHaveLength(2)
    expect(desk.alerts.get().alerts[0]).toMatchObject({ state: 'active', firedCount: 2 })
  })

  it('counts a touch and its return as one crossing', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    await desk.create(priceTerms('100', 'through', { repeatMs: SECOND_MS }))
    for (const last of ['100', '99']) {
      desk.quote({ last })
      await desk.time.advance(2 * SECOND_MS)
    }
    expect(desk.fired).toHaveLength(1)
  })

  it('ends at its expiration without firing', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    const expiresAt = epochMs(desk.exchangeNow() + MINUTE_MS)
    await desk.create(priceTerms('100', 'above', { expiresAt }))
    await desk.time.advance(MINUTE_MS + SECOND_MS)
    desk.quote({ last: '101' })
    expect(desk.events()).toMatchObject([{ what: 'expired', time: expiresAt, gap: null }])
    expect(desk.alerts.get().alerts[0]?.state).toBe('expired')
  })

  it('says that its price was late or delayed', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    await desk.create(priceTerms('100', 'above'))
    const before = epochMs(desk.exchangeNow() + SECOND_MS)
    await desk.time.advance(16 * MINUTE_MS)
    desk.quote({ last: '101', time: before })
    expect(desk.events()).toMatchObject([{ delay: 'late', valueTime: before }])

    const sandbox = await openAlerts({ isDelayed: true })
    sandbox.quote({ last: '99' })
    await sandbox.create(priceTerms('100', 'above'))
    sandbox.quote({ last: '101' })
    expect(sandbox.events()).toMatchObject([{ delay: 'delayed' }])
  })
})

describe('an alert on the price of "no"', () => {
  const event = { assetClass: 'event', symbol: symbol('KXRATE-26DEC') } as const
  const no = (price: string, when: 'above' | 'below'): AlertTerms =>
    priceTerms(price, when, {
      condition: {
        kind: 'price',
        instrument: event,
        when,
        price: asPrice(dec(price)),
        outcome: 'no',
      },
    })

  it('compares what is left of a dollar, beside an alert on "yes" of the same market', async () => {
    const desk = await openAlerts()
    desk.quote({ symbol: event.symbol, last: '0.62' })
    await desk.create(no('0.40', 'above'))
    await desk.create(
      priceTerms('0.60', 'below', {
        condition: { ...priceTerms('0.60', 'below').condition, instrument: event } as never,
      }),
    )
    desk.quote({ symbol: event.symbol, last: '0.61' })
    expect(desk.fired).toEqual([])
    desk.quote({ symbol: event.symbol, last: '0.595' })
    expect(desk.events()).toMatchObject([
      { value: '0.405', crossing: 'up', condition: { outcome: 'no' } },
      { value: '0.595', crossing: 'down' },
    ])
    expect(inEnglish(desk.fired[0]?.summary ?? { code: '' })).toBe(
      '“No” of KXRATE-26DEC rose to 0.405',
    )
  })

  it('is refused for what has no outcomes', async () => {
    const desk = await openAlerts()
    const stock = { ...no('0.40', 'above').condition, instrument: aapl } as AlertTerms['condition']
    const made = await desk.alerts.edit({
      kind: 'create',
      terms: { ...no('0.40', 'above'), condition: stock },
    })
    expect(made).toMatchObject({ ok: false, error: { message: { code: 'alerts.noOutcome' } } })
  })
})

describe('an alert on a figure of the day', () => {
  it('fires when the change of the day passes its level', async () => {
    const desk = await openAlerts()
    desk.quote({ changeRatio: '0.01' })
    await desk.create(change('0.05', 'above'))
    await desk.create(change('-0.05', 'below'))
    desk.quote({ changeRatio: '0.049' })
    expect(desk.fired).toEqual([])
    desk.quote({ changeRatio: '0.06' })
    desk.quote({ changeRatio: '-0.07' })
    expect(desk.events()).toMatchObject([{ value: '0.06' }, { value: '-0.07' }])
  })

  it('begins every day at zero, so that the same level can be reached again', async () => {
    const desk = await openAlerts()
    desk.quote({ volume: '10' })
    await desk.create({ ...volume('1000'), repeatMs: SECOND_MS })
    desk.quote({ volume: '1500' })
    desk.quote({ volume: '2000' })
    expect(desk.fired).toHaveLength(1)
    // From Friday to Saturday no trading day begins.
    await desk.time.advance(24 * HOUR_MS)
    desk.quote({ volume: '2500' })
    expect(desk.fired).toHaveLength(1)
    await desk.time.advance(48 * HOUR_MS)
    desk.quote({ volume: '3000' })
    expect(desk.events()).toMatchObject([{ value: '1500' }, { value: '3000' }])
  })
})

describe('times without evaluation', () => {
  it('finds what was passed while offline, and says from when to when', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    await desk.create(priceTerms('100', 'above'))
    const from = desk.exchangeNow()
    desk.market.setState('down')
    await desk.time.advance(MINUTE_MS)
    expect(desk.alerts.get().alerts[0]?.hold).toEqual({ why: 'offline', from })
    desk.market.setState('live')
    desk.quote({ last: '104' })
    const gap = { why: 'offline', from, to: desk.exchangeNow() }
    expect(desk.events()).toMatchObject([{ value: '104', gap }])
    expect(desk.alerts.get().alerts[0]).toMatchObject({ hold: null, gap })
  })

  it('says so also where nothing was passed', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    await desk.create(priceTerms('100', 'above'))
    const from = desk.exchangeNow()
    desk.market.setState('stale')
    await desk.time.advance(MINUTE_MS)
    desk.market.setState('live')
    desk.quote({ last: '98' })
    expect(desk.fired).toEqual([])
    expect(desk.alerts.get().alerts[0]?.gap).toEqual({
      why: 'offline',
      from,
      to: desk.exchangeNow(),
    })
  })

  it('goes on with the first price of the new connection, not with one of before it', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    await desk.create(priceTerms('100', 'above'))
    const from = desk.exchangeNow()
    desk.market.setState('down')
    await desk.time.advance(MINUTE_MS)
    desk.market.old.add('AAPL')
    desk.market.setState('live')
    desk.quote({})
    expect(desk.alerts.get().alerts[0]?.hold).toEqual({ why: 'offline', from })
    await desk.time.advance(SECOND_MS)
    desk.market.old.delete('AAPL')
    desk.quote({ last: '104' })
    const gap = { why: 'offline', from, to: desk.exchangeNow() }
    expect(desk.events()).toMatchObject([{ value: '104', gap }])
  })

  it('continues after a restart: a level that was passed while closed fires with the gap', async () => {
    const first = await openAlerts()
    first.quote({ last: '99' })
    await first.create(priceTerms('100', 'above', { note: 'Breakout' }))
    await first.time.advance(MINUTE_MS)
    const from = first.exchangeNow()
    await first.alerts.dispose()

    const second = await openAlerts({
      file: first.file,
      startMs: T0 + HOUR_MS,
      state: 'connecting',
    })
    expect(second.alerts.get().alerts[0]).toMatchObject({
      state: 'active',
      hold: { why: 'closed', from },
    })
    second.market.setState('live')
    second.quote({ last: '107' })
    expect(second.events()).toMatchObject([
      { value: '107', note: 'Breakout', gap: { why: 'closed', from, to: second.exchangeNow() } },
    ])
    await second.time.advance(SECOND_MS)
    await second.alerts.dispose()

    const third = await openAlerts({ file: first.file, startMs: T0 + 2 * HOUR_MS })
    third.quote({ last: '99' })
    third.quote({ last: '108' })
    expect(third.fired).toEqual([])
    expect(third.alerts.get().history).toHaveLength(1)
  })

  it('does not fire after a restart for an alert whose time ended while closed', async () => {
    const first = await openAlerts()
    first.quote({ last: '99' })
    const expiresAt = epochMs(first.exchangeNow() + 10 * MINUTE_MS)
    await first.create(priceTerms('100', 'above', { expiresAt }))
    const from = first.exchangeNow()
    await first.alerts.dispose()

    const second = await openAlerts({
      file: first.file,
      startMs: T0 + HOUR_MS,
      state: 'connecting',
    })
    await second.time.advance(2 * SECOND_MS)
    second.market.setState('live')
    second.quote({ last: '107' })
    expect(second.events()).toMatchObject([
      { what: 'expired', time: expiresAt, gap: { why: 'closed', from, to: expiresAt } },
    ])
  })
})

describe('the file of the alerts', () => {
  it('sets a damaged file aside and starts empty', async () => {
    const file = fakeDocument('{"v":1,')
    const desk = await openAlerts({ file })
    expect(desk.damaged()).toBe(1)
    expect(file.aside).toEqual(['{"v":1,'])
    await desk.create(priceTerms('100'))
    expect(file.content).toContain('"price":"100"')
  })

  it('changes nothing while the file cannot be read, and never writes over it', async () => {
    const file = fakeDocument('kept')
    file.failure = { kind: 'denied', message: 'no' }
    const desk = await openAlerts({ file })
    file.failure = null
    const made = await desk.alerts.edit({ kind: 'create', terms: priceTerms('100') })
    expect(made).toMatchObject({ ok: false, error: { code: 'storage/failed' } })
    await desk.alerts.dispose()
    expect(file.content).toBe('kept')
  })

  it('takes an edit back that is not on disk', async () => {
    const desk = await openAlerts()
    const alert = await desk.create(priceTerms('100'))
    desk.file.failure = { kind: 'full', message: 'no' }
    const removed = await desk.alerts.edit({ kind: 'remove', id: alert.id })
    expect(removed.ok).toBe(false)
    expect(desk.alerts.get()).toMatchObject({ isStored: false, alerts: [{ id: alert.id }] })
    desk.quote({ last: '99' })
    desk.quote({ last: '101' })
    expect(desk.fired).toHaveLength(1)
    desk.file.failure = null
    await desk.time.advance(5 * SECOND_MS)
    expect(desk.alerts.get().isStored).toBe(true)
    expect(desk.file.content).toContain('"state":"fired"')
  })

  it('does not watch the symbol of a change that is not on disk', async () => {
    const desk = await openAlerts()
    const alert = await desk.create(priceTerms('100', 'below'))
    const other = { assetClass: 'stock', symbol: symbol('MSFT') } as const
    const condition = { ...priceTerms('100').condition, instrument: other }
    desk.file.failure = { kind: 'full', message: 'no' }
    const terms = { ...priceTerms('100'), condition } as AlertTerms
    expect((await desk.alerts.edit({ kind: 'change', id: alert.id, terms })).ok).toBe(false)
    desk.quote({ symbol: 'MSFT', last: '99' })
    desk.quote({ symbol: 'MSFT', last: '101' })
    expect(desk.fired).toEqual([])
  })

  it('leaves an alert fired that fired while its edit was not stored', async () => {
    const desk = await openAlerts()
    const alert = await desk.create(priceTerms('100', 'above'))
    desk.quote({ last: '95' })
    desk.file.failure = { kind: 'full', message: 'no' }
    const terms = priceTerms('98', 'above')
    const edited = desk.alerts.edit({ kind: 'change', id: alert.id, terms })
    await Promise.resolve()
    desk.quote({ last: '99' })
    expect((await edited).ok).toBe(false)
    expect(desk.fired).toHaveLength(1)
    desk.quote({ last: '95' })
    desk.quote({ last: '101' })
    expect(desk.fired).toHaveLength(1)
    expect(desk.alerts.get().alerts).toMatchObject([{ state: 'fired', firedCount: 1 }])
  })

  it('refuses what cannot be an alert', async () => {
    const desk = await openAlerts()
    const problems = [
      priceTerms('0'),
      priceTerms('1', 'above', { expiresAt: epochMs(T0) }),
      priceTerms('1', 'above', {
        ticket: { side: 'buy', quantity: asQuantity(dec('-1')), limitPrice: null },
      }),
    ]
    for (const terms of problems) {
      expect((await desk.alerts.edit({ kind: 'create', terms })).ok).toBe(false)
    }
    expect(desk.alerts.get().alerts).toEqual([])
  })

  it('switches off, on and deletes', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    const { id } = await desk.create(priceTerms('100', 'above'))
    await desk.alerts.edit({ kind: 'switch', id, on: false })
    desk.quote({ last: '101' })
    expect(desk.fired).toEqual([])
    await desk.alerts.edit({ kind: 'switch', id, on: true })
    expect(desk.alerts.get().alerts[0]).toMatchObject({ state: 'active', armedValue: '101' })
    desk.quote({ last: '99' })
    desk.quote({ last: '100' })
    expect(desk.fired).toHaveLength(1)
    await desk.alerts.edit({ kind: 'remove', id })
    expect(desk.alerts.get().alerts).toEqual([])
  })
})
