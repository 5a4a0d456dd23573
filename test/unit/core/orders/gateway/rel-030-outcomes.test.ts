import { describe, expect, test } from 'vitest'
import type { WriteOutcome } from '../../../../../electron/core/orders/write-outcome.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { draft } from '../../session/session-fixture.js'
import {
  ACKNOWLEDGED,
  GatewayFixture,
  NOT_SENT,
  price,
  REJECTED,
  UNKNOWN,
} from './gateway-fixture.js'

const REPEATED: WriteOutcome = { outcome: 'repeated' }

/** Submits one order that the broker answers in this way, and returns what became of it. */
async function placed(answer: WriteOutcome | 'throws') {
  const desk = new GatewayFixture().started()
  desk.answer = async () => {
    if (answer === 'throws') throw new Error('a fault of the port')
    return answer
  }
  const outcome = await desk.wait(desk.service.submit('t1', draft()))
  await desk.pass(1_000)
  const [order] = desk.projection.orders.all()
  if (order === undefined) throw new Error('no row')
  return { desk, outcome: writtenOut(outcome), order, id: order.clientOrderId }
}

describe('REL-30: an order that the broker', () => {
  test.each([ACKNOWLEDGED, REPEATED])(
    'accepted ($outcome) is pending, and is queried',
    async (answer) => {
      const { desk, outcome, order, id } = await placed(answer)
      expect(outcome).toMatchObject({ outcome: 'acknowledged', order: { clientOrderId: id } })
      expect(order.status).toBe('pending')
      expect(desk.queried).toEqual([id])
      expect(desk.settled).toEqual([])
      expect(desk.records('outcome')).toMatchObject([
        {
          of: id,
          clientOrderId: id,
          outcome: answer.outcome,
          orderId: answer === ACKNOWLEDGED ? 'O1' : null,
          code: null,
          reason: null,
        },
      ])
      expect(desk.logged).toEqual([['info', 'order.placed', { outcome: answer.outcome }]])
    },
  )

  test('rejected is rejected with the reason, and nothing is queried', async () => {
    const { desk, outcome, order, id } = await placed(REJECTED)
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      code: 'TOO_POOR',
      reason: 'no buying power',
      order: { clientOrderId: id },
    })
    expect(writtenOut(order)).toMatchObject({ status: 'rejected', note: 'no buying power' })
    expect(desk.records('outcome')).toMatchObject([
      { outcome: 'rejected', orderId: null, code: 'TOO_POOR', reason: 'no buying power' },
    ])
    expect([desk.queried, desk.settled]).toEqual([[], []])
  })

  test('did not receive is not placed, and nothing is queried', async () => {
    const { desk, outcome, order } = await placed(NOT_SENT)
    expect(outcome).toEqual({ outcome: 'denied', reasons: ['no token (not-sent)'] })
    expect(order.status).toBe('not-placed')
    expect([desk.queried, desk.settled]).toEqual([[], []])
  })

  test.each([
    [UNKNOWN, 'reset'],
    ['throws', 'The request was interrupted.'],
  ] as const)('may have received (%o) is unknown until it is settled', async (answer, note) => {
    const { desk, outcome, order, id } = await placed(answer)
    expect(outcome).toMatchObject({ outcome: 'unknown', order: { clientOrderId: id } })
    expect(writtenOut(order)).toMatchObject({ status: 'unknown', note })
    expect(desk.settled).toEqual([
      {
        request: id,
        kind: 'place',
        accountId: order.accountId,
        clientOrderId: id,
        change: null,
        acknowledged: false,
      },
    ])
    expect(desk.queried).toEqual([])
  })

  test('shows before the answer is lost is acknowledged, and needs no settlement', async () => {
    const desk = new GatewayFixture().started()
    desk.answer = async () => {
      desk.show(desk.projection.orders.all()[0]!.clientOrderId)
      return UNKNOWN
    }
    expect(await desk.wait(desk.service.submit('t1', draft()))).toMatchObject({
      outcome: 'acknowledged',
      order: { status: 'working' },
    })
    expect(desk.settled).toEqual([])
  })

  test('refuses with a long code is shown with its first 120 characters', async () => {
    const { outcome } = await placed({ ...REJECTED, code: 'X'.repeat(500) } as WriteOutcome)
    expect(outcome).toMatchObject({ code: 'X'.repeat(120) })
  })
})

