import type { Disposer } from '../../../../shared/domain/brand.js'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import type { SessionView } from '../../../../shared/domain/session/session-view.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { LiveValue } from '../../live-values.js'
import type { ClockPort } from '../../ports.js'
import type { Connections } from '../connections/connections-port.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

type Chain = Pick<AuditPort, 'append'>

/** The maximum length of one string in a record. A policy may be longer and is split. */
const PIECE_CHARS = 2_000
const pieces = (text: string): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / PIECE_CHARS) }, (_, index) =>
    text.slice(index * PIECE_CHARS, (index + 1) * PIECE_CHARS),
  )

/**
 * Records every change of a connection in the audit chain, and its policy when paired or changed
 * (CONFIRM-37).
 */
export const recordConnections = (
  audit: Chain,
  connections: Pick<Connections, 'get' | 'onChange'>,
): Disposer =>
  connections.onChange(({ id, kind }) => {
    const connection = connections.get(id)
    if (kind === 'seen' || connection === null) return
    const { name, state, policy, pauseWhy } = connection
    void audit.append(kind === 'policy' ? 'policy' : 'connection', id, `${name}: ${kind}`, {
      what: kind,
      name,
      state,
      why: pauseWhy === null ? null : inEnglish(pauseWhy),
      ...(kind === 'policy' || kind === 'paired' ? { policy: pieces(JSON.stringify(policy)) } : {}),
    })
  })

const WRONG_KEYS_EVERY_MS = 60_000

const SIGNED_IN: ReadonlySet<SessionView['phase']> = new Set<SessionView['phase']>([
  'ready',
  'reconnecting',
])
const SIGNED_OUT: ReadonlySet<SessionView['phase']> = new Set<SessionView['phase']>([
  'signed-out',
  'attention',
])

/**
 * Records the session's halts and sign-ins in the audit chain as they happen, beginning with the
 * current state.
 */
export function recordSession(audit: Chain, session: LiveValue<SessionView>): Disposer {
  let trading: SessionView['trading'] = 'active'
  let signedIn: boolean | null = null
  const recordChanges = (): void => {
    const view = session.get()
    if (view.trading !== trading) {
      trading = view.trading
      const notice = view.notices.findLast(({ code }) => code === 'trading-halted')
      const why = notice === undefined ? null : inEnglish(notice.detail)
      void audit.append(
        'halt',
        'trading',
        trading === 'halted'
          ? `Trading halted${why === null ? '' : `: ${why}`}`
          : 'Trading active again',
        { trading, why },
      )
    }
    const now = SIGNED_IN.has(view.phase) ? true : SIGNED_OUT.has(view.phase) ? false : signedIn
    if (now === signedIn) return
    signedIn = now
    void audit.append('sign-in', 'session', now === true ? 'Signed in' : 'Signed out', {
      phase: view.phase,
      problem: view.problem === null ? null : inEnglish(view.problem),
    })
  }
  const stop = session.subscribe(recordChanges)
  recordChanges()
  return stop
}

/** Says what became of access over HTTP; nothing where it is not wanted. */
function describeHttp({ state, port }: AssistantsView['endpoint']['http']): string {
  switch (state) {
    case 'off':
      return ''
    case 'listening':
      return `, over HTTP too, on port ${port}`
    case 'port-in-use':
      return `, but another program listens on its HTTP port ${port}`
    case 'port-of-copy':
      return `, but another copy of Countersign has its HTTP port ${port}`
    case 'failed':
      return `, but its HTTP port ${port} could not be opened`
  }
}

/** Records changes of the MCP endpoint in the audit chain, and at the start if it is on. */
export function recordEndpoint(
  audit: Chain,
  endpoint: LiveValue<AssistantsView['endpoint']>,
): Disposer {
  let recorded = 'off'
  const recordChanges = (): void => {
    const { on, state, http } = endpoint.get()
    const now = `${state} ${http.state} ${http.port}`
    if (now === recorded || (recorded === 'off' && state === 'off')) return
    recorded = state === 'off' ? 'off' : now
    void audit.append(
      'endpoint',
      'door',
      state === 'listening'
        ? `Assistant access was enabled${describeHttp(http)}`
        : state === 'off'
          ? 'Assistant access was disabled'
          : 'Assistant access could not be enabled',
      { on, state, http: http.state, port: http.port },
    )
  }
  const stop = endpoint.subscribe(recordChanges)
  recordChanges()
  return stop
}

/**
 * Records calls with an unknown key in the audit chain: the first at once, then at most once per
 * period how many there were, so that a flood does not fill the log.
 */
export function recordWrongKeys(
  audit: Chain,
  wrongKeys: LiveValue<AssistantsView['endpoint']['wrongKeys']>,
  clock: Pick<ClockPort, 'monotonic'>,
): Disposer {
  let recorded = wrongKeys.get()?.count ?? 0
  let recordedAt: number | null = null
  const record = (count: number): void => {
    const calls = count - recorded
    recorded = count
    recordedAt = clock.monotonic()
    void audit.append(
      'endpoint',
      'wrong-key',
      calls === 1 ? 'A call with a wrong key' : `${calls} calls with a wrong key`,
      { calls, total: count },
    )
  }
  const stop = wrongKeys.subscribe(() => {
    const count = wrongKeys.get()?.count ?? 0
    const isDue = recordedAt === null || clock.monotonic() - recordedAt >= WRONG_KEYS_EVERY_MS
    if (count > recorded && isDue) record(count)
  })
  return () => {
    stop()
    const count = wrongKeys.get()?.count ?? 0
    if (count > recorded) record(count)
  }
}

const INTERRUPTIONS = {
  locked: 'Countersign was locked',
  unlocked: 'Countersign was unlocked',
  resumed: 'The computer slept and woke up',
} as const

/** Records that Countersign was locked or unlocked, or that the computer slept. */
export const recordInterruption = (audit: Chain, why: keyof typeof INTERRUPTIONS): void =>
  void audit.append('lock', 'program', INTERRUPTIONS[why], { why })
