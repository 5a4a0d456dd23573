import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  startEndpointFixture,
  TOKEN,
  type EndpointFixture,
} from '../../harness/assistant/endpoint-fixture.js'
import { callThroughBridge } from './bridge-run.js'
import { startStranger, type Stranger } from './stranger.js'

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const REQUESTED = { id: 1, result: { structuredContent: { status: 'PENDING' } } }

const proofAnswer = (proof: string): string => {
  const body = JSON.stringify({ proof })
  return [
    'HTTP/1.1 200 OK',
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

async function strangerWith(answer: string): Promise<Stranger> {
  const stranger = await startStranger(answer)
  ends.push(() => stranger.close())
  return stranger
}

/** Countersign on its private socket only, so that its port is free for a stranger. */
async function startOnSocket(): Promise<EndpointFixture> {
  const fixture = await startEndpointFixture({ httpPort: null })
  ends.push(() => fixture.endpoint.close())
  return fixture
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'private-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('SEC-30: a stranger on the port of assistants', () => {
  it.each([
    ['answers nothing', ''],
    ['answers as if it were Countersign', proofAnswer('p'.repeat(43))],
    ['answers that there is nothing', 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'],
  ])('receives no key and no request when it %s', async (_what, answer) => {
    const stranger = await strangerWith(answer)
    const { folder } = await startOnSocket()
    const { stdout, stderr } = await callThroughBridge(TOKEN, {
      COUNTERSIGN_URL: `http://127.0.0.1:${stranger.port}/mcp`,
      COUNTERSIGN_FOLDER: folder,
    })
    expect(stranger.calls()).toBeGreaterThan(0)
    expect(stranger.received()).not.toContain(TOKEN)
    expect(stranger.received()).not.toContain('place_stock_instruction')
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { isError: true } })
    expect(stdout).toContain('did not prove that it is Countersign')
    expect(stdout).toContain('Nothing was requested')
    expect(stderr).toContain(`127.0.0.1:${stranger.port}`)
    expect(stdout + stderr).not.toContain(TOKEN)
  })

  it('receives nothing at all while Countersign has not run', async () => {
    const stranger = await strangerWith('')
    const { stdout } = await callThroughBridge(TOKEN, {
      COUNTERSIGN_URL: `http://127.0.0.1:${stranger.port}/mcp`,
      COUNTERSIGN_FOLDER: emptyFolder(),
    })
    expect(stranger.calls()).toBe(0)
    expect(stdout).toContain('Countersign is not running')
  })

  it('cannot pass on the proof of the port on which Countersign really listens', async () => {
    const fixture = await startEndpointFixture()
    ends.push(() => fixture.endpoint.close())
    const stranger = await startStranger(async (call) => {
      const nonce = /countersign-nonce: (\S+)/.exec(call)?.[1] ?? ''
      const real = await fetch(fixture.endpoint.url.replace('/mcp', '/proof'), {
        headers: { 'countersign-nonce': nonce },
      })
      return proofAnswer(((await real.json()) as { proof: string }).proof)
    })
    ends.push(() => stranger.close())
    const { stdout } = await callThroughBridge(TOKEN, {
      COUNTERSIGN_URL: `http://127.0.0.1:${stranger.port}/mcp`,
      COUNTERSIGN_FOLDER: fixture.folder,
    })
    expect(stranger.calls()).toBeGreaterThan(0)
    expect(stranger.received()).not.toContain(TOKEN)
    expect(stdout).toContain('did not prove that it is Countersign')
  })

  it('does not matter to a client that starts the bridge, which uses no port', async () => {
    const stranger = await strangerWith('')
    const { folder, fakePort } = await startOnSocket()
    const { stdout } = await callThroughBridge(TOKEN, { COUNTERSIGN_FOLDER: folder })
    expect(stranger.calls()).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject(REQUESTED)
    expect(fakePort.drafts).toHaveLength(1)
  })
})

describe('SEC-30: a client of an earlier version', () => {
  it('calls over HTTP as before, once the port has proved itself', async () => {
    const fixture = await startEndpointFixture()
    ends.push(() => fixture.endpoint.close())
    const { stdout } = await callThroughBridge(TOKEN, {
      COUNTERSIGN_URL: fixture.endpoint.url.replace('127.0.0.1', 'localhost'),
      COUNTERSIGN_FOLDER: fixture.folder,
    })
    expect(JSON.parse(stdout)).toMatchObject(REQUESTED)
    expect(fixture.fakePort.drafts).toHaveLength(1)
  })

  it('names no folder, so that the usual one is used', async () => {
    const home = emptyFolder()
    const folder = join(home, 'Countersign', 'bridge')
    const fixture = await startEndpointFixture({ folder })
    ends.push(() => fixture.endpoint.close())
    const { stdout } = await callThroughBridge(TOKEN, {
      COUNTERSIGN_URL: fixture.endpoint.url,
      XDG_CONFIG_HOME: home,
    })
    expect(JSON.parse(stdout)).toMatchObject(REQUESTED)
    expect(fixture.fakePort.drafts).toHaveLength(1)
  })
})
