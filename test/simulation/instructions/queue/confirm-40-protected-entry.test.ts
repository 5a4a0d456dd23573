import { describe, expect, it } from 'vitest'
import { instructionView } from '../../../../electron/assistant/views/instruction.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { exitsOf } from '../../../../shared/domain/orders/exits.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { writtenOut } from '../../../harness/written-out.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { draft, market, orderRow } from '../harness/fake-order-gateway.js'

interface Exits {
  readonly target?: string
  readonly stop?: string
}

/** Requests an entry with a take profit, a stop loss, or both. */
const request = (
  fixture: InstructionFixture,
  entry: OrderDraft,
  { target, stop }: Exits,
  key: string | null = 'k1',
) =>
  fixture.service.intake.instruct(ASSISTANT, {
    key,
    reason: 'because',
    action: {
      kind: 'place',
      drafts: [entry],
      exits: exitsOf(entry, {
        takeProfit: target === undefined ? null : asPrice(dec(target)),
        stopLoss: stop === undefined ? null : asPrice(dec(stop)),
      }),
    },
  })

const started = async (
  entry: OrderDraft,
  exits: Exits,
  bend: (fixture: InstructionFixture) => void = () => undefined,
): Promise<InstructionFixture> => {
  const fixture = await new InstructionFixture().start()
  bend(fixture)
  expect(await request(fixture, entry, exits)).toMatchObject({ ok: true })
  await fixture.drawCards(3_400)
  return fixture
}

const field = (fixture: InstructionFixture, id: string): string | undefined =>
  fixture.card().compare.find((row) => row.id === id)?.value

