import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asQuantity, dec, mul, sum, eq, toScale } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { FaultName } from '../../../electron/practice/faults/fault-table.js'
import { fairTime } from '../../harness/system/fair-time.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { priceOf, quantity, SessionFixture } from './session-fixture.js'

const AAPL = symbol('AAPL')
/** A symbol without a position in the practice account at first. */
const FLAT = symbol('TSLA')
let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open({ pingMs: 200 })
})
afterAll(() => desk.close())

const draft = (more: Partial<OrderDraft> = {}): OrderDraft =>
  desk.draft({
    accountId: desk.selected,
    assetClass: 'stock',
    symbol: AAPL,
    timeInForce: 'gtc',
    size: quantity('10'),
    limitPrice: priceOf('10.00'),
    ...more,
  })
const fault = (kind: FaultName, operation: string) =>
  desk.practice.practice.command({ command: 'fault', fault: { kind, operation } })

describe('a trading session over the real exchange', () => {
  test('signs in and becomes ready, with an account, balances and live streams', async () => {
    expect(desk.session.connection.view()).toMatchObject({ phase: 'ready', trading: 'active' })
    await desk.until('balance', () => desk.session.streams.balance.get() !== null)
    const release = desk.session.streams.quotes([AAPL]).subscribe(() => undefined)
    await desk.until('all channels live', () =>
      desk.session.streams.health.get().channels.every((channel) => channel.state === 'live'),
    )
    await desk.until(
      'a live quote',
      () => desk.session.streams.quotes([AAPL]).all()[0]?.last != null,
    )
    let changes = 0
    const count = desk.session.streams.quotes([AAPL]).subscribe(() => {
      changes += 1
    })
    await desk.until('the market moves', () => changes > 2)
    await desk.until(
      'the exchange clock is heard',
      () => desk.session.connection.view().exchangeOffsetMs !== null,
    )
    count()
    release()
  })

  test('cancels an order that the exchange is still submitting', async () => {
    const placed = expectOk(
      await desk.session.orders.submit('canceled-at-once', draft({ limitPrice: priceOf('9.00') })),
    )
    if (placed.outcome !== 'acknowledged') throw new Error(placed.outcome)
    const id = placed.order.clientOrderId
    expect(expectOk(await desk.session.orders.cancel(desk.selected, id)).outcome).toBe(
      'acknowledged',
    )
    await desk.until('cancelled', () => desk.row(id)?.status === 'cancelled')
  })

  test('rests, replaces and cancels a limit buy', async () => {
    const id = await desk.placeWorking(draft())
    expectOk(
      await desk.session.orders.replace(desk.selected, id, {
        limitPrice: priceOf('11.00'),
        quantity: asQuantity(dec('20')),
      }),
    )
    await desk.until('replaced', () => {
      const row = desk.row(id)!
      return row.pending === null && eq(row.limitPrice!, dec('11'))
    })
    expect(desk.row(id)).toMatchObject({ note: null, ours: true })
    expect(eq(desk.row(id)!.limitPrice!, dec('11')) && eq(desk.row(id)!.quantity!, dec('20'))).toBe(
      true,
    )
    expectOk(await desk.session.orders.cancel(desk.selected, id))
    await desk.until('cancelled', () => desk.row(id)?.status === 'cancelled')
    const page = expectOk(
      await desk.session.queries.history({
        accountId: desk.selected,
        from: null,
        to: null,
        cursor: null,
      }),
    )
    expect(page.orders.some((order) => order.clientOrderId === id)).toBe(true)
  })

  test('fills a market buy, opens a position, marks it live and closes it', async () => {
    const release = desk.session.streams.quotes([FLAT]).subscribe(() => undefined)
    await desk.until('a quote', () => desk.session.streams.quotes([FLAT]).all()[0]?.last != null)
    const id = await desk.placeFilled(
      draft({ symbol: FLAT, type: 'market', limitPrice: null, timeInForce: 'day' }),
    )
    const fills = desk.session.streams.fills.recent().filter((fill) => fill.clientOrderId === id)
    expect(eq(sum(fills.map((fill) => fill.quantity)), dec('10'))).toBe(true)
    await desk.until('a position that follows the market', () =>
      (desk.session.streams.positions.get() ?? []).some(
        ({ symbol, quantity, valuedAt }) =>
          symbol === FLAT && eq(quantity, dec('10')) && valuedAt === undefined,
      ),
    )
    const position = desk.session.streams.positions
      .get()
      ?.find((candidate) => candidate.symbol === FLAT)
    expect(
      eq(
        position!.marketValue!,
        toScale(mul(position!.lastPrice!, position!.quantity), 2, 'half-even'),
      ),
    ).toBe(true)
    const close = expectOk(
      await desk.session.orders.submit(
        desk.ticket(),
        draft({ symbol: FLAT, side: 'sell', type: 'market', limitPrice: null, timeInForce: 'day' }),
      ),
    )
    expect(close.outcome).toBe('acknowledged')
    await desk.until(
      'closed',
      () => !desk.session.streams.positions.get()?.some((candidate) => candidate.symbol === FLAT),
    )
    release()
  })

  test.each([
    ['drop-after-effect', '12.01'],
    ['error-after-effect', '12.02'],
  ] as const)(
    'REL-29, REL-31: %s at place leaves the order unknown, then found, never sent again',
    async (kind, price) => {
      await fault(kind, 'trading.orders.place')
      const before = desk.sent.length
      const outcome = expectOk(
        await desk.session.orders.submit(desk.ticket(), draft({ limitPrice: priceOf(price) })),
      )
      if (outcome.outcome !== 'unknown' && outcome.outcome !== 'acknowledged') {
        throw new Error(JSON.stringify(outcome))
      }
      const id = outcome.order.clientOrderId
      await desk.until('found', () => desk.row(id)?.status === 'working')
      expect(desk.sent.length).toBe(before + 1)
      expectOk(await desk.session.orders.cancel(desk.selected, id))
      await desk.until('cancelled', () => desk.row(id)?.status === 'cancelled')
    },
  )

  test('settles a lost cancel answer by Order Detail', async () => {
    const id = await desk.placeWorking(draft({ limitPrice: priceOf('12.50') }))
    await fault('drop-after-effect', 'trading.orders.cancel')
    await desk.session.orders.cancel(desk.selected, id)
    await desk.until('cancelled', () => desk.row(id)?.status === 'cancelled')
    expect(desk.row(id)?.pending).toBeNull()
  })

  test('REL-31: shows a change within about three seconds without events', async () => {
    const id = await desk.placeWorking(draft({ limitPrice: priceOf('12.60') }))
    await desk.practice.practice.command({
      command: 'fault',
      fault: { kind: 'event-stream-black-hole', count: null },
    })
    const other = desk.practice.provider()
    expect((await other.trade.cancel(desk.selected, id)).outcome).toBe('acknowledged')
    const since = fairTime()
    await desk.until('cancelled', () => desk.row(id)?.status === 'cancelled')
    expect(since.ms()).toBeLessThan(5_000)
    since.stop()
    await desk.practice.practice.command({ command: 'clear-faults' })
  })

  test('REL-28: a restart on the same journal finds a working order and sends nothing', async () => {
    const name = desk.ticket()
    const resting = draft({ limitPrice: priceOf('12.70') })
    const id = await desk.place(resting, name)
    const before = desk.sent.length
    await desk.restart()
    expect(desk.session.connection.view().phase).toBe('ready')
    await desk.until(
      'found again',
      () => desk.row(id)?.status === 'working' && desk.row(id)?.ours === true,
    )
    expect(expectOk(await desk.session.orders.submit(name, resting))).toMatchObject({
      outcome: 'acknowledged',
      order: { clientOrderId: id },
    })
    expect(desk.sent.length).toBe(before)
    expectOk(await desk.session.orders.cancel(desk.selected, id))
    await desk.until('cancelled', () => desk.row(id)?.status === 'cancelled')
  })

  test('builds the same running bar from trades as the exchange returns', async () => {
    const bar = desk.session.streams.bar(AAPL, 'M5')
    const release = bar.subscribe(() => undefined)
    const ticks = desk.session.streams.ticks(AAPL).subscribe(() => undefined)
    await desk.until(
      'a running bar',
      () => bar.get() !== null && desk.session.streams.ticks(AAPL).recent().length > 0,
    )
    // Stop the clock: otherwise another trade could occur between the answer and the comparison.
    await desk.practice.practice.command({ command: 'clock', speed: 0 })
    const agree = async (): Promise<boolean> => {
      const answered = expectOk(
        await desk.session.market.bars({ symbol: AAPL, timespan: 'M5', before: null, count: 1 }),
      ).bars.at(-1)!
      const made = bar.get()!
      return (
        made.time === answered.time &&
        (['open', 'high', 'low', 'close', 'volume'] as const).every((member) =>
          eq(made[member], answered[member]),
        )
      )
    }
    try {
      await expect.poll(agree, { interval: 500 }).toBe(true)
    } finally {
      await desk.practice.practice.command({ command: 'clock', speed: 1 })
    }
    release()
    ticks()
  })

  test('reports refusals of the exchange as rejections with their code', async () => {
    const outcome = expectOk(
      await desk.session.orders.submit(
        desk.ticket(),
        draft({ symbol: FLAT, side: 'sell', limitPrice: priceOf('999.00') }),
      ),
    )
    expect(outcome).toMatchObject({ outcome: 'rejected', code: expect.stringMatching(/^[A-Z_]+$/) })
  })
})
