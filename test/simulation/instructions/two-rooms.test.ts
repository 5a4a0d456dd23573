import { describe, expect, it, vi } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { openConnections } from '../../../electron/core/instructions/connections.js'
import { listeners } from '../../../electron/core/live.js'
import { createAssistantHost } from '../../../electron/shell/assistant-host.js'
import type { OpenRoom } from '../../../electron/shell/open-room.js'
import type { AssistantDoor } from '../../../electron/shell/assistant-door.js'
import { createBeside, type BesideTold } from '../../../electron/shell/beside.js'
import type { SessionPlace } from '../../../electron/shell/profile-opener.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { ConnectionId } from '../../../shared/domain/instruction.js'
import { ok } from '../../../shared/domain/result.js'
import type { Halt } from '../../../shared/ipc/halt.js'
import type { InstructionRow } from '../../../shared/ipc/instructions.js'
import { createFakeDesk } from '../../fakes/assistant-port.js'
import { fakeDocument } from '../../fakes/document.js'
import { PATIENCE } from '../../harness/until.js'
import { World } from '../core/world.js'

const log = { event: () => undefined }
const good = <T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.value
}
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}
const halt = (withdrawn: number): Halt => ({
  scope: 'assistants',
  why: 'test',
  at: 0 as Halt['at'],
  phase: 'clear',
  withdrawn,
  cancelled: 0,
  working: 0,
  unknown: 0,
  left: [],
})

/**
 * A room whose connections are real, over a file that outlives it, and whose desk only counts what
 * is asked of it.
 */
async function makeRoom(environment: Environment, file = fakeDocument()) {
  const world = new World(environment.length)
  const connections = await openConnections({
    file,
    clock: world.clock,
    random: world.random(),
    crypto: nodeCrypto,
    log,
    environment,
  })
  const fake = createFakeDesk()
  const rows: InstructionRow[] = []
  const rowsChanged = listeners<readonly InstructionRow[]>()
  const calls: string[] = []
  let stands: Halt | null = null
  const note = (what: string) => () => {
    calls.push(what)
  }
  const desk = {
    rows: {
      all: () => rows,
      subscribe: (listener: (changed: readonly InstructionRow[]) => void) =>
        rowsChanged.add(listener),
    },
    confirm: { get: () => ({ card: null }), subscribe: () => () => undefined },
    onAttention: () => () => undefined,
    withdraw: (why: string) => {
      calls.push(`withdraw ${why}`)
      return Promise.resolve(1)
    },
    disturbed: (why: string) => {
      calls.push(why)
    },
    get: () => null,
  }
  const session = {
    environment,
    sessionView: () => ({ trading: 'active', accounts: [] }),
    streams: { session: { subscribe: () => () => undefined } },
    wake: note('wake'),
  }
  const room = {
    desk,
    connections,
    audit: {
      onFailure: () => () => undefined,
      onReport: () => () => undefined,
      report: () => null,
      append: () => Promise.resolve(ok({ seq: 0, hash: '' })),
    },
    halt: {
      get: () => stands,
      subscribe: () => () => undefined,
      lift: () => {
        stands = null
        return Promise.resolve(ok(undefined))
      },
    },
    halted: () => false,
    kill: (why: string, scope: string) => {
      calls.push(`kill ${scope}`)
      stands = { ...halt(1), why }
      return Promise.resolve(stands)
    },
  }
  const assistants = {
    ...fake.port,
    authenticate: (token: string) => Promise.resolve(connections.authenticate(token)),
  }
  const open = {
    room,
    session,
    assistants,
    dispose: () => {
      calls.push('disposed')
      return Promise.resolve()
    },
  } as unknown as OpenRoom
  return {
    open,
    connections,
    fake,
    calls,
    place: { session, profile: { environment } } as unknown as SessionPlace,
    row(id: string, connectionId: ConnectionId) {
      const made = { id, connectionId, status: 'PENDING' } as unknown as InstructionRow
      rows.push(made)
      rowsChanged.emit([made])
    },
  }
}

