import { describe, expect, test } from 'vitest'
import { parseRecord } from '../../../../../electron/core/orders/journal/journal-record.js'
import { QUESTION_VALID_MS } from '../../../../../electron/core/orders/gateway/price-questions.js'
import { dec } from '../../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import {
  isPriceQuestion,
  type ComboReply,
  type OrderReply,
  type PriceQuestion,
} from '../../../../../shared/domain/orders/price-question.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { draft } from '../../session/session-fixture.js'
import { combo, GatewayFixture, limit, price, quantity, size } from './gateway-fixture.js'

const MARKET = draft({ type: 'market', limitPrice: null })
const TRAILING = draft({
  side: 'sell',
  type: 'trailing-stop',
  limitPrice: null,
  trail: { kind: 'amount', step: dec('1') },
})

/** A desk whose quotes were confirmed 20 s ago. */
function stalePriceFixture(
  options: ConstructorParameters<typeof GatewayFixture>[0] = {},
): GatewayFixture {
  const desk = new GatewayFixture(options).started()
  desk.quoteAgeMs = 20_000
  return desk
}

const send = (
  desk: GatewayFixture,
  ticket: string,
  placed: OrderDraft = MARKET,
  confirmation: string | null = null,
): Promise<OrderReply> => desk.wait(desk.service.submitForPerson(ticket, placed, { confirmation }))

function questionOf(reply: OrderReply | ComboReply): PriceQuestion {
  if (!isPriceQuestion(reply)) throw new Error(`answered with ${reply.outcome}`)
  return reply
}

const refused = (code: string) => ({
  outcome: 'denied',
  reasons: [expect.stringContaining(`(${code})`)],
})

describe('REL-46: a market order of a person whose price is not current', () => {
  test('is not sent, and is answered with the last price and its age', async () => {
    const desk = stalePriceFixture()
    expect(questionOf(await send(desk, 't1'))).toEqual({
      outcome: 'price-question',
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      validMs: QUESTION_VALID_MS,
      prices: [
        {
          draft: MARKET,
          last: price('100'),
          bid: price('99.99'),
          ask: price('100.01'),
          ageMs: 20_000,
        },
      ],
    })
    expect(desk.sent).toEqual([])
    expect(desk.disk.lines).toEqual([])
  })

  test('is sent once the question of exactly this order is answered, and the journal says with which price', async () => {
    const desk = stalePriceFixture()
    const { id } = questionOf(await send(desk, 't1'))
    expect(await send(desk, 't1', MARKET, id)).toMatchObject({ outcome: 'acknowledged' })
    expect(desk.sent).toHaveLength(1)
    expect(desk.records('intent')).toMatchObject([
      {
        ticket: 't1',
        confirmed: {
          last: price('100'),
          bid: price('99.99'),
          ask: price('100.01'),
          ageMs: 20_000,
          at: expect.any(Number),
        },
      },
    ])
    expect(parseRecord(desk.disk.lines[0] ?? '')).not.toBeNull()
  })

  test('is asked about without any price where there is none', async () => {
    const desk = stalePriceFixture()
    desk.hasQuotes = false
    const question = questionOf(await send(desk, 't1'))
    expect(question.prices).toEqual([
      { draft: MARKET, last: null, bid: null, ask: null, ageMs: null },
    ])
    expect(await send(desk, 't1', MARKET, question.id)).toMatchObject({ outcome: 'acknowledged' })
  })

  test('is sent without a question while its price is current', async () => {
    const desk = new GatewayFixture().started()
    expect(await send(desk, 't1')).toMatchObject({ outcome: 'acknowledged' })
    expect(desk.records('intent')[0]).not.toHaveProperty('confirmed')
  })

  test('is asked about alike when it trails the market', async () => {
    const desk = stalePriceFixture()
    const { id } = questionOf(await send(desk, 't1', TRAILING))
    expect(await send(desk, 't1', TRAILING, id)).toMatchObject({ outcome: 'acknowledged' })
  })
})

