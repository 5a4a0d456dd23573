import { describe, expect, test } from 'vitest'
import { accountId, clientOrderId } from '../../../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { appError } from '../../../../../shared/domain/app/app-error.js'
import { settle } from '../../../../simulation/core/simulation.js'
import { NOW, order } from '../policy/policy-fixture.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { PLACE, change, openDispatch } from './dispatch-fixture.js'

describe('CONFIRM-12: settling an unknown outcome', () => {
  const open = async (action: InstructionAction = PLACE, name: string | null = 'o1') => {
    const fixture = await openDispatch(action)
    fixture.state.answer = () =>
      name === null
        ? Promise.reject(new Error('broken'))
        : Promise.resolve(ok({ outcome: 'unknown', order: order(name) }))
    await fixture.send()
    await settle()
    return fixture
  }
  const queryCount = (fixture: Awaited<ReturnType<typeof open>>) =>
    fixture.state.calls.filter((call) => call.startsWith('outcome')).length

  test.each<[string, Partial<Order>, string]>([
    ['working', { status: 'working' }, 'acknowledged o1: The broker accepted it'],
    [
      'rejected',
      { status: 'rejected', note: foreign('too poor') },
      'rejected o1: The broker refused it: too poor',
    ],
    [
      'rejected without a reason',
      { status: 'rejected' },
      'rejected o1: The broker refused it: no reason was given',
    ],
    ['denied', { status: 'denied' }, 'denied o1: It was not placed'],
    [
      'not placed',
      { status: 'not-placed', note: foreign('nobody knows it') },
      'denied o1: nobody knows it',
    ],
  ])("uses the order's row: %s", async (_title, row, text) => {
    const fixture = await open()
    fixture.state.setRow(order('o2', row))
    fixture.state.setRow(order('o1', { ...row, accountId: accountId('ELSEWHERE') }))
    fixture.state.setRow(order('o1', { status: 'unknown' }))
    await settle()
    expect(fixture.instruction().outcome?.state).toBe('unknown')
    fixture.state.setRow(order('o1', row))
    await settle()
    expect(fixture.after()).toBe(text)
  })

  test('a request that broke off says why in the log', async () => {
    const fixture = await open(PLACE, null)
    expect(fixture.instruction().outcome?.state).toBe('unknown')
    expect(fixture.state.logged).toContain('instruction.submit-threw')
  })

  test('queries every two seconds until there is an answer, also after failures', async () => {
    const fixture = await open()
    fixture.state.outcome = () => Promise.reject(new Error('broken'))
    await fixture.fire(2_000)
    await fixture.fire(2_000)
    expect([
      queryCount(fixture),
      fixture.instruction().outcome?.state,
      fixture.state.timers.map(({ ms }) => ms),
    ]).toEqual([3, 'unknown', [2_000]])
    fixture.state.outcome = () => Promise.resolve(ok(null))
    await fixture.fire(2_000)
    expect([fixture.after(), fixture.state.timers]).toEqual([
      'denied none: Not sent: Countersign has no record of the order',
      [],
    ])
  })

  test('does not query again once the outcome is known or the session has ended', async () => {
    const fixture = await open()
    fixture.state.setRow(order('o1'))
    await settle()
    await fixture.fire(2_000)
    expect(queryCount(fixture)).toBe(1)
    const over = await open()
    over.dispatch.dispose()
    await over.fire(2_000)
    expect([queryCount(over), over.state.timers, over.state.subscribed]).toEqual([1, [], 0])
  })

  test('does not query again when the session ends during a query', async () => {
    const fixture = await open()
    fixture.state.outcome = () => {
      fixture.dispatch.dispose()
      return Promise.resolve(err(appError('provider/unavailable', foreign('no'))))
    }
    await fixture.fire(2_000)
    expect([queryCount(fixture), fixture.state.timers]).toEqual([2, []])
  })

  test('records the id from the order service, and then uses the row of that id', async () => {
    const fixture = await open(PLACE, null)
    fixture.state.rows = [
      order('other', { status: 'rejected' }),
      order('o1', { status: 'unknown' }),
    ]
    fixture.state.outcome = () => Promise.resolve(ok({ outcome: 'unknown', order: order('o1') }))
    await fixture.fire(2_000)
    expect(fixture.instruction().outcome).toMatchObject({
      state: 'unknown',
      clientOrderId: clientOrderId('o1'),
    })
    // The same answer again has nothing new: nothing is written or queried again.
    expect([
      fixture.state.records.filter(({ kind }) => kind === 'outcome').length,
      queryCount(fixture),
      fixture.state.timers,
    ]).toEqual([2, 3, []])
    fixture.state.setRow(order('o1'))
    await settle()
    expect(fixture.after()).toBe('acknowledged o1: The broker accepted it')
  })

  test('uses a row that had the outcome before the first query', async () => {
    const fixture = await open()
    fixture.state.rows = [
      order('other', { status: 'rejected' }),
      order('o1', { accountId: accountId('ELSEWHERE'), status: 'rejected' }),
      order('o1'),
    ]
    fixture.state.outcome = () => Promise.resolve(ok({ outcome: 'unknown', order: order('o1') }))
    await fixture.fire(2_000)
    expect(fixture.after()).toBe('acknowledged o1: The broker accepted it')
  })

  test('asks for the order of another program that is not shown, and learns what became of it', async () => {
    const fixture = await open(change('cancel'))
    fixture.state.outcome = () => Promise.resolve(ok(null))
    fixture.state.lookUp = () => {
      fixture.state.rows = [order('o1', { status: 'cancelled' })]
      return Promise.resolve(ok(fixture.state.rows[0] ?? null))
    }
    await fixture.fire(2_000)
    expect(fixture.after()).toBe('acknowledged o1: The order is canceled')
  })

  test('ends a cancel of an order that the broker has not known for a minute, and no sooner', async () => {
    const fixture = await open(change('cancel'))
    fixture.state.outcome = () => Promise.resolve(ok(null))
    fixture.state.now = epochMs(NOW + 59_999)
    await fixture.fire(2_000)
    expect(fixture.instruction().outcome?.state).toBe('unknown')
    fixture.state.lookUp = () => Promise.reject(new Error('broken'))
    fixture.state.now = epochMs(NOW + 60_000)
    await fixture.fire(2_000)
    expect(fixture.instruction().outcome?.state).toBe('unknown')
    fixture.state.lookUp = () => Promise.resolve(ok(null))
    await fixture.fire(2_000)
    expect(fixture.after()).toBe(
      'rejected o1: The broker does not know this order any more; nothing was changed',
    )
  })

  test("settles a cancel from its order's row once that shows the result", async () => {
    const fixture = await open(change('cancel'))
    fixture.state.outcome = () => Promise.resolve(ok(null))
    await fixture.fire(2_000)
    expect([fixture.instruction().outcome?.state, fixture.state.timers.length]).toEqual([
      'unknown',
      1,
    ])
    fixture.state.rows = [
      order('other', { status: 'cancelled' }),
      order('o1', { accountId: accountId('ELSEWHERE'), status: 'cancelled' }),
      order('o1', { pending: { kind: 'cancel', state: 'unknown', since: NOW } }),
    ]
    await fixture.fire(2_000)
    expect(fixture.instruction().outcome?.state).toBe('unknown')
    fixture.state.rows = [order('other'), order('o1', { status: 'cancelled' })]
    await fixture.fire(2_000)
    expect(fixture.after()).toBe('acknowledged o1: The order is canceled')
  })
})
