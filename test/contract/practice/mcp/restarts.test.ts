import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PracticeState } from '../../../../shared/practice/practice-control.js'
import { until } from '../../../harness/system/until.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'
import { connectAssistant } from './assistant.js'
import { HeadlessClient } from './headless-client.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

// Tokens are bound to one address, so every start must use the same port.
const PORT_BASE = 12_000 + 10 * (process.pid % 800)

it('an instruction survives restarts of both sides between any steps and becomes one order', async () => {
  let exchange: TestExchange = await startExchange({
    retainFolder: true,
    portBase: PORT_BASE,
    slotMs: 200,
  })
  const folder = await mkdtemp(join(tmpdir(), 'hosted-restarts-'))
  const account = await exchange.account()
  const { name: user, password } = exchange.practice.ready.user
  const assistant = await connectAssistant(exchange.practice.ready, {
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
  const processedText = async (): Promise<string> =>
    (
      await exchange.client.raw({
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
  const desk = new HeadlessClient(exchange, folder)
  const restart = async (mode: 'stop' | 'die'): Promise<void> => {
    await desk[mode]()
    expect(exchange.errors).toEqual([])
    await exchange.close()
    exchange = await startExchange({
      retainFolder: true,
      dataDir: exchange.dataDir,
      portBase: PORT_BASE,
      slotMs: 200,
    })
    await desk.start(exchange)
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
  await expect.poll(processedText).toContain('APPROVED')
  await restart('stop')
  expect(await processedText()).toContain(approved.id)
  await until('the desk knows', () => desk.record(id)?.outcome?.state === 'acknowledged')
  const { accepted } = (await exchange.practice.command({ command: 'state' })) as PracticeState
  expect([accepted[first.id], accepted[second.id], accepted[approved.id]]).toEqual([
    undefined,
    undefined,
    1,
  ])
  expect(
    desk.instructions.hostedInstructions().filter(({ status }) => status === 'PENDING'),
  ).toEqual([])
  await desk.stop()
  await exchange.close()
  await Promise.all([folder, exchange.dataDir].map((path) => removeFolder(path)))
})