describe('REL-46: an answer to a question about a price', () => {
  test('sends one order only: neither again nor under another ticket', async () => {
    const desk = stalePriceFixture()
    const { id } = questionOf(await send(desk, 't1'))
    await send(desk, 't1', MARKET, id)
    expect(await send(desk, 't1', MARKET, id)).toMatchObject({ outcome: 'acknowledged' })
    await desk.pass(2_000)
    questionOf(await send(desk, 't2', MARKET, id))
    expect(desk.sent).toHaveLength(1)
  })

  test('covers no other ticket, size, side or instrument', async () => {
    const desk = stalePriceFixture()
    const others: readonly OrderDraft[] = [
      { ...MARKET, ...size('11') },
      { ...MARKET, side: 'sell' },
      TRAILING,
    ]
    for (const [index, other] of others.entries()) {
      const { id } = questionOf(await send(desk, `t${index}`))
      const next = questionOf(await send(desk, `t${index}`, other, id))
      expect(next.prices[0]?.draft).toEqual(other)
    }
    const { id } = questionOf(await send(desk, 'first'))
    questionOf(await send(desk, 'second', MARKET, id))
    expect(desk.sent).toEqual([])
  })

  test('covers no price that was not shown, and the new one is asked about', async () => {
    const desk = stalePriceFixture()
    const { id } = questionOf(await send(desk, 't1'))
    desk.prices = { ...desk.prices, last: price('90') }
    const next = questionOf(await send(desk, 't1', MARKET, id))
    expect(next.prices[0]?.last).toEqual(price('90'))
    expect(await send(desk, 't1', MARKET, next.id)).toMatchObject({ outcome: 'acknowledged' })
    expect(desk.sent).toHaveLength(1)
  })

  test('covers no price that is older than the shown one has become', async () => {
    const desk = stalePriceFixture()
    const { id } = questionOf(await send(desk, 't1'))
    await desk.pass(5_000)
    desk.quoteAgeMs = 60_000
    expect(questionOf(await send(desk, 't1', MARKET, id)).prices[0]?.ageMs).toBe(60_000)
    expect(desk.sent).toEqual([])
  })

  test('expires', async () => {
    const desk = stalePriceFixture()
    const { id } = questionOf(await send(desk, 't1'))
    await desk.pass(QUESTION_VALID_MS + 1)
    desk.quoteAgeMs = 20_000 + QUESTION_VALID_MS + 1
    questionOf(await send(desk, 't1', MARKET, id))
    expect(desk.sent).toEqual([])
  })

  test('is refused for a question that main never issued, and asked about again', async () => {
    const desk = stalePriceFixture()
    questionOf(await send(desk, 't1', MARKET, '0123456789abcdef0123456789abcdef'))
    expect(desk.sent).toEqual([])
  })

  test('sends one order where two calls bring it at the same time', async () => {
    const desk = stalePriceFixture()
    const { id } = questionOf(await send(desk, 't1'))
    const answers = Promise.all([
      desk.service.submitForPerson('t1', MARKET, { confirmation: id }),
      desk.service.submitForPerson('t1', MARKET, { confirmation: id }),
    ])
    expect(await desk.wait(answers)).toMatchObject([
      { outcome: 'acknowledged' },
      { outcome: 'acknowledged' },
    ])
    expect(desk.sent).toHaveLength(1)
  })

  test('ends with a newer question of the same order', async () => {
    const desk = stalePriceFixture()
    const first = questionOf(await send(desk, 't1'))
    const second = questionOf(await send(desk, 't1'))
    const third = questionOf(await send(desk, 't1', MARKET, first.id))
    questionOf(await send(desk, 't1', MARKET, second.id))
    expect(third.id).not.toBe(second.id)
    expect(desk.sent).toEqual([])
  })

  test('lifts no other limit, and a refused order is not asked about', async () => {
    const desk = stalePriceFixture({ limits: { maxNotional: dec('500') as never } })
    expect(writtenOut(await send(desk, 't1', { ...MARKET, ...size('10') }))).toEqual({
      outcome: 'denied',
      reasons: [
        expect.stringContaining('(max-notional)'),
        expect.stringContaining('(stale-quote)'),
      ],
    })
    const { id } = questionOf(await send(desk, 't2', { ...MARKET, ...size('1') }))
    desk.service.setTrading('halted')
    expect(writtenOut(await send(desk, 't2', { ...MARKET, ...size('1') }, id))).toEqual(
      refused('halted'),
    )
    expect(desk.sent).toEqual([])
  })

  test('is checked again at the instant of sending, with the price that was shown', async () => {
    const desk = stalePriceFixture()
    const { id } = questionOf(await send(desk, 't1'))
    desk.beforeLeaving = () =>
      new Promise((resolve) => {
        desk.simulation.timers().after(6_000, resolve)
      })
    expect(await send(desk, 't1', MARKET, id)).toMatchObject({ outcome: 'acknowledged' })
    expect(desk.sent).toHaveLength(1)
  })
})

