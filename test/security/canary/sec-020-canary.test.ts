import { mkdtemp, readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createLogFile, type LogFile } from '../../../electron/adapters/log-file.js'
import type { VaultPort } from '../../../electron/core/ports.js'
import type { TradingSession } from '../../../electron/core/session/trading-session.js'
import { openStoredDocuments } from '../../../electron/app/settings/stored-documents.js'
import { practiceSession } from '../../../electron/app/practice/practice-session.js'
import type { PracticeHost } from '../../../electron/app/practice/practice-host.js'
import { FileVault, type SafeStorage } from '../../../electron/app/session/vault.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { symbol, type ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { err, ok } from '../../../shared/domain/result.js'
import type { FaultName } from '../../../electron/practice/faults/fault-table.js'
import { openPractice, type PracticeSession } from '../../contract/provider/practice-session.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/**
 * A whole session over the real exchange with failures of every kind; then every byte that it left
 * is searched for its secrets.
 */

const mix = (data: Buffer): Buffer => Buffer.from(data.map((byte) => byte ^ 0x5a))
const storage: SafeStorage = {
  isEncryptionAvailable: () => true,
  encryptString: (text) => mix(Buffer.from(text)),
  decryptString: (data) => mix(data).toString(),
}

let exchange: PracticeSession
let root: string
let log: LogFile
let session: TradingSession
/** Every secret that the session received, by its kind. */
const secrets = new Map<string, string>()
const published: string[] = []

/** Records the tokens that are stored. */
function listeningVault(vault: VaultPort): VaultPort {
  return {
    backend: vault.backend,
    keyStore: vault.keyStore,
    read: (name) => vault.read(name),
    remove: (name) => vault.remove(name),
    async write(name, secret) {
      for (const [index, token] of (secret.match(/[\w-]{20,}/g) ?? []).entries()) {
        secrets.set(`${name} ${secrets.size}.${index}`, token)
      }
      return vault.write(name, secret)
    },
  }
}

/** The control channel, in process; it records authorization codes and PKCE challenges. */
const host: Pick<PracticeHost, 'command'> = {
  async command(request) {
    if (request.command === 'approve') {
      secrets.set(`state ${secrets.size}`, request.query['state'] ?? '')
    }
    try {
      const value = await exchange.practice.command(request)
      if (request.command === 'approve') {
        secrets.set(
          `code ${secrets.size}`,
          new URL((value as { redirect: string }).redirect).searchParams.get('code') ?? '',
        )
      }
      return ok(value)
    } catch (error) {
      return err(String(error))
    }
  },
}

const fault = (kind: FaultName, operation: string) =>
  exchange.practice.command({ command: 'fault', fault: { kind, operation } })
