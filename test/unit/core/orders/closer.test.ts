import { describe, expect, it } from 'vitest'
import { createCloser } from '../../../../electron/core/orders/closer.js'
import type { ReadPositions } from '../../../../electron/core/orders/read-positions.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { withCodes } from '../../../harness/written-out.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { settle } from '../../../simulation/core/simulation.js'
import { draft, order, position, shares } from '../instructions/policy/policy-fixture.js'

const SENT = { outcome: 'sent' } as unknown as TradeOutcome
const sale = (count = '10', over: Partial<OrderDraft> = {}): OrderDraft =>
  draft({ side: 'sell', ...shares(count), ...over })

/** A closer whose broker answers when the test says so. */
class CloserTest {
  held: readonly Position[] = [position('10')]
  orders: readonly Order[] = []
  readable = true
  readonly decided = new Map<string, TradeOutcome>()
  readonly closed: string[] = []
  readonly proofs: ReadPositions[] = []
  readonly #answers: (() => void)[] = []
  readonly close = createCloser({
    positions: async () => {
      await new Promise<void>((resolve) => this.#answers.push(resolve))
      return this.readable
        ? ok({ positions: this.held, unreadable: [] })
        : err(providerFailure('timeout', foreign('no answer')))
    },
    projection: { orders: { all: () => this.orders } as never },
    orders: {
      outcome: (ticket) => Promise.resolve(this.decided.get(ticket) ?? null),
      close: (ticket, _draft, proof) => {
        this.closed.push(ticket)
        this.proofs.push(proof)
        return Promise.resolve(SENT)
      },
    },
  })

  /** How many reads of positions wait for their answer. */
  get reading(): number {
    return this.#answers.length
  }

  /** Answers the read of positions that has waited longest. */
  async answer(): Promise<void> {
    await settle()
    this.#answers.shift()?.()
    await settle()
  }
}

describe('CONFIRM-41: closing a position', () => {
  it('sends an order that only reduces what the broker reports', async () => {
    const test = new CloserTest()
    const closing = test.close('t1', sale())
    await test.answer()
    expect(await closing).toEqual(ok(SENT))
    expect(test.closed).toEqual(['t1'])
  })

  it('sends nothing that is not held, and says why', async () => {
    const test = new CloserTest()
    test.held = [position('9')]
    const closing = test.close('t1', sale())
    await test.answer()
    const result = await closing
    const outcome = result.ok ? result.value : null
    expect(outcome?.outcome).toBe('denied')
    expect(outcome?.outcome === 'denied' ? outcome.reasons.map(withCodes) : []).toEqual([
      expect.stringMatching(/^Only 9 of AAPL.*\(not-closing\)$/),
    ])
    expect(test.closed).toEqual([])
  })

  it('sends nothing while the positions cannot be read', async () => {
    const test = new CloserTest()
    test.readable = false
    const closing = test.close('t1', sale())
    await test.answer()
    expect(await closing).toMatchObject({ ok: false, error: { code: 'provider/timeout' } })
    expect(test.closed).toEqual([])
  })

  it('never sends a ticket again whose outcome is known', async () => {
    const test = new CloserTest()
    test.decided.set('t1', SENT)
    const closing = test.close('t1', sale())
    await settle()
    expect(test.reading).toBe(0)
    expect(await closing).toEqual(ok(SENT))
    expect(test.closed).toEqual([])
  })

  it('runs orders of one account and underlying one after another, others beside them', async () => {
    const test = new CloserTest()
    void test.close('t1', sale('4'))
    void test.close('t2', sale('4'))
    await settle()
    expect(test.reading).toBe(1)
    void test.close('t3', sale('4', { accountId: accountId('OTHER') }))
    void test.close('t4', sale('4', { symbol: symbol('MSFT') }))
    await settle()
    expect(test.reading).toBe(3)
    await test.answer()
    expect(test.closed).toEqual(['t1'])
    expect(test.reading).toBe(3)
  })
})

describe('REL-42: the proof that goes with a closing order', () => {
  const exit = (id: string, role: 'oco' | 'master', link: string, over: Partial<Order> = {}) =>
    order(id, {
      side: 'sell',
      terms: { combo: { role, clientComboId: link, comboId: null } } as Order['terms'],
      ...over,
    })
  const proofOf = async (test: CloserTest, held: readonly Position[]): Promise<ReadPositions> => {
    test.held = held
    void test.close('proof', sale('1'))
    await test.answer()
    return test.proofs.at(-1)!
  }

  it('counts every position in the instrument, and nothing of other instruments', async () => {
    const other = position('7', { positionId: 'P3', symbol: symbol('MSFT') })
    const held = [position('10'), position('5', { positionId: 'P2' }), other]
    const proof = await proofOf(new CloserTest(), held)
    expect(proof.available(sale())).toBe('15')
    expect(proof.available(sale('1', { symbol: symbol('MSFT') }))).toBe('7')
    expect(proof.available(sale('1', { symbol: symbol('IBM') }))).toBeNull()
    expect(proof.available(draft())).toBeNull()
    expect([proof.problem(sale('15')), proof.problem(sale('16'))?.code]).toEqual([
      null,
      'orders.availableToClose',
    ])
  })

  it('takes nothing of a combination whose legs are not known for a position', async () => {
    const unknown = position('1', { positionId: 'P2', assetClass: 'option', legs: [] })
    const proof = await proofOf(new CloserTest(), [unknown, position('10')])
    expect(proof.available(sale())).toBe('10')
  })

  it('counts the orders of the moment in which it is asked, and those of the same request', async () => {
    const test = new CloserTest()
    const proof = await proofOf(test, [position('20')])
    expect(proof.problem(sale('20'))).toBeNull()
    test.orders = [order('a', { side: 'sell' })]
    expect(proof.problem(sale('11'))?.code).toBe('orders.availableToClose')
    expect(proof.problem(sale('10'))).toBeNull()
    expect(proof.problem(sale('10'), [], [order('b', { side: 'sell' })])).not.toBeNull()
    expect(proof.available(sale())).toBe('10')
  })

  it('does not count the order that a draft stands for, nor those that its fill cancels', async () => {
    const test = new CloserTest()
    const proof = await proofOf(test, [position('30')])
    const [first, twin, apart] = [
      exit('a', 'oco', 'L1'),
      exit('b', 'oco', 'L1'),
      exit('c', 'oco', 'L2'),
    ]
    const plain = order('d', { side: 'sell', terms: undefined })
    test.orders = [first, twin, apart]
    expect(proof.available(sale(), [first.clientOrderId])).toBe('20')
    test.orders = [first, twin, apart, plain]
    expect(proof.available(sale(), [first.clientOrderId])).toBe('10')
    expect(proof.available(sale(), [plain.clientOrderId])).toBe('10')
    expect(proof.available(sale())).toBe('0')
  })
})
