import { describe, expect, it } from 'vitest'
import type { DayFill } from '../../../../../electron/core/portfolio/realized/day-fills.js'
import { LegCash } from '../../../../../electron/core/portfolio/realized/leg-cash.js'
import type { RecordsPort } from '../../../../../electron/core/records/records-port.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import type { CashActivity } from '../../../../../shared/domain/account/activity.js'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import { symbolKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import {
  AAPL,
  ACCOUNT,
  booked,
  CALL_270,
  CALL_280,
  money,
  OPEN,
  optionLeg,
  price,
  termsOf,
  units,
} from './broker-fixture.js'

const FROM = epochMs(OPEN)
const LATER = epochMs(OPEN + 60_000)
const LONG = symbolKey('option', CALL_270)
const SHORT = symbolKey('option', CALL_280)

/** A fill of a vertical spread at 2.00. */
const spread = (time = FROM): DayFill => ({
  id: `X ${time}`,
  order: clientOrderId('C1'),
  time,
  side: 'buy',
  quantity: units('1'),
  price: price('2'),
  instrument: {
    assetClass: 'option',
    symbol: AAPL,
    quantity: units('1'),
    terms: termsOf(optionLeg('buy', '270'), optionLeg('sell', '280')),
  },
})

/** The cash movements of a broker, in pages of two; counts the pages that were read. */
function openFixture(source: { rows: readonly CashActivity[]; fails?: boolean }) {
  const counted = { pages: 0, kinds: new Set<string>() }
  const cash = new LegCash({
    records: () =>
      Promise.resolve({
        cashActivities: (_id, { from, kinds }, cursor) => {
          counted.pages += 1
          for (const kind of kinds) counted.kinds.add(kind)
          if (source.fails === true) {
            return Promise.resolve(err(providerFailure('timeout', foreign('no'))))
          }
          const rows = source.rows.filter(({ time }) => time >= from)
          const start = Number(cursor ?? '0')
          const next = start + 2 < rows.length ? String(start + 2) : null
          return Promise.resolve(
            ok({ rows: rows.slice(start, start + 2), cursor: next, unreadable: 0 }),
          )
        },
      } as RecordsPort),
    exchangeNow: () => LATER,
  })
  return { cash, counted }
}

const LEGS = [
  booked({ symbol: CALL_270, amount: money('-650.52') }),
  booked({ symbol: CALL_280, amount: money('449.48') }),
]

describe('the cash of the legs of a strategy', () => {
  it('is what the broker booked for each contract at the instant of the fill', async () => {
    const { cash, counted } = openFixture({
      rows: [booked({ symbol: null }), ...LEGS, booked({ symbol: CALL_270, time: LATER })],
    })
    const cashOf = await cash.readCash(ACCOUNT, [spread()], FROM)
    expect(cashOf(LONG, FROM)).toBe('-650.52')
    expect(cashOf(SHORT, FROM)).toBe('449.48')
    expect(cashOf(LONG, LATER)).toBe('-1000')
    expect(cashOf(SHORT, LATER)).toBeNull()
    expect([...counted.kinds]).toEqual(['trade'])
  })

  it('the cash of several movements at one instant is their sum', async () => {
    const { cash } = openFixture({
      rows: [...LEGS, booked({ symbol: CALL_270, amount: money('-0.48') })],
    })
    const cashOf = await cash.readCash(ACCOUNT, [spread()], FROM)
    expect(cashOf(LONG, FROM)).toBe('-651')
  })

  it('is not read for fills of single instruments', async () => {
    const { cash, counted } = openFixture({ rows: LEGS })
    const single: DayFill = {
      ...spread(),
      instrument: { assetClass: 'stock', symbol: AAPL, quantity: units('1') },
    }
    const cashOf = await cash.readCash(ACCOUNT, [single], FROM)
    expect(cashOf(LONG, FROM)).toBeNull()
    expect(counted.pages).toBe(0)
  })

  it('is read again only while a fill lacks it, or after a sign-out', async () => {
    const rows = [...LEGS]
    const { cash, counted } = openFixture({ rows })
    await cash.readCash(ACCOUNT, [spread()], FROM)
    await cash.readCash(ACCOUNT, [spread()], FROM)
    expect(counted.pages).toBe(1)
    rows.push(booked({ symbol: CALL_270, time: LATER }))
    await cash.readCash(ACCOUNT, [spread(), spread(LATER)], FROM)
    expect(counted.pages).toBe(3)
    rows.push(booked({ symbol: CALL_280, time: LATER }))
    await cash.readCash(ACCOUNT, [spread(), spread(LATER)], FROM)
    expect(counted.pages).toBe(5)
    await cash.readCash(ACCOUNT, [spread(), spread(LATER)], FROM)
    expect(counted.pages).toBe(5)
    cash.clear()
    await cash.readCash(ACCOUNT, [spread()], FROM)
    expect(counted.pages).toBe(7)
  })

  it('stays as it was known while it cannot be read', async () => {
    const given = { rows: LEGS, fails: false }
    const { cash } = openFixture(given)
    await cash.readCash(ACCOUNT, [spread()], FROM)
    given.fails = true
    const cashOf = await cash.readCash(ACCOUNT, [spread(), spread(LATER)], FROM)
    expect(cashOf(LONG, FROM)).toBe('-650.52')
    expect(cashOf(LONG, LATER)).toBeNull()
  })

  it('is not known where it was never read, or where the broker has no such list', async () => {
    const { cash } = openFixture({ rows: LEGS, fails: true })
    expect((await cash.readCash(ACCOUNT, [spread()], FROM))(LONG, FROM)).toBeNull()
    const none = new LegCash({ records: undefined, exchangeNow: () => LATER })
    expect((await none.readCash(ACCOUNT, [spread()], FROM))(LONG, FROM)).toBeNull()
  })

  it('is read to the end, however many pages there are', async () => {
    const { cash, counted } = openFixture({
      rows: Array.from({ length: 99 }, () => booked({ symbol: CALL_270, amount: money('-1') })),
    })
    const cashOf = await cash.readCash(ACCOUNT, [spread()], FROM)
    expect(counted.pages).toBe(50)
    expect(cashOf(LONG, FROM)).toBe('-99')
  })
})
