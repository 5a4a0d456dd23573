import { describe, expect, test } from 'vitest'
import {
  recordConnections,
  recordInterruption,
  recordEndpoint,
  recordWrongKeys,
  recordSession,
} from '../../../../../electron/core/instructions/assistant/audit-recorders.js'
import type { AuditBody } from '../../../../../electron/core/audit/audit-port.js'
import type { Connections } from '../../../../../electron/core/instructions/connections/connections-port.js'
import { DEFAULT_POLICIES } from '../../../../../electron/core/instructions/connections/connection-file.js'
import { createEmitter } from '../../../../../shared/domain/emitter.js'
import { type ConnectionId, symbol } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { ok } from '../../../../../shared/domain/result.js'
import type { AssistantsView } from '../../../../../shared/domain/instructions/assistants-view.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import type { SessionView } from '../../../../../shared/domain/session/session-view.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

function createChain() {
  const entries: string[] = []
  const bodies: AuditBody[] = []
  return {
    entries,
    bodies,
    append: (kind: string, subject: string, line: string, body: AuditBody) => {
      entries.push(`${kind} ${subject}: ${line}`)
      bodies.push(body)
      return Promise.resolve(ok({ seq: entries.length, hash: '' }))
    },
  }
}
function createLive<T>(first: T) {
  const changed = createEmitter<void>()
  let value = first
  return {
    get: () => value,
    subscribe: (listener: () => void) => changed.add(listener),
    set(next: T) {
      value = next
      changed.emit()
    },
  }
}

describe('audit recorders', () => {
  test('record each halt and resumption of trading once', () => {
    const audit = createChain()
    const view = (
      trading: SessionView['trading'],
      phase: SessionView['phase'] = 'connecting' as SessionView['phase'],
    ): SessionView =>
      ({
        trading,
        phase,
        problem: null,
        wrongKeys: null,
        notices:
          trading === 'halted'
            ? [{ code: 'trading-halted', detail: foreign('The order journal cannot be written') }]
            : [],
      }) as unknown as SessionView
    const session = createLive(view('halted'))
    const stop = recordSession(audit, session)
    session.set(view('halted'))
    session.set(view('active'))
    session.set(view('halted'))
    stop()
    session.set(view('active'))
    expect(audit.entries).toEqual([
      'halt trading: Trading halted: The order journal cannot be written',
      'halt trading: Trading active again',
      'halt trading: Trading halted: The order journal cannot be written',
    ])
  })

  test('record signing in and out, but no broken connection', () => {
    const audit = createChain()
    const view = (phase: SessionView['phase']): SessionView =>
      ({ trading: 'active', phase, problem: null, notices: [] }) as unknown as SessionView
    const session = createLive(view('signed-out'))
    recordSession(audit, session)
    for (const phase of [
      'starting',
      'ready',
      'reconnecting',
      'ready',
      'signed-out',
      'starting',
      'signing-in',
      'ready',
    ] as const) {
      session.set(view(phase))
    }
    expect(audit.entries).toEqual([
      'sign-in session: Signed out',
      'sign-in session: Signed in',
      'sign-in session: Signed out',
      'sign-in session: Signed in',
    ])
  })

  test('record the MCP endpoint, its port of HTTP, and a stranger who listens there', () => {
    const audit = createChain()
    const endpoint = createLive<AssistantsView['endpoint']>({
      on: false,
      state: 'off',
      problem: null,
      http: { on: false, state: 'off', port: 47_615, url: '', problem: null },
      wrongKeys: null,
    })
    const setHttp = (state: 'off' | 'listening' | 'port-in-use'): void =>
      endpoint.set({ ...endpoint.get(), http: { ...endpoint.get().http, state } })
    recordEndpoint(audit, endpoint)
    endpoint.set({ ...endpoint.get(), on: true, state: 'failed' })
    endpoint.set({ ...endpoint.get(), state: 'listening' })
    setHttp('port-in-use')
    setHttp('listening')
    setHttp('off')
    endpoint.set({ ...endpoint.get(), problem: null })
    endpoint.set({ ...endpoint.get(), on: false, state: 'off' })
    expect(audit.entries).toEqual([
      'endpoint door: Assistant access could not be enabled',
      'endpoint door: Assistant access was enabled',
      'endpoint door: Assistant access was enabled, but another program listens on its HTTP port 47615',
      'endpoint door: Assistant access was enabled, over HTTP too, on port 47615',
      'endpoint door: Assistant access was enabled',
      'endpoint door: Assistant access was disabled',
    ])
    expect(audit.bodies[2]).toEqual({
      on: true,
      state: 'listening',
      http: 'port-in-use',
      port: 47_615,
    })
    recordInterruption(audit, 'locked')
    expect(audit.entries.at(-1)).toBe('lock program: Countersign was locked')
  })

  test('record wrong keys at once, then at most once a minute with their number', () => {
    const audit = createChain()
    const keys = createLive<AssistantsView['endpoint']['wrongKeys']>(null)
    let now = 0
    const stop = recordWrongKeys(audit, keys, { monotonic: () => now })
    const lastAt = epochMs(0)
    keys.set({ count: 1, lastAt })
    keys.set({ count: 200, lastAt })
    now = 59_999
    keys.set({ count: 399, lastAt })
    now = 60_000
    keys.set({ count: 400, lastAt })
    keys.set({ count: 402, lastAt })
    stop()
    expect(audit.entries).toEqual([
      'endpoint wrong-key: A call with a wrong key',
      'endpoint wrong-key: 399 calls with a wrong key',
      'endpoint wrong-key: 2 calls with a wrong key',
    ])
    expect(audit.bodies.at(-1)).toEqual({ calls: 2, total: 402 })
  })

  test('record changes of connections with the whole policy, but no reads', () => {
    const audit = createChain()
    const changed = createEmitter<Parameters<Parameters<Connections['onChange']>[0]>[0]>()
    const symbols = Array.from({ length: 500 }, (_, index) => symbol(`SYM${index}`))
    const view = {
      name: 'Helper',
      state: 'active',
      pauseWhy: null,
      policy: { ...DEFAULT_POLICIES.practice, symbols },
    } as unknown as ConnectionView
    const id = '00000000000000a1' as ConnectionId
    recordConnections(audit, { get: () => view, onChange: (listener) => changed.add(listener) })
    for (const change of [
      'paired',
      'seen',
      'policy',
      'paused',
      'resumed',
      'renamed',
      'revoked',
    ] as const) {
      changed.emit({ id, kind: change })
    }
    expect(audit.entries.map((line) => line.split(' ')[0])).toEqual([
      'connection',
      'policy',
      'connection',
      'connection',
      'connection',
      'connection',
    ])
    const policyPieces = audit.bodies[1]?.['policy'] as readonly string[]
    expect(JSON.parse(policyPieces.join(''))).toEqual(JSON.parse(JSON.stringify(view.policy)))
    expect(policyPieces.every((piece) => piece.length <= 2_000)).toBe(true)
  })
})
