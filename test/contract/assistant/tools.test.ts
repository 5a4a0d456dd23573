import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import { startRig, TOKEN, type Rig } from '../../harness/assistant-endpoint.js'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function connect(rig: Rig, mode: 'auto' | 'legacy', token = TOKEN): Promise<Client> {
  const client = new Client({ name: 'test-client', version: '1.2.3' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(rig.endpoint.url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }))
  open.push(() => client.close())
  return client
}

describe.each(['auto', 'legacy'] as const)('the official client, %s era', (mode) => {
  it('lists and calls', async () => {
    const rig = await startRig()
    open.push(() => rig.endpoint.close())
    const client = await connect(rig, mode)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(30)
    const answer = await client.callTool({ name: 'get_account_list', arguments: {} })
    expect(answer.structuredContent).toEqual({ accounts: [{ account_id: 'ACC1', label: 'Individual Margin', account_type: 'MARGIN', product: 'SECURITIES', environment: 'PRACTICE' }] })
  })
})
