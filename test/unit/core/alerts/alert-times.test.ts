import { describe, expect, it } from 'vitest'
import { MAX_ALERT_EVENTS, MAX_ALERTS } from '../../../../shared/domain/alerts/alert.js'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import { asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { fakeDocument } from '../../../fakes/document.js'
import { OFFSET_MS, openAlerts, priceTerms } from './alert-fixture.js'

const DAY = { repeatMs: 1_000 } as const
const change = (assetClass: AssetClass, name: string, ratio: string): AlertTerms =>
  priceTerms('1', 'through', {
    ...DAY,
    condition: {
      kind: 'change',
      instrument: { assetClass, symbol: symbol(name) },
      when: ratio.startsWith('-') ? 'below' : 'above',
      ratio: dec(ratio),
    },
  })
const volume = (assetClass: AssetClass, name: string, quantity: string): AlertTerms =>
  priceTerms('1', 'through', {
    ...DAY,
    condition: {
      kind: 'volume',
      instrument: { assetClass, symbol: symbol(name) },
      quantity: asQuantity(dec(quantity)),
    },
  })

/** Opens alerts so that the exchange's clock shows a time of New York (EST). */
const openAt = (iso: string) => openAlerts({ startMs: Date.parse(`${iso}-05:00`) - OFFSET_MS })
type Fixture = Awaited<ReturnType<typeof openAt>>
const goTo = async (desk: Fixture, iso: string): Promise<void> => {
  await desk.time.advance(Date.parse(`${iso}-05:00`) - desk.exchangeNow())
}

describe('the day of an alert on change or volume', () => {
  it("the day of a stock ends with its figures, so that yesterday's figures fire nothing before the open", async () => {
    const desk = await openAt('2026-11-19T15:00:00')
    const day = { previousClose: '100', volume: '900', changeRatio: '-0.001' }
    desk.quote(day)
    await desk.create(change('stock', 'AAPL', '-0.02'))
    await desk.create(volume('stock', 'AAPL', '1000'))
    desk.quote({ ...day, volume: '5000', changeRatio: '-0.03' })
    expect(desk.fired).toHaveLength(2)
    // The prices of the night and of the morning come with the figures of the day before.
    for (const time of ['2026-11-20T01:00:00', '2026-11-20T05:00:00', '2026-11-20T09:30:00']) {
      await goTo(desk, time)
      desk.quote({ last: '97' })
    }
    expect(desk.fired).toHaveLength(2)
    await goTo(desk, '2026-11-20T09:30:01')
    desk.quote({ last: '96', previousClose: '97', volume: '10', changeRatio: '-0.01' })
    desk.quote({ last: '94', previousClose: '97', volume: '2000', changeRatio: '-0.031' })
    expect(desk.events().map(({ value }) => String(value))).toEqual([
      '-0.03',
      '5000',
      '-0.030928',
      '2000',
    ])
  })

  it('the day of a future begins with its trade date in the evening, not at midnight', async () => {
    const desk = await openAt('2026-11-19T16:00:00')
    const future = { symbol: 'MESZ6' }
    desk.quote({ ...future, previousClose: '6600', volume: '900', changeRatio: '0.01' })
    await desk.create(change('futures', 'MESZ6', '0.005'))
    const falls = { ...change('futures', 'MESZ6', '0.005').condition, when: 'below' } as never
    await desk.create({ ...change('futures', 'MESZ6', '0.005'), condition: falls })
    await goTo(desk, '2026-11-19T18:00:01')
    // The new trade date began at zero: nothing fell.
    desk.quote({ ...future, previousClose: '6666', volume: '5', changeRatio: '0.0001' })
    expect(desk.fired).toEqual([])
    desk.quote({ ...future, previousClose: '6666', volume: '90', changeRatio: '0.006' })
    expect(desk.fired).toHaveLength(1)
    await goTo(desk, '2026-11-20T00:00:01')
    desk.quote({ ...future, previousClose: '6666', volume: '95', changeRatio: '0.0061' })
    expect(desk.fired).toHaveLength(1)
  })

  it('the day of crypto begins at midnight UTC', async () => {
    const desk = await openAt('2026-11-19T18:59:00')
    const coin = { symbol: 'BTCUSD' }
    desk.quote({ ...coin, previousClose: '90000', changeRatio: '0.01' })
    await desk.create(change('crypto', 'BTCUSD', '0.02'))
    desk.quote({ ...coin, previousClose: '90000', changeRatio: '0.03' })
    await goTo(desk, '2026-11-19T19:00:01')
    desk.quote({ ...coin, previousClose: '92700', changeRatio: '0.021' })
    expect(desk.fired).toHaveLength(2)
  })
})

describe('an alert that is set before the exchange’s time is known', () => {
  it('names its gaps although this computer’s clock is ahead of the exchange', async () => {
    const desk = await openAlerts()
    desk.market.offsetMs = null
    desk.market.setState('connecting')
    await desk.create(priceTerms('100', 'above'))
    await desk.time.advance(5_000)
    desk.market.offsetMs = -OFFSET_MS
    const exchangeNow = () => epochMs(desk.time.now() - OFFSET_MS)
    desk.market.setState('live')
    desk.quote({ last: '99', time: exchangeNow() })
    const armedAt = exchangeNow() - 5_000
    expect(desk.alerts.get().alerts[0]).toMatchObject({
      createdAt: armedAt,
      gap: { why: 'offline', from: armedAt, to: exchangeNow() },
    })
    const from = exchangeNow()
    desk.market.setState('down')
    await desk.time.advance(60_000)
    desk.market.setState('live')
    desk.quote({ last: '104', time: exchangeNow() })
    expect(desk.events()).toMatchObject([{ gap: { why: 'offline', from, to: exchangeNow() } }])
  })
})

describe('an alert that repeats', () => {
  it('is not silenced when the clock goes back', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    await desk.create(priceTerms('100', 'above', { repeatMs: 60_000 }))
    desk.quote({ last: '101' })
    desk.market.offsetMs = OFFSET_MS - 1_800_000
    desk.quote({ last: '99' })
    desk.quote({ last: '102' })
    expect(desk.events().map(({ value }) => String(value))).toEqual(['101', '102'])
  })

  it('a repeating alert that fired before does not say at its end that it never fired', async () => {
    const desk = await openAlerts()
    desk.quote({ last: '99' })
    const expiresAt = epochMs(desk.exchangeNow() + 60_000)
    await desk.create(priceTerms('100', 'above', { repeatMs: 1_000, expiresAt }))
    desk.quote({ last: '101' })
    await desk.time.advance(61_000)
    expect(desk.fired.map(({ summary }) => inEnglish(summary))).toEqual([
      'AAPL rose to 101.00',
      'Expired: AAPL rises to 100.00 or above',
    ])
  })
})

