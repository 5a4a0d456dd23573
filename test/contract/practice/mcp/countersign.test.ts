import { describe, expect, it } from 'vitest'
import { until } from '../../../harness/system/until.js'
import { hostedFixture } from './hosted-fixture.js'

const fixture = hostedFixture()

describe('an instruction of the hosted server in Countersign', () => {
  it("shows a card with the client's name, and becomes the order that its assistant sees", async () => {
    const id = await fixture.requestInstruction({ reason: 'Below its average.' })
    const card = await fixture.desk.openCard(id)
    expect(card).toMatchObject({
      requester: { name: 'Cloud helper', source: 'hosted' },
      reason: 'Below its average.',
      side: 'buy',
      symbol: 'AAPL',
    })
    const done = await fixture.desk.approve(id)
    expect(done).toMatchObject({
      status: 'APPROVED',
      outcome: { state: 'acknowledged', clientOrderId: done.id },
    })
    expect(await fixture.waitUntilProcessed(id)).toMatchObject({
      status: 'APPROVED',
      client_order_id: done.id,
    })
    expect((await fixture.accepted())[done.id]).toBe(1)
    expect(
      fixture.desk.audit.filter(({ subject }) => subject === done.id).map(({ kind }) => kind),
    ).toEqual(['asked', 'shown', 'decided', 'sent', 'outcome'])
  })

  it('is declined with a reason that its assistant reads, and sends nothing', async () => {
    const before = await fixture.accepted()
    const id = await fixture.requestInstruction()
    await fixture.desk.decline(id, 'Not on a Friday.')
    expect(await fixture.waitUntilProcessed(id)).toMatchObject({
      status: 'REJECTED',
      detail: 'Not on a Friday.',
      client_order_id: null,
    })
    expect(await fixture.accepted()).toEqual(before)
  })

  it('ends in Countersign when its assistant withdraws it', async () => {
    const id = await fixture.requestInstruction()
    const card = await fixture.desk.openCard(id)
    expect(
      (await fixture.assistant.tool('revoke_instruction', { instruction_id: id })).failed,
    ).toBe(false)
    await until('the card goes', () => fixture.desk.record(id)?.status === 'REJECTED')
    expect(fixture.desk.record(id)?.ending).toMatchObject({ why: 'revoked' })
    expect(
      await fixture.desk.instructions.decisions.decide(fixture.desk.decision(card)),
    ).toMatchObject({
      ok: false,
      error: { code: 'instruction/ended' },
    })
  })

  it('expires at the hosted server when no decision is made in time', async () => {
    const id = await fixture.requestInstruction()
    await fixture.desk.pending(id)
    fixture.desk.advanceTime(16 * 60_000)
    expect(await fixture.waitUntilProcessed(id)).toMatchObject({
      status: 'EXPIRED',
      client_order_id: null,
    })
  })

  it('a hosted instruction to change or cancel an order names that order, and is executed once', async () => {
    const id = await fixture.requestInstruction({ limit_price: '9.00' })
    const placed = await fixture.desk.approve(id)
    await until('it works', () =>
      fixture.desk.session.streams.orders
        .all()
        .some((order) => String(order.clientOrderId) === placed.id && order.status === 'working'),
    )
    const change = await fixture.requestInstruction(
      { account_id: fixture.account, client_order_id: placed.id, limit_price: '9.50' },
      'replace_stock_instruction',
    )
    expect(await fixture.desk.openCard(change)).toMatchObject({ action: 'replace' })
    await fixture.desk.approve(change)
    expect(await fixture.waitUntilProcessed(change)).toMatchObject({
      status: 'APPROVED',
      client_order_id: placed.id,
    })
    const cancel = await fixture.requestInstruction(
      { account_id: fixture.account, client_order_id: placed.id },
      'cancel_order_instruction',
    )
    await fixture.desk.approve(cancel)
    expect(await fixture.waitUntilProcessed(cancel)).toMatchObject({
      status: 'APPROVED',
      client_order_id: placed.id,
    })
    await until('it is cancelled', () =>
      fixture.desk.session.streams.orders
        .all()
        .some((order) => String(order.clientOrderId) === placed.id && order.status === 'cancelled'),
    )
  })

  it('approved and withdrawn at the same moment has one result, as the server decided', async () => {
    const seen = new Set<unknown>()
    for (let round = 0; round < 4; round += 1) {
      const id = await fixture.requestInstruction()
      const card = await fixture.desk.openCard(id)
      const revoke = (): Promise<{ readonly failed: boolean }> =>
        fixture.assistant.tool('revoke_instruction', { instruction_id: id })
      const [, revoked] =
        round % 2 === 0
          ? await Promise.all([
              fixture.desk.instructions.decisions.decide(fixture.desk.decision(card)),
              revoke(),
            ])
          : await Promise.all([
              revoke().then(async (first) => {
                await fixture.desk.instructions.decisions.decide(fixture.desk.decision(card))
                return first
              }),
              revoke(),
            ])
      const { status } = await fixture.waitUntilProcessed(id)
      const record = await until('it is over here', () => {
        const found = fixture.desk.record(id)
        return found?.status !== 'PENDING' && found?.outcome?.state !== 'sending' ? found : null
      })
      const sent = (await fixture.accepted())[record.id] ?? 0
      expect([status, sent]).toEqual(
        revoked.failed && round % 2 === 0 ? ['APPROVED', 1] : ['REJECTED', 0],
      )
      if (sent === 0 && record.status === 'APPROVED') {
        expect(record.outcome).toMatchObject({
          state: 'denied',
          text: expect.stringContaining('Not sent') as string,
        })
      }
      seen.add(status)
    }
    expect(seen.has('REJECTED')).toBe(true)
  })

  it('cannot be approved while the server is unreachable, and ends if withdrawn meanwhile', async () => {
    const [remaining, withdrawn] = [
      await fixture.requestInstruction(),
      await fixture.requestInstruction(),
    ]
    await fixture.desk.openCard(remaining)
    await fixture.desk.pending(withdrawn)
    await fixture.exchange.practice.command({
      command: 'fault',
      fault: {
        kind: 'error-before-effect',
        operation: 'hand-over.instructions.list',
        status: 503,
        count: null,
      },
    })
    await until('the source is not heard', () => !fixture.desk.isSynced)
    const { card } = fixture.desk.instructions.confirm.live.get()
    expect(card?.arming).toMatchObject({ armed: false, blocked: 'source' })
    if (card !== null) {
      expect(
        await fixture.desk.instructions.decisions.decide(fixture.desk.decision(card)),
      ).toMatchObject({
        ok: false,
      })
    }
    await fixture.assistant.tool('revoke_instruction', { instruction_id: withdrawn })
    expect(fixture.desk.record(withdrawn)?.status).toBe('PENDING')
    await fixture.exchange.practice.command({ command: 'clear-faults' })
    await until('it is heard again', () => fixture.desk.isSynced)
    expect(fixture.desk.record(withdrawn)).toMatchObject({
      status: 'REJECTED',
      ending: { why: 'revoked' },
    })
    await fixture.desk.approve(remaining)
    expect(await fixture.waitUntilProcessed(remaining)).toMatchObject({ status: 'APPROVED' })
  })

  it('is sent once although the answers about it are lost', async () => {
    const id = await fixture.requestInstruction()
    await fixture.desk.openCard(id)
    await fixture.exchange.practice.command({
      command: 'fault',
      fault: { kind: 'drop-after-effect', operation: 'hand-over.instructions.take' },
    })
    await fixture.exchange.practice.command({
      command: 'fault',
      fault: { kind: 'drop-after-effect', operation: 'trading.orders.place' },
    })
    const done = await fixture.desk.approve(id)
    expect(await fixture.waitUntilProcessed(id)).toMatchObject({
      status: 'APPROVED',
      client_order_id: done.id,
    })
    expect((await fixture.accepted())[done.id]).toBe(1)
    await until('the desk knows', () => fixture.desk.record(id)?.outcome?.state === 'acknowledged')
  })

  it('stays at the provider while Countersign is locked, and returns as another card', async () => {
    const id = await fixture.requestInstruction()
    const first = await fixture.desk.pending(id)
    fixture.desk.instructions.handleInterruption('locked')
    await until('the card goes', () => fixture.desk.record(id)?.status === 'REJECTED')
    expect(await fixture.processedInstruction(id)).toBeUndefined()
    fixture.desk.instructions.handleInterruption('unlocked')
    const second = await fixture.desk.pending(id)
    expect(second.id).not.toBe(first.id)
    await fixture.desk.decline(id, 'No.')
    expect(await fixture.waitUntilProcessed(id)).toMatchObject({
      status: 'REJECTED',
      detail: 'No.',
    })
  })
})
