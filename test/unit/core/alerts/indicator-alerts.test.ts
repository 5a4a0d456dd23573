import { describe, expect, it } from 'vitest'
import { createLine } from '../../../../electron/core/alerts/indicators/line-calculators.js'
import type { AlertTerms, AlertIndicator } from '../../../../shared/domain/alerts/alert.schema.js'
import { MAX_INDICATOR_ALERTS } from '../../../../shared/domain/alerts/indicator-alert.js'
import { asPrice, asQuantity, dec, decimalText } from '../../../../shared/domain/decimal.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import { epochMs, MINUTE_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import vectors from '../../../vectors/indicators.json'
import { AAPL, openAlerts, OFFSET_MS, priceTerms, T0 } from './alert-fixture.js'
import { FakeBroker } from './fake-broker.js'

const barAt = (index: number, row: readonly number[], startMs: number, spanMs: number): Bar => {
  const [open, high, low, close, volume] = row.map((value) => dec(`${value}`))
  return {
    time: epochMs(startMs + index * spanMs),
    open: asPrice(open ?? dec('0')),
    high: asPrice(high ?? dec('0')),
    low: asPrice(low ?? dec('0')),
    close: asPrice(close ?? dec('0')),
    volume: asQuantity(volume ?? dec('0')),
  }
}
const recorded = vectors.bars.map((row, index) => barAt(index, row, T0, 5 * MINUTE_MS))
const expected: Readonly<Record<string, readonly (readonly number[])[]>> = vectors.expected

const valuesOf = (indicator: AlertIndicator, part: 'value' | 'signal' = 'value'): number[] => {
  const line = createLine(indicator)
  return recorded.map((bar) => {
    const value = line(bar)?.[part]
    return value == null ? Number.NaN : Number(decimalText(value))
  })
}

describe('indicators of alerts agree with the recorded values of an independent library', () => {
  const macd: AlertIndicator = { kind: 'macd', fast: 12, slow: 26, signal: 9 }
  it.each([
    ['sma', 0, { kind: 'sma', length: 20 }, 'value'],
    ['ema', 0, { kind: 'ema', length: 20 }, 'value'],
    ['rsi', 0, { kind: 'rsi', length: 14 }, 'value'],
    ['atr', 0, { kind: 'atr', length: 14 }, 'value'],
    ['macd', 1, macd, 'value'],
    ['macd', 2, macd, 'signal'],
  ] as const)('%s, line %i', (kind, plot, indicator, part) => {
    const reference = expected[kind]?.[plot] ?? []
    expect(reference.length).toBeGreaterThan(10)
    const own = valuesOf(indicator, part).slice(-reference.length)
    for (const [index, value] of reference.entries()) expect(own[index]).toBeCloseTo(value, 6)
  })
})

/** Bars of five minutes that end now, with these closes. */
const fiveMinutes = (closes: readonly number[], lastClose: number): readonly Bar[] =>
  closes.map((close, index) => {
    const start = lastClose - (closes.length - index) * 5 * MINUTE_MS
    return barAt(0, [close, close + 1, close - 1, close, 100], start, 0)
  })

const sma3 = (part: Partial<AlertTerms> = {}): AlertTerms =>
  priceTerms('1', 'through', {
    condition: {
      kind: 'indicator',
      instrument: { assetClass: 'stock', symbol: AAPL },
      timespan: 'M5',
      indicator: { kind: 'sma', length: 3 },
      comparison: 'price',
      when: 'above',
      level: null,
    },
    ...part,
  })

/** 11:00 in New York by the exchange's clock. */
const START = T0 + OFFSET_MS

/** Opens alerts whose broker has bars until a close, which the test moves. */
async function openBars(broker = new FakeBroker()) {
  const closes = [100, 100, 100, 99, 98]
  broker.barsOf = ({ count }) =>
    fiveMinutes(closes, START + closesAdded * 5 * MINUTE_MS).slice(-count)
  let closesAdded = 0
  return {
    broker,
    addClose(close: number): void {
      closes.push(close)
      closesAdded += 1
    },
  }
}

