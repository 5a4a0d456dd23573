import { describe, expect, test } from 'vitest'
import {
  createKillTargets,
  placedBy,
  type KillTargets,
} from '../../../../../electron/core/instructions/kill-switch/kill-targets.js'
import { clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type {
  Instruction,
  InstructionAction,
  InstructionOutcome,
} from '../../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import type { LeftOrder } from '../../../../../shared/ipc/halt.js'
import { appError } from '../../../../../shared/ipc/errors.js'
import { ACC, draft, NOW, order } from '../policy/policy-fixture.js'

const PLACE: InstructionAction = { kind: 'place', draft: draft() }
const instruction = (
  state: InstructionOutcome['state'] | null,
  orderName: string | null,
  action: InstructionAction = PLACE,
): Instruction =>
  ({
    action,
    outcome:
      state === null
        ? null
        : {
            state,
            clientOrderId: orderName === null ? null : clientOrderId(orderName),
            text: '',
            at: NOW,
          },
  }) as Instruction

/** A desk whose rows, instructions and answers the test lays down. */
function createFixture(
  rows: Order[] = [],
  instructions: Instruction[] = [],
  before: Parameters<typeof createKillTargets>[1] = null,
) {
  const state = {
    rows,
    instructions,
    time: 0,
    cancelled: [] as string[],
    queried: [] as string[],
    isCancelFailing: false,
    queryMs: 0,
    answers: new Map<string, Order | null | 'error' | 'throws'>(),
  }
  const orders = createKillTargets(
    {
      instructions: () => state.instructions,
      clock: { now: () => epochMs(0), monotonic: () => state.time },
      session: {
        streams: { orders: { all: () => state.rows } },
        cancel: (_account: unknown, id: string) => {
          state.cancelled.push(id)
          return state.isCancelFailing
            ? Promise.reject(new Error('broken'))
            : Promise.resolve(err(appError('provider/unavailable', 'no')))
        },
        queries: {
          order: (_account: unknown, id: string) => {
            state.queried.push(id)
            state.time += state.queryMs
            const answer = state.answers.get(id)
            return answer === 'throws'
              ? Promise.reject(new Error('broken'))
              : Promise.resolve(
                  answer === 'error' || answer === undefined
                    ? err(appError('provider/unavailable', 'no'))
                    : ok(answer),
                )
          },
        },
      },
    } as unknown as Parameters<typeof createKillTargets>[0],
    before,
  )
  return { state, orders, press: (goOn = () => true) => orders.pursue(goOn) }
}
const states = (orders: KillTargets) =>
  orders.left().map(({ clientOrderId: id, state }) => `${id ?? 'none'} ${state}`)

describe('the kill switch: whose orders a kill ends', () => {
  test('what assistants placed; what they changed or cancelled stays the person’s own', () => {
    const before = order('mine')
    const target = { accountId: ACC, clientOrderId: before.clientOrderId, before }
    expect([
      ...placedBy([
        instruction('acknowledged', 'a'),
        instruction('unknown', 'b'),
        instruction('sending', null),
        instruction(null, null),
        instruction('acknowledged', 'mine', { kind: 'replace', ...target, change: {} }),
        instruction('acknowledged', 'mine', { kind: 'cancel', ...target }),
      ]),
    ]).toEqual(['a', 'b'])
  })

  test.each([
    ['assistants', false, ['a working']],
    ['assistants', true, ['a working']],
    ['all', false, ['a working']],
    ['all', true, ['a working', 'mine working']],
  ] as const)('of %s, everything %s', (scope, everything, left) => {
    const { orders } = createFixture(
      [order('a'), order('mine'), order('done', { status: 'filled' })],
      [instruction('acknowledged', 'a'), instruction('acknowledged', 'done')],
    )
    orders.collect(scope, everything)
    expect(states(orders)).toEqual(left)
  })

  test('once taken in it belongs to it, and is counted once, as its row stands now', () => {
    const { orders, state } = createFixture([order('mine')])
    orders.collect('all', true)
    state.rows = [order('mine', { status: 'unknown' })]
    orders.collect('all', false)
    orders.collect('assistants', false)
    expect(states(orders)).toEqual(['mine unknown'])
    state.rows = [order('mine', { status: 'cancelled' })]
    expect([states(orders), orders.cancelled()]).toEqual([[], 1])
    state.rows = [order('mine', { status: 'filled' })]
    expect([states(orders), orders.cancelled()]).toEqual([[], 0])
  })
})

describe('the kill switch: what is on its way when a kill comes', () => {
  test('is left, unknown and without a name, until it has one', () => {
    const { orders, state } = createFixture(
      [],
      [instruction('sending', null), instruction('unknown', null)],
    )
    orders.collect('assistants', true)
    expect(orders.left()).toEqual(
      Array.from(
        { length: 2 },
        (): LeftOrder => ({
          clientOrderId: null,
          accountId: ACC,
          symbol: symbol('AAPL'),
          state: 'unknown',
          line: 'Being sent: buy AAPL',
        }),
      ),
    )
    state.instructions = [
      instruction('denied', null),
      instruction('rejected', null),
      instruction('acknowledged', null),
      instruction(null, null),
    ]
    expect(orders.left()).toEqual([])
  })

  test('an order that is changed or cancelled just now is no order on its way', () => {
    const before = order('mine')
    const target = { accountId: ACC, clientOrderId: before.clientOrderId, before }
    expect(
      createFixture(
        [],
        [
          instruction('sending', null, { kind: 'cancel', ...target }),
          instruction('sending', null, { kind: 'replace', ...target, change: {} }),
        ],
      ).orders.left(),
    ).toEqual([])
  })

  test('its row may be there before its name: then it is counted by the row, each row once', () => {
    const { orders, state } = createFixture(
      [order('x', { status: 'sending' })],
      [instruction('sending', null)],
    )
    orders.collect('all', true)
    expect(states(orders)).toEqual(['x unknown'])
    state.instructions = [instruction('sending', null), instruction('sending', null)]
    expect(states(orders)).toEqual(['x unknown', 'none unknown'])
    // The row of another account, of another symbol, or one that works already is not its row.
    for (const more of [
      { symbol: symbol('MSFT'), status: 'sending' as const },
      { accountId: 'OTHER' as typeof ACC, status: 'sending' as const },
      { status: 'working' as const },
    ]) {
      const unrelated = createFixture([order('x', more)], [instruction('sending', null)])
      unrelated.orders.collect('all', true)
      expect(states(unrelated.orders)).toHaveLength(2)
    }
  })

  test('no more than a window takes', () => {
    expect(
      createFixture(
        [],
        Array.from({ length: 250 }, () => instruction('sending', null)),
      ).orders.left(),
    ).toHaveLength(200)
  })
})

describe('the kill switch: how it sees orders to their end', () => {
  const gathered = (...rows: Order[]) => {
    const fixture = createFixture(rows)
    fixture.orders.collect('all', true)
    return fixture
  }

  test('what works is cancelled, all before the first question; what is uncertain is asked about, what is final neither', async () => {
    const { state, press } = gathered(
      order('a'),
      order('b', { status: 'unknown' }),
      order('c', { status: 'partially-filled' }),
      order('d'),
    )
    state.rows = [...state.rows.slice(0, 3), order('d', { status: 'filled' })]
    await press()
    expect([state.cancelled, state.queried]).toEqual([
      ['a', 'c'],
      ['a', 'b', 'c'],
    ])
  })

  test('a cancel is asked again after a second, not sooner, and not while one is under way', async () => {
    const { state, press } = gathered(order('a'))
    await press()
    state.time = 999
    await press()
    expect(state.cancelled).toEqual(['a'])
    state.time = 1_000
    await press()
    expect(state.cancelled).toEqual(['a', 'a'])
    state.time = 5_000
    state.rows = [order('a', { pending: { kind: 'cancel', state: 'sent', since: NOW } })]
    await press()
    expect(state.cancelled).toHaveLength(2)
    state.rows = [order('a', { pending: { kind: 'cancel', state: 'unknown', since: NOW } })]
    await press()
    state.time = 9_000
    state.rows = [order('a', { pending: { kind: 'replace', state: 'sent', since: NOW } })]
    await press()
    expect(state.cancelled).toHaveLength(4)
  })

  test('REL-36: a cancel that was refused leaves again between two questions, which wait for the provider’s limit', async () => {
    // The exchange refuses the cancel of an order that is still being submitted.
    const { state, press } = gathered(order('a'), order('b'), order('c'), order('d'))
    state.queryMs = 600
    await press()
    expect([state.queried, state.cancelled]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'],
    ])
  })

  test('what ended while others were asked about is asked about no more', async () => {
    const { state, press, orders } = gathered(order('a'), order('b'), order('c'))
    state.answers.set('a', order('a', { status: 'cancelled' }))
    const rows = state.rows
    await press(() => {
      if (state.queried.length === 1) {
        state.rows = [rows[0] ?? order('a'), order('b', { status: 'cancelled' }), order('c')]
      }
      return true
    })
    expect([state.queried, states(orders)]).toEqual([
      ['a', 'c'],
      ['a working', 'c working'],
    ])
  })

  test('a cancel or a question that breaks stops nothing', async () => {
    const { state, press, orders } = gathered(order('a'), order('b'))
    state.isCancelFailing = true
    state.answers.set('a', 'throws')
    await press()
    expect([state.cancelled, state.queried, states(orders)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a working', 'b working'],
    ])
  })

  test('it stops asking when it is told to', async () => {
    const { state, press } = gathered(order('a'), order('b'), order('c'))
    let queryCount = 0
    await press(() => {
      queryCount += 1
      return queryCount < 3
    })
    expect([state.cancelled, state.queried]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
    ])
  })

  const left = (id: string): LeftOrder => ({
    clientOrderId: clientOrderId(id),
    accountId: ACC,
    symbol: symbol('AAPL'),
    state: 'working',
    line: 'as it was',
  })
  test('what the last run left counts until somebody says that it is over, though it has no row here', async () => {
    const { state, orders, press } = createFixture([], [], {
      left: [left('a'), left('b'), left('c'), { ...left('x'), clientOrderId: null }],
      cancelled: 2,
    })
    expect([orders.left(), orders.cancelled()]).toEqual([
      ['a', 'b', 'c'].map((id) => ({ ...left(id), state: 'unknown' })),
      2,
    ])
    state.answers
      .set('a', null)
      .set('b', order('b', { status: 'cancelled' }))
      .set('c', order('c'))
    await press()
    expect([state.cancelled, states(orders), orders.cancelled()]).toEqual([[], ['c working'], 3])
    state.time = 1_000
    await press()
    expect([state.cancelled, state.queried]).toEqual([['c'], ['a', 'b', 'c', 'c']])
  })

  test('that Order Detail knows none of an order that has a row proves nothing: the order desk asks again by itself', async () => {
    const { state, orders, press } = gathered(order('a', { status: 'unknown' }))
    state.answers.set('a', null)
    await press()
    expect(states(orders)).toEqual(['a unknown'])
    state.rows = []
    await press()
    expect(states(orders)).toEqual([])
  })

  test('a row knows better than what was told', async () => {
    const { state, orders, press } = createFixture([], [], { left: [left('a')], cancelled: 0 })
    state.answers.set('a', order('a', { status: 'cancelled' }))
    await press()
    expect(states(orders)).toEqual([])
    state.rows = [order('a')]
    expect([states(orders), orders.left()[0]?.line === 'as it was']).toEqual([['a working'], false])
  })
})
