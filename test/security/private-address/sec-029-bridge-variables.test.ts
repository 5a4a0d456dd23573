import { afterEach, describe, expect, it } from 'vitest'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'
import { callThroughBridge } from './bridge-run.js'
import { startStranger } from './stranger.js'

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

describe('SEC-29: a variable that redirects the bridge', () => {
  it.each([
    ['another computer', 'http://evil.example:PORT/mcp'],
    ['a name that only begins like this computer', 'http://127.0.0.1.evil.example:PORT/mcp'],
    ['a user name that looks like this computer', 'http://localhost@evil.example:PORT/mcp'],
    ['another protocol', 'https://127.0.0.1:PORT/mcp'],
    ['another path', 'http://127.0.0.1:PORT/elsewhere'],
    ['no port', 'http://127.0.0.1/mcp'],
    ['no address', 'PORT'],
  ])('is refused in words, and nothing is sent: %s', async (_what, address) => {
    const stranger = await startStranger()
    ends.push(() => stranger.close())
    const { folder, endpoint, fakePort } = await startEndpointFixture({ httpPort: null })
    ends.push(() => endpoint.close())
    const { stdout, stderr } = await callThroughBridge(TOKEN, {
      COUNTERSIGN_FOLDER: folder,
      COUNTERSIGN_URL: address.replace('PORT', String(stranger.port)),
    })
    expect(stdout).toBe('')
    expect(stderr).toContain('COUNTERSIGN_URL has to be an http address of this computer')
    expect(stranger.calls()).toBe(0)
    expect(fakePort.drafts).toEqual([])
    expect(stderr).not.toContain(TOKEN)
  })

  it('does nothing when it names a proxy', async () => {
    const proxy = await startStranger()
    ends.push(() => proxy.close())
    const { folder, endpoint, fakePort } = await startEndpointFixture()
    ends.push(() => endpoint.close())
    const address = `http://127.0.0.1:${proxy.port}`
    const { stdout } = await callThroughBridge(TOKEN, {
      COUNTERSIGN_FOLDER: folder,
      COUNTERSIGN_URL: endpoint.url,
      HTTP_PROXY: address,
      http_proxy: address,
      ALL_PROXY: address,
      NODE_USE_ENV_PROXY: '1',
    })
    expect(proxy.calls()).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ id: 1 })
    expect(fakePort.drafts).toHaveLength(1)
  })
})
