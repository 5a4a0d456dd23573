import type { ChildProcess } from 'node:child_process'
import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { mkdtemp, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { BUNDLES } from '../../../../build/bundles.mjs'
import { viteConfigs } from '../../../../build/vite.mjs'
import type { CollectedMemory } from '../../../../electron/practice/server/commands.js'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'
import { forkPractice, type PracticeChild } from '../../../harness/exchange/practice-child.js'
import { HttpClient } from '../client/http-client.js'
import { limitBuy, placeAndWait } from '../client/orders.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const BUNDLE = BUNDLES.find(({ name }) => name === 'practice')
let built: string
const children: ChildProcess[] = []
const folders: string[] = []

beforeAll(async () => {
  if (BUNDLE === undefined) throw new Error('there is no practice bundle')
  built = await mkdtemp(join(tmpdir(), 'practice-bundle-'))
  for (const config of viteConfigs(BUNDLE, built, 'product')) await build(config)
})
afterAll(async () => {
  await removeFolder(built)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) await removeFolder(folder)
})

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'practice-'))
  folders.push(made)
  return made
}

/** Starts the exchange as its own process and waits for its first line of output. */
const start = (args: readonly string[]): Promise<PracticeChild> =>
  forkPractice(join(built, 'practice.cjs'), args, (child) => children.push(child))

async function started(
  args: readonly string[],
): Promise<PracticeChild & { readonly ready: PracticeReady }> {
  const child = await start(args)
  if (child.first.type !== 'ready') throw new Error(JSON.stringify(child.first))
  return { ...child, ready: child.first }
}

describe('the process of the exchange', () => {
  it('prints its addresses, obeys commands, and exits with code 0', async () => {
    const child = await started(['--data-dir', await folder(), '--seed', 'process'])
    expect(child.ready.seed).toBe('process')
    const state = await child.command({ command: 'state' })
    expect(state).toMatchObject({ accepted: {}, streams: { events: 0, market: 0 } })
    child.process.send({ nonsense: true })
    await child.command({ command: 'shutdown' })
    expect(await child.exit).toBe(0)
  })

  it('says what its memory holds after a collection', async () => {
    const child = await started(['--data-dir', await folder(), '--seed', 'memory'])
    const { heap, external } = (await child.command({ command: 'memory' })) as CollectedMemory
    const next = (await child.command({ command: 'memory' })) as CollectedMemory
    expect(heap).toBeGreaterThan(1_000_000)
    expect(next.heap / heap).toBeLessThan(1.1)
    expect(external).toBeGreaterThan(0)
    await child.command({ command: 'shutdown' })
  })

  it.each([0, 3, 5])(
    'reports that port %i of the six is in use, and exits with code 1',
    async (offset) => {
      const blocker = createServer()
      await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
      const { port } = blocker.address() as AddressInfo
      const child = await start([
        '--data-dir',
        await folder(),
        '--port-base',
        String(port - offset),
      ])
      expect(child.first).toMatchObject({ type: 'failed', code: 'port-in-use' })
      expect(await child.exit).toBe(1)
      await new Promise((resolve) => blocker.close(resolve))
    },
  )

  it('refuses a folder in use by another exchange, in one line, without disturbing it', async () => {
    const dataDir = await folder()
    const first = await started(['--data-dir', dataDir])
    const second = await start(['--data-dir', dataDir])
    expect(second.first).toMatchObject({
      type: 'failed',
      code: 'data-dir',
      message: `Another practice exchange (process ${first.process.pid}) already uses ${dataDir}. End it, or choose another --data-dir.`,
    })
    expect(await second.exit).toBe(1)
    expect(await first.command({ command: 'state' })).toMatchObject({ accepted: {} })
    await first.command({ command: 'shutdown' })
    expect(await first.exit).toBe(0)
    await started(['--data-dir', dataDir])
  })

  it('reports errors in its arguments', async () => {
    const child = await start(['--rate-limits', 'none'])
    expect(child.first).toMatchObject({ type: 'failed', code: 'arguments' })
    expect(await child.exit).toBe(1)
  })

  it('keeps an acknowledged order over kill -9, and never turns its clock back', async () => {
    const dataDir = await folder()
    const child = await started(['--data-dir', dataDir, '--rate-limits', 'off'])
    const client = new HttpClient(child.ready)
    await client.signIn()
    const account =
      ((await client.get('/trading/accounts/list')).json as { account_id: string }[])[0]
        ?.account_id ?? ''
    const order = limitBuy('AAPL', '1.00')
    await placeAndWait(client, account, limitBuy('MSFT', '1.00'))
    expect(
      (await client.post('/trading/orders/place', { account_id: account, new_orders: [order] }))
        .status,
    ).toBe(200)
    child.process.kill('SIGKILL')
    await child.exit
    const { token } = client
    client.close()

    const restarted = await started(['--data-dir', dataDir, '--rate-limits', 'off'])
    expect(restarted.ready.notes).toEqual([])
    expect([
      restarted.ready.appKey,
      restarted.ready.exchangeTime >= child.ready.exchangeTime,
    ]).toEqual([child.ready.appKey, true])
    const second = new HttpClient(restarted.ready)
    second.token = token
    const found = await second.get('/trading/orders/get', {
      account_id: account,
      client_order_id: order.client_order_id,
    })
    expect(
      (found.json as { orders: { client_order_id: string }[] }).orders[0]?.client_order_id,
    ).toBe(order.client_order_id)
    expect(
      (await second.post('/trading/orders/place', { account_id: account, new_orders: [order] }))
        .json,
    ).toMatchObject({ error_code: 'OPENAPI_TRADE_PLACE_ORDER_REPEAT' })
    second.close()
  })

  it('quarantines a damaged file and reports it', async () => {
    const dataDir = await folder()
    const first = await started(['--data-dir', dataDir])
    await first.command({ command: 'shutdown' })
    await first.exit
    const name = (await readdir(dataDir)).find((file) => file.startsWith('exchange-')) ?? ''
    const text = await readFile(join(dataDir, name), 'utf8')
    await writeFile(join(dataDir, name), text.slice(0, text.length / 2))
    const second = await started(['--data-dir', dataDir])
    expect(second.ready.notes.map(inEnglish).join(' ')).toContain('set aside')
    expect((await readdir(dataDir)).some((file) => file.includes('.corrupt-'))).toBe(true)
  })

  it('writes files for its owner only, and no private key of the authority', async () => {
    const dataDir = await folder()
    const { ready } = await started(['--data-dir', dataDir])
    const publicKey = (key: KeyObject): string =>
      key.export({ type: 'spki', format: 'pem' }).toString()
    const authority = publicKey(new X509Certificate(ready.ca).publicKey)
    let keys = 0
    for (const file of await readdir(dataDir)) {
      expect((await stat(join(dataDir, file))).mode & 0o077).toBe(0)
      const text = (await readFile(join(dataDir, file), 'utf8')).replaceAll('\\n', '\n')
      for (const [pem] of text.matchAll(
        /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----/g,
      )) {
        keys += 1
        expect(publicKey(createPublicKey(pem))).not.toBe(authority)
      }
      // The file contains no other private key.
      expect(text.match(/PRIVATE KEY-----/g)?.length ?? 0).toBe(file === 'certificate.json' ? 2 : 0)
    }
    expect(keys).toBe(1)
  })
})
