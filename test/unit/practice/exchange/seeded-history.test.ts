import { describe, expect, it } from 'vitest'
import { add, dec, decimalText, eq } from '../../../../shared/domain/decimal.js'
import { ACTIVITY_OPERATIONS } from '../../../../shared/wire/families/trading/activities.js'
import { CASH, ExchangeFixture, MARGIN, someCloses, value } from './exchange-fixture.js'
import { sumOf, refused, cashActivities, NO_FILTERS } from './activity-queries.js'

describe('the seeded history', () => {
  const fixture = new ExchangeFixture()
  fixture.exchange.seedHistory(someCloses)
  const YEAR = { startTime: '2026-01-01T00:00:00.000Z' }
  const all = (accountId: string) =>
    value(fixture.exchange.cashActivitiesV2({ accountId, types: [], ...YEAR, pageSize: '200' }))

  it('accounts for every cent of cash', () => {
    for (const accountId of [MARGIN, CASH]) {
      expect(
        eq(
          sumOf(all(accountId).map((activity) => activity.net_amount)),
          dec(value(fixture.exchange.balance(accountId)).total_cash_balance),
        ),
      ).toBe(true)
      const times = all(accountId).map((activity) => activity.biz_time)
      expect(times).toEqual([...times].sort().reverse())
    }
    const kinds = new Set(
      all(MARGIN).map((activity) => `${activity.activity_type} ${activity.activity_sub_type}`),
    )
    expect(kinds).toEqual(
      new Set([
        'DEPOSIT WIRE',
        'FEES WIRE_FEE',
        'TRADE BUY',
        'TRADE SELL',
        'TRANSFER ACATS_IN',
        'INTERESTS CREDIT',
        'DIVIDENDS INCOME',
      ]),
    )
    expect(cashActivities(fixture, { types: ['DIVIDENDS'] }).data).not.toEqual([])
  })

  it('pays dividends on the quantity held that morning', () => {
    const [paid] = cashActivities(fixture, { ...YEAR, types: ['DIVIDENDS'] }).data.filter(
      (activity) => activity.symbol === 'KO',
    )
    const bought = value(
      fixture.exchange.executionsV2({
        accountId: MARGIN,
        startDate: '2026-01-01',
        pageSize: '100',
      }),
    ).filter((execution) => execution.symbol === 'KO' && execution.execution_time < paid!.biz_time)
    const shares = add(
      sumOf(
        bought.map((execution) =>
          execution.side === 'BUY' ? execution.filled_quantity : `-${execution.filled_quantity}`,
        ),
      ),
      dec('30'),
    )
    expect(Number(decimalText(shares)) * 0.51).toBeCloseTo(Number(paid!.net_amount), 2)
  })

  it('has a full transfer with its residual, and a rejected transfer', () => {
    const page = value(fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS }))
    expect(ACTIVITY_OPERATIONS.listTransfers.response.safeParse(page).success).toBe(true)
    expect(
      page.data.map((transfer) => [
        transfer.status,
        transfer.acats_transfer_types,
        transfer.direction,
      ]),
    ).toEqual([
      ['REJECTED', 'PARTIAL', 'INCOMING'],
      ['COMPLETED', 'RESIDUAL', 'INCOMING'],
      ['COMPLETED', 'FULL', 'INCOMING'],
    ])
    const [rejected, residual, full] = page.data
    expect(rejected?.failure_reason).toMatch(/\S/)
    expect(rejected).not.toHaveProperty('transfer_settlement_date')
    expect(full?.acats_associated_number).toBe(residual?.acats_associated_number)
    expect(page.data.every((transfer) => transfer.create_time < transfer.update_time)).toBe(true)
    const detail = value(fixture.exchange.transfer(MARGIN, full!.transfer_id))
    expect(ACTIVITY_OPERATIONS.getTransfer.response.safeParse(detail).success).toBe(true)
    expect(detail).toMatchObject({
      ...full,
      contra_broker: { dtc_number: expect.stringMatching(/^\d{4}$/) as string },
      cash: [{ amount: '1250.40', settlement_date: full!.transfer_settlement_date }],
    })
    expect(detail.positions.map((position) => [position.symbol, position.quantity])).toEqual([
      ['SPY', '4.00000'],
      ['KO', '30.00000'],
    ])
    const arrived = cashActivities(fixture, { ...YEAR, types: ['TRANSFER'] }).data
    expect(arrived.map((activity) => [activity.net_amount, activity.trade_date])).toEqual([
      ['4.18', residual!.transfer_settlement_date],
      ['1250.40', full!.transfer_settlement_date],
    ])
    expect(
      value(fixture.exchange.lots({ accountId: MARGIN, symbol: 'SPY' })).data.some(
        (lot) =>
          lot.quantity === '4.00000' && lot.average_price === detail.positions[0]?.transfer_price,
      ),
    ).toBe(true)
    expect(value(fixture.exchange.transfers({ accountId: CASH, ...NO_FILTERS }))).toEqual({
      data: [],
      pagination_key: null,
    })
  })

  it('can be filtered by every member', () => {
    const count = (over: object) =>
      value(fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS, ...over })).data.length
    const [rejected, residual] = value(
      fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS }),
    ).data
    expect(count({ methods: ['ACATS'] })).toBe(3)
    expect(count({ methods: ['CRYPTO_TRANSFER'] })).toBe(0)
    expect(count({ direction: 'INCOMING' })).toBe(3)
    expect(count({ direction: 'OUTGOING' })).toBe(0)
    expect(count({ statuses: ['COMPLETED', 'FAILED'] })).toBe(2)
    expect(count({ acatsTypes: ['FULL', 'PARTIAL'] })).toBe(2)
    expect(count({ associatedNumber: residual!.acats_associated_number })).toBe(2)
    expect(count({ startTime: rejected!.create_time })).toBe(1)
    expect(count({ endTime: residual!.create_time })).toBe(2)
    expect(
      fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS, startTime: 'x' }),
    ).toMatchObject(refused)
    expect(fixture.exchange.transfer(CASH, rejected!.transfer_id)).toMatchObject(refused)
    expect(fixture.exchange.transfer(MARGIN, 'nobody')).toMatchObject(refused)
  })

  it('identifies shares by CUSIP numbers with a correct check digit', () => {
    const value36 = (character: string): number =>
      /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 55
    const transfers = value(
      fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS }),
    ).data.flatMap((transfer) =>
      value(fixture.exchange.transfer(MARGIN, transfer.transfer_id)).positions.map(
        (position) => position.cusip ?? '',
      ),
    )
    expect(transfers).toHaveLength(3)
    for (const cusip of transfers) {
      const total = Array.from(cusip.slice(0, 8))
        .map((character, index) => value36(character) * (index % 2 === 0 ? 1 : 2))
        .reduce((sumOf, item) => sumOf + Math.floor(item / 10) + (item % 10), 0)
      expect((10 - (total % 10)) % 10, cusip).toBe(Number(cusip[8]))
    }
  })
})
