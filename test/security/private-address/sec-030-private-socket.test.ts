import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addressText,
  MAX_SOCKET_BYTES,
  type LocalAddress,
} from '../../../electron/assistant/local/address.js'
import { preparePrivateSocket } from '../../../electron/assistant/local/private-socket.js'
import {
  NotConnected,
  socketEndpoint,
} from '../../../electron/assistant/local/proven-connection.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'
import { callThroughBridge } from './bridge-run.js'
import { startStranger } from './stranger.js'

const ends: (() => Promise<void> | void)[] = []
let base = ''
let folder = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'private-'))
  folder = join(base, 'bridge')
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0).reverse()) await end()
  rmSync(base, { recursive: true, force: true })
})

const fail = (cause: unknown): void => {
  throw cause
}
const mode = (file: string): number => lstatSync(file).mode & 0o777
const addressOf = (): LocalAddress =>
  JSON.parse(readFileSync(join(folder, 'address.json'), 'utf8')) as LocalAddress
const connect = () => socketEndpoint(folder, { setTimer: systemTimers.after }).connect()
const problem = (): Promise<unknown> =>
  connect().then(
    (socket) => {
      socket.destroy()
      return null
    },
    (cause: unknown) => (cause instanceof NotConnected ? cause.problem : cause),
  )

async function startServing(): Promise<() => Promise<void>> {
  const fixture = await startEndpointFixture({ httpPort: null, folder })
  ends.push(() => fixture.endpoint.close())
  return () => fixture.endpoint.close()
}

/** A socket whose process was killed, so that nothing removed it. */
async function leaveStaleSocket(socket: string): Promise<void> {
  const code = `require('net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`
  const killed = spawn(process.execPath, ['-e', code])
  await new Promise((resolve) => {
    killed.on('close', resolve)
  })
  expect(lstatSync(socket).isSocket()).toBe(true)
}

describe('SEC-30: the private socket', () => {
  it('is in a folder that nobody else may open, and no file of it is open to others', async () => {
    mkdirSync(folder, { mode: 0o755 })
    await startServing()
    expect(mode(folder)).toBe(0o700)
    expect(mode(join(folder, 'address.json'))).toBe(0o600)
    expect(mode(addressOf().socket)).toBe(0o600)
    expect(dirname(addressOf().socket)).toBe(folder)
    expect(await problem()).toBeNull()
  })

  it('leaves nothing when it closes', async () => {
    const close = await startServing()
    await close()
    expect(readdirSync(folder)).toEqual([])
    expect(await problem()).toBe('closed')
  })

  it('replaces the socket that a crashed run left, at another name', async () => {
    mkdirSync(folder, { mode: 0o700 })
    const stale = join(folder, 'crashed.sock')
    await leaveStaleSocket(stale)
    writeFileSync(
      join(folder, 'address.json'),
      addressText({ socket: stale, secret: 's'.repeat(43) }),
      {
        mode: 0o600,
      },
    )
    chmodSync(stale, 0o600)
    expect(await problem()).toBe('closed')
    await startServing()
    expect(existsSync(stale)).toBe(false)
    expect(addressOf().socket).not.toBe(stale)
    expect(await problem()).toBeNull()
  })

  it('is not taken from another running instance, which goes on serving', async () => {
    await startServing()
    const { socket } = addressOf()
    expect(await preparePrivateSocket(folder, { onFailure: fail })).toEqual({
      ok: false,
      error: 'in-use',
    })
    expect(addressOf().socket).toBe(socket)
    expect(await problem()).toBeNull()
  })

  it('is not opened, with the cause, where the disk fails', async () => {
    writeFileSync(folder, 'a file in place of the folder')
    const causes: unknown[] = []
    const prepared = await preparePrivateSocket(folder, {
      onFailure: (cause) => causes.push(cause),
    })
    expect(prepared).toEqual({ ok: false, error: 'failed' })
    expect(causes).toMatchObject([{ code: 'EEXIST' }])
  })

  it('is not published where its file cannot be written', async () => {
    const causes: unknown[] = []
    const prepared = await preparePrivateSocket(folder, {
      onFailure: (cause) => causes.push(cause),
    })
    if (!prepared.ok) throw new Error(prepared.error)
    // It never listened, so there is no socket to close to others.
    expect(await prepared.value.publish()).toBe(false)
    expect(causes).toMatchObject([{ code: 'ENOENT' }])
    expect(existsSync(join(folder, 'address.json'))).toBe(false)
  })

  it('is in a private folder of its own where its path would be too long', async () => {
    folder = join(base, 'd'.repeat(100), 'bridge')
    mkdirSync(dirname(folder))
    const close = await startServing()
    const { socket } = addressOf()
    expect(Buffer.byteLength(join(folder, '00000000.sock'))).toBeGreaterThan(MAX_SOCKET_BYTES)
    expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(MAX_SOCKET_BYTES)
    expect([mode(dirname(socket)), mode(socket)]).toEqual([0o700, 0o600])
    expect(await problem()).toBeNull()
    await close()
    expect(existsSync(dirname(socket))).toBe(false)
  })
})