describe('CONFIRM-19, CONFIRM-40: an entry with its exits is one card', () => {
  it('says all orders in its line, and what each exit brings or costs', async () => {
    const fixture = await started(draft('187.50', '10'), { target: '200', stop: '180' })
    expect(fixture.card().line).toBe(
      'BUY 10 AAPL, limit 187.50, day; once filled, take profit at limit 200.00, good till canceled or stop loss at stop 180.00, good till canceled',
    )
    expect(field(fixture, 'exit-gain')).toBe('$125.00')
    expect(field(fixture, 'exit-loss')).toBe('$75.00')
    expect(field(fixture, 'exit-ratio')).toBe('1 : 1.67')
    expect(fixture.service.confirm.live.get().waiting).toBe(0)
  })

  it('warns when nothing limits the loss', async () => {
    const fixture = await started(draft('187.50', '10'), { target: '200' })
    expect(fixture.card().compare.find(({ id }) => id === 'exit-none')).toMatchObject({
      mark: 'warning',
    })
  })

  it('sends the linked orders in one request after one approval', async () => {
    const fixture = await started(draft('187.50', '10'), { target: '200', stop: '180' })
    expect(await fixture.approve()).toBe('ok')
    await fixture.advance(10)
    const ticket = `i-${fixture.latest().id}`
    expect(fixture.sent.map(({ ticket: sent }) => sent)).toEqual([
      `${ticket}#1`,
      `${ticket}#2`,
      `${ticket}#3`,
    ])
    expect(fixture.sent.map(({ draft: { side, type } }) => `${side} ${type}`)).toEqual([
      'buy limit',
      'sell limit',
      'sell stop',
    ])
    expect(fixture.latest().outcome).toMatchObject({
      state: 'acknowledged',
      clientOrderId: `${fixture.latest().id}m1`,
    })
    expect(instructionView(fixture.latest(), fixture.latest().createdAt).asked_for).toMatchObject({
      take_profit_price: '200',
      stop_loss_price: '180',
    })
  })

  it('scales the exits with a quantity that the person changes, and keeps their sides', async () => {
    const fixture = await started(draft('187.50', '10'), { target: '200', stop: '180' })
    const { id, digest } = fixture.card()
    expect(
      await fixture.service.review.amend(id, digest, { quantity: asQuantity(dec('4')) }),
    ).toMatchObject({ ok: true })
    await fixture.drawCards(3_400)
    expect(field(fixture, 'exit-loss')).toBe('$30.00')
    const now = fixture.card()
    const above = { limitPrice: asPrice(dec('201')) }
    expect(await fixture.service.review.amend(now.id, now.digest, above)).toMatchObject({
      ok: false,
    })
    expect(await fixture.approve()).toBe('ok')
    await fixture.advance(10)
    const sizes = fixture.sent.map(({ draft: { size } }) => size)
    const four = { kind: 'quantity', quantity: asQuantity(dec('4')) }
    expect(sizes).toEqual([four, four, four])
  })

  it('never becomes another instruction when it is repeated, and one when an exit differs', async () => {
    const fixture = await started(draft('187.50', '10'), { stop: '180' })
    const entry = draft('187.5', '10')
    const repeat = await request(fixture, entry, { stop: '180.00' }, null)
    expect(repeat).toMatchObject({ ok: true, value: [{ id: fixture.latest().id }] })
    const conflict = await request(fixture, entry, { stop: '179' }, 'k1')
    expect(conflict).toMatchObject({ ok: false, error: { code: 'key-conflict' } })
    expect(fixture.instructions()).toHaveLength(1)
  })

  it('finds its entry after a restart in the middle of sending, and sends nothing twice', async () => {
    const fixture = await started(draft('187.50', '10'), { stop: '180' }, ({ gateway }) => {
      gateway.behavior = 'break'
    })
    await fixture.approve()
    await fixture.advance(10)
    await fixture.restart()
    await fixture.advance(5_000)
    expect(fixture.latest().outcome).toMatchObject({ state: 'acknowledged' })
    expect(fixture.sent).toHaveLength(1)
  })

  it('keeps its exits in the records of the last run', async () => {
    const fixture = await started(draft('187.50', '10'), { target: '200', stop: '180' })
    await fixture.approve()
    await fixture.advance(10)
    const before = fixture.latest().action
    await fixture.restart()
    expect(fixture.latest().action).toEqual(before)
  })

  it('is refused with the exit that is wrong, and counts each of its orders', async () => {
    const fixture = await new InstructionFixture().start()
    const wrong = await request(fixture, draft('187.50', '10'), { stop: '190' })
    expect(wrong.ok ? null : writtenOut(wrong.error)).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('The stop loss must be on the losing side'),
      detail: { field: 'stopLoss', value: '190', rule: 'stop-not-losing' },
    })
    const future = draft('6000', '1', { assetClass: 'futures' })
    const notOffered = await request(fixture, future, { stop: '5900' })
    expect(notOffered.ok ? null : writtenOut(notOffered.error)).toMatchObject({
      message: expect.stringContaining('stocks and single options only, not of futures'),
    })
    const priceOf = (price: string) => asPrice(dec(price))
    fixture.facts = {
      price: { bid: priceOf('187.4'), ask: priceOf('187.5'), last: priceOf('187.4'), ageMs: 0 },
    }
    const atMarket = await request(fixture, market('10'), { stop: '999' })
    expect(atMarket).toMatchObject({ ok: false, error: { detail: { rule: 'stop-not-losing' } } })
    expect(fixture.instructions()).toEqual([])
  })

  it('counts its working exits as orders of the assistant', async () => {
    const fixture = await started(draft('187.50', '10'), { target: '200', stop: '180' })
    await fixture.approve()
    await fixture.advance(10)
    const link = { clientComboId: 'c1', comboId: null }
    for (const [index, { draft: sent }] of fixture.sent.entries()) {
      const role = index === 0 ? ('master' as const) : ('stop-loss' as const)
      const { terms: _terms, ...row } = orderRow(sent, `${fixture.latest().id}m${index + 1}`)
      fixture.gateway.setOrder({
        ...row,
        terms: {
          combo: { role, ...link },
          strategy: null,
          legs: [],
          intent: null,
          legging: null,
          algo: null,
          outcome: null,
          tradeMode: null,
          expireDate: null,
        },
      })
    }
    expect(fixture.service.usage(ASSISTANT).working).toHaveLength(3)
  })
})
