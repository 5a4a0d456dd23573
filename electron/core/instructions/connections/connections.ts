import type { Environment } from '../../../../shared/domain/environment.js'
import type { ConnectionId } from '../../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import { randomHex } from '../../hex.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { CryptoPort } from '../../net-ports.js'
import type { ClockPort, DocumentPort, FileError, LogPort, RandomPort } from '../../ports.js'
import {
  DEFAULT_POLICIES,
  MAX_CONNECTIONS,
  parseConnections,
  writeConnections,
  type StoredConnection,
} from './connection-file.js'
import { addRateViolation } from './automatic-pauses.js'
import type { Connections } from './connections-port.js'
import { raisesPolicy } from '../policy/policy-comparison.js'

const ID_BYTES = 8
const KEY_BYTES = 32
const NAME_CHARS = 80
const CLIENT_CHARS = 120
const WHY_CHARS = 200
/** How far "last seen" may lag on disk, so that polling does not cause constant writes. */
const SEEN_EVERY_MS = MINUTE_MS

export interface ConnectionsDeps {
  readonly file: DocumentPort
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly crypto: Pick<CryptoPort, 'digestHex' | 'equal'>
  readonly log: LogPort
  /** The environment whose policies are shown and changed. */
  readonly environment: Environment
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function base64Url(bytes: Uint8Array): string {
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += 3) {
    const left = bytes.length - offset
    const word =
      ((bytes[offset] ?? 0) << 16) | ((bytes[offset + 1] ?? 0) << 8) | (bytes[offset + 2] ?? 0)
    for (let digit = 0; digit < Math.min(4, left + 1); digit += 1) {
      text += ALPHABET.charAt((word >> (18 - digit * 6)) & 63)
    }
  }
  return text
}

const failure = (message: string): { readonly ok: false; readonly error: FileError } =>
  err({ kind: 'failed', message })

/**
 * Opens the list of paired assistants. A damaged file is set aside; then no connection exists and
 * old keys are refused.
 */
