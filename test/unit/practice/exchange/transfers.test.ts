import { describe, expect, it } from 'vitest'
import { dec, decimalText, eq, sub } from '../../../../shared/domain/decimal.js'
import { tradingDay } from '../../../../shared/domain/market/exchange-time.js'
import { ACTIVITY_OPERATIONS } from '../../../../shared/wire/families/trading/activities.js'
import { cashActivities, NO_FILTERS, sumOf } from './activity-queries.js'
import {
  CRYPTO,
  DAY,
  ExchangeFixture,
  MARGIN,
  someCloses,
  timeAt,
  value,
} from './exchange-fixture.js'

const PRE_OPEN = 4 * 60
const living = (): ExchangeFixture => {
  const fixture = new ExchangeFixture({}, timeAt(10 * 60), undefined, true)
  fixture.exchange.seedHistory(someCloses)
  return fixture
}
const listed = (fixture: ExchangeFixture, accountId: string) =>
  value(fixture.exchange.transfers({ accountId, ...NO_FILTERS })).data
const detail = (fixture: ExchangeFixture, accountId: string, id: string) =>
  value(fixture.exchange.transfer(accountId, id))
const size = (fixture: ExchangeFixture, accountId: string, symbol: string): string =>
  value(fixture.exchange.positions(accountId)).find((position) => position.symbol === symbol)
    ?.quantity ?? '0'

/** Advances the exchange over that many trading days, noting every state of every transfer. */
function live(fixture: ExchangeFixture, days: number): ReadonlyMap<string, readonly string[]> {
  const seen = new Map<string, string[]>()
  const listedBefore = new Set(
    [MARGIN, CRYPTO].flatMap((id) => listed(fixture, id)).map((t) => t.transfer_id),
  )
  for (let day = 1; day <= days; day += 1) {
    fixture.to(timeAt(PRE_OPEN + 1, tradingDay(DAY, day)))
    for (const transfer of [MARGIN, CRYPTO].flatMap((id) => listed(fixture, id))) {
      if (listedBefore.has(transfer.transfer_id)) continue
      const states = seen.get(transfer.transfer_id) ?? []
      if (states.at(-1) !== transfer.status) states.push(transfer.status)
      seen.set(transfer.transfer_id, states)
    }
  }
  return seen
}

