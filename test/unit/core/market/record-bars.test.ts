import { describe, expect, it } from 'vitest'
import {
  recordBars,
  type RecordingSource,
} from '../../../../electron/core/market/bars/record-bars.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'

const DAY = '2026-11-20'
const AAPL = symbol('AAPL')
const INSTRUMENT = {
  symbol: AAPL,
  name: 'Apple Inc.',
  exchange: 'NSQ',
  assetClass: 'stock',
  kind: 'stock',
  shortable: true,
  fractionable: true,
  marginable: true,
} as AnyInstrument

const bar = (day: string, minute: number, part: Partial<Record<keyof Bar, string>> = {}): Bar => ({
  time: exchangeInstant(day, minute),
  open: asPrice(dec(part.open ?? '10.00')),
  high: asPrice(dec(part.high ?? '10.50')),
  low: asPrice(dec(part.low ?? '9.90')),
  close: asPrice(dec(part.close ?? '10.20')),
  volume: asQuantity(dec(part.volume ?? '100')),
})
/** A minute for each from 04:00 to 20:00 of some days. */
const fullDays = (...days: readonly string[]): readonly Bar[] =>
  days.flatMap((day) => Array.from({ length: 960 }, (_, index) => bar(day, 240 + index)))

interface Given {
  readonly minutes?: readonly Bar[]
  readonly days?: readonly Bar[]
  readonly instrument?: AnyInstrument | null
}

/** A broker with these bars, which gives at most 1,200 at a time. */
function broker({ minutes = fullDays(DAY), days = [], instrument = INSTRUMENT }: Given) {
  const requests: string[] = []
  const source: RecordingSource = {
    market: {
      describeInstrument: () => Promise.resolve(ok(instrument)),
      bars: ({ timespan, before, count }) => {
        requests.push(timespan)
        const earlier = (timespan === 'D' ? days : minutes).filter(
          ({ time }) => before === null || time < before,
        )
        return Promise.resolve(ok({ bars: earlier.slice(-count), more: earlier.length > count }))
      },
    },
  }
  return { source, requests }
}

const record = (given: Given, now = exchangeInstant(DAY, 1_200), day = DAY) =>
  recordBars(broker(given).source, {
    symbol: AAPL,
    day,
    now,
    source: { environment: 'production', profile: 'Mine' },
  })

/** Returns the code of the reason of a refusal; null for a recording. */
async function refusal(answer: ReturnType<typeof record>): Promise<string | null> {
  const result = await answer
  return result.ok ? null : (result.error.message?.code ?? 'none')
}

describe('the recording of a symbol’s bars', () => {
  it('has the day, full days of minutes before it, and the daily bars before it', async () => {
    const days = [bar('2026-11-18', 0), bar('2026-11-19', 0), bar(DAY, 0)]
    const minutes = fullDays('2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', DAY)
    const { source, requests } = broker({ minutes, days })
    const recording = await recordBars(source, {
      symbol: AAPL,
      day: DAY,
      now: exchangeInstant(DAY, 1_200),
      source: { environment: 'production', profile: 'Mine' },
    })
    if (!recording.ok) throw new Error('refused')
    // Three pages of 1,200 minutes reach into the 17th, whose first minutes are missing.
    expect(requests).toEqual(['M1', 'M1', 'M1', 'D'])
    expect(recording.value.minutes[0]?.[0]).toBe(exchangeInstant('2026-11-18', 240))
    expect(recording.value.minutes).toHaveLength(3 * 960)
    expect(recording.value.days.map(([time]) => time)).toEqual([days[0]?.time, days[1]?.time])
    expect(recording.value).toMatchObject({
      symbol: 'AAPL',
      end: exchangeInstant(DAY, 1_200),
      source: { environment: 'production', profile: 'Mine' },
    })
    const row = [exchangeInstant(DAY, 1_199), '10', '10.5', '9.9', '10.2', '100']
    expect(recording.value.minutes.at(-1)).toEqual(row)
  })

  it('ends at the close while after hours last, and leaves out what is later', async () => {
    const made = await record({}, exchangeInstant(DAY, 1_000))
    if (!made.ok) throw new Error('refused')
    expect(made.value.end).toBe(exchangeInstant(DAY, 960))
    expect(made.value.minutes.at(-1)?.[0]).toBe(exchangeInstant(DAY, 959))
  })

  it('leaves out overnight bars, and bars without volume that did not move', async () => {
    const flat = { open: '10', high: '10', low: '10', close: '10', volume: '0' }
    const made = await record({
      minutes: [bar(DAY, 10), bar(DAY, 570), bar(DAY, 571, flat), bar(DAY, 572)],
    })
    if (!made.ok) throw new Error('refused')
    expect(
      made.value.minutes.map(([time]) => (time - exchangeInstant(DAY, 0)) / MINUTE_MS),
    ).toEqual([570, 572])
  })

  it('is refused for a day that is not over, or on which nothing trades', async () => {
    expect(await refusal(record({}, exchangeInstant(DAY, 959)))).toBe('practice.dayNotOver')
    expect(await refusal(record({}, epochMs(Date.UTC(2027, 0, 1)), '2026-11-21'))).toBe(
      'practice.dayNotOver',
    )
  })

  it('is refused for other products, and for what the broker does not list', async () => {
    const pair = { symbol: symbol('BTCUSD'), assetClass: 'crypto' } as AnyInstrument
    expect(await refusal(record({ instrument: pair }))).toBe('practice.replayStocksOnly')
    expect(await refusal(record({ instrument: null }))).toBe('practice.replayNotListed')
  })

  it('is refused without bars of the regular session', async () => {
    expect(await refusal(record({ minutes: [] }))).toBe('practice.noBars')
    expect(await refusal(record({ minutes: fullDays('2026-11-19') }))).toBe('practice.noBars')
    expect(await refusal(record({ minutes: [bar(DAY, 300)] }))).toBe('practice.noBars')
  })

  it.each([
    ['moved without volume', { volume: '0' }],
    ['is finer than a hundredth of a cent', { open: '10.00001' }],
    ['has its close outside its range', { close: '11' }],
    ['has no price', { low: '0' }],
  ])('is refused for a bar that %s, with its time', async (_, part) => {
    const made = await record({ minutes: [bar(DAY, 570), bar(DAY, 601, part)] })
    expect(made).toMatchObject({
      error: {
        code: 'practice/refused',
        message: {
          code: 'practice.barUnplayable',
          params: { symbol: 'AAPL', time: '2026-11-20 10:01' },
        },
      },
    })
  })
})
