import { describe, expect, it } from 'vitest'
import type { Reply } from '../../../../../shared/ipc/envelope.js'
import { appError } from '../../../../../shared/domain/app/app-error.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import type { Order, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { ZERO_QUANTITY, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { clientOrderId, symbol, type ClientOrderId } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { createRowStore } from '../../../../../renderer/stores/row-store.js'
import { createTicketEntriesStore } from '../../../../../renderer/stores/submit/ticket-entries.js'
import { createSelectionStore, prefillTicket } from '../../../../../renderer/stores/selection.js'
import { PriceQuestions } from '../../../../../renderer/stores/submit/price-questions.js'
import { PAUSE_MS } from '../../../../../renderer/stores/submit/submit-guard.js'
import { createTicketStore } from '../../../../../renderer/ui/ticket/model/ticket-store.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { AAPL, ACCOUNT, context, formAfter, typed } from './fixtures.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

const order = (status: Order['status']): Order => ({
  clientOrderId: clientOrderId('c1'),
  orderId: null,
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: AAPL,
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  quantity: asQuantity(dec('10')),
  amount: null,
  filledQuantity: ZERO_QUANTITY,
  averageFillPrice: null,
  limitPrice: asPrice(dec('185.20')),
  stopPrice: null,
  trail: null,
  status,
  note: null,
  pending: null,
  fees: null,
  ours: true,
  source: 'journal',
  placedAt: epochMs(0),
  updatedAt: epochMs(0),
})

const alone = (draft: OrderDraft) => ({ draft, combo: null })

function setUp() {
  const calls: {
    ticket: string
    draft: OrderDraft
    answer: (reply: Reply<TradeOutcome>) => void
  }[] = []
  const orders = createRowStore<ClientOrderId, Order>((row) => row.clientOrderId)
  const selection = createSelectionStore()
  const ticketEntries = createTicketEntriesStore()
  const priceQuestions = new PriceQuestions(() => 0)
  let time = 10_000
  let tickets = 0
  const invoke = (_op: string, input: unknown) =>
    new Promise((answer) =>
      calls.push({ ...(input as { ticket: string; draft: OrderDraft }), answer }),
    )
  const store = createTicketStore(
    { invoke: invoke as never, orders, selection, ticketEntries, priceQuestions },
    { newTicket: () => `ticket-${(tickets += 1)}`, now: () => time },
  )
  const built = buildDraft(
    formAfter(typed('quantity', '10'), typed('limitPrice', '185.20')),
    context(),
  )
  if (!built.ok) throw new Error('the fixture is no draft')
  const press = { repeat: false, clicks: 1, shownMs: 1_000 }
  return {
    store,
    orders,
    selection,
    calls,
    draft: built.value,
    press,
    wait: (ms: number) => (time += ms),
    settle: async (reply: Reply<TradeOutcome>) => {
      calls.at(-1)?.answer(reply)
      await Promise.resolve()
      await Promise.resolve()
    },
    outcome: () => store.state.getState().sent[AAPL]?.outcome,
  }
}

describe('one intention', () => {
  it('is sent once despite a double click, a held key and impatient presses', async () => {
    const { store, calls, draft, press, settle, wait } = setUp()
    expect(store.submit(alone(draft), press, AAPL)).toBe(true)
    for (const gesture of [press, { ...press, clicks: 2 }, { ...press, repeat: true }]) {
      expect(store.submit(alone(draft), gesture, AAPL)).toBe(false)
    }
    await settle({ ok: true, value: { outcome: 'acknowledged', order: order('pending') } })
    expect(store.submit(alone(draft), press, AAPL)).toBe(false)
    wait(PAUSE_MS)
    expect(store.submit(alone(draft), press, AAPL)).toBe(true)
    expect(calls.map((call) => call.ticket)).toEqual(['ticket-1', 'ticket-2'])
  })

  it('does not start with a press on a button that has only just appeared', () => {
    const { store, draft, press } = setUp()
    expect(store.submit(alone(draft), { ...press, shownMs: 20 }, AAPL)).toBe(false)
  })
})

