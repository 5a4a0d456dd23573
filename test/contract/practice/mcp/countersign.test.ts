import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PracticeState } from '../../../../shared/ipc/practice-control.js'
import { startBench, type Bench } from '../harness.js'
import { connectAssistant, type Assistant } from './assistant.js'
import { HostedDesk, until } from './desk.js'

let bench: Bench
let account: string
let assistant: Assistant
let folder: string
let desk: HostedDesk

beforeAll(async () => {
  bench = await startBench({ slotMs: 200 })
  account = await bench.account()
  const { name: user, password } = bench.practice.ready.user
  assistant = await connectAssistant(bench.practice.ready, { user, password, accounts: [account] }, { name: 'Cloud helper' })
  folder = await mkdtemp(join(tmpdir(), 'hosted-desk-'))
  desk = new HostedDesk(bench, folder)
  await desk.start()
  await often(desk)
})
afterAll(async () => {
  await desk.stop()
  await assistant.close()
  expect(bench.errors).toEqual([])
  await bench.close()
  await rm(folder, { recursive: true, force: true })
})

/** Many instructions within a minute are the test's way, not an assistant's. */
async function often(of: HostedDesk): Promise<void> {
  const connection = await until('the client is known', () => of.connections.hosted()[0]?.connection)
  expect((await of.connections.setPolicy(connection.id, { ...connection.policy, maxPerMinute: 60, maxPending: 20 })).ok).toBe(true)
}

let price = 1_000
/** Another order every time: what is asked twice within a minute is one card. */
const stock = (over: Readonly<Record<string, unknown>> = {}) =>
  ({ account_id: account, symbol: 'AAPL', side: 'BUY', order_type: 'LIMIT', time_in_force: 'DAY', quantity: '1', limit_price: `${String((price += 1)).slice(0, -2)}.${String(price).slice(-2)}`, ...over })