describe('transfers over the days of the exchange', () => {
  it('are no gain of the day on which they come or go: what they gained elsewhere is older', () => {
    const fixture = living()
    const sizes = new Set<string>()
    for (let day = 1; day <= 15; day += 1) {
      fixture.to(timeAt(PRE_OPEN + 1, tradingDay(DAY, day)))
      for (const account of [MARGIN, CRYPTO]) {
        for (const row of value(fixture.exchange.positions(account))) {
          sizes.add(`${row.symbol} ${row.quantity}`)
          // The fixture's prices are the same on every day.
          expect(`${day} ${row.symbol} ${row.day_profit_loss}`).toBe(`${day} ${row.symbol} 0.00`)
        }
        const balance = value(fixture.exchange.balance(account))
        expect(balance.total_day_profit_loss).toBe('0.00')
      }
    }
    expect(sizes.size).toBeGreaterThan(6)
  })

  it('are requested, pending, and end in every way, in both directions and by both methods', () => {
    const fixture = living()

    const seen = live(fixture, 15)

    expect(seen.size).toBeGreaterThan(10)
    for (const states of seen.values()) expect(states[0]).toBe('PENDING')
    const ends = new Set([...seen.values()].map((states) => states.at(-1)))
    expect(ends).toEqual(new Set(['PENDING', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED']))
    const ways = [MARGIN, CRYPTO]
      .flatMap((id) => listed(fixture, id))
      .filter((transfer) => transfer.status === 'COMPLETED')
      .map((transfer) => `${transfer.transfer_method} ${transfer.direction}`)
    expect(new Set(ways)).toEqual(
      new Set([
        'ACATS INCOMING',
        'ACATS OUTGOING',
        'CRYPTO_TRANSFER INCOMING',
        'CRYPTO_TRANSFER OUTGOING',
      ]),
    )
  })

  it('have conforming details: coins with hash, addresses and fee, shares with the other broker', () => {
    const fixture = living()
    live(fixture, 15)

    for (const accountId of [MARGIN, CRYPTO]) {
      const page = value(fixture.exchange.transfers({ accountId, ...NO_FILTERS }))
      expect(ACTIVITY_OPERATIONS.listTransfers.response.safeParse(page).success).toBe(true)
    }
    for (const { transfer_id: id, status } of listed(fixture, CRYPTO)) {
      const record = detail(fixture, CRYPTO, id)
      expect(ACTIVITY_OPERATIONS.getTransfer.response.safeParse(record).success).toBe(true)
      expect(record.cash).toBeNull()
      expect(record.crypto_from_address).toMatch(/^0x[0-9a-f]{40}$/)
      expect(record.crypto_to_address).toMatch(/^0x[0-9a-f]{40}$/)
      expect(record.crypto_transaction_hash ?? '').toMatch(
        status === 'COMPLETED' ? /^0x[0-9a-f]{64}$/ : /^$/,
      )
      const [coins] = record.positions
      if (record.direction !== 'OUTGOING') continue
      expect(
        eq(sub(dec(coins!.total_quantity), dec(coins!.fee_quantity!)), dec(coins!.quantity)),
      ).toBe(true)
    }
    for (const { transfer_id: id } of listed(fixture, MARGIN)) {
      const record = detail(fixture, MARGIN, id)
      expect(record.contra_broker?.dtc_number).toMatch(/^\d{4}$/)
      expect(record.acats_control_number).toMatch(/^\d{14}$/)
    }
  })

  it('move exactly what the settled ones name, and leave cash and lots equal to the position', () => {
    const fixture = living()
    const before = {
      shares: size(fixture, MARGIN, 'KO'),
      coins: size(fixture, CRYPTO, 'BTCUSD'),
      count: listed(fixture, MARGIN).length,
    }
    live(fixture, 15)

    const moved = (accountId: string, symbol: string, older: readonly string[]): string =>
      decimalText(
        sumOf(
          listed(fixture, accountId)
            .filter(({ status, transfer_id: id }) => status === 'COMPLETED' && !older.includes(id))
            .flatMap(({ transfer_id: id, direction }) =>
              detail(fixture, accountId, id)
                .positions.filter((position) => position.symbol === symbol)
                .map((position) =>
                  direction === 'INCOMING'
                    ? position.total_quantity
                    : `-${position.total_quantity}`,
                ),
            ),
        ),
      )
    const older = living()
    const olderIds = [MARGIN, CRYPTO].flatMap((id) => listed(older, id)).map((t) => t.transfer_id)
    const gain = (now: string, then: string) => sub(dec(now), dec(then))
    expect(
      eq(gain(size(fixture, MARGIN, 'KO'), before.shares), dec(moved(MARGIN, 'KO', olderIds))),
    ).toBe(true)
    expect(
      eq(
        gain(size(fixture, CRYPTO, 'BTCUSD'), before.coins),
        dec(moved(CRYPTO, 'BTCUSD', olderIds)),
      ),
    ).toBe(true)
    const lots = value(fixture.exchange.lots({ accountId: CRYPTO, symbol: 'BTCUSD' })).data
    expect(eq(sumOf(lots.map((lot) => lot.quantity)), dec(size(fixture, CRYPTO, 'BTCUSD')))).toBe(
      true,
    )
    const year = { startTime: '2026-01-01T00:00:00.000Z' }
    const cash = cashActivities(fixture, year, CRYPTO).data
    expect(
      eq(
        sumOf(cash.map((activity) => activity.net_amount)),
        dec(value(fixture.exchange.balance(CRYPTO)).total_cash_balance),
      ),
    ).toBe(true)
  })

  it('never take what an order holds or what was sold: such a transfer fails and says why', () => {
    const fixture = living()
    const shares = size(fixture, MARGIN, 'KO')
    live(fixture, 2)
    fixture.to(timeAt(10 * 60, tradingDay(DAY, 2))).usualQuotes('KO')
    const outgoing = listed(fixture, MARGIN).find((transfer) => transfer.direction === 'OUTGOING')
    expect(outgoing?.status).toBe('PENDING')

    fixture.placed({ symbol: 'KO', side: 'SELL', quantity: shares, limit_price: '99.00' })
    fixture.to(timeAt(PRE_OPEN + 1, tradingDay(DAY, 5)))

    const record = detail(fixture, MARGIN, outgoing!.transfer_id)
    expect(record.status).toBe('FAILED')
    expect(record.failure_reason).toMatch(/no longer holds/)
    expect(record).not.toHaveProperty('transfer_settlement_date')
  })

  it('survive a restart with their plan', () => {
    const fixture = living()
    live(fixture, 3)
    const other = new ExchangeFixture({}, fixture.now, undefined, true)
    expect(
      other.exchange.restoreState(JSON.parse(JSON.stringify(fixture.exchange.snapshotState()))).ok,
    ).toBe(true)

    for (const either of [fixture, other]) either.to(timeAt(PRE_OPEN + 1, tradingDay(DAY, 9)))

    for (const accountId of [MARGIN, CRYPTO]) {
      expect(listed(other, accountId)).toEqual(listed(fixture, accountId))
    }
  })
})