describe('the outcome of a sent order', () => {
  it.each([
    [
      'a refusal',
      {
        ok: true,
        value: { outcome: 'rejected', order: null, code: 'C', reason: foreign('No.') },
      } as const,
      { kind: 'rejected', reason: foreign('No.') },
    ],
    [
      'a denial',
      { ok: true, value: { outcome: 'denied', reasons: [foreign('Too large.')] } } as const,
      { kind: 'denied', reasons: [foreign('Too large.')] },
    ],
    [
      'an error that says nothing left',
      { ok: false, error: appError('trading/halted', foreign('')) } as const,
      { kind: 'failed' },
    ],
    [
      'an error that may hide an order',
      { ok: false, error: appError('ipc/timeout', foreign(''), { order: 'may-exist' }) } as const,
      { kind: 'unknown', order: null },
    ],
    [
      'an error that is not sure',
      { ok: false, error: appError('internal', foreign(''), { class: 'ambiguous' }) } as const,
      { kind: 'unknown', order: null },
    ],
  ])('is correct for %s', async (_name, reply, expected) => {
    const { store, draft, press, settle, outcome } = setUp()
    store.submit(alone(draft), press, AAPL)
    await settle(reply as Reply<TradeOutcome>)
    expect(outcome()).toMatchObject(expected)
  })

  it('blocks the symbol while it is unknown, until the order stream settles it', async () => {
    const { store, draft, press, settle, wait, orders, calls } = setUp()
    store.submit(alone(draft), press, AAPL)
    await settle({ ok: true, value: { outcome: 'unknown', order: order('unknown') } })
    wait(60_000)
    expect(store.submit(alone(draft), press, AAPL)).toBe(false)
    expect(store.submit(alone({ ...draft, symbol: symbol('MSFT') }), press, symbol('MSFT'))).toBe(
      true,
    )
    await settle({ ok: true, value: { outcome: 'denied', reasons: [] } })
    wait(60_000)
    orders.upsert([order('not-placed')])
    expect(store.submit(alone(draft), press, AAPL)).toBe(true)
    expect(calls).toHaveLength(3)
  })

  it('blocks the symbol until it is dismissed when not even a record came back', async () => {
    const { store, draft, press, settle, wait } = setUp()
    store.submit(alone(draft), press, AAPL)
    await settle({ ok: false, error: appError('internal', foreign(''), { order: 'may-exist' }) })
    wait(60_000)
    expect(store.submit(alone(draft), press, AAPL)).toBe(false)
    store.dismiss(AAPL)
    expect(store.submit(alone(draft), press, AAPL)).toBe(true)
  })

  it('cannot be dismissed while the order is being sent', () => {
    const { store, draft, press, outcome } = setUp()
    store.submit(alone(draft), press, AAPL)
    store.dismiss(AAPL)
    expect(outcome()).toEqual({ kind: 'sending' })
  })
})

