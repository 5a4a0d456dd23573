import { describe, expect, it } from 'vitest'
import { until } from '../../../harness/until.js'
import { hostedBench } from './hosted-bench.js'

const at = hostedBench()

describe('an instruction of the hosted server at the desk', () => {
  it('waits on a card that names the client, is countersigned, and is the order that its assistant sees', async () => {
    const id = await at.ask({ reason: 'Below its average.' })
    const card = await at.desk.look(id)
    expect(card).toMatchObject({
      asks: { name: 'Cloud helper', source: 'hosted' },
      reason: 'Below its average.',
      side: 'buy',
      symbol: 'AAPL',
    })
    const done = await at.desk.approve(id)
    expect(done).toMatchObject({
      status: 'APPROVED',
      outcome: { state: 'acknowledged', clientOrderId: done.id },
    })
    expect(await at.ended(id)).toMatchObject({ status: 'APPROVED', client_order_id: done.id })
    expect((await at.accepted())[done.id]).toBe(1)
    expect(
      at.desk.audit.filter(({ subject }) => subject === done.id).map(({ kind }) => kind),
    ).toEqual(['asked', 'shown', 'decided', 'sent', 'outcome'])
  })

  it('is declined with a reason that its assistant reads, and nothing is sent', async () => {
    const before = await at.accepted()
    const id = await at.ask()
    await at.desk.decline(id, 'Not on a Friday.')
    expect(await at.ended(id)).toMatchObject({
      status: 'REJECTED',
      detail: 'Not on a Friday.',
      client_order_id: null,
    })
    expect(await at.accepted()).toEqual(before)
  })

  it('ends here when its assistant takes it back', async () => {
    const id = await at.ask()
    const card = await at.desk.look(id)
    expect((await at.assistant.tool('revoke_instruction', { instruction_id: id })).failed).toBe(
      false,
    )
    await until('the card goes', () => at.desk.record(id)?.status === 'REJECTED')
    expect(at.desk.record(id)?.ending).toMatchObject({ why: 'revoked' })
    expect(await at.desk.desk.decide(at.desk.decision(card))).toMatchObject({
      ok: false,
      error: { code: 'instruction/ended' },
    })
  })

  it('ends there when nobody decides here in time', async () => {
    const id = await at.ask()
    await at.desk.pending(id)
    at.desk.pass(16 * 60_000)
    expect(await at.ended(id)).toMatchObject({ status: 'EXPIRED', client_order_id: null })
  })

  it('of a change names what stood before, and is done once', async () => {
    const id = await at.ask({ limit_price: '9.00' })
    const placed = await at.desk.approve(id)
    await until('it works', () =>
      at.desk.session.streams.orders
        .all()
        .some((order) => String(order.clientOrderId) === placed.id && order.status === 'working'),
    )
    const change = await at.ask(
      { account_id: at.account, client_order_id: placed.id, limit_price: '9.50' },
      'replace_stock_instruction',
    )
    expect(await at.desk.look(change)).toMatchObject({ action: 'replace' })
    await at.desk.approve(change)
    expect(await at.ended(change)).toMatchObject({ status: 'APPROVED', client_order_id: placed.id })
    const cancel = await at.ask(
      { account_id: at.account, client_order_id: placed.id },
      'cancel_order_instruction',
    )
    await at.desk.approve(cancel)
    expect(await at.ended(cancel)).toMatchObject({ status: 'APPROVED', client_order_id: placed.id })
    await until('it is cancelled', () =>
      at.desk.session.streams.orders
        .all()
        .some((order) => String(order.clientOrderId) === placed.id && order.status === 'cancelled'),
    )
  })

  it('that is confirmed and taken back at the same moment is one of both, and the source says which', async () => {
    const seen = new Set<unknown>()
    for (let round = 0; round < 4; round += 1) {
      const id = await at.ask()
      const card = await at.desk.look(id)
      const revoke = (): Promise<{ readonly failed: boolean }> =>
        at.assistant.tool('revoke_instruction', { instruction_id: id })
      const [, revoked] =
        round % 2 === 0
          ? await Promise.all([at.desk.desk.decide(at.desk.decision(card)), revoke()])
          : await Promise.all([
              revoke().then(async (first) => {
                await at.desk.desk.decide(at.desk.decision(card))
                return first
              }),
              revoke(),
            ])
      const { status } = await at.ended(id)
      const record = await until('it is over here', () => {
        const found = at.desk.record(id)
        return found?.status !== 'PENDING' && found?.outcome?.state !== 'sending' ? found : null
      })
      const sent = (await at.accepted())[record.id] ?? 0
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

  it('cannot be approved while the source is not heard, and is gone when it was taken back meanwhile', async () => {
    const [kept, gone] = [await at.ask(), await at.ask()]
    await at.desk.look(kept)
    await at.desk.pending(gone)
    await at.bench.practice.command({
      command: 'fault',
      fault: {
        kind: 'error-before-effect',
        operation: 'hand-over.instructions.list',
        status: 503,
        count: null,
      },
    })
    await until('the source is not heard', () => !at.desk.heard)
    const { card } = at.desk.desk.confirm.get()
    expect(card?.arming).toMatchObject({ armed: false, blocked: 'source' })
    if (card !== null) {
      expect(await at.desk.desk.decide(at.desk.decision(card))).toMatchObject({ ok: false })
    }
    await at.assistant.tool('revoke_instruction', { instruction_id: gone })
    expect(at.desk.record(gone)?.status).toBe('PENDING')
    await at.bench.practice.command({ command: 'clear-faults' })
    await until('it is heard again', () => at.desk.heard)
    expect(at.desk.record(gone)).toMatchObject({ status: 'REJECTED', ending: { why: 'revoked' } })
    await at.desk.approve(kept)
    expect(await at.ended(kept)).toMatchObject({ status: 'APPROVED' })
  })

  it('is sent once though the answers about it are lost', async () => {
    const id = await at.ask()
    await at.desk.look(id)
    await at.bench.practice.command({
      command: 'fault',
      fault: { kind: 'drop-after-effect', operation: 'hand-over.instructions.take' },
    })
    await at.bench.practice.command({
      command: 'fault',
      fault: { kind: 'drop-after-effect', operation: 'trading.orders.place' },
    })
    const done = await at.desk.approve(id)
    expect(await at.ended(id)).toMatchObject({ status: 'APPROVED', client_order_id: done.id })
    expect((await at.accepted())[done.id]).toBe(1)
    await until('the desk knows', () => at.desk.record(id)?.outcome?.state === 'acknowledged')
  })

  it('stays at the provider while the desk is locked, and comes back as another card', async () => {
    const id = await at.ask()
    const first = await at.desk.pending(id)
    at.desk.desk.disturbed('locked')
    await until('the card goes', () => at.desk.record(id)?.status === 'REJECTED')
    expect(await at.told(id)).toBeUndefined()
    at.desk.desk.disturbed('unlocked')
    const second = await at.desk.pending(id)
    expect(second.id).not.toBe(first.id)
    await at.desk.decline(id, 'No.')
    expect(await at.ended(id)).toMatchObject({ status: 'REJECTED', detail: 'No.' })
  })
})
