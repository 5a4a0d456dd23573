import { PriceQuestions } from '../../../renderer/stores/submit/price-questions.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  basketProblems,
  createBasket,
  MAX_ENTRIES,
  type BasketMode,
} from '../../../renderer/stores/submit/basket.js'
import { PAUSE_MS } from '../../../renderer/stores/submit/submit-guard.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import type { ComboDraft, Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import { foreign } from '../../../shared/messages/make-message.js'

const draft = (name: string): OrderDraft => ({
  accountId: accountId('ACC'),
  assetClass: 'stock',
  symbol: symbol(name),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: asPrice(dec('10')),
  stopPrice: null,
  trail: null,
  expireDate: null,
})
const orderOf = ({ symbol: name }: OrderDraft): Order => ({ symbol: name }) as Order

const REPLIES = {
  acknowledged: (orders: readonly Order[]) => ({
    ok: true,
    value: { outcome: 'acknowledged', order: orders[0], orders },
  }),
  rejected: (orders: readonly Order[]) => ({
    ok: true,
    value: { outcome: 'rejected', order: orders[0], orders, code: 'X', reason: foreign('no') },
  }),
  denied: () => ({ ok: true, value: { outcome: 'denied', reasons: [foreign('no')] } }),
  unknown: (orders: readonly Order[]) => ({
    ok: true,
    value: { outcome: 'unknown', order: orders[0], orders },
  }),
  failed: () => ({
    ok: false,
    error: appError('session/not-ready', foreign('no'), { order: 'not-placed' }),
  }),
} as const
type ReplyKind = keyof typeof REPLIES

/** A basket over a main process that answers as the test says, and records what was sent. */
function setUp() {
  const sent: { readonly symbol: string; readonly ticket: string; readonly kind: ReplyKind }[] = []
  let [time, tickets] = [0, 0]
  const replies: ReplyKind[] = []
  const invoke = async (op: string, input: unknown) => {
    // Names the calls of one press; it sends nothing.
    if (op === 'trading.batch') return { ok: true, value: null }
    const {
      ticket,
      draft: single,
      combo,
    } = input as {
      readonly ticket: string
      readonly draft?: OrderDraft
      readonly combo?: ComboDraft
    }
    const drafts = combo?.orders.map((member) => member.draft) ?? [single as OrderDraft]
    expect(op).toBe(combo === undefined ? 'orders.submit' : 'orders.submit-combo')
    const kind = replies.shift() ?? 'acknowledged'
    for (const { symbol: name } of drafts) sent.push({ symbol: name, ticket, kind })
    return REPLIES[kind](drafts.map(orderOf))
  }
  const basket = createBasket(
    { invoke: invoke as never, priceQuestions: new PriceQuestions(() => 0) },
    { newTicket: () => `ticket-${(tickets += 1)}`, now: () => time },
  )
  const press = () => basket.submit({ repeat: false, clicks: 1, shownMs: 1_000 })
  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
    time += PAUSE_MS
  }
  return { basket, sent, replies, press, settle }
}

const PLACED: readonly ReplyKind[] = ['acknowledged', 'unknown']

