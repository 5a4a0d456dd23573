import { beforeEach, expect, it } from 'vitest'
import { emitDailyEvents } from '../../../../electron/practice/broker/daily-events.js'
import { BrokerContext } from '../../../../electron/practice/broker/broker-context.js'
import { SeededMarket } from '../../../../electron/practice/market/market.js'
import { eventsOf, newestFirst } from '../../../../electron/practice/reference/events.js'
import { Reference } from '../../../../electron/practice/reference/reference.js'
import {
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
} from '../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../shared/domain/time.js'

const market = new SeededMarket({
  seed: 'days',
  startAt: exchangeInstant('2026-01-05', 600),
  resumeAt: exchangeInstant('2026-01-05', 600),
})
const reference = new Reference({ seed: 'days', listing: (symbol) => market.listing(symbol) })
const actions = (today: string) =>
  market.listings.flatMap((listing) => eventsOf(reference, listing, today)).sort(newestFirst)

let events: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> }[]
let clock: { now: EpochMs }
let broker: BrokerContext
beforeEach(() => {
  events = []
  clock = { now: exchangeInstant('2026-01-05', 540) }
  broker = new BrokerContext({
    books: {
      openAccount: () => undefined,
      moveCash: () => undefined,
      withdrawable: () => 0,
      isEmpty: () => true,
    },
    now: () => clock.now,
    ids: (kind, number) => `${kind}-${number}`,
    emit: (type, payload) => void events.push({ type, payload }),
  })
})
const payloadsOf = (type: string) =>
  events.filter((event) => event.type === type).map(({ payload }) => payload)
const on = (day: string, minute = 540): void => {
  clock.now = exchangeInstant(day, minute)
  emitDailyEvents(broker, actions)
}

it('each trading day is announced once', () => {
  const days: string[] = []
  for (let day = '2026-01-05'; day < '2026-02-20'; day = nextDay(day)) {
    for (const minute of [540, 541, 900]) on(day, minute)
    if (isTradingDay(day)) days.push(day)
  }
  expect(payloadsOf('SOD').map(({ trade_date: day }) => day)).toEqual(days)
  expect(payloadsOf('SOD').map(({ previous_trade_date: day }) => day)).toEqual([
    null,
    ...days.slice(0, -1),
  ])
})

it('each step of a corporate action is sent once, on its day or the next trading day', () => {
  const end = '2026-07-01'
  for (let day = '2026-01-05'; day <= end; day = nextDay(day)) on(day)
  const steps = payloadsOf('CORPORATE_ACTION').map(({ event_id: id, status, timestamp }) => ({
    key: `${String(id)} ${String(status)}`,
    day: exchangeClock(Date.parse(String(timestamp)) as EpochMs).day,
  }))
  const due = new Map<string, string>()
  for (const { id, made, day, dividend } of actions(end)) {
    due.set(`${id} ANNOUNCED`, exchangeClock(made).day)
    due.set(`${id} EFFECTIVE`, day)
    if (dividend !== null) due.set(`${id} PAID`, dividend.paid)
  }
  const expected = [...due].filter(([, day]) => day > '2026-01-05' && day <= end)
  expect(expected.length).toBeGreaterThan(150)
  expect(new Map(steps.map(({ key, day }) => [key, day]))).toEqual(new Map(expected))
  expect(steps).toHaveLength(expected.length)
})

it('splits and renames change an instrument once, on time; dividends change none', () => {
  const listing = market.listings[0]!
  const listed = [
    ['FORWARD_SPLIT', '2026-01-12', 1, 4],
    ['NAME_CHANGE', '2026-01-17', 1, 1],
    ['CASH_DIVIDEND', '2026-01-13', 1, 1],
  ] as const
  const events = listed.map(([type, day, from, to]) => ({
    listing,
    type,
    day,
    from,
    to,
    dividend: null,
    id: Number(day.replaceAll('-', '')),
    made: exchangeInstant('2026-01-06', 480),
  }))
  for (let day = '2026-01-05'; day < '2026-01-30'; day = nextDay(day)) {
    clock.now = exchangeInstant(day, 540)
    emitDailyEvents(broker, () => events)
  }
  const { symbol, instrumentId: instrument_id } = listing
  expect(
    payloadsOf('INSTRUMENT').map(({ timestamp, ...rest }) => ({
      ...rest,
      day: exchangeClock(Date.parse(String(timestamp)) as EpochMs).day,
    })),
  ).toMatchObject([
    {
      symbol,
      instrument_id,
      biz_type: 'UPDATE',
      status: 'EFFECTIVE',
      reason: 'FORWARD_SPLIT',
      day: '2026-01-12',
    },
    // A Saturday before a holiday on Monday.
    {
      symbol,
      instrument_id,
      biz_type: 'UPDATE',
      status: 'EFFECTIVE',
      reason: 'NAME_CHANGE',
      day: '2026-01-20',
    },
  ])
})

it('skipped days are made up for', () => {
  on('2026-01-05')
  on('2026-03-09')
  expect(payloadsOf('SOD')).toMatchObject([
    {},
    { trade_date: '2026-03-09', previous_trade_date: '2026-01-05' },
  ])
  const count = payloadsOf('CORPORATE_ACTION').length
  events = []
  broker.state.toldDay = null
  for (let day = '2026-01-05'; day <= '2026-03-09'; day = nextDay(day)) on(day)
  expect(payloadsOf('CORPORATE_ACTION')).toHaveLength(count)
})