/** The program around a live room and the practice room beside it. */
async function program(paired: boolean, locked = false) {
  const file = fakeDocument()
  const before = await makeRoom('practice', file)
  const ordinary = good(await before.connections.pair('Practice only by chance', false))
  const shadow = paired ? good(await before.connections.pair('Apprentice', true)) : null
  const live = await makeRoom('sandbox')
  const trader = good(await live.connections.pair('Trader', false))
  const order: string[] = []
  let told: BesideTold | null = null
  let practice = await makeRoom('practice', file)
  const beside = createBeside({
    log,
    anyone: () => Promise.resolve(before.connections.all().some((each) => each.shadow)),
    start(next) {
      order.push('start')
      told = next
      return {
        stop: async () => {
          await settle()
          order.push('stopped')
        },
      }
    },
  })
  const door = {
    subscribe: () => () => undefined,
    get: () => ({ on: false, state: 'off', port: 1, url: '', problem: null }),
  } as unknown as AssistantDoor
  const host = createAssistantHost({
    open: (place) => {
      order.push(`open ${place.profile.environment}`)
      return Promise.resolve(place === live.place ? live.open : practice.open)
    },
    beside,
    locked: () => locked,
    door,
    log,
  })
  const dropped: ConnectionId[] = []
  host.onDropped(({ id }) => dropped.push(id))
  return {
    host,
    live,
    order,
    dropped,
    ordinary,
    shadow,
    trader,
    get practice() {
      return practice
    },
    told: () => {
      if (told === null) throw new Error('nothing was started')
      return told
    },
    async attach(place = live.place) {
      host.attach(place)
      await settle()
    },
    async up() {
      practice = await makeRoom('practice', file)
      told?.onRoom(practice.open)
      await settle()
    },
  }
}

