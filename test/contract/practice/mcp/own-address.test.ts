import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { zHostedEndpoint } from '../../../../shared/practice/practice-control.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'
import { connectAssistant, pinnedFetch } from './assistant.js'

let exchange: TestExchange
afterEach(async () => {
  expect(exchange.errors).toEqual([])
  await exchange.close()
})
// Ports of this process, so that parallel runs do not collide, below the range that systems assign.
const PORT = 30_000 + (process.pid % 2_700)
const setHostedEndpoint = async (on: boolean, port: number) =>
  zHostedEndpoint.parse(await exchange.practice.command({ command: 'hosted-door', on, port }))
const person = async (target: TestExchange) => ({
  user: target.practice.ready.user.name,
  password: target.practice.ready.user.password,
  accounts: [await target.account()],
})

describe('the own address of the hosted server', () => {
  it('is closed until opened, and then serves everything that a client needs', async () => {
    exchange = await startExchange()
    expect(exchange.practice.ready.hosted).toMatchObject({ on: false, state: 'off', port: 8_792 })
    const { state, url } = await setHostedEndpoint(true, PORT)
    expect([state, url]).toEqual(['listening', `https://127.0.0.1:${PORT}/mcp`])
    const assistant = await connectAssistant(exchange.practice.ready, await person(exchange), {
      url,
    })
    expect(assistant.address()?.origin).toBe(new URL(url).origin)
    expect((await assistant.tool('get_account_list')).failed).toBe(false)
    const { value } = await assistant.tool('place_stock_instruction', {
      account_id: await exchange.account(),
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      quantity: '1',
      limit_price: '20.00',
    })
    expect(value['message']).toContain(`${new URL(url).origin}/oauth2/ai-mcp/instruction?`)
    // A token is bound to one address; this address serves no operations of the provider.
    const fetch = pinnedFetch(exchange.practice.ready.ca)
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
    expect((await fetch(`${exchange.practice.ready.hosts.api}/mcp`, call)).status).toBe(401)
    expect((await fetch(new URL('/trading/accounts/list', url))).status).toBe(404)
    await assistant.close()
    expect((await setHostedEndpoint(false, PORT)).state).toBe('off')
    await expect(fetch(url)).rejects.toThrow('ECONNREFUSED')
  })

  it('is the same after a restart, and its clients keep their tokens', async () => {
    exchange = await startExchange({ retainFolder: true })
    const { url } = await setHostedEndpoint(true, PORT + 1)
    const assistant = await connectAssistant(exchange.practice.ready, await person(exchange), {
      url,
    })
    const token = assistant.tokens()?.access_token ?? ''
    // The certificate that the person's client trusts.
    const { ca, caFile } = exchange.practice.ready
    await assistant.close()
    await exchange.close()
    exchange = await startExchange({ dataDir: exchange.dataDir })
    expect(exchange.practice.ready.hosted).toMatchObject({ on: true, state: 'listening', url })
    expect(await readFile(caFile, 'utf8')).toBe(ca)
    const answer = await pinnedFetch(ca)(url, {
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

  it('is reported as in use, and never replaced by another port', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen({ host: '127.0.0.1', port: PORT + 2, exclusive: true }, resolve)
    })
    exchange = await startExchange({ mcpPort: PORT + 2 })
    expect(exchange.practice.ready.hosted).toMatchObject({
      on: true,
      state: 'port-in-use',
      port: PORT + 2,
    })
    await new Promise<void>((resolve) => {
      other.close(() => resolve())
    })
    expect((await setHostedEndpoint(true, PORT + 2)).state).toBe('listening')
  })
})
