import { TOOLSETS } from '../../../shared/domain/instructions/toolset.js'
import { describe, expect, it, vi } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { openConnections } from '../../../electron/core/instructions/connections/connections.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { AssistantHost } from '../../../electron/app/assistants/assistant-host.js'
import type { OpenAssistantSession } from '../../../electron/app/assistants/assistant-session.js'
import type { McpEndpoint } from '../../../electron/app/assistants/endpoint-controller.js'
import {
  ShadowSession,
  type ShadowSessionEvents,
} from '../../../electron/app/assistants/shadow-session.js'
import type { SessionContext } from '../../../electron/app/session/session-context.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { ConnectionId } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import type { Message } from '../../../shared/messages/message.js'
import type { Halt } from '../../../shared/domain/orders/halt.js'
import type { InstructionRow } from '../../../shared/domain/instructions/instruction-row.js'
import { createFakeAssistantPort } from '../../fakes/assistant-port.js'
import { fakeDocument } from '../../fakes/document.js'
import { PATIENCE } from '../../harness/system/until.js'
import { Simulation } from '../core/simulation.js'
import { toolIdentity } from '../../harness/assistant/tool-identity.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { writtenOut } from '../../harness/written-out.js'

const log = { event: () => undefined }
const unwrap = <T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false },
): T => {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.value
}
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}
const halt = (withdrawn: number): Halt => ({
  scope: 'assistants',
  why: foreign('test'),
  haltedAt: 0 as Halt['haltedAt'],
  phase: 'clear',
  withdrawn,
  cancelled: 0,
  working: 0,
  unknown: 0,
  left: [],
})

/**
 * Creates an assistant session with real connections in a file that outlives it, over a trading
 * session that only counts calls.
 */
async function createAssistantFixture(environment: Environment, file = fakeDocument()) {
  const simulation = new Simulation(environment.length)
  const connections = await openConnections({
    file,
    clock: simulation.clock,
    random: simulation.random(),
    crypto: nodeCrypto,
    log,
    environment,
  })
  const fake = createFakeAssistantPort()
  const rows: InstructionRow[] = []
  const rowsChanged = createEmitter<readonly InstructionRow[]>()
  const calls: string[] = []
  let currentHalt: Halt | null = null
  const note = (call: string) => () => {
    calls.push(call)
  }
  const service = {
    rows: {
      all: () => rows,
      subscribe: (listener: (changed: readonly InstructionRow[]) => void) =>
        rowsChanged.add(listener),
    },
    confirm: { get: () => ({ card: null }), subscribe: () => () => undefined },
    onAttention: () => () => undefined,
    endings: {
      withdraw: (why: string) => {
        calls.push(`withdraw ${why}`)
        return Promise.resolve(1)
      },
    },
    handleInterruption: (why: string) => {
      calls.push(why)
    },
    get: () => null,
  }
  const session = {
    environment,
    connection: { view: () => ({ trading: 'active', accounts: [] }), wake: note('wake') },
    streams: { session: { subscribe: () => () => undefined } },
  }
  const assistantSession = {
    instructionService: service,
    waiting: { rows: () => [], onChange: () => () => undefined },
    connections,
    audit: {
      onFailure: () => () => undefined,
      onReport: () => () => undefined,
      report: () => null,
      append: () => Promise.resolve(ok({ seq: 0, hash: '' })),
    },
    halt: {
      get: () => currentHalt,
      subscribe: () => () => undefined,
      lift: () => {
        currentHalt = null
        return Promise.resolve(ok(undefined))
      },
    },
    halted: () => false,
    kill: (why: Message, scope: string) => {
      calls.push(`kill ${scope}`)
      currentHalt = { ...halt(1), why }
      return Promise.resolve(currentHalt)
    },
  }
  const port = {
    ...fake.port,
    authenticate: (token: string) => Promise.resolve(connections.authenticate(token)),
  }
  const open = {
    assistantSession,
    session,
    port,
    dispose: () => {
      calls.push('disposed')
      return Promise.resolve()
    },
  } as unknown as OpenAssistantSession
  return {
    open,
    connections,
    fake,
    calls,
    place: { session, profile: { environment } } as unknown as SessionContext,
    row(id: string, connectionId: ConnectionId) {
      const made = { id, connectionId, status: 'PENDING' } as unknown as InstructionRow
      rows.push(made)
      rowsChanged.emit([made])
    },
  }
}

