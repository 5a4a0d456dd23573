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
import { base64Url } from '../../base64-url.js'
import { randomHex } from '../../hex.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { SourceClient } from '../../instruction-source-port.js'
import type { CryptoPort } from '../../net-ports.js'
import type { ClockPort, DocumentPort, FileError, LogPort, RandomPort } from '../../ports.js'
import {
  DEFAULT_POLICIES,
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
  hostedOf,
  patch,
  withAdded,
  withClient,
  withUsed,
  type Update,
} from './connection-changes.js'
import { ConnectionStore } from './connection-store.js'
import { viewOf } from './connection-view.js'
import { LastSeenPace } from './last-seen-pace.js'
import { NAME_CHARS, nameProblem, uniqueName } from './connection-name.js'
import type { Connections } from './connections-port.js'
import { describedFileError } from '../../file-error.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { raisesPolicy } from '../policy/policy-comparison.js'

const ID_BYTES = 8
const KEY_BYTES = 32
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
  readonly #store: ConnectionStore
  readonly #changed = createEmitter<ConnectionChange>()
  readonly #notifyPace = new LastSeenPace(SEEN_NOTIFY_MS)
  readonly #writePace = new LastSeenPace(SEEN_WRITE_MS)

  constructor(deps: ConnectionsDeps, stored: ConnectionFile, writable: boolean) {
    this.#deps = deps
    this.#store = new ConnectionStore(deps.file, stored, writable, deps.isLost?.() === true)
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
    const token = this.#newToken()
    const made = await this.#add({
      name: plainLine(name, NAME_CHARS),
      keyHash: this.#hash(token),
      shadow,
    })
    return made.ok ? ok({ connection: made.value, token }) : made
  }

  async renewKey(
    id: ConnectionId,
  ): Promise<Result<{ readonly connection: ConnectionView; readonly token: string }, FileError>> {
    // A client of the hosted server has no key here.
    if (this.#store.find(id)?.hosted !== undefined) return failure(message('assistants.notPaired'))
    const token = this.#newToken()
    const written = await this.#change(id, 'renewed', (entry) => ({
      ...entry,
      keyHash: this.#hash(token),
    }))
    if (!written.ok) return written
    const connection = this.get(id)
    return connection === null
      ? failure(message('assistants.notPaired'))
      : ok({ connection, token })
  }

  async register(client: SourceClient): Promise<Result<ConnectionView, FileError>> {
    const stored = this.#store.connections
      .filter((entry) => entry.hosted?.clientId === client.clientId)
      .at(-1)
    const seen =
      client.lastSeenAt === null ? null : epochMs(Math.min(client.lastSeenAt, this.#now()))
    // A connection revoked here stays revoked until the person authorizes the client again at the
    // broker.
    if (
      stored === undefined ||
      (stored.revokedAt !== null && stored.hosted?.consent !== client.consent)
    ) {
      return this.#addHosted(client, seen)
    }
    if (stored.revokedAt === null) this.#updateHosted(stored, client, seen)
    return ok(this.#view(this.#store.find(stored.id) ?? stored))
  }

  clientsListed(): Promise<void> {
    return this.#store.clientsListed()
  }

  hosted(): ReturnType<Connections['hosted']> {
    return this.#store.connections.flatMap((entry) =>
      entry.hosted === undefined
        ? []
        : [
            {
              connection: this.#view(entry),
              clientId: entry.hosted.clientId,
              consent: entry.hosted.consent,
            },
          ],
    )
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
    return connection === undefined || raisesPolicy(this.#policyOf(connection), policy)
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
        this.#isPaused(entry) &&
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
    const tokenHash = this.#hash(token)
    let match: StoredConnection | null = null
    // Compare every record, even after a match.
    for (const connection of this.#store.connections) {
      const same = this.#deps.crypto.equal(connection.keyHash, tokenHash)
      match = same ? connection : match
    }
    return match === null ? null : { id: match.id, name: match.name, state: this.#stateOf(match) }
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

  #hash(token: string): string {
    return this.#deps.crypto.digestHex('sha256', new TextEncoder().encode(token))
  }

  #newToken(): string {
    return `cs_${this.#randomKey()}`
  }

  #randomKey(): string {
    return base64Url(this.#deps.random.bytes(KEY_BYTES))
  }

  #policyOf(connection: StoredConnection): Policy {
    const { environment } = this.#deps
    return connection.policies[environment] ?? DEFAULT_POLICIES[environment]
  }

  #isPaused({ pause }: StoredConnection): boolean {
    return pause !== null && (pause.until === null || this.#now() < pause.until)
  }

  #stateOf(connection: StoredConnection): ConnectionView['state'] {
    return connection.revokedAt !== null
      ? 'revoked'
      : this.#isPaused(connection)
        ? 'paused'
        : 'active'
  }

  #view(connection: StoredConnection): ConnectionView {
    return viewOf(connection, this.#stateOf(connection), this.#policyOf(connection))
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

  async #add(
    details: Pick<StoredConnection, 'name' | 'keyHash' | 'shadow'> & Partial<StoredConnection>,
  ): Promise<Result<ConnectionView, FileError>> {
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

  #addHosted(
    client: SourceClient,
    seen: EpochMs | null,
  ): Promise<Result<ConnectionView, FileError>> {
    const taken = this.#store.present().map(({ name }) => name)
    return this.#add({
      name: uniqueName(client.name, taken),
      // A random key that is never issued: hosted clients do not use the MCP endpoint.
      keyHash: this.#hash(this.#randomKey()),
      shadow: false,
      hosted: hostedOf(client),
      client: plainLine(client.name, NAME_CHARS) || inEnglish(message('assistants.hostedName')),
      ...(this.#store.areRevocationsLost
        ? { pause: { until: null, why: inEnglish(message('assistants.pausedUntilSeen')) } }
        : {}),
      firstSeenAt: seen,
      lastSeenAt: seen,
    })
  }

  #updateHosted(stored: StoredConnection, client: SourceClient, seen: EpochMs | null): void {
    const hosted = hostedOf(client)
    if (
      JSON.stringify(stored.hosted) === JSON.stringify(hosted) &&
      (seen === null || stored.lastSeenAt === seen)
    ) {
      return
    }
    this.#store.touch(stored.id, withClient(hosted, seen), true)
    this.#changed.emit({ id: stored.id, kind: 'seen' })
  }
}