export async function openConnections(deps: ConnectionsDeps): Promise<Connections> {
  const { file, clock, random, crypto, log, environment } = deps
  const changed = createEmitter<Parameters<Parameters<Connections['onChange']>[0]>[0]>()
  let stored: readonly StoredConnection[] = []
  let writable = true
  let lastWrite: Promise<unknown> = Promise.resolve()
  /** When each connection's "last seen" was last published and written. */
  const lastSeenNotifiedAt = new Map<ConnectionId, number>()

  const text = await file.read()
  const parsed = text.ok && text.value !== null ? parseConnections(text.value) : []
  if (!text.ok || parsed === 'newer') writable = false
  else if (parsed === 'damaged') {
    log.event('error', 'connections.damaged')
    writable = (await file.setAside()).ok
  } else stored = parsed

  const now = () => clock.now()
  const hash = (token: string): string =>
    crypto.digestHex('sha256', new TextEncoder().encode(token))
  const find = (id: ConnectionId): StoredConnection | undefined =>
    stored.find((entry) => entry.id === id)
  const policyOf = (connection: StoredConnection) =>
    connection.policies[environment] ?? DEFAULT_POLICIES[environment]
  const paused = ({ pause }: StoredConnection): boolean =>
    pause !== null && (pause.until === null || now() < pause.until)
  const stateOf = (connection: StoredConnection): ConnectionView['state'] =>
    connection.revokedAt !== null ? 'revoked' : paused(connection) ? 'paused' : 'active'

  const view = (connection: StoredConnection): ConnectionView => {
    const { id, name, createdAt, firstSeenAt, lastSeenAt, client, shadow, pause, hosted } =
      connection
    const state = stateOf(connection)
    return {
      id,
      name,
      state,
      pausedUntil: state === 'paused' ? (pause?.until ?? null) : null,
      pauseWhy: state === 'paused' ? (pause?.why ?? null) : null,
      createdAt,
      firstSeenAt,
      lastSeenAt,
      client,
      shadow,
      policy: policyOf(connection),
      ...(hosted === undefined
        ? {}
        : { hosted: { scopes: hosted.scopes, accounts: hosted.accounts } }),
    }
  }

  /** Writes changes one at a time. A change takes effect in memory after it was written. */
  const persist = (
    change: (list: readonly StoredConnection[]) => readonly StoredConnection[],
  ): Promise<Result<void, FileError>> => {
    const run = async (): Promise<Result<void, FileError>> => {
      if (!writable) return failure('the list of assistants cannot be written on this computer')
      const next = change(stored)
      const written = await file.write(writeConnections(next))
      // "Last seen" may have changed during the write, so apply the change to the current list
      // again.
      if (written.ok) stored = change(stored)
      return written
    }
    const result = lastWrite.then(run)
    lastWrite = result.catch(() => undefined)
    return result
  }

  const patch =
    (id: ConnectionId, update: (connection: StoredConnection) => StoredConnection) =>
    (list: readonly StoredConnection[]): readonly StoredConnection[] =>
      list.map((entry) => (entry.id === id ? update(entry) : entry))

  const change = async (
    id: ConnectionId,
    kind: Parameters<Parameters<Connections['onChange']>[0]>[0]['kind'],
    update: (connection: StoredConnection) => StoredConnection,
  ): Promise<Result<void, FileError>> => {
    const connection = find(id)
    if (connection === undefined) {
      return err({ kind: 'missing', message: 'this assistant is not paired' })
    }
    if (connection.revokedAt !== null && kind !== 'revoked') {
      return failure('this assistant was revoked')
    }
    const written = await persist(patch(id, update))
    if (written.ok) changed.emit({ id, kind })
    return written
  }

  /** Changes memory at once and the disk later, for values that no decision depends on. */
  const touch = (
    id: ConnectionId,
    update: (connection: StoredConnection) => StoredConnection,
    andPersist: boolean,
  ): void => {
    stored = patch(id, update)(stored)
    if (andPersist) void persist((list) => list)
  }

  /**
   * Returns a unique name, numbered if necessary, so that a client cannot choose the name of a
   * connection that the person knows.
   */
  const uniqueName = (name: string): string => {
    const taken = new Set(
      stored
        .filter(({ revokedAt }) => revokedAt === null)
        .map((entry) => entry.name.toLocaleLowerCase('en')),
    )
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` (${number})`
      const candidate = `${plainLine(name, NAME_CHARS - suffix.length)}${suffix}`
      if (!taken.has(candidate.toLocaleLowerCase('en'))) return candidate
    }
  }

  const add = async (
    details: Pick<StoredConnection, 'name' | 'keyHash' | 'shadow'> & Partial<StoredConnection>,
  ): Promise<Result<ConnectionView, FileError>> => {
    if (stored.length >= MAX_CONNECTIONS && !stored.some(({ revokedAt }) => revokedAt !== null)) {
      return failure('too many assistants are paired')
    }
    const connection: StoredConnection = {
      id: randomHex(random, ID_BYTES) as ConnectionId,
      createdAt: now(),
      firstSeenAt: null,
      lastSeenAt: null,
      client: null,
      revokedAt: null,
      pause: null,
      policies: {},
      ...details,
    }
    // A full list drops its first revoked connection.
    const written = await persist((list) => [
      ...(list.length < MAX_CONNECTIONS
        ? list
        : list.filter((entry) => entry !== list.find(({ revokedAt }) => revokedAt !== null))),
      connection,
    ])
    if (!written.ok) return written
    log.event('info', 'connection.paired')
    changed.emit({ id: connection.id, kind: 'paired' })
    return ok(view(connection))
  }

  return {
    all: () => stored.map(view),
    get(id) {
      const connection = find(id)
      return connection === undefined ? null : view(connection)
    },
    async pair(name, shadow) {
      const plain = plainLine(name, NAME_CHARS)
      if (plain === '') return failure('an assistant needs a name')
      const token = `cs_${base64Url(random.bytes(KEY_BYTES))}`
      const made = await add({ name: plain, keyHash: hash(token), shadow })
      return made.ok ? ok({ connection: made.value, token }) : made
    },
    async register(client) {
      const { clientId, consent } = client
      const known = stored.filter((entry) => entry.hosted?.clientId === clientId).at(-1)
      const hosted = {
        clientId,
        consent,
        scopes: [...client.scopes],
        accounts: [...client.accounts],
      }
      const seen = client.lastSeenAt === null ? null : epochMs(Math.min(client.lastSeenAt, now()))
      // A connection revoked here stays revoked until the person authorizes the client again at the
      // broker.
      if (known === undefined || (known.revokedAt !== null && known.hosted?.consent !== consent)) {
        // A random key that is never issued: hosted clients do not use the MCP endpoint.
        const own = plainLine(client.name, NAME_CHARS) || 'A hosted assistant'
        return add({
          name: uniqueName(own),
          keyHash: hash(base64Url(random.bytes(KEY_BYTES))),
          shadow: false,
          hosted,
          client: own,
          firstSeenAt: seen,
          lastSeenAt: seen,
        })
      }
      if (
        known.revokedAt === null &&
        (JSON.stringify(known.hosted) !== JSON.stringify(hosted) ||
          (seen !== null && known.lastSeenAt !== seen))
      ) {
        touch(
          known.id,
          (entry) => ({
            ...entry,
            hosted,
            firstSeenAt: entry.firstSeenAt ?? seen,
            lastSeenAt: seen ?? entry.lastSeenAt,
          }),
          true,
        )
        changed.emit({ id: known.id, kind: 'seen' })
      }
      return ok(view(find(known.id) ?? known))
    },
    hosted: () =>
      stored.flatMap((entry) =>
        entry.hosted === undefined
          ? []
          : [
              {
                connection: view(entry),
                clientId: entry.hosted.clientId,
                consent: entry.hosted.consent,
              },
            ],
      ),
    rename(id, name) {
      const plain = plainLine(name, NAME_CHARS)
      return plain === ''
        ? Promise.resolve(failure('an assistant needs a name'))
        : change(id, 'renamed', (entry) => ({ ...entry, name: plain }))
    },
    setPolicy: (id, policy) =>
      // Auto-approve rules never exist in production (CONFIRM-33).
      environment === 'production' && policy.allow.length > 0
        ? Promise.resolve(failure('with real money every instruction is asked'))
        : change(id, 'policy', (entry) => ({
            ...entry,
            policies: { ...entry.policies, [environment]: policy },
          })),
    raisesLimits(id, policy) {
      const connection = find(id)
      return connection === undefined || raisesPolicy(policyOf(connection), policy)
    },
    async pause(id, minutes, why) {
      const until = minutes === null ? null : epochMs(now() + minutes * MINUTE_MS)
      // A pause never shortens a longer one.
      const withPause = (entry: StoredConnection): StoredConnection => {
        const longer =
          paused(entry) &&
          entry.pause !== null &&
          (entry.pause.until === null || (until !== null && entry.pause.until > until))
        return longer ? entry : { ...entry, pause: { until, why: plainLine(why, WHY_CHARS) } }
      }
      const written = await change(id, 'paused', withPause)
      // A failed write must not prevent the pause.
      if (!written.ok && find(id)?.revokedAt === null) {
        touch(id, withPause, false)
        changed.emit({ id, kind: 'paused' })
      }
      return written
    },
    resume: (id) => change(id, 'resumed', (entry) => ({ ...entry, pause: null })),
    async recordRateViolation(id) {
      const connection = find(id)
      if (connection === undefined) return false
      const { recent: times, pause } = addRateViolation(connection.tooMuch ?? [], now())
      // Takes effect in memory in any case. The result waits for the write, so that ending the
      // program does not reset the count.
      touch(id, (entry) => ({ ...entry, tooMuch: [...times] }), false)
      await persist((list) => list)
      return pause
    },
    async revoke(id) {
      const written = await change(id, 'revoked', (entry) => ({
        ...entry,
        revokedAt: entry.revokedAt ?? now(),
      }))
      // The key is refused from now on even if the write fails.
      if (!written.ok && find(id) !== undefined) {
        touch(id, (entry) => ({ ...entry, revokedAt: entry.revokedAt ?? now() }), false)
        changed.emit({ id, kind: 'revoked' })
      }
      return written
    },
    authenticate(token) {
      const tokenHash = hash(token)
      let found: StoredConnection | null = null
      // Compare every record, even after a match.
      for (const connection of stored) {
        const same = crypto.equal(connection.keyHash, tokenHash)
        found = same ? connection : found
      }
      const state = found === null ? 'revoked' : stateOf(found)
      return found === null || state === 'revoked'
        ? null
        : { id: found.id, name: found.name, state }
    },
    markSeen(id, client) {
      const connection = find(id)
      if (connection === undefined || connection.revokedAt !== null) return
      const seenAt = now()
      const named = client === null ? connection.client : plainLine(client, CLIENT_CHARS)
      // Measured from the last notification; otherwise constant calls would suppress it forever.
      const last = lastSeenNotifiedAt.get(id)
      const news =
        connection.lastSeenAt === null ||
        last === undefined ||
        seenAt - last >= SEEN_EVERY_MS ||
        named !== connection.client
      if (news) lastSeenNotifiedAt.set(id, seenAt)
      touch(
        id,
        (entry) => ({
          ...entry,
          firstSeenAt: entry.firstSeenAt ?? seenAt,
          lastSeenAt: seenAt,
          client: named,
        }),
        news,
      )
      if (news) changed.emit({ id, kind: 'seen' })
    },
    onChange: (listener) => changed.add(listener),
  }
}