describe('an alert on an indicator', () => {
  it('is compared at the close of each bar, with one read for all alerts on these bars', async () => {
    const bars = await openBars()
    const desk = await openAlerts({ broker: bars.broker })
    await desk.create(sma3())
    await desk.create(sma3({ note: 'second' }))
    await desk.time.advance(2 * SECOND_MS)
    expect(desk.alerts.get().alerts[0]?.armedValue).toBe('98')
    bars.addClose(105)
    const reads = desk.broker.reads.length
    await desk.time.advance(MINUTE_MS)
    expect(desk.fired).toEqual([])
    await desk.time.advance(4 * MINUTE_MS + 5 * SECOND_MS)
    expect(desk.events()).toMatchObject([
      { value: '105', crossing: 'up', time: START + 5 * MINUTE_MS, gap: null },
      { value: '105', note: 'second' },
    ])
    expect(desk.broker.reads.length - reads).toBe(1)
  })

  it('finds in the bars what it missed while offline, at the bar where it happened', async () => {
    const bars = await openBars()
    const desk = await openAlerts({ broker: bars.broker })
    await desk.create(sma3())
    await desk.time.advance(2 * SECOND_MS)
    desk.broker.setState('api', 'down')
    for (const close of [105, 90, 91]) bars.addClose(close)
    await desk.time.advance(15 * MINUTE_MS + 5 * SECOND_MS)
    expect(desk.fired).toEqual([])
    expect(desk.alerts.get().alerts[0]?.hold?.why).toBe('offline')
    desk.broker.setState('api', 'live')
    await desk.time.advance(2 * SECOND_MS)
    expect(desk.events()).toMatchObject([
      { value: '105', time: START + 5 * MINUTE_MS, gap: { why: 'offline' } },
    ])
  })

  it('reads the missed bars after a restart, too', async () => {
    const bars = await openBars()
    const first = await openAlerts({ broker: bars.broker })
    await first.create(sma3())
    await first.time.advance(2 * SECOND_MS)
    const from = first.exchangeNow()
    await first.alerts.dispose()
    for (const close of [105, 90, 91]) bars.addClose(close)
    const second = await openAlerts({
      file: first.file,
      broker: bars.broker,
      startMs: T0 + 16 * MINUTE_MS,
    })
    await second.time.advance(2 * SECOND_MS)
    expect(second.events()).toMatchObject([
      { value: '105', time: START + 5 * MINUTE_MS, gap: { why: 'closed', from } },
    ])
  })

  it('says while bars cannot be read that it is not evaluated, and tries again', async () => {
    const bars = await openBars()
    const desk = await openAlerts({ broker: bars.broker })
    desk.broker.areBarsBroken = true
    await desk.create(sma3())
    await desk.time.advance(5 * SECOND_MS)
    expect(desk.alerts.get().alerts[0]?.hold?.why).toBe('offline')
    desk.broker.areBarsBroken = false
    await desk.time.advance(20 * SECOND_MS)
    expect(desk.alerts.get().alerts[0]).toMatchObject({ hold: null, armedValue: '98' })
  })

  it('is refused beyond the number that reads of bars allow, and with impossible settings', async () => {
    const desk = await openAlerts()
    for (let index = 0; index < MAX_INDICATOR_ALERTS; index += 1) await desk.create(sma3())
    expect(await desk.alerts.edit({ kind: 'create', terms: sma3() })).toMatchObject({
      ok: false,
      error: { message: { code: 'alerts.tooManyIndicators' } },
    })
    const other = await openAlerts()
    const base = sma3().condition
    for (const part of [
      { indicator: { kind: 'macd', fast: 26, slow: 12, signal: 9 }, comparison: 'signal' },
      { comparison: 'signal' },
      { comparison: 'level' },
      { indicator: { kind: 'vwap' }, timespan: 'D' },
    ]) {
      const condition = { ...base, ...part } as AlertTerms['condition']
      const made = await other.alerts.edit({ kind: 'create', terms: sma3({ condition }) })
      expect(made.ok).toBe(false)
    }
  })
})
