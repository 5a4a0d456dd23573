import type { Environment } from '../../../../shared/domain/environment.js'
import type { ConnectionId, Symbol } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type {
  ConnectionView,
  AssistantIdentity,
} from '../../../../shared/domain/instructions/connection.js'
import { add, type Money } from '../../../../shared/domain/decimal.js'
import { fitsTotal, type Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { randomHex } from '../../hex.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { CryptoPort } from '../../net-ports.js'
import type { ClockPort, DocumentPort, FileError, LogPort, RandomPort } from '../../ports.js'
import {
  LOST_CONNECTIONS,
  MAX_CONNECTIONS,
  NO_CONNECTIONS,
  parseConnections,
  type ConnectionFile,
  type StoredConnection,
} from './connection-file.js'
import { addRateViolation } from './automatic-pauses.js'
import {
  droppedFor,
  patch,
  withAdded,
  withUsed,
  type NewConnection,
  type Update,
} from './connection-changes.js'
import { ConnectionStore } from './connection-store.js'
import { ConnectionKeys } from './connection-keys.js'
import { connectionState, connectionView, isPaused, policyOf } from './connection-view.js'
import { HostedConnections } from './hosted-connections.js'
import { LastSeenPace } from './last-seen-pace.js'
import { NAME_CHARS, nameProblem } from './connection-name.js'
import type { Connections } from './connections-port.js'
import { describedFileError } from '../../file-error.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { raisesPolicy } from '../policy/policy-comparison.js'

const ID_BYTES = 8
const CLIENT_CHARS = 120
const WHY_CHARS = 200
/** How far "last seen" may lag in windows, and on disk: polling must not cause constant writes. */
const SEEN_NOTIFY_MS = 1_000
const SEEN_WRITE_MS = MINUTE_MS

export interface ConnectionsDeps {
  readonly file: DocumentPort
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly crypto: Pick<CryptoPort, 'digestHex' | 'equal'>
  readonly log: LogPort
  /** The environment whose policies are shown and changed. */
  readonly environment: Environment
  /** Called when the file has a newer version, which is not changed. */
  readonly onNewer?: () => void
  /** True while the person has not looked at an earlier loss of the list. */
  readonly isLost?: () => boolean
}

const failure = (reason: Message): { readonly ok: false; readonly error: FileError } =>
  err(describedFileError('failed', reason))

type ConnectionChange = Parameters<Parameters<Connections['onChange']>[0]>[0]

/**
 * Opens the list of paired assistants. A damaged file is set aside; then no connection exists and
 * old keys are refused.
 */
export async function openConnections(deps: ConnectionsDeps): Promise<Connections> {
  const text = await deps.file.read()
  const parsed = text.ok && text.value !== null ? parseConnections(text.value) : NO_CONNECTIONS
  if (parsed === 'newer') deps.onNewer?.()
  if (!text.ok || parsed === 'newer') return new ConnectionList(deps, NO_CONNECTIONS, false)
  if (parsed === 'damaged') deps.log.event('error', 'connections.damaged')
  const isWritable = parsed !== 'damaged' || (await deps.file.setAside()).ok
  const list = new ConnectionList(
    deps,
    parsed === 'damaged' ? LOST_CONNECTIONS : parsed,
    isWritable,
  )
  // The person acknowledges the loss, and the program starts again: the file has to remember it.
  await list.storeAccess()
  return list
}

/** Pairs, changes, pauses and revokes connections, and knows them by their keys. */
class ConnectionList implements Connections {
  readonly #deps: ConnectionsDeps
  readonly hosted: HostedConnections
  readonly #store: ConnectionStore
  readonly #keys: ConnectionKeys
  readonly #changed = createEmitter<ConnectionChange>()
  readonly #notifyPace = new LastSeenPace(SEEN_NOTIFY_MS)
  readonly #writePace = new LastSeenPace(SEEN_WRITE_MS)

  constructor(deps: ConnectionsDeps, stored: ConnectionFile, writable: boolean) {
    this.#deps = deps
    this.#store = new ConnectionStore(deps.file, stored, writable, deps.isLost?.() === true)
    this.#keys = new ConnectionKeys(deps.random, deps.crypto)
    this.hosted = new HostedConnections({
      store: this.#store,
      clock: deps.clock,
      unissuedHash: () => this.#keys.unissuedHash(),
      view: (connection) => this.#view(connection),
      add: (details) => this.#add(details),
      onSeen: (id) => this.#changed.emit({ id, kind: 'seen' }),
    })
  }

  all(): readonly ConnectionView[] {
    return this.#store.connections.map((connection) => this.#view(connection))
  }

  get(id: ConnectionId): ConnectionView | null {
    const connection = this.#store.find(id)
    return connection === undefined ? null : this.#view(connection)
  }

  async pair(
    name: string,
    shadow: boolean,
  ): Promise<Result<{ readonly connection: ConnectionView; readonly token: string }, FileError>> {
    const problem = nameProblem(name, this.#store.present())
    if (problem !== null) return failure(problem)
    const token = this.#keys.newToken()
    const added = await this.#add({
      name: plainLine(name, NAME_CHARS),
      keyHash: this.#keys.hash(token),
      shadow,
    })
    return added.ok ? ok({ connection: added.value, token }) : added
  }

  async renewKey(
    id: ConnectionId,
  ): Promise<Result<{ readonly connection: ConnectionView; readonly token: string }, FileError>> {
    // A client of the hosted server has no key here.
    if (this.#store.find(id)?.hosted !== undefined) return failure(message('assistants.notPaired'))
    const token = this.#keys.newToken()
    const written = await this.#change(id, 'renewed', (entry) => ({
      ...entry,
      keyHash: this.#keys.hash(token),
    }))
    if (!written.ok) return written
    const connection = this.get(id)
    return connection === null
      ? failure(message('assistants.notPaired'))
      : ok({ connection, token })
  }

  rename(id: ConnectionId, name: string): Promise<Result<void, FileError>> {
    const problem = nameProblem(name, this.#store.present(), id)
    return problem === null
      ? this.#change(id, 'renamed', (entry) => ({ ...entry, name: plainLine(name, NAME_CHARS) }))
      : Promise.resolve(failure(problem))
  }

  setPolicy(id: ConnectionId, policy: Policy): Promise<Result<void, FileError>> {
    const { environment } = this.#deps
    // Auto-approve rules never exist in production (CONFIRM-33).
    return environment === 'production' && policy.allow.length > 0
      ? Promise.resolve(failure(message('assistants.noRulesInProduction')))
      : this.#change(id, 'policy', (entry) => ({
          ...entry,
          policies: {
            ...entry.policies,
            [environment]: withUsed(policy, entry.policies[environment]?.allow ?? []),
          },
        }))
  }

  /**
   * Counts an order against the total of an auto-approve rule, on disk. False when it does not fit
   * any more or cannot be written; the rule then approves nothing (CONFIRM-53).
   */
  async spendRule(id: ConnectionId, symbol: Symbol, value: Money): Promise<boolean> {
    const { environment } = this.#deps
    let fits = false
    const spend: Update = (entry) => {
      const policy = entry.policies[environment]
      const rule = policy?.allow.find((candidate) => candidate.symbol === symbol)
      fits = rule !== undefined && fitsTotal(rule, value) && this.#now() < rule.until
      if (policy === undefined || rule === undefined || !fits) return entry
      const spent = { ...rule, used: add(rule.used, value) }
      const allow = policy.allow.map((other) => (other === rule ? spent : other))
      return { ...entry, policies: { ...entry.policies, [environment]: { ...policy, allow } } }
    }
    const written = await this.#store.persist(patch(id, spend))
    if (written.ok && fits) this.#changed.emit({ id, kind: 'spent' })
    return written.ok && fits
  }

  raisesLimits(id: ConnectionId, policy: Policy): boolean {
    const connection = this.#store.find(id)
    return (
      connection === undefined || raisesPolicy(policyOf(connection, this.#deps.environment), policy)
    )
  }

  async pause(
    id: ConnectionId,
    minutes: number | null,
    why: Message,
  ): Promise<Result<void, FileError>> {
    const until = minutes === null ? null : epochMs(this.#now() + minutes * MINUTE_MS)
    // A pause never shortens a longer one.
    const withPause: Update = (entry) => {
      const longer =
        isPaused(entry, this.#now()) &&
        entry.pause !== null &&
        (entry.pause.until === null || (until !== null && entry.pause.until > until))
      return longer
        ? entry
        : { ...entry, pause: { until, why: plainLine(inEnglish(why), WHY_CHARS) } }
    }
    const written = await this.#change(id, 'paused', withPause)
    // A failed write must not prevent the pause.
    if (!written.ok && this.#store.find(id)?.revokedAt === null) {
      this.#applyUnstored(id, 'paused', withPause)
    }
    return written
  }

  resume(id: ConnectionId): Promise<Result<void, FileError>> {
    return this.#change(id, 'resumed', (entry) => ({ ...entry, pause: null }))
  }

  async recordRateViolation(id: ConnectionId): Promise<boolean> {
    const connection = this.#store.find(id)
    if (connection === undefined) return false
    const { recent: times, pause } = addRateViolation(connection.tooMuch ?? [], this.#now())
    // Takes effect in memory in any case. The result waits for the write, so that ending the
    // program does not reset the count.
    this.#store.touch(id, (entry) => ({ ...entry, tooMuch: [...times] }), false)
    await this.#store.write()
    return pause
  }

  async revoke(id: ConnectionId): Promise<Result<void, FileError>> {
    const withRevocation: Update = (entry) => ({
      ...entry,
      revokedAt: entry.revokedAt ?? this.#now(),
    })
    const written = await this.#change(id, 'revoked', withRevocation)
    // The key is refused from now on even if the write fails.
    if (!written.ok && this.#store.find(id) !== undefined) {
      this.#applyUnstored(id, 'revoked', withRevocation)
    }
    return written
  }

  storeAccess(): Promise<Result<void, FileError>> {
    return this.#store.storeAccess()
  }

  authenticate(token: string): AssistantIdentity | null {
    const match = this.#keys.find(this.#store.connections, token)
    return match === null
      ? null
      : { id: match.id, name: match.name, state: connectionState(match, this.#now()) }
  }

  markSeen(id: ConnectionId, client: string | null): void {
    const connection = this.#store.find(id)
    if (connection === undefined || connection.revokedAt !== null) return
    const seenAt = this.#now()
    const named = client === null ? connection.client : plainLine(client, CLIENT_CHARS)
    const isNew = connection.lastSeenAt === null || named !== connection.client
    const news = this.#notifyPace.isDue(id, seenAt, isNew)
    this.#store.touch(
      id,
      (entry) => ({
        ...entry,
        firstSeenAt: entry.firstSeenAt ?? seenAt,
        lastSeenAt: seenAt,
        client: named,
      }),
      this.#writePace.isDue(id, seenAt, isNew),
    )
    if (news) this.#changed.emit({ id, kind: 'seen' })
  }

  onChange(listener: (change: ConnectionChange) => void): Disposer {
    return this.#changed.add(listener)
  }

  #now(): EpochMs {
    return this.#deps.clock.now()
  }

  #view(connection: StoredConnection): ConnectionView {
    return connectionView(connection, this.#deps.environment, this.#now())
  }

  async #change(
    id: ConnectionId,
    kind: ConnectionChange['kind'],
    update: Update,
  ): Promise<Result<void, FileError>> {
    const connection = this.#store.find(id)
    if (connection === undefined) {
      return err(describedFileError('missing', message('assistants.notPaired')))
    }
    if (connection.revokedAt !== null && kind !== 'revoked') {
      return failure(message('assistants.alreadyRevoked'))
    }
    const written = await this.#store.persist(patch(id, update))
    if (written.ok) this.#changed.emit({ id, kind })
    return written
  }

  /** Refuses an access at once that could not be stored, and says that it is not on disk. */
  #applyUnstored(id: ConnectionId, kind: ConnectionChange['kind'], update: Update): void {
    this.#store.applyUnstored(id, update)
    this.#changed.emit({ id, kind, isUnstored: true })
  }

  async #add(details: NewConnection): Promise<Result<ConnectionView, FileError>> {
    if (
      this.#store.connections.length >= MAX_CONNECTIONS &&
      !this.#store.connections.some(({ revokedAt }) => revokedAt !== null)
    ) {
      return failure(message('assistants.tooManyPaired'))
    }
    const connection: StoredConnection = {
      id: randomHex(this.#deps.random, ID_BYTES) as ConnectionId,
      createdAt: this.#now(),
      firstSeenAt: null,
      lastSeenAt: null,
      client: null,
      revokedAt: null,
      pause: null,
      policies: {},
      ...details,
    }
    if (droppedFor(this.#store.connections)?.hosted !== undefined) this.#store.loseRevocation()
    const written = await this.#store.persist(withAdded(connection))
    if (!written.ok) return written
    this.#deps.log.event('info', 'connection.paired')
    this.#changed.emit({ id: connection.id, kind: 'paired' })
    return ok(this.#view(connection))
  }
}
