import { describe, expect, test } from 'vitest'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import type { ComboDraft, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { ComboRole } from '../../../../../shared/domain/orders/order-types.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { ACCOUNT, draft, SessionFixture } from '../../session/session-fixture.js'

const limit = (price: string, over: Partial<OrderDraft> = {}): OrderDraft =>
  draft({ limitPrice: asPrice(dec(price)), ...over })
const stop = (price: string, over: Partial<OrderDraft> = {}): OrderDraft =>
  draft({ type: 'stop', limitPrice: null, stopPrice: asPrice(dec(price)), ...over })
const sale = { side: 'sell' } as const

const combo = (...orders: readonly (readonly [ComboRole, OrderDraft])[]): ComboDraft => ({
  accountId: ACCOUNT,
  orders: orders.map(([role, member]) => ({ role, draft: member })),
})
const BRACKET = combo(
  ['master', limit('99.50')],
  ['take-profit', limit('120', sale)],
  ['stop-loss', stop('90', sale)],
)

const started = async (over?: ConstructorParameters<typeof SessionFixture>[0]) => {
  const desk = new SessionFixture(over)
  await desk.start()
  return desk
}
const rolesOf = (desk: SessionFixture) =>
  desk.session.streams.orders.all().map(({ terms, status }) => [terms?.combo?.role, status])

describe('REL-29: linked orders', () => {
  test('are sent in one request, and each has a row with its role', async () => {
    const desk = await started()
    const placed = await desk.wait(desk.session.orders.submitCombo('ticket-0001', BRACKET))
    expect(placed).toMatchObject({
      ok: true,
      value: { outcome: 'acknowledged', orders: [{ side: 'buy' }, { type: 'limit' }, {}] },
    })
    expect(desk.exchange.sent).toHaveLength(1)
    expect(rolesOf(desk).map(([role]) => role)).toEqual(['master', 'take-profit', 'stop-loss'])
    const ids = desk.session.streams.orders.all().map((order) => order.terms?.combo?.clientComboId)
    expect(new Set(ids).size).toBe(1)
  })

  test('are sent once for one ticket, in flight, afterwards and after a restart', async () => {
    const desk = await started()
    const first = desk.session.orders.submitCombo('ticket-0001', BRACKET)
    const second = desk.session.orders.submitCombo('ticket-0001', BRACKET)
    expect(await desk.wait(second)).toEqual(await desk.wait(first))
    await desk.wait(desk.session.orders.submitCombo('ticket-0001', BRACKET))
    await desk.restart()
    expect(await desk.wait(desk.session.orders.submitCombo('ticket-0001', BRACKET))).toMatchObject({
      ok: true,
      value: { orders: [{}, {}, {}] },
    })
    expect(desk.exchange.sent).toHaveLength(1)
    expect(rolesOf(desk).map(([role]) => role)).toEqual(['master', 'take-profit', 'stop-loss'])
  })

  test('are refused under a ticket that was used for others', async () => {
    const desk = await started()
    await desk.wait(desk.session.orders.submitCombo('ticket-0001', BRACKET))
    const other = combo(['master', limit('98')], ['take-profit', limit('120', sale)])
    expect(await desk.wait(desk.session.orders.submitCombo('ticket-0001', other))).toMatchObject({
      value: { outcome: 'denied' },
    })
    expect(desk.exchange.sent).toHaveLength(1)
  })

  test('stay unsent when the program ends before all of them are on disk', async () => {
    const desk = await started()
    desk.disk.delayMs = 500
    void desk.session.orders.submitCombo('ticket-0001', BRACKET)
    const before = desk.disk.intents().size
    await desk.simulation.run(desk.simulation.now + 5_000, () => desk.disk.intents().size > before)
    desk.disk.delayMs = 0
    await desk.restart()
    await desk.simulation.run(desk.simulation.now + 120_000)
    expect(desk.exchange.sent).toHaveLength(0)
    expect(await desk.wait(desk.session.orders.submitCombo('ticket-0001', BRACKET))).toMatchObject({
      value: { outcome: 'denied' },
    })
    expect(desk.exchange.sent).toHaveLength(0)
  })
})

describe('REL-28: linked orders of which one is not on disk', () => {
  test('are all unsent', async () => {
    const desk = await started()
    desk.disk.failing = true
    expect(await desk.wait(desk.session.orders.submitCombo('ticket-0001', BRACKET))).toMatchObject({
      value: { outcome: 'denied' },
    })
    desk.disk.failing = false
    desk.disk.silent = true
    void desk.session.orders.submitCombo('ticket-0002', BRACKET)
    await desk.simulation.run(desk.simulation.now + 30_000)
    expect(desk.exchange.sent).toHaveLength(0)
  })

  test('are stopped by a halt while they are stored', async () => {
    const desk = await started()
    desk.disk.delayMs = 500
    const submitted = desk.session.orders.submitCombo('ticket-0001', BRACKET)
    await desk.simulation.run(desk.simulation.now + 100, () => desk.disk.isFlushing)
    void desk.session.trading.set('halted', foreign('by hand'))
    expect(await desk.wait(submitted)).toMatchObject({ value: { outcome: 'denied' } })
    expect(desk.exchange.sent).toHaveLength(0)
    expect(rolesOf(desk).map(([, status]) => status)).toEqual(Array(3).fill('not-placed'))
  })
})

describe('REL-36: the limits of linked orders', () => {
  const limited = async (limits: Partial<SessionFixture['limits']>) => {
    const desk = new SessionFixture()
    desk.limits = { ...desk.limits, ...limits }
    desk.session = desk.createSession()
    await desk.start()
    return desk
  }
  const outcomeOf = async (desk: SessionFixture, submitted: ComboDraft) => {
    const reply = await desk.wait(desk.session.orders.submitCombo('ticket-0001', submitted))
    return reply.ok ? reply.value.outcome : reply.error.code
  }
  const shares = (count: string) =>
    ({ size: { kind: 'quantity', quantity: asQuantity(dec(count)) } }) as const

  test('hold for the entry', async () => {
    const desk = await limited({ maxQuantity: asQuantity(dec('9')) })
    expect(await outcomeOf(desk, BRACKET)).toBe('denied')
    expect(desk.exchange.sent).toHaveLength(0)
  })

  test('hold for a started order that is more than an exit of the entry', async () => {
    const desk = await limited({ maxQuantity: asQuantity(dec('10')) })
    const reversing = combo(
      ['master', limit('99.50')],
      ['oto', limit('120', { ...sale, ...shares('11') })],
    )
    const reply = await desk.wait(desk.session.orders.submitCombo('ticket-0001', reversing))
    const reasons = reply.ok && reply.value.outcome === 'denied' ? reply.value.reasons : []
    // The person reads which of the linked orders is refused.
    expect(reasons.map(inEnglish)).toEqual([expect.stringMatching(/^Order 2: .*11/)])
  })

  test('compare an exit with its entry and not with the market', async () => {
    const desk = await limited({})
    const deep = combo(
      ['master', limit('50')],
      ['take-profit', limit('60', sale)],
      ['stop-loss', stop('40', sale)],
    )
    expect(await outcomeOf(desk, deep)).toBe('acknowledged')
  })

  test('refuse orders that do not fit together before anything is stored', async () => {
    const desk = await started()
    const wrong = combo(['master', limit('99.50')], ['take-profit', limit('90', sale)])
    expect(await outcomeOf(desk, wrong)).toBe('denied')
    expect(desk.session.streams.orders.all()).toHaveLength(0)
  })

  test('count each of them as a working order', async () => {
    const desk = await limited({ maxOpenOrders: 2 })
    const either = combo(['oco', limit('99.50')], ['oco', limit('99.40')], ['oco', limit('99.30')])
    expect(await outcomeOf(desk, either)).toBe('denied')
    expect(desk.exchange.sent).toHaveLength(0)
  })
})
