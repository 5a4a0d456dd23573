import { describe, expect, it } from 'vitest'
import { CompanyReader } from '../../../../electron/core/market/facts/company-reader.js'
import { DateCalendar } from '../../../../electron/core/market/facts/date-calendar.js'
import type { FactsPort } from '../../../../electron/core/market/facts/facts-port.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { CompanyReads } from '../../../../shared/domain/reference/fundamentals.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { foreign } from '../../../../shared/messages/make-message.js'

const NOW = epochMs(Date.UTC(2026, 10, 25, 19))
const EARNINGS: CompanyReads['earnings'] = [
  {
    year: 2026,
    period: 4,
    currency: 'USD',
    expected: '2026-12-10',
    eps: null,
    epsEstimate: dec('1.10'),
    revenue: null,
    revenueEstimate: asMoney(dec('100')),
  },
]
const DIVIDENDS: CompanyReads['dividends'] = [
  {
    amount: asMoney(dec('0.5')),
    currency: 'USD',
    kind: 'CASH',
    declared: null,
    exDate: '2026-12-01',
    recordDate: null,
    payDate: '2026-12-15',
  },
  {
    amount: asMoney(dec('0.5')),
    currency: 'USD',
    kind: 'CASH',
    declared: null,
    exDate: '2020-01-01',
    recordDate: null,
    payDate: null,
  },
]

/** A calendar over answers of the test; `broken` symbols cannot be read. */
function fixture(broken: Set<string> = new Set()) {
  let monotonic = 0
  let timers: { readonly dueAt: number; readonly call: () => void }[] = []
  const reads: string[] = []
  const port = {
    company: async (name: string, section: keyof CompanyReads) => {
      reads.push(`${name} ${section}`)
      if (broken.has(name)) return err(providerFailure('unavailable', foreign('down')))
      return ok(section === 'earnings' ? EARNINGS : DIVIDENDS)
    },
    splits: async () =>
      broken.has('splits') ? err(providerFailure('unavailable', foreign('down'))) : ok([]),
  } as unknown as FactsPort
  const reader = new CompanyReader(async () => port, {
    now: () => epochMs(monotonic),
    monotonic: () => monotonic,
  })
  const calendar = new DateCalendar({
    reader,
    port: async () => port,
    describe: async () => ok(null),
    timers: {
      after(ms, call) {
        const timer = { dueAt: monotonic + ms, call }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      every: () => () => undefined,
    },
    exchangeNow: () => NOW,
  })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
  }
  const pass = async (seconds: number): Promise<void> => {
    monotonic += seconds * 1_000
    const due = timers.filter(({ dueAt }) => dueAt <= monotonic)
    timers = timers.filter(({ dueAt }) => dueAt > monotonic)
    for (const { call } of due) call()
    await settle()
  }
  return { calendar, reader, reads, settle, pass }
}

const SYMBOLS = ['KO', 'PEP', 'MSFT', 'AAPL', 'AAPL261218C00190000'].map(symbol)

describe('the dates of symbols', () => {
  it('come a few symbols at a time, sorted by day, without those long past', async () => {
    const { calendar, settle, pass } = fixture()
    const live = calendar.dates(SYMBOLS)
    live.subscribe(() => undefined)
    await settle()
    expect(live.get()).toMatchObject({ read: 3, total: 5 })
    await pass(2)
    const { entries, read, failed } = live.get()
    expect([read, failed]).toEqual([5, []])
    expect(entries.map(({ day, kind }) => `${day} ${kind}`)).toEqual([
      ...Array.from({ length: 4 }, () => '2026-12-01 ex-dividend'),
      ...Array.from({ length: 4 }, () => '2026-12-10 earnings'),
      '2026-12-18 expiration',
    ])
  })

  it('name the symbols that could not be read, and read them again', async () => {
    const broken = new Set(['KO'])
    const { calendar, settle, pass } = fixture(broken)
    const live = calendar.dates([symbol('KO'), symbol('PEP')])
    live.subscribe(() => undefined)
    await settle()
    expect(live.get()).toMatchObject({ read: 2, failed: ['KO'] })
    broken.clear()
    await pass(30)
    expect(live.get().failed).toEqual([])
    expect(live.get().entries.filter((entry) => entry.symbol === 'KO')).toHaveLength(2)
  })

  it('say that the splits of the market could not be read, and read only them again', async () => {
    const broken = new Set(['splits'])
    const { calendar, reads, settle, pass } = fixture(broken)
    const live = calendar.dates([symbol('KO')])
    live.subscribe(() => undefined)
    await settle()
    expect(live.get()).toMatchObject({ read: 1, failed: [], splitsUnread: true })
    broken.clear()
    await pass(30)
    expect(live.get().splitsUnread).toBe(false)
    expect(reads).toEqual(['KO earnings', 'KO dividends'])
  })

  it('are read again at once when the person has changed the exchange', async () => {
    const { calendar, reader, reads, settle } = fixture()
    const live = calendar.dates([symbol('KO')])
    live.subscribe(() => undefined)
    await settle()
    reader.forget()
    await settle()
    expect(reads).toEqual(['KO earnings', 'KO dividends', 'KO earnings', 'KO dividends'])
    expect(live.get().entries).toHaveLength(2)
  })

  it('are read from the broker once, however often they are watched', async () => {
    const { calendar, reads, settle, pass } = fixture()
    const stop = calendar.dates([symbol('KO')]).subscribe(() => undefined)
    await settle()
    stop()
    calendar.dates([symbol('KO')]).subscribe(() => undefined)
    await pass(1)
    expect(reads).toEqual(['KO earnings', 'KO dividends'])
  })
})
