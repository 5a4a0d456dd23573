import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { zHostedDoor } from '../../../../shared/ipc/practice-control.js'
import { startBench, type Bench } from '../harness.js'
import { connectAssistant, trustingFetch } from './assistant.js'

let bench: Bench
afterEach(async () => {
  expect(bench.errors).toEqual([])
  await bench.close()
})
// Ports of this process's own, so that runs side by side do not meet, below those that systems hand
// out by themselves.
const PORT = 30_000 + (process.pid % 2_700)
const door = async (on: boolean, port: number) =>
  zHostedDoor.parse(await bench.practice.command({ command: 'hosted-door', on, port }))
const person = async (of: Bench) => ({
  user: of.practice.ready.user.name,
  password: of.practice.ready.user.password,
  accounts: [await of.account()],
})

describe('the hosted server’s own address', () => {
  it('is closed until it is opened, and then serves everything that a client needs', async () => {
    bench = await startBench()
    expect(bench.practice.ready.hosted).toMatchObject({ on: false, state: 'off', port: 8_792 })
    const { state, url } = await door(true, PORT)
    expect([state, url]).toEqual(['listening', `https://127.0.0.1:${PORT}/mcp`])
    const assistant = await connectAssistant(bench.practice.ready, await person(bench), { url })
    expect(assistant.address()?.origin).toBe(new URL(url).origin)
    expect((await assistant.tool('get_account_list')).failed).toBe(false)
    const { value } = await assistant.tool('place_stock_instruction', {
      account_id: await bench.account(),
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      quantity: '1',
      limit_price: '20.00',
    })
    expect(value['message']).toContain(`${new URL(url).origin}/oauth2/ai-mcp/instruction?`)
    // A token is for one address: elsewhere it opens nothing, and the operations of the provider
    // are not served here.
    const fetch = trustingFetch(bench.practice.ready.ca)
    const headers = {
      authorization: `Bearer ${assistant.tokens()?.access_token ?? ''}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const call = {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    }
    expect((await fetch(url, call)).status).toBe(200)
    expect((await fetch(`${bench.practice.ready.hosts.api}/mcp`, call)).status).toBe(401)
    expect((await fetch(new URL('/trading/accounts/list', url))).status).toBe(404)
    await assistant.close()
    expect((await door(false, PORT)).state).toBe('off')
    await expect(fetch(url)).rejects.toThrow('ECONNREFUSED')
  })

  it('is the same after a restart, and its clients go on with their tokens', async () => {
    bench = await startBench({ keep: true })
    const { url } = await door(true, PORT + 1)
    const assistant = await connectAssistant(bench.practice.ready, await person(bench), { url })
    const token = assistant.tokens()?.access_token ?? ''
    // What a person once told their client to trust.
    const { ca, caFile } = bench.practice.ready
    await assistant.close()
    await bench.close()
    bench = await startBench({ dataDir: bench.dataDir })
    expect(bench.practice.ready.hosted).toMatchObject({ on: true, state: 'listening', url })
    expect(await readFile(caFile, 'utf8')).toBe(ca)
    const answer = await trustingFetch(ca)(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(answer.status).toBe(200)
  })

  it('is told to be taken, and is never another one', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen({ host: '127.0.0.1', port: PORT + 2, exclusive: true }, resolve)
    })
    bench = await startBench({ mcpPort: PORT + 2 })
    expect(bench.practice.ready.hosted).toMatchObject({
      on: true,
      state: 'port-in-use',
      port: PORT + 2,
    })
    await new Promise<void>((resolve) => {
      other.close(() => resolve())
    })
    expect((await door(true, PORT + 2)).state).toBe('listening')
  })
})
