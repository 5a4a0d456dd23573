import { describe, expect, test } from 'vitest'
import {
  KillTargets,
  placedBy,
} from '../../../../../electron/core/instructions/kill-switch/kill-targets.js'
import { clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type {
  Instruction,
  InstructionOutcome,
} from '../../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import type { LeftOrder } from '../../../../../shared/domain/orders/halt.js'
import { appError } from '../../../../../shared/domain/app/app-error.js'
import { ACC, draft, NOW, order } from '../policy/policy-fixture.js'
import { foreign, message } from '../../../../../shared/messages/make-message.js'
import { sameMessage } from '../../../../../shared/messages/message.js'

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

/** Creates the kill's targets over rows, instructions and answers that the test sets. */
function createFixture(
  rows: Order[] = [],
  instructions: Instruction[] = [],
  before: ConstructorParameters<typeof KillTargets>[1] = null,
) {
  const state = {
    rows,
    instructions,
    time: 0,
    cancelled: [] as string[],
    queried: [] as string[],
    logged: [] as object[],
    isCancelFailing: false,
    queryMs: 0,
    answers: new Map<string, Order | null | 'error' | 'throws'>(),
  }
  const orders = new KillTargets(
    {
      instructions: () => state.instructions,
      clock: { now: () => epochMs(0), monotonic: () => state.time },
      log: {
        event: (_level: string, name: string, fields?: object) => {
          state.logged.push({ name, ...fields })
        },
      },
      session: {
        streams: { orders: { all: () => state.rows } },
        orders: {
          cancel: (_account: unknown, id: string) => {
            state.cancelled.push(id)
            return state.isCancelFailing
              ? Promise.reject(new Error('broken'))
              : Promise.resolve(err(appError('provider/unavailable', foreign('no'))))
          },
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
                    ? err(appError('provider/unavailable', foreign('no')))
                    : ok(answer),
                )
          },
        },
      },
    } as unknown as ConstructorParameters<typeof KillTargets>[0],
    before,
  )
  return { state, orders, press: (goOn = () => true) => orders.pursue(goOn) }
}
const states = (orders: KillTargets) =>
  orders.left().map(({ clientOrderId: id, state }) => `${id ?? 'none'} ${state}`)

