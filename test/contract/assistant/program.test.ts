import type { Client } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { InstructionId } from '../../../shared/domain/ids.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { connectBridge } from '../../harness/assistant/bridge-client.js'
import {
  startEndpointFixture,
  TOKEN,
  type EndpointFixture,
} from '../../harness/assistant/endpoint-fixture.js'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Runs timers ten times as fast: a wait of five seconds takes half a second. */
const quick = {
  ...systemTimers,
  every: (ms: number, call: () => void) => systemTimers.every(ms / 50, call),
}
const openFixture = async (folder?: string): Promise<EndpointFixture> => {
  const given = folder === undefined ? {} : { folder }
  const fixture = await startEndpointFixture({ httpPort: null, timers: quick, ...given })
  open.push(() => fixture.endpoint.close())
  return fixture
}
const until = (check: () => void): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 })

const ORDER = {
  account_id: 'ACC1',
  symbol: 'AAPL',
  side: 'BUY',
  order_type: 'LIMIT',
  quantity: '10',
  limit_price: '187.50',
  instruction_key: 'k1',
}
const ask = async (client: Client): Promise<InstructionId> => {
  const made = await client.callTool({ name: 'place_stock_instruction', arguments: ORDER })
  expect(made.structuredContent).toMatchObject({
    status: 'PENDING',
    asked_for: { quantity: '10', limit_price: '187.50' },
  })
  return (made.structuredContent as { instruction_id: InstructionId }).instruction_id
}

describe.each(['auto', 'legacy'] as const)('a client that starts the bridge, %s era', (mode) => {
  it('lists, reads, requests, waits, aborts a wait, and continues after an endpoint restart', async () => {
    const fixture = await openFixture()
    const { client, stderr: complaints } = await connectBridge(mode, fixture.folder, TOKEN)
    open.push(() => client.close())
    expect((await client.listTools()).tools.length).toBeGreaterThan(20)
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain(
      'review_portfolio',
    )
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain(
      'countersign://positions/ACC1',
    )
    expect(
      (await client.callTool({ name: 'get_account_positions', arguments: { account_id: 'ACC1' } }))
        .structuredContent,
    ).toMatchObject({ positions: [{ symbol: 'AAPL', quantity: '12.5' }] })
    const id = await ask(client)

    const progressValues: number[] = []
    const waiting = client.callTool(
      { name: 'wait_for_instruction', arguments: { instruction_id: id } },
      {
        onprogress: ({ progress }) => {
          progressValues.push(progress)
        },
      },
    )
    await until(() => expect(progressValues.length).toBeGreaterThan(1))
    expect(progressValues).toEqual([...progressValues].sort((a, b) => a - b))
    expect(new Set(progressValues).size).toBe(progressValues.length)
    fixture.fakePort.decide(id, 'declined')
    expect((await waiting).structuredContent).toMatchObject({
      status: 'REJECTED',
      ending: { why: 'declined' },
    })

    const second = (
      await client.callTool({
        name: 'cancel_instruction',
        arguments: { account_id: 'ACC1', client_order_id: 'working-order-1' },
      })
    ).structuredContent as { instruction_id: InstructionId }
    const giveUp = new AbortController()
    const stopped = client.callTool(
      { name: 'wait_for_instruction', arguments: { instruction_id: second.instruction_id } },
      { signal: giveUp.signal },
    )
    stopped.catch(() => undefined)
    await until(() => expect(fixture.fakePort.waiting()).toBe(1))
    giveUp.abort()
    await expect(stopped).rejects.toThrow(/abort/i)
    await until(() => expect(fixture.fakePort.waiting()).toBe(0))
    const left = await client.callTool({ name: 'get_pending_instruction', arguments: {} })
    expect(left.structuredContent, 'who stops waiting withdraws nothing').toMatchObject({
      instructions: [{ instruction_id: second.instruction_id, status: 'PENDING' }],
    })

    await fixture.endpoint.close()
    const offline = await client.callTool({ name: 'get_policy', arguments: {} })
    expect(JSON.stringify(offline)).toMatch(/not-running.*Nothing was requested/)
    await until(() => expect(complaints()).toContain('not running'))
    expect(complaints()).not.toContain(TOKEN)
    const next = await openFixture(fixture.folder)
    expect(
      (await client.callTool({ name: 'get_policy', arguments: {} })).structuredContent,
    ).toMatchObject({ trading_halted: false })
    expect(await ask(client)).toHaveLength(32)
    expect(next.fakePort.drafts).toHaveLength(1)
  })

  it('receives an error that names the unknown key', async () => {
    const fixture = await openFixture()
    await expect(
      connectBridge(mode, fixture.folder, 'x'.repeat(43)).then(({ client }) => {
        open.push(() => client.close())
        return client.listTools()
      }),
    ).rejects.toThrow(/Pair this assistant again/)
    expect(fixture.fakePort.calls).toEqual([])
  })
})