describe('the basket', () => {
  test('sends each order at most once unless it was certainly not placed', async () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('add' as const) }),
      fc.record({
        act: fc.constant('press' as const),
        replies: fc.array(fc.constantFrom<ReplyKind>(...(Object.keys(REPLIES) as ReplyKind[])), {
          maxLength: 6,
        }),
        waits: fc.boolean(),
      }),
      fc.record({
        act: fc.constant('mode' as const),
        mode: fc.constantFrom<BasketMode>('separate', 'oco', 'oto'),
      }),
      fc.record({ act: fc.constant('move' as const), id: fc.integer({ min: 1, max: 6 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { basket, sent, replies, press, settle } = setUp()
        let added = 0
        for (const next of steps) {
          if (next.act === 'add') basket.add(draft(`S${(added += 1)}`))
          if (next.act === 'mode') basket.setMode(next.mode)
          if (next.act === 'move') basket.move(next.id, 1)
          if (next.act !== 'press') continue
          replies.splice(0, replies.length, ...next.replies)
          press()
          press()
          if (next.waits) await settle()
        }
        await settle()
        const tickets = sent.map(({ ticket, symbol: name }) => `${ticket} ${name}`)
        expect(new Set(tickets).size).toBe(tickets.length)
        for (const [index, { symbol: name }] of sent.entries()) {
          const before = sent.slice(0, index).filter((earlier) => earlier.symbol === name)
          expect(before.filter(({ kind }) => PLACED.includes(kind))).toEqual([])
        }
      }),
    )
  })

  test('goes on after a refusal, and offers only the refused order for another press', async () => {
    const { basket, sent, replies, press, settle } = setUp()
    for (const name of ['A', 'B', 'C']) basket.add(draft(name))
    replies.push('acknowledged', 'rejected', 'acknowledged')
    expect(press()).toBe(true)
    await settle()
    expect(basket.state.getState().entries.map(({ outcome }) => outcome?.kind)).toEqual([
      'acknowledged',
      'rejected',
      'acknowledged',
    ])
    press()
    await settle()
    expect(sent.map(({ symbol: name }) => name)).toEqual(['A', 'B', 'C', 'B'])
    basket.removeSent()
    expect(basket.state.getState().entries).toEqual([])
  })

  test.each(['separate', 'oco'] as const)(
    'sends nothing again whose outcome is unknown: %s',
    async (mode) => {
      const { basket, sent, replies, press, settle } = setUp()
      for (const name of ['A', 'B']) basket.add(draft(name))
      basket.setMode(mode)
      replies.push('unknown', 'unknown')
      expect(press()).toBe(true)
      await settle()
      expect(press()).toBe(false)
      await settle()
      expect(sent.map(({ symbol: name }) => name)).toEqual(['A', 'B'])
      expect(basketProblems(basket.state.getState())).toEqual(['empty'])
    },
  )

  test('gives each separate order a ticket of its own', async () => {
    const { basket, sent, press, settle } = setUp()
    for (const name of ['A', 'B', 'C']) basket.add(draft(name))
    press()
    await settle()
    expect(new Set(sent.map(({ ticket }) => ticket)).size).toBe(3)
  })

  test('sends linked orders in one request, the first as the main one', async () => {
    const { basket, sent, press, settle } = setUp()
    for (const name of ['A', 'B']) basket.add(draft(name))
    basket.setMode('oto')
    press()
    await settle()
    expect(sent.map(({ symbol: name, ticket }) => [name, ticket])).toEqual([
      ['A', 'ticket-1'],
      ['B', 'ticket-1'],
    ])
    const orders = basket.state
      .getState()
      .entries.map(({ outcome }) => outcome?.kind === 'acknowledged' && outcome.order.symbol)
    expect(orders).toEqual(['A', 'B'])
  })

  test('says why it cannot be sent, and sends nothing then', async () => {
    const { basket, sent, press, settle } = setUp()
    expect(basketProblems(basket.state.getState())).toEqual(['empty'])
    expect(press()).toBe(false)
    basket.add(draft('A'))
    basket.setMode('oco')
    expect(basketProblems(basket.state.getState())).toEqual(['order-count'])
    basket.add({ ...draft('B'), type: 'market', limitPrice: null })
    expect(basketProblems(basket.state.getState())).toEqual(['type-not-allowed'])
    expect(press()).toBe(false)
    await settle()
    expect(sent).toEqual([])
  })

  test('takes a bounded number of orders', () => {
    const { basket } = setUp()
    for (let index = 0; index < MAX_ENTRIES; index += 1) expect(basket.add(draft('A'))).toBe(true)
    expect(basket.add(draft('A'))).toBe(false)
    expect(basket.state.getState().entries).toHaveLength(MAX_ENTRIES)
  })

  /** A page that saved this basket, and the main process that knows these tickets. */
  async function reloaded(outcomes: Readonly<Record<string, ReplyKind>>) {
    const requested: string[] = []
    const invoke = async (op: string, input: { readonly ticket: string }) => {
      if (op === 'trading.batch') return { ok: true, value: null }
      if (op !== 'orders.outcome') return new Promise(() => undefined)
      requested.push(input.ticket)
      const kind = outcomes[input.ticket]
      return kind === undefined ? { ok: true, value: null } : REPLIES[kind]([orderOf(draft('A'))])
    }
    const deps = { newTicket: () => 'ticket-1', now: () => 0, wait: () => Promise.resolve() }
    const before = createBasket(
      { invoke: invoke as never, priceQuestions: new PriceQuestions(() => 0) },
      deps,
    )
    for (const name of ['A', 'B', 'C']) before.add(draft(name))
    before.submit({ repeat: false, clicks: 1, shownMs: 1_000 })
    // The page goes once the batch is named and its first order is on its way.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    const saved: unknown = JSON.parse(JSON.stringify(before.state.getState()))
    const after = createBasket(
      { invoke: invoke as never, priceQuestions: new PriceQuestions(() => 0) },
      deps,
    )
    after.restore(saved)
    const first = after.state.getState().entries.map(({ outcome }) => outcome?.kind ?? null)
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    const later = after.state.getState().entries.map(({ outcome }) => outcome?.kind ?? null)
    return { requested, first, later }
  }

  test('reads what became of an order whose reply was lost with the page, and sends nothing', async () => {
    const { requested, first, later } = await reloaded({ 'ticket-1-1': 'acknowledged' })
    // The second and third had not been sent yet.
    expect(first).toEqual(['unknown', null, null])
    expect(requested).toEqual(['ticket-1-1'])
    expect(later).toEqual(['acknowledged', null, null])
  })

  test('offers an order again only when main knows that nothing was sent', async () => {
    expect((await reloaded({})).later).toEqual([null, null, null])
    expect((await reloaded({ 'ticket-1-1': 'unknown' })).later[0]).toBe('unknown')
  })

  test('ignores a saved basket that it cannot read', () => {
    const { basket } = setUp()
    for (const saved of [
      null,
      7,
      {},
      { mode: 'all', entries: [] },
      { mode: 'oco', entries: [1] },
    ]) {
      basket.restore(saved)
      expect(basket.state.getState()).toEqual({ entries: [], mode: 'separate' })
    }
  })
})
