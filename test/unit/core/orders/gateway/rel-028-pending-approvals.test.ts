import { describe, expect, test } from 'vitest'
import type { PendingApproval } from '../../../../../electron/core/orders/gateway/pending-approval.js'
import type { Message } from '../../../../../shared/messages/message.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { draft } from '../../session/session-fixture.js'
import { EITHER, GatewayFixture, limit } from './gateway-fixture.js'

/** An approval whose two steps the test ends. */
class HeldApproval implements PendingApproval {
  readonly decided: Promise<Message | null>
  decide: (reason: Message | null) => void = () => undefined
  end: (reason: Message | null) => void = () => undefined
  releases = 0

  constructor() {
    this.decided = new Promise((resolve) => {
      this.decide = resolve
    })
  }

  release(): Promise<Message | null> {
    this.releases += 1
    return new Promise((resolve) => {
      this.end = resolve
    })
  }
}

const opened = () => {
  const desk = new GatewayFixture().started()
  const approval = new HeldApproval()
  const outcome = desk.service.submitApproved('t1', draft(), approval)
  return { desk, approval, outcome }
}

describe('REL-28: an order whose approval is still being written', () => {
  test('is checked at once, journaled after the decision, and sent after the release', async () => {
    const { desk, approval, outcome } = opened()
    await desk.pass(100)
    expect(desk.fetched).toEqual(['listing AAPL', 'quote AAPL'])
    expect([desk.records('intent'), approval.releases]).toEqual([[], 0])
    approval.decide(null)
    await desk.pass(100)
    expect([desk.records('intent').length, approval.releases, desk.sent]).toEqual([1, 1, []])
    approval.end(null)
    expect(writtenOut(await desk.wait(outcome))).toMatchObject({ outcome: 'acknowledged' })
    expect([desk.sent.length, approval.releases]).toEqual([1, 1])
  })

  test('is neither journaled nor sent when the decision is not on disk, and its ticket is free', async () => {
    const { desk, approval, outcome } = opened()
    approval.decide(foreign('it could not be saved'))
    expect(writtenOut(await desk.wait(outcome))).toEqual({
      outcome: 'denied',
      reasons: ['it could not be saved (not-sent)'],
    })
    await desk.pass(100)
    expect([desk.disk.lines, desk.sent, approval.releases]).toEqual([[], [], 0])
    expect(await desk.service.outcome('t1')).toBeNull()
  })

  test('is journaled as not sent when it is not released, and its ticket never sends', async () => {
    const { desk, approval, outcome } = opened()
    approval.decide(null)
    await desk.pass(100)
    approval.end(foreign('withdrawn'))
    expect(writtenOut(await desk.wait(outcome))).toEqual({
      outcome: 'denied',
      reasons: ['withdrawn (not-sent)'],
    })
    await desk.pass(100)
    expect(desk.records('outcome')).toMatchObject([{ outcome: 'not-sent' }])
    expect(desk.projection.orders.all()).toMatchObject([{ status: 'not-placed' }])
    expect(await desk.wait(desk.service.submit('t1', draft()))).toMatchObject({ outcome: 'denied' })
    expect(desk.sent).toEqual([])
  })

  test('meets a halt that came while its approval was written', async () => {
    const { desk, approval, outcome } = opened()
    approval.decide(null)
    await desk.pass(100)
    desk.service.setTrading('halted')
    approval.end(null)
    expect(writtenOut(await desk.wait(outcome))).toEqual({
      outcome: 'denied',
      reasons: ['Trading is halted (halted)'],
    })
    expect(desk.sent).toEqual([])
  })

  test('is not released when its record cannot be written', async () => {
    const { desk, approval, outcome } = opened()
    desk.disk.failing = true
    approval.decide(null)
    expect(writtenOut(await desk.wait(outcome))).toMatchObject({ outcome: 'denied' })
    expect([desk.sent, approval.releases]).toEqual([[], 0])
  })

  test('an order that the checks refuse is refused after the decision, without a release', async () => {
    const { desk, approval, outcome } = opened()
    desk.service.setTrading('halted')
    approval.decide(null)
    expect(writtenOut(await desk.wait(outcome))).toMatchObject({ outcome: 'denied' })
    expect([desk.records('intent'), desk.sent, approval.releases]).toEqual([[], [], 0])
  })
})

describe('REL-28: linked orders whose approval is still being written', () => {
  const openedCombo = () => {
    const desk = new GatewayFixture().started()
    const approval = new HeldApproval()
    const outcome = desk.service.submitApprovedCombo('t1', EITHER, approval)
    return { desk, approval, outcome }
  }

  test('are checked at once, journaled after the decision, and sent after the release', async () => {
    const { desk, approval, outcome } = openedCombo()
    await desk.pass(100)
    expect(desk.fetched).not.toEqual([])
    expect([desk.records('intent'), approval.releases]).toEqual([[], 0])
    approval.decide(null)
    await desk.pass(100)
    expect([desk.records('intent').length, approval.releases, desk.sent]).toEqual([3, 1, []])
    approval.end(null)
    expect(await desk.wait(outcome)).toMatchObject({ outcome: 'acknowledged' })
    expect(desk.sent).toMatchObject([{ kind: 'combo' }])
  })

  test('are journaled as not sent, each of them, when they are not released', async () => {
    const { desk, approval, outcome } = openedCombo()
    approval.decide(null)
    await desk.pass(100)
    approval.end(foreign('withdrawn'))
    expect(await desk.wait(outcome)).toMatchObject({ outcome: 'denied' })
    await desk.pass(100)
    const notSent = { outcome: 'not-sent' }
    expect(desk.records('outcome')).toMatchObject([notSent, notSent, notSent])
    expect(desk.sent).toEqual([])
  })

  test('meet the orders that passed the limits while the decision was written', async () => {
    const desk = new GatewayFixture({ limits: { maxOpenOrders: 3 } }).started()
    const approval = new HeldApproval()
    const outcome = desk.service.submitApprovedCombo('t1', EITHER, approval)
    await desk.pass(100)
    expect(await desk.wait(desk.service.submit('t2', limit('98')))).toMatchObject({
      outcome: 'acknowledged',
    })
    approval.decide(null)
    expect(await desk.wait(outcome)).toMatchObject({ outcome: 'denied' })
    expect([desk.sent.length, approval.releases]).toEqual([1, 0])
  })

  test('are neither journaled nor sent when the decision is not on disk', async () => {
    const { desk, approval, outcome } = openedCombo()
    approval.decide(foreign('it could not be saved'))
    expect(await desk.wait(outcome)).toMatchObject({ outcome: 'denied' })
    await desk.pass(100)
    expect([desk.disk.lines, desk.sent, approval.releases]).toEqual([[], [], 0])
  })
})