describe('REL-46: linked orders whose prices are not current', () => {
  const BRACKET = combo(
    ['master', MARKET],
    ['stop-loss', draft({ side: 'sell', type: 'stop', limitPrice: null, stopPrice: price('90') })],
  )

  test('are asked about once, and sent together with that answer', async () => {
    const desk = stalePriceFixture()
    const question = questionOf(
      await desk.wait(desk.service.submitComboForPerson('c1', BRACKET, { confirmation: null })),
    )
    expect(question.prices.map((shown) => shown.draft)).toEqual([MARKET])
    expect(desk.disk.lines).toEqual([])
    const { id } = question
    expect(
      await desk.wait(desk.service.submitComboForPerson('c1', BRACKET, { confirmation: id })),
    ).toMatchObject({ outcome: 'acknowledged' })
    expect(desk.records('intent').map((intent) => intent.confirmed?.last ?? null)).toEqual([
      price('100'),
      null,
    ])
  })

  test('are not sent with the answer for other linked orders', async () => {
    const desk = stalePriceFixture()
    const { id } = questionOf(
      await desk.wait(desk.service.submitComboForPerson('c1', BRACKET, { confirmation: null })),
    )
    const other = combo(['master', MARKET], ['take-profit', limit('110', { side: 'sell' })])
    questionOf(
      await desk.wait(desk.service.submitComboForPerson('c1', other, { confirmation: id })),
    )
    expect(desk.sent).toEqual([])
  })
})

describe('REL-46: a change whose price is not current', () => {
  test('is asked about, and sent with its answer only', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working(limit('98'))
    desk.quoteAgeMs = 20_000
    const change = { clientOrderId: order.clientOrderId, change: { type: 'market' } } as const
    const replace = async (quantityOf: string | null, confirmation: string | null) => {
      const memberChange =
        quantityOf === null
          ? change
          : { ...change, change: { ...change.change, quantity: quantity(quantityOf) } }
      const reply = await desk.wait(
        desk.service.replaceForPerson(order.accountId, memberChange, { confirmation }),
      )
      if (!reply.ok) throw new Error(reply.error.code)
      return reply.value
    }
    const { id } = questionOf(await replace(null, null))
    const other = questionOf(await replace('2', id))
    expect(desk.sent).toEqual([])
    expect(await replace('2', other.id)).toMatchObject({ outcome: 'acknowledged' })
    expect(desk.records('replace')).toMatchObject([{ confirmed: { ageMs: 20_000 } }])
  })
})

describe('REL-46: an order without a person who waits for the answer', () => {
  test('is refused, and the answer to a question cannot be guessed by it', async () => {
    const desk = stalePriceFixture()
    expect(writtenOut(await desk.wait(desk.service.submit('i-1', MARKET)))).toEqual(
      refused('stale-quote'),
    )
    const approval = {
      decided: Promise.resolve(null),
      release: () => Promise.resolve(null),
    }
    expect(
      writtenOut(await desk.wait(desk.service.submitApproved('i-2', MARKET, approval))),
    ).toEqual(refused('stale-quote'))
    expect(desk.sent).toEqual([])
  })

  test('is sent with the price that the person acknowledged with its approval', async () => {
    const desk = stalePriceFixture()
    const shown = { ...desk.prices, ageMs: 20_000, draft: MARKET }
    const approval = {
      decided: Promise.resolve(null),
      release: () => Promise.resolve(null),
      confirmed: {
        prices: [shown],
        shownAt: desk.simulation.clock.monotonic(),
        confirmedAt: desk.simulation.clock.now(),
      },
    }
    expect(await desk.wait(desk.service.submitApproved('i-1', MARKET, approval))).toMatchObject({
      outcome: 'acknowledged',
    })
    expect(desk.records('intent')).toMatchObject([{ confirmed: { ageMs: 20_000 } }])
  })
})
