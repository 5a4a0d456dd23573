import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { Flatten } from '../../../electron/core/instructions/kill-switch/flatten.js'
import { createCardFacts } from '../../../electron/core/instructions/policy/card-facts.js'
import {
  abs,
  asPrice,
  dec,
  isNegative,
  mul,
  snap,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import type { Position } from '../../../shared/domain/account/account.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { ok } from '../../../shared/domain/result.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { writtenOut } from '../../harness/written-out.js'
import { SessionFixture } from './session-fixture.js'

let desk: SessionFixture
beforeEach(async () => {
  desk = await SessionFixture.open(undefined, 'off')
})
afterEach(() => desk.close())

const spoil = (operation: string) =>
  desk.practice.practice.command({
    command: 'fault',
    fault: { kind: 'unreadable-row', operation, count: null },
  })
const positions = async () => expectOk(await desk.session.queries.positions(desk.selected))
const unreadable = () => desk.session.connection.view().unreadable

/** The market order that closes a position in a stock. */
const closing = (position: Position): OrderDraft =>
  desk.draft({
    accountId: position.accountId,
    assetClass: 'stock',
    symbol: position.symbol,
    side: isNegative(position.quantity) ? 'buy' : 'sell',
    type: 'market',
    size: { kind: 'quantity', quantity: abs(position.quantity) },
  })

test('REL-31: one position that cannot be read blocks only its instrument', async () => {
  const [hidden, other] = (await positions()).positions.filter(
    ({ assetClass }) => assetClass === 'stock',
  )
  if (hidden === undefined || other === undefined) throw new Error('two stocks are needed')

  await spoil('trading.positions.list')

  const list = await positions()
  expect(list.unreadable).toEqual([{ accountId: desk.selected, symbol: hidden.symbol }])
  expect(list.positions.map(({ symbol }) => symbol)).toContain(other.symbol)
  expect(unreadable()).toEqual([
    { kind: 'positions', accountId: desk.selected, count: 1, symbols: [hidden.symbol] },
  ])
  expect(
    writtenOut(expectOk(await desk.session.orders.close(desk.ticket(), closing(hidden)))),
  ).toMatchObject({
    outcome: 'denied',
    reasons: [expect.stringMatching(/cannot read.*Nothing was sent/) as string],
  })
  expect(expectOk(await desk.session.orders.close(desk.ticket(), closing(other)))).toMatchObject({
    outcome: 'acknowledged',
  })

  await desk.practice.practice.command({ command: 'clear-faults' })
  expect((await positions()).unreadable).toEqual([])
  expect(unreadable()).toEqual([])
})

test('REL-31, REL-36: an assistant cannot trade an instrument whose position cannot be read', async () => {
  const [hidden, other] = (await positions()).positions.filter(
    ({ assetClass }) => assetClass === 'stock',
  )
  if (hidden === undefined || other === undefined) throw new Error('two stocks are needed')
  await spoil('trading.positions.list')
  const fetchFacts = createCardFacts(desk.session, {
    clock: systemClock,
    timers: systemTimers,
  })

  expect(writtenOut(await fetchFacts({ kind: 'place', draft: closing(hidden) }))).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/limits cannot be checked/) as string },
  })
  expect(await fetchFacts({ kind: 'place', draft: closing(other) })).toMatchObject({ ok: true })
})

test('REL-36: a plan that closes everything lists a position that cannot be read as left open', async () => {
  await spoil('trading.positions.list')
  const flatten = new Flatten({
    session: desk.session,
    instructions: () => [],
    halt: { get: () => null },
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    audit: { append: () => Promise.resolve(ok({ seq: 0, hash: '' })) },
  })
  const { skipped } = writtenOut(expectOk(await flatten.plan('all')))
  expect(skipped).toContainEqual(
    expect.objectContaining({
      line: expect.stringMatching(/^A position in [A-Z]+$/) as string,
      note: 'It could not be read: close it with your broker',
    }),
  )
})

test('REL-31: one open order that cannot be read is counted; orders are placed and canceled on', async () => {
  const { symbol, bid } = await desk.quote('AAPL')
  const draft = desk.draft({
    accountId: desk.selected,
    assetClass: 'stock',
    symbol,
    limitPrice: asPrice(snap(mul(bid as Decimal, dec('0.95')), dec('0.01'), 'down')),
  })
  await desk.placeWorking(draft)
  await spoil('trading.orders.open')
  const hasUnreadable = () => unreadable().some(({ kind }) => kind === 'openOrders')
  await desk.until('the list has been read', hasUnreadable)
  const id = await desk.placeWorking(draft)
  expect(expectOk(await desk.session.orders.cancel(desk.selected, id))).toMatchObject({
    outcome: 'acknowledged',
  })
  expect(expectOk(await desk.session.queries.openOrders(desk.selected, true)).unreadable).toBe(1)

  await desk.practice.practice.command({ command: 'clear-faults' })
  await desk.until('all orders can be read', () => !hasUnreadable())
})
