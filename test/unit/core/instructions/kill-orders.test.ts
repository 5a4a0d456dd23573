import { describe, expect, test } from 'vitest'
import {
  createKillOrders,
  placedBy,
  type KillOrders,
} from '../../../../electron/core/instructions/kill-orders.js'
import { clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import type {
  Instruction,
  InstructionAction,
  InstructionOutcome,
} from '../../../../shared/domain/instruction.js'
import type { Order } from '../../../../shared/domain/order.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { LeftOrder } from '../../../../shared/ipc/halt.js'
import { appError } from '../../../../shared/ipc/errors.js'
import { ACC, draft, NOW, order } from './judge-rig.js'

const PLACE: InstructionAction = { kind: 'place', draft: draft() }
const instruction = (
  state: InstructionOutcome['state'] | null,
  of: string | null,
  action: InstructionAction = PLACE,
): Instruction =>
  ({
    action,
    outcome:
      state === null
        ? null
        : { state, clientOrderId: of === null ? null : clientOrderId(of), text: '', at: NOW },
  }) as Instruction

/** A desk whose rows, instructions and answers the test lays down. */
function rig(
  rows: Order[] = [],
  instructions: Instruction[] = [],
  before: Parameters<typeof createKillOrders>[1] = null,
) {
  const world = {
    rows,
    instructions,
    time: 0,
    cancelled: [] as string[],
    asked: [] as string[],
    cancelFails: false,
    questionMs: 0,
    answers: new Map<string, Order | null | 'error' | 'throws'>(),
  }
  const orders = createKillOrders(
    {
      instructions: () => world.instructions,
      clock: { now: () => epochMs(0), monotonic: () => world.time },
      session: {
        streams: { orders: { all: () => world.rows } },
        cancel: (_account: unknown, id: string) => {
          world.cancelled.push(id)
          return world.cancelFails
            ? Promise.reject(new Error('broken'))
            : Promise.resolve(err(appError('provider/unavailable', 'no')))
        },
        lookUps: {
          order: (_account: unknown, id: string) => {
            world.asked.push(id)
            world.time += world.questionMs
            const answer = world.answers.get(id)
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
    } as unknown as Parameters<typeof createKillOrders>[0],
    before,
  )
  return { world, orders, press: (go = () => true) => orders.press(go) }
}
const states = (orders: KillOrders) =>
  orders.left().map(({ clientOrderId: id, state }) => `${id ?? 'none'} ${state}`)

describe('the kill switch: whose orders a kill ends', () => {
  test('what assistants placed; what they changed or cancelled stays the person’s own', () => {
    const before = order('mine')
    const of = { accountId: ACC, clientOrderId: before.clientOrderId, before }
    expect([
      ...placedBy([
        instruction('acknowledged', 'a'),
        instruction('unknown', 'b'),
        instruction('sending', null),
        instruction(null, null),
        instruction('acknowledged', 'mine', { kind: 'replace', ...of, change: {} }),
        instruction('acknowledged', 'mine', { kind: 'cancel', ...of }),
      ]),
    ]).toEqual(['a', 'b'])
  })

  test.each([
    ['assistants', false, ['a working']],
    ['assistants', true, ['a working']],
    ['all', false, ['a working']],
    ['all', true, ['a working', 'mine working']],
  ] as const)('of %s, everything %s', (scope, everything, left) => {
    const { orders } = rig(
      [order('a'), order('mine'), order('done', { status: 'filled' })],
      [instruction('acknowledged', 'a'), instruction('acknowledged', 'done')],
    )
    orders.gather(scope, everything)
    expect(states(orders)).toEqual(left)
  })

  test('once taken in it belongs to it, and is counted once, as its row stands now', () => {
    const { orders, world } = rig([order('mine')])
    orders.gather('all', true)
    world.rows = [order('mine', { status: 'unknown' })]
    orders.gather('all', false)
    orders.gather('assistants', false)
    expect(states(orders)).toEqual(['mine unknown'])
    world.rows = [order('mine', { status: 'cancelled' })]
    expect([states(orders), orders.cancelled()]).toEqual([[], 1])
    world.rows = [order('mine', { status: 'filled' })]
    expect([states(orders), orders.cancelled()]).toEqual([[], 0])
  })
})

describe('the kill switch: what is on its way when a kill comes', () => {
  test('is left, unknown and without a name, until it has one', () => {
    const { orders, world } = rig([], [instruction('sending', null), instruction('unknown', null)])
    orders.gather('assistants', true)
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
    world.instructions = [
      instruction('denied', null),
      instruction('rejected', null),
      instruction('acknowledged', null),
      instruction(null, null),
    ]
    expect(orders.left()).toEqual([])
  })

  test('an order that is changed or cancelled just now is no order on its way', () => {
    const before = order('mine')
    const of = { accountId: ACC, clientOrderId: before.clientOrderId, before }
    expect(
      rig(
        [],
        [
          instruction('sending', null, { kind: 'cancel', ...of }),
          instruction('sending', null, { kind: 'replace', ...of, change: {} }),
        ],
      ).orders.left(),
    ).toEqual([])
  })

  test('its row may be there before its name: then it is counted by the row, each row once', () => {
    const { orders, world } = rig(
      [order('x', { status: 'sending' })],
      [instruction('sending', null)],
    )
    orders.gather('all', true)
    expect(states(orders)).toEqual(['x unknown'])
    world.instructions = [instruction('sending', null), instruction('sending', null)]
    expect(states(orders)).toEqual(['x unknown', 'none unknown'])
    // The row of another account, of another symbol, or one that works already is not its row.
    for (const more of [
      { symbol: symbol('MSFT'), status: 'sending' as const },
      { accountId: 'OTHER' as typeof ACC, status: 'sending' as const },
      { status: 'working' as const },
    ]) {
      const other = rig([order('x', more)], [instruction('sending', null)])
      other.orders.gather('all', true)
      expect(states(other.orders)).toHaveLength(2)
    }
  })

  test('no more than a window takes', () => {
    expect(
      rig(
        [],
        Array.from({ length: 250 }, () => instruction('sending', null)),
      ).orders.left(),
    ).toHaveLength(200)
  })
})

describe('the kill switch: how it sees orders to their end', () => {
  const gathered = (...rows: Order[]) => {
    const made = rig(rows)
    made.orders.gather('all', true)
    return made
  }

  test('what works is cancelled, all before the first question; what is uncertain is asked about, what is final neither', async () => {
    const { world, press } = gathered(
      order('a'),
      order('b', { status: 'unknown' }),
      order('c', { status: 'partially-filled' }),
      order('d'),
    )
    world.rows = [...world.rows.slice(0, 3), order('d', { status: 'filled' })]
    await press()
    expect([world.cancelled, world.asked]).toEqual([
      ['a', 'c'],
      ['a', 'b', 'c'],
    ])
  })

  test('a cancel is asked again after a second, not sooner, and not while one is under way', async () => {
    const { world, press } = gathered(order('a'))
    await press()
    world.time = 999
    await press()
    expect(world.cancelled).toEqual(['a'])
    world.time = 1_000
    await press()
    expect(world.cancelled).toEqual(['a', 'a'])
    world.time = 5_000
    world.rows = [order('a', { pending: { kind: 'cancel', state: 'sent', since: NOW } })]
    await press()
    expect(world.cancelled).toHaveLength(2)
    world.rows = [order('a', { pending: { kind: 'cancel', state: 'unknown', since: NOW } })]
    await press()
    world.time = 9_000
    world.rows = [order('a', { pending: { kind: 'replace', state: 'sent', since: NOW } })]
    await press()
    expect(world.cancelled).toHaveLength(4)
  })

  test('REL-36: a cancel that was refused leaves again between two questions, which wait for the provider’s limit', async () => {
    // The exchange refuses the cancel of an order that is still being submitted.
    const { world, press } = gathered(order('a'), order('b'), order('c'), order('d'))
    world.questionMs = 600
    await press()
    expect([world.asked, world.cancelled]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'],
    ])
  })

  test('what ended while others were asked about is asked about no more', async () => {
    const { world, press, orders } = gathered(order('a'), order('b'), order('c'))
    world.answers.set('a', order('a', { status: 'cancelled' }))
    const rows = world.rows
    await press(() => {
      if (world.asked.length === 1) {
        world.rows = [rows[0] ?? order('a'), order('b', { status: 'cancelled' }), order('c')]
      }
      return true
    })
    expect([world.asked, states(orders)]).toEqual([
      ['a', 'c'],
      ['a working', 'c working'],
    ])
  })

  test('a cancel or a question that breaks stops nothing', async () => {
    const { world, press, orders } = gathered(order('a'), order('b'))
    world.cancelFails = true
    world.answers.set('a', 'throws')
    await press()
    expect([world.cancelled, world.asked, states(orders)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a working', 'b working'],
    ])
  })

  test('it stops asking when it is told to', async () => {
    const { world, press } = gathered(order('a'), order('b'), order('c'))
    let questions = 0
    await press(() => {
      questions += 1
      return questions < 3
    })
    expect([world.cancelled, world.asked]).toEqual([
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
    const { world, orders, press } = rig([], [], {
      left: [left('a'), left('b'), left('c'), { ...left('x'), clientOrderId: null }],
      cancelled: 2,
    })
    expect([orders.left(), orders.cancelled()]).toEqual([
      ['a', 'b', 'c'].map((id) => ({ ...left(id), state: 'unknown' })),
      2,
    ])
    world.answers
      .set('a', null)
      .set('b', order('b', { status: 'cancelled' }))
      .set('c', order('c'))
    await press()
    expect([world.cancelled, states(orders), orders.cancelled()]).toEqual([[], ['c working'], 3])
    world.time = 1_000
    await press()
    expect([world.cancelled, world.asked]).toEqual([['c'], ['a', 'b', 'c', 'c']])
  })

  test('that Order Detail knows none of an order that has a row proves nothing: the order desk asks again by itself', async () => {
    const { world, orders, press } = gathered(order('a', { status: 'unknown' }))
    world.answers.set('a', null)
    await press()
    expect(states(orders)).toEqual(['a unknown'])
    world.rows = []
    await press()
    expect(states(orders)).toEqual([])
  })

  test('a row knows better than what was told', async () => {
    const { world, orders, press } = rig([], [], { left: [left('a')], cancelled: 0 })
    world.answers.set('a', order('a', { status: 'cancelled' }))
    await press()
    expect(states(orders)).toEqual([])
    world.rows = [order('a')]
    expect([states(orders), orders.left()[0]?.line === 'as it was']).toEqual([['a working'], false])
  })
})