describe('the stored form', () => {
  it('survives an error and a change of symbol', async () => {
    const { store, draft, press, settle } = setUp()
    store.act(AAPL, typed('quantity', '1,0'))
    store.submit(alone(draft), press, AAPL)
    await settle({ ok: false, error: appError('provider/unavailable', foreign('')) })
    store.act(symbol('MSFT'), typed('quantity', '5'))
    expect(store.form(AAPL).quantity).toBe('1,0')
  })

  it('is emptied once its order was sent, and the last order can be repeated for review', async () => {
    const { store, draft, press, settle, calls } = setUp()
    store.act(AAPL, { kind: 'side', side: 'sell' })
    for (const field of ['quantity', 'limitPrice', 'takeProfit', 'stopLoss'] as const) {
      store.act(AAPL, typed(field, '7'))
    }
    store.act(AAPL, { kind: 'exits', attached: true })
    store.submit(alone(draft), press, AAPL)
    await settle({ ok: true, value: { outcome: 'acknowledged', order: order('working') } })
    expect(store.form(AAPL)).toMatchObject({
      side: 'sell',
      type: 'limit',
      quantity: '',
      limitPrice: '',
      takeProfit: '',
      stopLoss: '',
      exits: false,
    })
    store.repeat(AAPL)
    expect(store.form(AAPL)).toMatchObject({ side: 'sell', quantity: '7', exits: true })
    expect(calls).toHaveLength(1)
  })

  it('is emptied where an order may exist, and stays where none was placed', async () => {
    for (const [reply, quantity] of [
      [{ outcome: 'unknown', order: order('unknown') }, ''],
      [{ outcome: 'denied', reasons: [foreign('no')] }, '7'],
      [{ outcome: 'rejected', order: null, code: 'X', reason: foreign('no') }, '7'],
    ] as const) {
      const { store, draft, press, settle } = setUp()
      store.act(AAPL, typed('quantity', '7'))
      store.submit(alone(draft), press, AAPL)
      await settle({ ok: true, value: reply as TradeOutcome })
      expect(store.form(AAPL).quantity).toBe(quantity)
    }
  })

  it('does not repeat a closing order, which would open the other side', async () => {
    const { store, selection, draft, press, settle } = setUp()
    prefillTicket(selection, {
      symbol: AAPL,
      side: 'sell',
      quantity: asQuantity(dec('7')),
      closing: true,
    })
    store.takePrefill()
    store.submit(alone(draft), press, AAPL)
    await settle({ ok: true, value: { outcome: 'acknowledged', order: order('pending') } })
    store.repeat(AAPL)
    expect(store.form(AAPL).quantity).toBe('')
  })

  it('is emptied once its closing order is accepted, so that it cannot open the other side', async () => {
    const { store, selection, draft, press, settle, wait } = setUp()
    const close = {
      symbol: AAPL,
      side: 'sell',
      quantity: asQuantity(dec('7')),
      closing: true,
    } as const
    prefillTicket(selection, close)
    store.takePrefill()
    store.submit(alone(draft), press, AAPL)
    await settle({ ok: false, error: appError('provider/unavailable', foreign('')) })
    expect(store.form(AAPL)).toMatchObject({ side: 'sell', quantity: '7', closing: true })
    wait(PAUSE_MS)
    store.submit(alone(draft), press, AAPL)
    await settle({ ok: true, value: { outcome: 'acknowledged', order: order('pending') } })
    expect(store.form(AAPL)).toMatchObject({ side: 'buy', quantity: '', closing: false })
  })

  it('keeps what was typed while its closing order was being sent', async () => {
    const { store, selection, draft, press, settle } = setUp()
    prefillTicket(selection, { symbol: AAPL, side: 'sell', closing: true })
    store.takePrefill()
    store.submit(alone(draft), press, AAPL)
    store.act(AAPL, typed('quantity', '3'))
    await settle({ ok: true, value: { outcome: 'acknowledged', order: order('pending') } })
    expect(store.form(AAPL).quantity).toBe('3')
  })

  it('applies each gesture of another panel once', () => {
    const { store, selection } = setUp()
    prefillTicket(selection, {
      symbol: AAPL,
      side: 'sell',
      quantity: asQuantity(dec('150')),
      closing: true,
    })
    store.takePrefill()
    store.act(AAPL, typed('quantity', '20'))
    store.takePrefill()
    expect(store.form(AAPL)).toMatchObject({ side: 'sell', quantity: '20' })
    prefillTicket(selection, {
      symbol: AAPL,
      side: 'sell',
      quantity: asQuantity(dec('150')),
      closing: true,
    })
    store.takePrefill()
    expect(store.form(AAPL).quantity).toBe('150')
  })
})