describe('REL-30: an order without an answer', () => {
  test('is unknown after 15 s, and its late answer is recorded', async () => {
    const desk = new GatewayFixture().started()
    let answer: (outcome: WriteOutcome) => void = () => undefined
    desk.answer = () => new Promise((resolve) => (answer = resolve))
    const submitted = desk.service.submit('t1', draft())
    await desk.pass(14_900)
    expect(desk.settled).toEqual([])
    expect(writtenOut(await desk.wait(submitted, 200))).toMatchObject({
      outcome: 'unknown',
      order: { note: 'The broker did not answer in time.' },
    })
    expect(desk.settled).toHaveLength(1)

    answer(ACKNOWLEDGED)
    await desk.pass(1_000)
    expect(desk.projection.orders.all()).toMatchObject([{ status: 'pending', orderId: 'O1' }])
    expect(desk.records('outcome').map(({ outcome }) => outcome)).toEqual([
      'unknown',
      'acknowledged',
    ])
    expect(desk.sent).toHaveLength(1)
  })

  test('leaves no deadline behind once it is answered', async () => {
    const desk = new GatewayFixture().started()
    await desk.wait(desk.service.submit('t1', draft()))
    await desk.pass(60_000)
    expect(desk.projection.orders.all()).toMatchObject([{ status: 'pending' }])
    expect(desk.records('outcome')).toHaveLength(1)
  })
})

/** Requests a replace or a cancel of a working order that the broker answers in this way. */
async function changed(kind: 'replace' | 'cancel', answer: WriteOutcome) {
  const desk = new GatewayFixture().started()
  const { accountId, clientOrderId: id } = await desk.working()
  desk.answer = async () => answer
  const change = { limitPrice: price('99') }
  const outcome = await desk.wait(
    kind === 'replace'
      ? desk.service.replace(accountId, id, change)
      : desk.service.cancel(accountId, id),
  )
  await desk.pass(1_000)
  const [record] = desk.records(kind)
  const open = {
    request: record?.request,
    kind,
    accountId,
    clientOrderId: id,
    change: kind === 'replace' ? change : null,
  }
  return { desk, id, open, outcome: writtenOut(outcome), order: desk.order(id) }
}

describe.each(['replace', 'cancel'] as const)('REL-30: a %s that the broker', (kind) => {
  const name = kind === 'replace' ? 'Replace' : 'Cancel'

  test.each([ACKNOWLEDGED, REPEATED])(
    'accepted ($outcome) is pending until it has an effect',
    async (answer) => {
      const { desk, id, open, outcome, order } = await changed(kind, answer)
      expect(outcome).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
      expect(order.pending).toMatchObject({ kind, state: 'sent' })
      expect(desk.settled).toEqual([{ ...open, acknowledged: true }])
      expect(desk.queried).toEqual([id])
      expect(desk.logged).toEqual([['info', `order.${kind}`, { outcome: answer.outcome }]])
      expect(desk.records('outcome').at(-1)).toMatchObject({
        of: open.request,
        clientOrderId: id,
        outcome: answer.outcome,
      })
    },
  )

  test('may have received is pending with an unknown outcome until it is settled', async () => {
    const { desk, open, outcome, order } = await changed(kind, UNKNOWN)
    expect(outcome).toMatchObject({
      ok: true,
      value: { outcome: 'unknown', order: { pending: { kind, state: 'unknown' } } },
    })
    expect(order.pending).toMatchObject({ kind, state: 'unknown' })
    expect(desk.settled).toEqual([{ ...open, acknowledged: false }])
  })

  test('rejected leaves the order as it was, with the reason, and queries it', async () => {
    const { desk, id, outcome, order } = await changed(kind, REJECTED)
    expect(outcome).toMatchObject({
      ok: true,
      value: { outcome: 'rejected', code: 'TOO_POOR', reason: 'no buying power' },
    })
    expect(writtenOut(order)).toMatchObject({
      status: 'working',
      pending: null,
      note: `${name} refused: no buying power`,
    })
    expect([desk.queried, desk.settled]).toEqual([[id], []])
  })

  test('did not receive leaves the order as it was, and queries nothing', async () => {
    const { desk, outcome, order } = await changed(kind, NOT_SENT)
    expect(outcome).toEqual({
      ok: true,
      value: { outcome: 'denied', reasons: ['no token (not-sent)'] },
    })
    expect(writtenOut(order)).toMatchObject({ pending: null, note: `${name} not sent: no token` })
    expect([desk.queried, desk.settled]).toEqual([[], []])
  })

  test('answers after 15 s is recorded late', async () => {
    const desk = new GatewayFixture().started()
    const { accountId, clientOrderId: id } = await desk.working()
    let answer: (outcome: WriteOutcome) => void = () => undefined
    desk.answer = () => new Promise((resolve) => (answer = resolve))
    const requested =
      kind === 'replace'
        ? desk.service.replace(accountId, id, { limitPrice: price('99') })
        : desk.service.cancel(accountId, id)
    expect(await desk.wait(requested, 20_000)).toMatchObject({ value: { outcome: 'unknown' } })
    expect(desk.order(id).pending).toMatchObject({ state: 'unknown' })
    answer({ ...REJECTED, reason: foreign('too late') } as WriteOutcome)
    await desk.pass(1_000)
    expect(writtenOut(desk.order(id))).toMatchObject({
      pending: null,
      note: `${name} refused: too late`,
    })
  })
})