describe('the kill switch: the orders that a kill cancels', () => {
  test('are the orders that assistants placed, not those they changed or canceled', () => {
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
  ] as const)(
    'a kill with scope %s and everything=%s cancels the working orders of that scope',
    (scope, everything, expected) => {
      const { orders } = createFixture(
        [order('a'), order('mine'), order('done', { status: 'filled' })],
        [instruction('acknowledged', 'a'), instruction('acknowledged', 'done')],
      )
      orders.collect(scope, everything)
      expect(states(orders)).toEqual(expected)
    },
  )

  test('stay collected, count once, and show the present state of their row', () => {
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

describe('the kill switch: orders on their way when a kill comes', () => {
  test('are left as unknown and without an id until they have one', () => {
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
          line: message('killSwitch.beingSent', { side: 'buy', symbol: symbol('AAPL') }),
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

  test('do not include an order that is being changed or canceled', () => {
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

  test('are counted by their row when it comes before their id, each row once', () => {
    const { orders, state } = createFixture(
      [order('x', { status: 'sending' })],
      [instruction('sending', null)],
    )
    orders.collect('all', true)
    expect(states(orders)).toEqual(['x unknown'])
    state.instructions = [instruction('sending', null), instruction('sending', null)]
    expect(states(orders)).toEqual(['x unknown', 'none unknown'])
    // A row of another account or symbol, or one that already works, does not match.
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

  test('do not include what is sent after the kill, which can only close positions', () => {
    const { orders } = createFixture([
      order('before', { sentAt: epochMs(5) }),
      order('same-time', { sentAt: epochMs(10) }),
      order('after', { sentAt: epochMs(11) }),
      order('elsewhere'),
    ])
    orders.collect('all', true, epochMs(10))
    expect(states(orders)).toEqual(['before working', 'same-time working', 'elsewhere working'])
  })

  test('are all counted, also more than a window shows', () => {
    expect(
      createFixture(
        [],
        Array.from({ length: 250 }, () => instruction('sending', null)),
      ).orders.left(),
    ).toHaveLength(250)
  })
})

describe('the kill switch: canceling until every order has ended', () => {
  const gathered = (...rows: Order[]) => {
    const fixture = createFixture(rows)
    fixture.orders.collect('all', true)
    return fixture
  }

  test('cancels all working orders before the first query, and queries uncertain ones', async () => {
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

  test('repeats a cancel after one second, unless one is under way', async () => {
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

  test('REL-36: repeats refused cancels between queries, which wait for the rate limit', async () => {
    // The exchange refuses to cancel an order that is still being submitted.
    const { state, press } = gathered(order('a'), order('b'), order('c'), order('d'))
    state.queryMs = 600
    await press()
    expect([state.queried, state.cancelled]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'],
    ])
  })

  test('does not query an order that ended while others were queried', async () => {
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

  test('goes on when a cancel or a query throws, with the cause in the log', async () => {
    const { state, press, orders } = gathered(order('a'), order('b'))
    state.isCancelFailing = true
    state.answers.set('a', 'throws')
    await press()
    expect([state.cancelled, state.queried, states(orders)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a working', 'b working'],
    ])
    expect(state.logged).toEqual(
      ['halt.cancel-threw', 'halt.cancel-threw', 'halt.query-threw'].map((name) =>
        expect.objectContaining({ name, error: 'Error: broken' }),
      ),
    )
  })

  test('stops querying when its callback returns false', async () => {
    const { state, press } = gathered(order('a'), order('b'), order('c'))
    await press(() => state.queried.length < 2)
    expect([state.cancelled, state.queried]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
    ])
  })

  const AS_IT_WAS = foreign('as it was')
  const leftOrder = (id: string): LeftOrder => ({
    clientOrderId: clientOrderId(id),
    accountId: ACC,
    symbol: symbol('AAPL'),
    state: 'working',
    line: AS_IT_WAS,
  })
  test('counts orders of the last run until the broker says that they ended', async () => {
    const { state, orders, press } = createFixture([], [], {
      left: [
        leftOrder('a'),
        leftOrder('b'),
        leftOrder('c'),
        { ...leftOrder('x'), clientOrderId: null },
      ],
      cancelled: 2,
    })
    expect([orders.left(), orders.cancelled()]).toEqual([
      ['a', 'b', 'c'].map((id) => ({ ...leftOrder(id), state: 'unknown' })),
      2,
    ])
    state.answers
      .set('a', null)
      .set('b', order('b', { status: 'cancelled' }))
      .set('c', order('c'))
    await press()
    expect([state.cancelled, states(orders), orders.cancelled()]).toEqual([['c'], ['c working'], 3])
    state.time = 1_000
    await press()
    expect([state.cancelled, state.queried]).toEqual([
      ['c', 'c'],
      ['a', 'b', 'c', 'c'],
    ])
  })

  test('keeps an unknown order with a row although Order Detail does not find it', async () => {
    const { state, orders, press } = gathered(order('a', { status: 'unknown' }))
    state.answers.set('a', null)
    await press()
    expect(states(orders)).toEqual(['a unknown'])
    state.rows = []
    await press()
    expect(states(orders)).toEqual([])
  })

  test('prefers the row over an earlier answer', async () => {
    const { state, orders, press } = createFixture([], [], { left: [leftOrder('a')], cancelled: 0 })
    state.answers.set('a', order('a', { status: 'cancelled' }))
    await press()
    expect(states(orders)).toEqual([])
    state.rows = [order('a')]
    expect([states(orders), sameMessage(orders.left()[0]?.line ?? null, AS_IT_WAS)]).toEqual([
      ['a working'],
      false,
    ])
  })
})

test('an order that is being sent is not taken for one of another product of the same symbol', () => {
  const call = draft({ assetClass: 'option', symbol: symbol('AAPL'), terms: { legs: [] } })
  const sending = order('row', { status: 'sending', assetClass: 'crypto' })
  const listLeft = (action: InstructionAction) => {
    const { orders } = createFixture([sending], [instruction('sending', null, action)])
    orders.collect('all', true)
    return states(orders)
  }
  expect(listLeft({ kind: 'place', draft: draft({ assetClass: 'crypto' }) })).toEqual([
    'row unknown',
  ])
  expect(listLeft({ kind: 'place', draft: call })).toEqual(['row unknown', 'none unknown'])
})
