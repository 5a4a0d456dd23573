import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PracticeState } from '../../../../shared/ipc/practice-control.js'
import { until } from '../../../harness/until.js'
import { startBench, type Bench } from '../harness.js'
import { connectAssistant } from './assistant.js'
import { HostedDesk } from './desk.js'

// Tokens are for one address: every start must have that of the first.
const PORT_BASE = 12_000 + 10 * (process.pid % 800)

it('an instruction outlives a restart of both sides between any two steps, and becomes one order', async () => {
  let bench: Bench = await startBench({ keep: true, portBase: PORT_BASE, slotMs: 200 })
  const folder = await mkdtemp(join(tmpdir(), 'hosted-restarts-'))
  const account = await bench.account()
  const { name: user, password } = bench.practice.ready.user
  const assistant = await connectAssistant(bench.practice.ready, {
    user,
    password,
    accounts: [account],
  })
  const bearer = assistant.tokens()?.access_token ?? ''
  const order = {
    account_id: account,
    symbol: 'AAPL',
    side: 'BUY',
    order_type: 'LIMIT',
    time_in_force: 'DAY',
    quantity: '1',
    limit_price: '20.00',
    client_order_id: 'kept',
  }
  const id = String(
    (await assistant.tool('place_stock_instruction', order)).value['instruction_id'],
  )
  await assistant.close()
  const told = async (): Promise<string> =>
    (
      await bench.client.raw({
        method: 'POST',
        path: '/mcp',
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_processed_instruction', arguments: { instruction_id: id } },
        }),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${bearer}`,
        },
      })
    ).text
  const desk = new HostedDesk(bench, folder)
  const restart = async (how: 'stop' | 'die'): Promise<void> => {
    await desk[how]()
    expect(bench.errors).toEqual([])
    await bench.close()
    bench = await startBench({
      keep: true,
      dataDir: bench.dataDir,
      portBase: PORT_BASE,
      slotMs: 200,
    })
    await desk.start(bench)
  }

  await desk.start()
  const first = await desk.pending(id)
  await restart('stop')
  const second = await desk.pending(id)
  expect(second.id).not.toBe(first.id)
  await restart('die')
  const approved = await desk.approve(id)
  expect(approved.status).toBe('APPROVED')
  await restart('die')
  await expect.poll(told).toContain('APPROVED')
  await restart('stop')
  expect(await told()).toContain(approved.id)
  await until('the desk knows', () => desk.record(id)?.outcome?.state === 'acknowledged')
  const { accepted } = (await bench.practice.command({ command: 'state' })) as PracticeState
  expect([accepted[first.id], accepted[second.id], accepted[approved.id]]).toEqual([
    undefined,
    undefined,
    1,
  ])
  expect(desk.desk.fromSource().filter(({ status }) => status === 'PENDING')).toEqual([])
  await desk.stop()
  await bench.close()
  await Promise.all(
    [folder, bench.dataDir].map((each) => rm(each, { recursive: true, force: true })),
  )
})