/** Creates the host of a live session and its shadow practice. */
async function createFixture(paired: boolean, locked = false) {
  const file = fakeDocument()
  const before = await createAssistantFixture('practice', file)
  const ordinary = unwrap(await before.connections.pair('Practice only by chance', false))
  const shadow = paired ? unwrap(await before.connections.pair('Apprentice', true)) : null
  const live = await createAssistantFixture('sandbox')
  const trader = unwrap(await live.connections.pair('Trader', false))
  const order: string[] = []
  let callbacks: ShadowSessionEvents | null = null
  let practice = await createAssistantFixture('practice', file)
  const shadowSession = new ShadowSession({
    log,
    isAnyPaired: () =>
      Promise.resolve(before.connections.all().some((connection) => connection.shadow)),
    start(next) {
      order.push('start')
      callbacks = next
      return {
        stop: async () => {
          await settle()
          order.push('stopped')
        },
      }
    },
  })
  const endpoint = {
    subscribe: () => () => undefined,
    get: () => ({
      on: false,
      state: 'off',
      problem: null,
      http: { on: false, state: 'off', port: 1, url: '', problem: null },
    }),
  } as unknown as McpEndpoint
  const host = new AssistantHost({
    open: (place) => {
      order.push(`open ${place.profile.environment}`)
      return Promise.resolve(place === live.place ? live.open : practice.open)
    },
    shadow: shadowSession,
    locked: () => locked,
    endpoint,
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
    callbacks: () => {
      if (callbacks === null) throw new Error('nothing was started')
      return callbacks
    },
    async attach(place = live.place) {
      host.attach(place)
      await settle()
    },
    async startShadow() {
      practice = await createAssistantFixture('practice', file)
      callbacks?.onOpened(practice.open)
      await settle()
    },
  }
}

describe('a practice session in the shadow of a live one', () => {
  it('opens only when an assistant is paired for it, and never in a practice session', async () => {
    const unpaired = await createFixture(false)
    await unpaired.attach()
    expect(unpaired.order).toEqual(['open sandbox'])
    const somebodyPaired = await createFixture(true)
    await somebodyPaired.attach()
    expect(somebodyPaired.order).toEqual(['open sandbox', 'start'])
    const practice = await createFixture(true)
    await practice.attach(practice.practice.place)
    expect(practice.order).toEqual(['open practice'])
  })

  it('serves its own assistants; each key reaches only its own session', async () => {
    const {
      host,
      attach,
      startShadow: up,
      shadow,
      trader,
      ordinary,
      live,
    } = await createFixture(true)
    await attach()
    const router = host.router()
    if (router === null || shadow === null) throw new Error('no router')
    expect(await router.authenticate(shadow.token)).toBeNull()
    await up()
    expect(host.router()).toBe(router)
    expect(await router.authenticate(shadow.token)).toMatchObject({ id: shadow.connection.id })
    expect(await router.authenticate(trader.token)).toMatchObject({ id: trader.connection.id })
    // A connection that was paired in the practice profile itself is unknown here.
    expect(await router.authenticate(ordinary.token)).toBeNull()
    const portOf = ({ connection: { id } }: typeof trader) => router.portOf(id)
    await portOf(shadow).accounts(shadow.connection.id)
    await portOf(shadow).quotes(shadow.connection.id, [])
    await portOf(trader).accounts(trader.connection.id)
    await portOf(ordinary).accounts(ordinary.connection.id)
    expect(live.fake.calls).toEqual(['accounts', 'accounts'])
    expect(host.view.get().connections.map(({ name, shadow: is }) => [name, is])).toEqual([
      ['Trader', false],
      ['Apprentice', true],
    ])
  })

  it('receives the requests of its assistants, and the live session none of them', async () => {
    const fixture = await createFixture(true)
    await fixture.attach()
    await fixture.startShadow()
    const { shadow } = fixture
    const router = fixture.host.router()
    if (router === null || shadow === null) throw new Error('no router')
    const port = router.portOf(shadow.connection.id)
    const { id: trader } = fixture.trader.connection
    await port.instruct(shadow.connection.id, {
      key: 'k',
      reason: '',
      action: { kind: 'place', drafts: [] },
    })
    await port.balance(shadow.connection.id, 'ACC1' as never)
    expect(fixture.practice.fake.calls).toEqual(['instruct', 'balance'])
    expect(fixture.live.fake.calls).toEqual([])
    // The practice session decides about its toolsets.
    fixture.practice.fake.allow(['account'])
    expect([
      port.scope(shadow.connection.id).toolsets,
      router.portOf(trader).scope(trader).toolsets,
    ]).toEqual([['account'], TOOLSETS])
    expect([
      (await port.authorizeTool(shadow.connection.id, toolIdentity('get_policy'))).ok,
      (await port.authorizeTool(shadow.connection.id, toolIdentity('cancel_instruction'))).ok,
      (await router.portOf(trader).authorizeTool(trader, toolIdentity('cancel_instruction'))).ok,
    ]).toEqual([true, false, true])
    const rows: string[] = []
    fixture.host.rows.subscribe((changed) => rows.push(...changed.map(({ id }) => id)))
    fixture.practice.row('p1', shadow.connection.id)
    fixture.practice.row('p2', fixture.ordinary.connection.id)
    fixture.live.row('l1', fixture.trader.connection.id)
    expect(rows).toEqual(['p1', 'l1'])
    expect(fixture.host.rows.all().map(({ id }) => id)).toEqual(['l1', 'p1'])
    expect(fixture.host.view.get().unread).toBe(2)
    expect(fixture.host.assistantSessionFor(shadow.connection.id)).toBe(
      fixture.practice.open.assistantSession,
    )
    expect(fixture.host.assistantSessionFor(fixture.trader.connection.id)).toBe(
      fixture.live.open.assistantSession,
    )
  })

  it('receives kill, lock and sleep like the live one, which alone halts trading', async () => {
    const fixture = await createFixture(true)
    await fixture.attach()
    await fixture.startShadow()
    expect(await fixture.host.kill(foreign('stop'), 'all')).toMatchObject({ withdrawn: 2 })
    fixture.host.disturbed('locked')
    fixture.host.disturbed('resumed')
    expect(await fixture.host.withdraw('the desk was locked')).toBe(2)
    expect(fixture.live.calls).toEqual([
      'kill all',
      'locked',
      'resumed',
      'withdraw the desk was locked',
    ])
    expect(fixture.practice.calls).toEqual([
      'kill assistants',
      'locked',
      'resumed',
      'wake',
      'withdraw the desk was locked',
    ])
  })

  it('is halted or locked on opening when that happened while it was opening', async () => {
    const fixture = await createFixture(true, true)
    await fixture.attach()
    expect(fixture.live.calls).toEqual(['locked'])
    await fixture.host.kill(foreign('stop'), 'assistants')
    await fixture.startShadow()
    expect(fixture.practice.calls).toEqual(['locked', 'kill assistants'])
  })

  it('is halted on opening while a halt of the live session is active', async () => {
    const fixture = await createFixture(false)
    await fixture.attach()
    await fixture.host.kill(foreign('stop'), 'assistants')
    const opened = fixture.host.openShadow()
    await settle()
    await fixture.startShadow()
    expect((await opened).ok).toBe(true)
    expect(fixture.practice.calls).toEqual(['kill assistants'])
    // A release for all sessions lifts it here too, and the next session is not halted.
    await fixture.host.release()
    fixture.callbacks().onRestarting()
    await fixture.startShadow()
    expect(fixture.practice.calls).toEqual([])
  })

  it('closes when its last connection is revoked, whose key then fails', async () => {
    const fixture = await createFixture(true)
    await fixture.attach()
    await fixture.startShadow()
    const { shadow } = fixture
    if (shadow === null) throw new Error('nobody')
    await fixture.practice.connections.revoke(shadow.connection.id)
    await settle()
    expect(fixture.order).toEqual(['open sandbox', 'start', 'stopped'])
    expect(fixture.dropped).toContain(shadow.connection.id)
    expect(await fixture.host.router()?.authenticate(shadow.token)).toBeNull()
    expect(fixture.host.view.get()).toMatchObject({
      shadow: { state: 'closed' },
      connections: [{ name: 'Trader' }],
    })
  })

  it('releases its files before another session opens them, even while still opening', async () => {
    for (const opened of [true, false]) {
      const fixture = await createFixture(true)
      await fixture.attach()
      if (opened) await fixture.startShadow()
      await fixture.host.detach()
      await fixture.attach(fixture.practice.place)
      expect(fixture.order).toEqual(['open sandbox', 'start', 'stopped', 'open practice'])
      expect(fixture.live.calls).toContain('disposed')
      // Later messages of the stopped exchange have no effect.
      await fixture.startShadow()
      expect(fixture.host.openSessions()).toHaveLength(1)
    }
  })

  it('drops its requests while its exchange is gone, and returns as a new session', async () => {
    const fixture = await createFixture(true)
    await fixture.attach()
    await fixture.startShadow()
    const { shadow } = fixture
    const first = fixture.practice.open
    if (shadow === null) throw new Error('nobody')
    const came = vi.fn()
    fixture.host.onShadowChanged(came)
    fixture.callbacks().onRestarting()
    expect(fixture.dropped).toContain(shadow.connection.id)
    expect(await fixture.host.router()?.authenticate(shadow.token)).toBeNull()
    await fixture.startShadow()
    expect(fixture.host.openSessions()[1]).not.toBe(first)
    expect(await fixture.host.router()?.authenticate(shadow.token)).toMatchObject({
      id: shadow.connection.id,
    })
    expect(came).toHaveBeenCalledTimes(2)
  })

  it('reports why it cannot open, and retries when an assistant is paired', async () => {
    const fixture = await createFixture(false)
    expect(await fixture.host.openShadow()).toMatchObject({ ok: false })
    await fixture.attach()
    const first = fixture.host.openShadow()
    await settle()
    fixture.callbacks().onFailed(foreign('its port is taken'))
    expect(writtenOut(await first)).toEqual({ ok: false, error: 'its port is taken' })
    expect(writtenOut(fixture.host.view.get().shadow)).toMatchObject({
      state: 'failed',
      problem: 'its port is taken',
    })
    const second = fixture.host.openShadow()
    // The failed one is stopped first.
    await vi.waitFor(() => expect(fixture.order).toHaveLength(4), PATIENCE)
    await fixture.startShadow()
    expect(unwrap(await second)).toBe(fixture.practice.open)
    expect(fixture.order).toEqual(['open sandbox', 'start', 'stopped', 'start'])
    // No assistant was paired in the end.
    fixture.host.closeUnusedShadow()
    await vi.waitFor(() => expect(fixture.order.slice(4)).toEqual(['stopped']), PATIENCE)
  })
})
