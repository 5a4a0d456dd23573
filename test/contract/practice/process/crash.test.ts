import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BUNDLES } from '../../../../build/bundles.mjs'
import { viteConfigs } from '../../../../build/vite.mjs'
import { type PracticeReady, zPracticeState } from '../../../../shared/practice/practice-control.js'
import { forkPractice, type PracticeChild } from '../../../harness/exchange/practice-child.js'
import { HttpClient } from '../client/http-client.js'
import { until } from '../../../harness/system/until.js'
import { limitBuy } from '../client/orders.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const BUNDLE = BUNDLES.find(({ name }) => name === 'practice')
let built: string
let dataDir: string
const children: ChildProcess[] = []

beforeAll(async () => {
  if (BUNDLE === undefined) throw new Error('there is no practice bundle')
  built = await mkdtemp(join(tmpdir(), 'practice-bundle-'))
  for (const config of viteConfigs(BUNDLE, built, 'product')) await build(config)
  dataDir = await mkdtemp(join(tmpdir(), 'practice-'))
})
afterAll(async () => {
  await removeFolder(built)
  await removeFolder(dataDir)
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function started(): Promise<PracticeChild & { readonly ready: PracticeReady }> {
  const child = await forkPractice(
    join(built, 'practice.cjs'),
    ['--data-dir', dataDir, '--rate-limits', 'off', '--seed', 'crash', '--speed', '20'],
    (forked) => children.push(forked),
  )
  if (child.first.type !== 'ready') throw new Error(JSON.stringify(child.first))
  return { ...child, ready: child.first }
}

/**
 * What the exchange confirmed before it was killed: client order ids of placements with their order
 * ids, of cancels, and names of watchlists.
 */
interface Confirmed {
  readonly placed: Map<string, unknown>
  readonly cancelled: Set<string>
  readonly lists: Set<string>
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends orders and watchlists concurrently until the connection breaks. */
async function load(
  client: HttpClient,
  account: string,
  confirmed: Confirmed,
  alive: () => boolean,
): Promise<void> {
  const trade = async (): Promise<void> => {
    while (alive()) {
      const order =
        Math.random() < 0.5
          ? limitBuy('AAPL', '10.00')
          : {
              ...limitBuy('F', '1.00'),
              order_type: 'MARKET',
              limit_price: undefined,
              time_in_force: 'DAY',
            }
      const reply = await client
        .post('/trading/orders/place', { account_id: account, new_orders: [order] })
        .catch(() => null)
      if (reply === null) return
      if (reply.status === 200) confirmed.placed.set(order.client_order_id, reply.json)
      if (order.order_type === 'MARKET' || Math.random() < 0.5) continue
      await pause(30)
      const ended = await client
        .post('/trading/orders/cancel', {
          account_id: account,
          client_order_id: order.client_order_id,
        })
        .catch(() => null)
      if (ended?.status === 200) confirmed.cancelled.add(order.client_order_id)
    }
  }
  const file = async (): Promise<void> => {
    while (alive()) {
      const name = randomUUID().slice(0, 12)
      const reply = await client.post('/market-data/watchlists/create', { name }).catch(() => null)
      if (reply === null) return
      if (reply.status === 200) confirmed.lists.add(name)
      await pause(200)
    }
  }
  await Promise.all([...Array.from({ length: 12 }, trade), file()])
}

describe('an exchange killed under load', () => {
  it('has everything it confirmed, once, under the same ids, and its clock continues', async () => {
    const confirmed: Confirmed = { placed: new Map(), cancelled: new Set(), lists: new Set() }
    let latest = 0
    for (const [life, placed] of [
      [700, 15],
      [1_300, 40],
      [400, 60],
    ] as const) {
      const child = await started()
      expect(child.ready.notes).toEqual([])
      expect(child.ready.exchangeTime).toBeGreaterThanOrEqual(latest)
      const client = new HttpClient(child.ready)
      await client.signIn()
      const account =
        (
          (await client.get('/trading/accounts/list')).json as readonly {
            readonly account_id: string
          }[]
        )[0]?.account_id ?? ''
      let alive = true
      const busy = load(client, account, confirmed, () => alive)
      await pause(life)
      // Kill it while it works, however slow the machine is.
      await until('it has been busy', () => confirmed.placed.size > placed)
      latest = zPracticeState.parse(await child.command({ command: 'state' })).exchangeTime
      await pause(50)
      child.process.kill('SIGKILL')
      alive = false
      await Promise.all([busy, child.exit])
      client.close()
    }
    expect(confirmed.placed.size).toBeGreaterThan(50)
    expect((await readdir(dataDir)).some((name) => name.includes('.log.'))).toBe(true)

    const last = await started()
    expect(last.ready.notes).toEqual([])
    expect(last.ready.exchangeTime).toBeGreaterThanOrEqual(latest)
    const state = zPracticeState.parse(await last.command({ command: 'state' }))
    const orders = new Map(state.orders.map((order) => [String(order['client_order_id']), order]))
    expect(new Set(state.orders.map((order) => order['order_id'])).size).toBe(state.orders.length)
    for (const [id, answer] of confirmed.placed) {
      expect(orders.get(id)).toMatchObject(answer as Record<string, unknown>)
      expect(state.accepted[id]).toBe(1)
    }
    expect(Object.values(state.accepted).every((count) => count === 1)).toBe(true)
    for (const id of confirmed.cancelled) {
      expect(orders.get(id)).toMatchObject({ status: 'CANCELLED' })
    }

    const client = new HttpClient(last.ready)
    await client.signIn()
    const lists = (await client.get('/market-data/watchlists/list')).json as readonly {
      readonly name: string
    }[]
    const names = lists.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...confirmed.lists]))
    expect(new Set(names).size).toBe(names.length)
    client.close()
    await last.command({ command: 'shutdown' })
    await last.exit
    const files = await readdir(dataDir)
    expect(files.filter((name) => name.includes('corrupt') || name.endsWith('.tmp'))).toEqual([])
    // The logs since the previous snapshot, and the empty one after the last.
    expect(files.filter((name) => /\.log\.\d+$/.test(name)).length).toBeLessThanOrEqual(2)
  })
})