describe('SEC-30: the bridge before it sends a key', () => {
  const tamper: readonly (readonly [string, () => Promise<void> | void])[] = [
    ['a folder that others may open', () => chmodSync(folder, 0o755)],
    ['a file that others may read', () => chmodSync(join(folder, 'address.json'), 0o644)],
    ['a socket that others may use', () => chmodSync(addressOf().socket, 0o666)],
    [
      'a folder behind a link',
      () => {
        renameSync(folder, `${folder}-real`)
        symlinkSync(`${folder}-real`, folder)
      },
    ],
    [
      'a file behind a link',
      () => {
        const file = join(folder, 'address.json')
        renameSync(file, join(base, 'other.json'))
        symlinkSync(join(base, 'other.json'), file)
      },
    ],
    ['a file that is damaged', () => writeFileSync(join(folder, 'address.json'), '{')],
    [
      'a plain file in place of the socket',
      () => {
        const { socket } = addressOf()
        rmSync(socket)
        writeFileSync(socket, '', { mode: 0o600 })
      },
    ],
  ]
  it.each(tamper)('refuses %s', async (_what, change) => {
    await startServing()
    await change()
    expect(await problem()).toBe('unsafe')
  })

  it('refuses what belongs to another user', async () => {
    await startServing()
    const user = process.getuid?.() ?? 0
    vi.spyOn(process, 'getuid').mockReturnValue(user + 1)
    expect(await problem()).toBe('unsafe')
  })

  it('sends nothing of the key to a stranger on the socket of a run that ended', async () => {
    const close = await startServing()
    const address = addressOf()
    await close()
    const stranger = await startStranger('', address.socket)
    ends.push(() => stranger.close())
    chmodSync(address.socket, 0o600)
    writeFileSync(join(folder, 'address.json'), addressText(address), { mode: 0o600 })
    const { stdout, stderr } = await callThroughBridge(TOKEN, { COUNTERSIGN_FOLDER: folder })
    expect(stranger.calls()).toBeGreaterThan(0)
    expect(stranger.received()).not.toContain(TOKEN)
    expect(stranger.received()).not.toContain('place_stock_instruction')
    expect(stdout).toContain('did not prove that it is Countersign')
    expect(stdout + stderr).not.toContain(TOKEN)
  })

  it('says so to the assistant and to the person', async () => {
    await startServing()
    chmodSync(folder, 0o755)
    const { stdout, stderr } = await callThroughBridge(TOKEN, { COUNTERSIGN_FOLDER: folder })
    expect(stdout).toContain('the key was not sent')
    expect(stderr).toContain('the key was not sent')
  })
})

describe('SEC-30: a proof', () => {
  it('is given for the host of the endpoint and a well-formed nonce only, and to no page', async () => {
    const fixture = await startEndpointFixture()
    ends.push(() => fixture.endpoint.close())
    const url = fixture.endpoint.url.replace('/mcp', '/proof')
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(url, { headers })).status
    const nonce = 'n'.repeat(43)
    expect(await status({ 'countersign-nonce': nonce })).toBe(200)
    expect(await status({ 'countersign-nonce': 'short' })).not.toBe(200)
    expect(await status({})).not.toBe(200)
    expect(await status({ 'countersign-nonce': nonce, origin: 'http://evil.example' })).toBe(403)
  })
})
