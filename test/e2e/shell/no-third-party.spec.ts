import type { lookup } from 'node:dns'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { contactsOf } from '../../harness/windows/net-log.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { expectEnvironment, sandboxProfile, startStandIn } from '../profiles/profiles-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

/**
 * SEC-04: what the program reaches by itself. Chromium's net log contains every request, name and
 * socket of all its processes; main's own connections, which Node makes, are recorded in main.
 */

const IDLE_MS = 5_000
/** How long the long run is idle in all, half of it in practice and half in the sandbox. */
const LONG_IDLE_MS = Number(process.env['COUNTERSIGN_IDLE_MINUTES'] ?? 60) * 60_000
const MINUTE_MS = 60_000
const THIS_COMPUTER = ['127.0.0.1', 'localhost', '::1']

/** Records the peers of Node's sockets and the names that Node resolves, from now on. */
const recordNode = (desk: MainWindowPage): Promise<void> =>
  desk.app.evaluate(() => {
    const peers = new Set<string>()
    Object.assign(globalThis, { countersignPeers: peers })
    const { mainModule } = process as unknown as { readonly mainModule: NodeModule }
    const net = mainModule.require('net') as { readonly Socket: typeof Socket }
    const { connect } = net.Socket.prototype
    net.Socket.prototype.connect = function (this: unknown, ...args: unknown[]) {
      const first = (Array.isArray(args[0]) ? args[0][0] : args[0]) as {
        readonly host?: string
        readonly path?: string
      }
      if (first?.path === undefined) peers.add(first?.host ?? 'localhost')
      return Reflect.apply(connect, this, args)
    } as typeof connect
    const dns = mainModule.require('dns') as { readonly lookup: typeof lookup }
    const resolve = dns.lookup
    Object.assign(dns, {
      lookup(name: string, ...rest: unknown[]) {
        peers.add(name)
        return Reflect.apply(resolve, dns, [name, ...rest])
      },
    })
  })

const nodePeers = (desk: MainWindowPage): Promise<readonly string[]> =>
  desk.app.evaluate(() => [
    ...(globalThis as unknown as { countersignPeers: Set<string> }).countersignPeers,
  ])

/** Starts practice, opens a sandbox profile, waits, and checks what the program reached. */
async function checkContacts(idleMs: number): Promise<void> {
  const userData = freshUserData()
  const standIn = await startStandIn()
  const log = join(userData, 'net-log.json')
  const desk = await openMainWindow({
    suite: 'no-third-party',
    keyStore: 'none',
    userData,
    args: [`--log-net-log=${log}`, '--net-log-capture-mode=Everything'],
  })
  try {
    await recordNode(desk)
    await desk.ready()
    await desk.page.waitForTimeout(idleMs)
    await sandboxProfile(desk, standIn, 'Quiet')
    await desk.page.getByRole('button', { name: 'Open this profile' }).click()
    await expectEnvironment(desk, 'Sandbox')
    await desk.page.waitForTimeout(idleMs)
    const peers = await nodePeers(desk)
    expect(peers).toContain('127.0.0.1')
    expect(peers.filter((peer) => !THIS_COMPUTER.includes(peer))).toEqual([])
    await desk.close()
    expect(contactsOf(log)).toEqual({ requests: [], names: [], sockets: [] })
  } finally {
    await desk.close()
    await standIn.close()
    await removeFolder(userData)
  }
}

test('SEC-04: practice and sandbox reach only the hosts of the open profile', async () => {
  await checkContacts(IDLE_MS)
})

test('SEC-04: an idle hour reaches only the hosts of the open profile @long', async () => {
  test.setTimeout(LONG_IDLE_MS + 5 * MINUTE_MS)
  await checkContacts(LONG_IDLE_MS / 2)
})