describe('a list that is full', () => {
  it('says how to make room, and deletes what fired and expired in one edit', async () => {
    const first = await openAlerts()
    first.quote({ last: '99' })
    await first.create(priceTerms('100', 'above'))
    await first.create(priceTerms('300', 'above'))
    await first.alerts.dispose()
    const file = JSON.parse(first.file.content ?? '') as { readonly alerts: readonly object[] }
    const alerts = Array.from({ length: MAX_ALERTS }, (_, index) => ({
      ...file.alerts[index < 600 ? 0 : 1],
      id: `${index}`.padStart(16, '0'),
    }))
    const desk = await openAlerts({ file: fakeDocument(JSON.stringify({ ...file, alerts })) })
    const more = await desk.alerts.edit({ kind: 'create', terms: priceTerms('100', 'above') })
    expect(more.ok ? '' : inEnglish(more.error.message)).toBe(
      'At most 1,000 alerts are possible. Delete some of them first.',
    )
    desk.quote({ last: '101' })
    expect(desk.alerts.get().history).toHaveLength(MAX_ALERT_EVENTS)
    desk.file.failure = { kind: 'full', message: 'no' }
    expect(await desk.alerts.edit({ kind: 'remove-ended' })).toMatchObject({ ok: false })
    expect(desk.alerts.get().alerts).toHaveLength(MAX_ALERTS)
    desk.file.failure = null
    expect(await desk.alerts.edit({ kind: 'remove-ended' })).toMatchObject({ ok: true })
    expect(new Set(desk.alerts.get().alerts.map(({ state }) => state))).toEqual(new Set(['active']))
    expect(desk.alerts.get().alerts).toHaveLength(400)
  })
})
