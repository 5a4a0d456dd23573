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
  bench = await startBench()
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
const ends = (id: string, status: string) => expect.poll(async () => (await told(id))?.['status'], { timeout: 10_000 }).toBe(status)
const accepted = async () => ((await bench.practice.command({ command: 'state' })) as PracticeState).accepted

describe('an instruction of the hosted server at the desk', () => {
  it('waits on a card that names the client, is countersigned, and is the order that its assistant sees', async () => {
    const id = await ask({ reason: 'Below its average.' })
    const card = await desk.look(id)
    expect(card).toMatchObject({ asks: { name: 'Cloud helper', source: 'hosted' }, reason: 'Below its average.', side: 'buy', symbol: 'AAPL' })
    const done = await desk.approve(id)
    expect(done).toMatchObject({ status: 'APPROVED', outcome: { state: 'acknowledged', clientOrderId: done.id } })
    await ends(id, 'APPROVED')
    expect(await told(id)).toMatchObject({ client_order_id: done.id })
    expect((await accepted())[done.id]).toBe(1)
    expect(desk.audit.filter(({ subject }) => subject === done.id).map(({ kind }) => kind)).toEqual(['asked', 'shown', 'decided', 'sent', 'outcome'])
  })

  it('is declined with a reason that its assistant reads, and nothing is sent', async () => {
    const before = await accepted()
    const id = await ask()
    await desk.decline(id, 'Not on a Friday.')
    await ends(id, 'REJECTED')
    expect(await told(id)).toMatchObject({ detail: 'Not on a Friday.', client_order_id: null })
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
    await ends(id, 'EXPIRED')
  })
})