const ask = async (over: Readonly<Record<string, unknown>> = {}, tool = 'place_stock_instruction'): Promise<string> => {
  const { failed, value } = await assistant.tool(tool, tool.startsWith('place') ? stock(over) : over)
  expect([failed, value]).toMatchObject([false, { status: 'PENDING' }])
  return String(value['instruction_id'])
}
const told = async (id: string) => ((await assistant.tool('get_processed_instruction', { instruction_id: id })).value['instructions'] as Record<string, unknown>[])[0]
/** What the assistant reads when it is over. */
async function ended(id: string): Promise<Record<string, unknown>> {
  for (let look = 0; look < 600; look += 1) {
    const found = await told(id)
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('it never ends')
}
const accepted = async () => ((await bench.practice.command({ command: 'state' })) as PracticeState).accepted

describe('an instruction of the hosted server at the desk', () => {
  it('waits on a card that names the client, is countersigned, and is the order that its assistant sees', async () => {
    const id = await ask({ reason: 'Below its average.' })
    const card = await desk.look(id)
    expect(card).toMatchObject({ asks: { name: 'Cloud helper', source: 'hosted' }, reason: 'Below its average.', side: 'buy', symbol: 'AAPL' })
    const done = await desk.approve(id)
    expect(done).toMatchObject({ status: 'APPROVED', outcome: { state: 'acknowledged', clientOrderId: done.id } })
    expect(await ended(id)).toMatchObject({ status: 'APPROVED', client_order_id: done.id })
    expect((await accepted())[done.id]).toBe(1)
    expect(desk.audit.filter(({ subject }) => subject === done.id).map(({ kind }) => kind)).toEqual(['asked', 'shown', 'decided', 'sent', 'outcome'])
  })

  it('is declined with a reason that its assistant reads, and nothing is sent', async () => {
    const before = await accepted()
    const id = await ask()
    await desk.decline(id, 'Not on a Friday.')
    expect(await ended(id)).toMatchObject({ status: 'REJECTED', detail: 'Not on a Friday.', client_order_id: null })
    expect(await accepted()).toEqual(before)
  })

  it('ends here when its assistant takes it back', async () => {
    const id = await ask()
    const card = await desk.look(id)
    expect((await assistant.tool('revoke_instruction', { instruction_id: id })).failed).toBe(false)
    await until('the card goes', () => desk.record(id)?.status === 'REJECTED')
    expect(desk.record(id)?.ending).toMatchObject({ why: 'revoked' })
    expect(await desk.desk.decide(desk.decision(card))).toMatchObject({ ok: false, error: { code: 'instruction/ended' } })
  })

  it('ends there when nobody decides here in time', async () => {
    const id = await ask()
    await desk.pending(id)
    desk.pass(16 * 60_000)
    expect(await ended(id)).toMatchObject({ status: 'EXPIRED', client_order_id: null })
  })

  it('of a change names what stood before, and is done once', async () => {
    const id = await ask({ limit_price: '9.00' })
    const placed = await desk.approve(id)
    await until('it works', () => desk.session.streams.orders.all().some((order) => String(order.clientOrderId) === placed.id && order.status === 'working'))
    const change = await ask({ account_id: account, client_order_id: placed.id, limit_price: '9.50' }, 'replace_stock_instruction')
    expect(await desk.look(change)).toMatchObject({ action: 'replace' })
    await desk.approve(change)
    expect(await ended(change)).toMatchObject({ status: 'APPROVED', client_order_id: placed.id })
    const cancel = await ask({ account_id: account, client_order_id: placed.id }, 'cancel_order_instruction')
    await desk.approve(cancel)
    expect(await ended(cancel)).toMatchObject({ status: 'APPROVED', client_order_id: placed.id })
    await until('it is cancelled', () => desk.session.streams.orders.all().some((order) => String(order.clientOrderId) === placed.id && order.status === 'cancelled'))
  })

  it('that is confirmed and taken back at the same moment is one of both, and the source says which', async () => {
    const seen = new Set<unknown>()
    for (let round = 0; round < 4; round += 1) {
      const id = await ask()
      const card = await desk.look(id)
      const revoke = (): Promise<{ readonly failed: boolean }> => assistant.tool('revoke_instruction', { instruction_id: id })
      const [, revoked] = round % 2 === 0 ? await Promise.all([desk.desk.decide(desk.decision(card)), revoke()]) : await Promise.all([revoke().then(async (first) => { await desk.desk.decide(desk.decision(card)); return first }), revoke()])
      const { status } = await ended(id)
      const record = await until('it is over here', () => { const found = desk.record(id); return found?.status !== 'PENDING' && found?.outcome?.state !== 'sending' ? found : null })
      const sent = (await accepted())[record.id] ?? 0
      expect([status, sent]).toEqual(revoked.failed && round % 2 === 0 ? ['APPROVED', 1] : ['REJECTED', 0])
      if (sent === 0 && record.status === 'APPROVED') expect(record.outcome).toMatchObject({ state: 'denied', text: expect.stringContaining('Not sent') as string })
      seen.add(status)
    }
    expect(seen.has('REJECTED')).toBe(true)
  })

  it('cannot be approved while the source is not heard, and is gone when it was taken back meanwhile', async () => {
    const [kept, gone] = [await ask(), await ask()]
    await desk.look(kept)
    await desk.pending(gone)
    await bench.practice.command({ command: 'fault', fault: { kind: 'error-before-effect', operation: 'hand-over.instructions.list', status: 503, count: null } })
    await until('the source is not heard', () => !desk.heard)
    const { card } = desk.desk.confirm.get()
    expect(card?.arming).toMatchObject({ armed: false, blocked: 'source' })
    if (card !== null) expect(await desk.desk.decide(desk.decision(card))).toMatchObject({ ok: false })
    await assistant.tool('revoke_instruction', { instruction_id: gone })
    expect(desk.record(gone)?.status).toBe('PENDING')
    await bench.practice.command({ command: 'clear-faults' })
    await until('it is heard again', () => desk.heard)
    expect(desk.record(gone)).toMatchObject({ status: 'REJECTED', ending: { why: 'revoked' } })
    await desk.approve(kept)
    expect(await ended(kept)).toMatchObject({ status: 'APPROVED' })
  })

  it('is sent once though the answers about it are lost', async () => {
    const id = await ask()
    await desk.look(id)
    await bench.practice.command({ command: 'fault', fault: { kind: 'drop-after-effect', operation: 'hand-over.instructions.take' } })
    await bench.practice.command({ command: 'fault', fault: { kind: 'drop-after-effect', operation: 'trading.orders.place' } })
    const done = await desk.approve(id)
    expect(await ended(id)).toMatchObject({ status: 'APPROVED', client_order_id: done.id })
    expect((await accepted())[done.id]).toBe(1)
    await until('the desk knows', () => desk.record(id)?.outcome?.state === 'acknowledged')
  })

  it('stays at the provider while the desk is locked, and comes back as another card', async () => {
    const id = await ask()
    const first = await desk.pending(id)
    desk.desk.disturbed('locked')
    await until('the card goes', () => desk.record(id)?.status === 'REJECTED')
    expect(await told(id)).toBeUndefined()
    desk.desk.disturbed('unlocked')
    const second = await desk.pending(id)
    expect(second.id).not.toBe(first.id)
    await desk.decline(id, 'No.')
    expect(await ended(id)).toMatchObject({ status: 'REJECTED', detail: 'No.' })
  })
})

describe('two desks', () => {
  it('show the same instruction, and one of them sends it', async () => {
    const other = new HostedDesk(bench, await mkdtemp(join(tmpdir(), 'hosted-desk-')))
    await other.start()
    await often(other)
    const id = await ask()
    await Promise.all([desk.look(id), other.look(id)])
    await desk.approve(id)
    await until('the other one’s card goes', () => other.record(id)?.status === 'REJECTED')
    expect(await ended(id)).toMatchObject({ status: 'APPROVED', client_order_id: desk.record(id)?.id })

    const both = await ask()
    const cards = await Promise.all([desk.look(both), other.look(both)])
    await Promise.all([desk.desk.decide(desk.decision(cards[0])), other.desk.decide(other.decision(cards[1]))])
    const { client_order_id: order } = await ended(both)
    const ids = [desk.record(both)?.id, other.record(both)?.id]
    expect(ids).toContain(order)
    const sent = await accepted()
    expect(ids.map((each) => sent[each ?? ''] ?? 0).sort()).toEqual([0, 1])
    await other.stop()
  })
})

describe('a desk that dies', () => {
  /** Another desk whose provider stops answering at one place. */
  async function dying(where: 'take' | 'place'): Promise<HostedDesk> {
    const never = new Promise<never>(() => undefined)
    const made = new HostedDesk(bench, await mkdtemp(join(tmpdir(), 'hosted-desk-')), (provider) => {
      if (!broken) return provider
      return {
        ...provider,
        instructions: async () => {
          const source = await provider.instructions()
          return where === 'take' ? { ...source, taken: async (...args) => { await source.taken(...args); return never } } : source
        },
        trade: where === 'place' ? { ...provider.trade, place: async (...args) => { await provider.trade.place(...args); return never } } : provider.trade,
      }
    })
    let broken = true
    await made.start()
    broken = false
    await often(made)
    return made
  }

  it.each(['take', 'place'] as const)('after it told the source: %s', async (where) => {
    await desk.stop()
    const mortal = await dying(where)
    const id = await ask()
    const card = await mortal.look(id)
    void mortal.desk.decide(mortal.decision(card))
    const { id: order } = await until('it is under way', () => { const found = mortal.record(id); return found?.outcome?.state === 'sending' ? found : null })
    if (where === 'place') await expect.poll(async () => (await accepted())[order]).toBe(1)
    else await expect.poll(async () => (await assistant.tool('revoke_instruction', { instruction_id: id })).value['error_code']).toBe('INSTRUCTION_TAKEN')
    await mortal.restart('die')
    expect(await ended(id)).toMatchObject(where === 'place' ? { status: 'APPROVED', client_order_id: order } : { status: 'REJECTED', detail: expect.stringContaining('Not sent') as string })
    expect((await accepted())[order] ?? 0).toBe(where === 'place' ? 1 : 0)
    await until('the desk knows', () => mortal.record(id)?.outcome?.state === (where === 'place' ? 'acknowledged' : 'denied'))
    await mortal.stop()
    await desk.start()
  })
})

describe('a hosted client', () => {
  it('without the scope asks for nothing, and one that asks too often is refused', async () => {
    const { name: user, password } = bench.practice.ready.user
    const reader = await connectAssistant(bench.practice.ready, { user, password, accounts: [account], scopes: ['account:read', 'order:read'] }, { name: 'Reader' })
    await expect(reader.tool('place_stock_instruction', stock())).rejects.toThrow(/scope|Unauthorized|403/i)
    await until('it is known', () => desk.connections.hosted().some(({ connection }) => connection.name === 'Reader'))
    await reader.close()
    const hasty = await connectAssistant(bench.practice.ready, { user, password, accounts: [account] }, { name: 'Hasty' })
    const ids: string[] = []
    for (let round = 0; round < 4; round += 1) ids.push(String((await hasty.tool('place_stock_instruction', stock())).value['instruction_id']))
    await until('the first are here', () => ids.slice(0, 3).every((id) => desk.record(id)?.status === 'PENDING'))
    await expect.poll(async () => JSON.stringify((await hasty.tool('get_processed_instruction', {})).value)).toContain('within a minute')
    expect(desk.record(ids[3] ?? '')).toBeUndefined()
    await hasty.close()
  })

  it('that is paused is turned down, and one that is revoked here is signed out there', async () => {
    const { connection } = await until('it is known', () => desk.connections.hosted().find((each) => each.connection.name === 'Cloud helper' && each.connection.state === 'active'))
    const waiting = await ask()
    await desk.pending(waiting)
    await desk.connections.pause(connection.id, 15, 'Enough for now.')
    expect(await ended(waiting)).toMatchObject({ status: 'REJECTED' })
    expect(await ended(await ask())).toMatchObject({ status: 'REJECTED', detail: expect.stringContaining('paused') as string })
    await desk.connections.revoke(connection.id)
    await expect.poll(() => assistant.tool('get_account_list').then(() => 'let in', () => 'signed out')).toBe('signed out')
  })
})