const until = async (description: string, isDone: () => boolean): Promise<void> => {
  const end = Date.now() + 20_000
  while (!isDone()) {
    if (Date.now() > end) throw new Error(`never: ${description}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
let tickets = 0
/** Submits a resting order, each a cent above the last, so that none is refused as a duplicate. */
async function submit(more: Partial<OrderDraft> = {}): Promise<void> {
  tickets += 1
  const accountId = session.connection.view().selectedAccount
  if (accountId === null) throw new Error('no account')
  const draft: OrderDraft = {
    accountId,
    assetClass: 'stock',
    symbol: symbol('AAPL'),
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
    limitPrice: asPrice(dec(`10.${10 + tickets}`)),
    stopPrice: null,
    trail: null,
    expireDate: null,
    ...more,
  }
  published.push(JSON.stringify(await session.orders.submit(`canary-${tickets}-0000`, draft)))
}

async function drive(): Promise<void> {
  const release = session.streams
    .quotes([symbol('AAPL')])
    .subscribe((frame) => published.push(JSON.stringify(frame)))
  await session.connection.start()
  await until('ready', () => session.connection.view().phase === 'ready')
  await until('live', () =>
    session.streams.health.get().channels.every((channel) => channel.state === 'live'),
  )
  await submit()
  await submit({ symbol: symbol('NOSUCH') })
  await submit({
    side: 'sell',
    size: { kind: 'quantity', quantity: asQuantity(dec('100000')) },
    limitPrice: asPrice(dec('999.00')),
  })
  for (const kind of [
    'drop-after-effect',
    'error-after-effect',
    'malformed-body',
    'truncated-body',
    'error-before-effect',
  ] as const) {
    await fault(kind, 'trading.orders.place')
    await submit()
    await exchange.practice.command({ command: 'clear-faults' })
  }
  await fault('malformed-body', 'trading.accounts.balance')
  for (const channel of ['events', 'market'] as const) {
    await exchange.practice.command({ command: 'end-streams', channel, how: 'kill' })
  }
  await exchange.practice.command({ command: 'revoke-tokens' })
  await submit()
  const known = session.streams.orders.all()[0]
  if (known !== undefined) {
    published.push(
      JSON.stringify(await session.orders.cancel(known.accountId, known.clientOrderId)),
    )
  }
  const account = session.connection.view().selectedAccount
  if (account !== null) {
    published.push(
      JSON.stringify(await session.orders.cancel(account, 'nobody-knows-this-id' as ClientOrderId)),
    )
  }
  await fault('error-before-effect', 'connect.token')
  published.push(JSON.stringify(await session.connection.signIn()))
  await exchange.practice.command({ command: 'clear-faults' })
  published.push(JSON.stringify(await session.connection.signIn()))
  published.push(
    JSON.stringify([
      session.connection.view(),
      session.streams.health.get(),
      session.streams.orders.all(),
      session.streams.positions.get(),
    ]),
  )
  release()
}

beforeAll(async () => {
  exchange = await openPractice({ pingMs: 200 })
  root = await mkdtemp(path.join(tmpdir(), 'countersign-canary-'))
  log = createLogFile({ path: path.join(root, 'logs', 'countersign.log'), clock: systemClock })
  const { ready } = exchange
  const vault = listeningVault(
    new FileVault({
      directory: path.join(root, 'vault'),
      backend: 'test',
      storage,
      clock: systemClock,
      log,
    }),
  )
  const files = await openStoredDocuments(root, log)
  session = (await practiceSession({ ready, host, vault, root, files, log, isLocked: () => false }))
    .session
  for (const [name, secret] of Object.entries({
    'app secret': ready.appSecret,
    'client secret': ready.clientSecret,
    password: ready.user.password,
  })) {
    secrets.set(name, secret)
  }
  await drive()
  await session.connection.dispose()
  // The register writes by itself; a file that is replaced while it is read would be missing.
  await files.register.flush()
  await log.flush()
})
afterAll(async () => {
  await exchange.close()
  await removeFolder(root)
})

const filesUnder = async (folder: string): Promise<Map<string, Buffer>> => {
  const contents = new Map<string, Buffer>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      contents.set(
        path.relative(folder, path.join(entry.parentPath, entry.name)),
        await readFile(path.join(entry.parentPath, entry.name)),
      )
    }
  }
  return contents
}
/** Returns a secret in plain text and in encodings that might be mistaken for protection. */
const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  JSON.stringify(secret).slice(1, -1),
]
const leaks = (text: string): string[] =>
  [...secrets]
    .filter(([, secret]) => spellings(secret).some((form) => text.includes(form)))
    .map(([name]) => name)

describe('SEC-20: no secret of a session is left', () => {
  it('has secrets, tokens of both sign-in methods, codes and states to search for', () => {
    const names = [...secrets.keys()].join()
    for (const kind of ['app secret', 'client secret', 'password', 'app-token', 'code', 'state']) {
      expect(names).toContain(kind)
    }
    expect([...secrets.values()].every((secret) => secret.length >= 8)).toBe(true)
    expect(new Set(secrets.values()).size).toBeGreaterThanOrEqual(10)
    expect(leaks(`x${[...secrets.values()].at(-1)}y`)).not.toEqual([])
  })

  it('no secret is left in any file of the profile: log, journal, vault', async () => {
    const files = await filesUnder(root)
    const names = [...files.keys()].join()
    for (const part of ['countersign.log', 'orders', '.vault']) expect(names).toContain(part)
    for (const [name, bytes] of files) expect(leaks(bytes.toString('latin1')), name).toEqual([])
  })

  it('although the log reports the failures', async () => {
    const text = await readFile(path.join(root, 'logs', 'countersign.log'), 'utf8')
    for (const event of ['provider.call-failed', 'order.placed', 'session.sign-in-failed']) {
      expect(text).toContain(event)
    }
  })

  it('no secret is left in anything published to windows', () => {
    expect(published.length).toBeGreaterThan(10)
    expect(leaks(published.join('\n'))).toEqual([])
  })

  it('no secret is left in any file of the exchange except its keys; it stores hashes of tokens', async () => {
    const files = [...(await filesUnder(exchange.dataDir))].filter(([name]) => name !== 'keys.json')
    expect(files.map(([name]) => name).join()).toContain('exchange-')
    expect(
      files.filter(([, bytes]) => leaks(bytes.toString('latin1')).length > 0).map(([name]) => name),
    ).toEqual([])
  })
})