describe('a practice room beside a live one', () => {
  it('is opened only where somebody is paired for it, and never beside practice', async () => {
    const nobody = await program(false)
    await nobody.attach()
    expect(nobody.order).toEqual(['open sandbox'])
    const somebody = await program(true)
    await somebody.attach()
    expect(somebody.order).toEqual(['open sandbox', 'start'])
    const practice = await program(true)
    await practice.attach(practice.practice.place)
    expect(practice.order).toEqual(['open practice'])
  })

  it('is reached by those who practise beside, and each key reaches its own room alone', async () => {
    const { host, attach, up, shadow, trader, ordinary, live } = await program(true)
    await attach()
    const port = host.port()
    if (port === null || shadow === null) throw new Error('no port')
    expect(await port.authenticate(shadow.token)).toBeNull()
    await up()
    expect(host.port()).toBe(port)
    expect(await port.authenticate(shadow.token)).toMatchObject({ id: shadow.connection.id })
    expect(await port.authenticate(trader.token)).toMatchObject({ id: trader.connection.id })
    // Someone paired in the practice profile for practice alone is nobody here.
    expect(await port.authenticate(ordinary.token)).toBeNull()
    await port.accounts(shadow.connection.id)
    await port.quotes(shadow.connection.id, [])
    await port.accounts(trader.connection.id)
    await port.accounts(ordinary.connection.id)
    expect(live.fake.calls).toEqual(['accounts', 'accounts'])
    expect(host.view.get().connections.map(({ name, shadow: is }) => [name, is])).toEqual([
      ['Trader', false],
      ['Apprentice', true],
    ])
  })

  it('sends what an apprentice asks to the practice room, and nothing of it to the live one', async () => {
    const world = await program(true)
    await world.attach()
    await world.up()
    const { shadow } = world
    const port = world.host.port()
    if (port === null || shadow === null) throw new Error('no port')
    await port.instruct(shadow.connection.id, {
      key: 'k',
      reason: '',
      action: { kind: 'place', drafts: [] },
    })
    await port.balance(shadow.connection.id, 'ACC1' as never)
    expect(world.practice.fake.calls).toEqual(['instruct', 'balance'])
    expect(world.live.fake.calls).toEqual([])
    // Its toolsets are those that it has there.
    world.practice.fake.allow(['account'])
    expect([
      port.scope(shadow.connection.id).toolsets,
      port.scope(world.trader.connection.id).toolsets.length,
    ]).toEqual([['account'], 4])
    expect([
      (await port.admit(shadow.connection.id, 'get_policy')).ok,
      (await port.admit(shadow.connection.id, 'cancel_instruction')).ok,
      (await port.admit(world.trader.connection.id, 'cancel_instruction')).ok,
    ]).toEqual([true, false, true])
    const rows: string[] = []
    world.host.rows.subscribe((changed) => rows.push(...changed.map(({ id }) => id)))
    world.practice.row('p1', shadow.connection.id)
    world.practice.row('p2', world.ordinary.connection.id)
    world.live.row('l1', world.trader.connection.id)
    expect(rows).toEqual(['p1', 'l1'])
    expect(world.host.rows.all().map(({ id }) => id)).toEqual(['l1', 'p1'])
    expect(world.host.view.get().unread).toBe(2)
    expect(world.host.roomWith(shadow.connection.id)).toBe(world.practice.open.room)
    expect(world.host.roomWith(world.trader.connection.id)).toBe(world.live.open.room)
  })

  it("hears kill, lock and sleep like the live one; all trading is the live one's alone", async () => {
    const world = await program(true)
    await world.attach()
    await world.up()
    expect(await world.host.kill('stop', 'all')).toMatchObject({ withdrawn: 2 })
    world.host.disturbed('locked')
    world.host.disturbed('resumed')
    expect(await world.host.withdraw('the desk was locked')).toBe(2)
    expect(world.live.calls).toEqual([
      'kill all',
      'locked',
      'resumed',
      'withdraw the desk was locked',
    ])
    expect(world.practice.calls).toEqual([
      'kill assistants',
      'locked',
      'resumed',
      'wake',
      'withdraw the desk was locked',
    ])
  })

  it('is halted when it opens if it was opening while the kill came, and locked if the desk is', async () => {
    const world = await program(true, true)
    await world.attach()
    expect(world.live.calls).toEqual(['locked'])
    await world.host.kill('stop', 'assistants')
    await world.up()
    expect(world.practice.calls).toEqual(['locked', 'kill assistants'])
  })

  it('is halted when it opens while a halt of the live one stands: it was not there when the kill came, or another run was', async () => {
    const world = await program(false)
    await world.attach()
    await world.host.kill('stop', 'assistants')
    const opened = world.host.openBeside()
    await settle()
    await world.up()
    expect((await opened).ok).toBe(true)
    expect(world.practice.calls).toEqual(['kill assistants'])
    // Lifted for all, it is lifted here too, and nothing halts the next one.
    await world.host.release()
    world.told().onGone()
    await world.up()
    expect(world.practice.calls).toEqual([])
  })

  it('closes when the last one is revoked, and its key opens nothing from then on', async () => {
    const world = await program(true)
    await world.attach()
    await world.up()
    const { shadow } = world
    if (shadow === null) throw new Error('nobody')
    await world.practice.connections.revoke(shadow.connection.id)
    await settle()
    expect(world.order).toEqual(['open sandbox', 'start', 'stopped'])
    expect(world.dropped).toContain(shadow.connection.id)
    expect(await world.host.port()?.authenticate(shadow.token)).toBeNull()
    expect(world.host.view.get()).toMatchObject({
      beside: { state: 'closed' },
      connections: [{ name: 'Trader' }],
    })
  })

  it('frees its files before another session opens them, also while it is still opening', async () => {
    for (const opened of [true, false]) {
      const world = await program(true)
      await world.attach()
      if (opened) await world.up()
      await world.host.detach()
      await world.attach(world.practice.place)
      expect(world.order).toEqual(['open sandbox', 'start', 'stopped', 'open practice'])
      expect(world.live.calls).toContain('disposed')
      // What the exchange that was stopped still tells is about nobody.
      await world.up()
      expect(world.host.rooms()).toHaveLength(1)
    }
  })

  it('drops its requests while its exchange is gone, and comes back as another room', async () => {
    const world = await program(true)
    await world.attach()
    await world.up()
    const { shadow } = world
    const first = world.practice.open
    if (shadow === null) throw new Error('nobody')
    const came = vi.fn()
    world.host.onBeside(came)
    world.told().onGone()
    expect(world.dropped).toContain(shadow.connection.id)
    expect(await world.host.port()?.authenticate(shadow.token)).toBeNull()
    await world.up()
    expect(world.host.rooms()[1]).not.toBe(first)
    expect(await world.host.port()?.authenticate(shadow.token)).toMatchObject({
      id: shadow.connection.id,
    })
    expect(came).toHaveBeenCalledTimes(2)
  })

  it('says why it cannot be opened, and is tried again when somebody is paired', async () => {
    const world = await program(false)
    expect(await world.host.openBeside()).toMatchObject({ ok: false })
    await world.attach()
    const first = world.host.openBeside()
    await settle()
    world.told().onFailed('its port is taken')
    expect(await first).toEqual({ ok: false, error: 'its port is taken' })
    expect(world.host.view.get().beside).toMatchObject({
      state: 'failed',
      problem: 'its port is taken',
    })
    const second = world.host.openBeside()
    // What failed is stopped first.
    await vi.waitFor(() => expect(world.order).toHaveLength(4), PATIENCE)
    await world.up()
    expect(good(await second)).toBe(world.practice.open)
    expect(world.order).toEqual(['open sandbox', 'start', 'stopped', 'start'])
    // Nobody was paired after all.
    world.host.leaveBeside()
    await vi.waitFor(() => expect(world.order.slice(4)).toEqual(['stopped']), PATIENCE)
  })
})
