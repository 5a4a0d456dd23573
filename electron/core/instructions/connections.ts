import type { Environment } from '../../../shared/domain/environment.js'
import type { ConnectionId } from '../../../shared/domain/instruction.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { epochMs, MINUTE_MS } from '../../../shared/domain/time.js'
import type { ConnectionView } from '../../../shared/ipc/instructions.js'
import { randomHex } from '../hex.js'
import { listeners } from '../live.js'
import type { CryptoPort } from '../net-ports.js'
import type { ClockPort, DocumentPort, FileError, LogPort, RandomPort } from '../ports.js'
import {
  DEFAULT_POLICIES,
  MOST_CONNECTIONS,
  parseConnections,
  writeConnections,
  type Kept,
} from './connection-file.js'
import { tooMuchAgain } from './pauses.js'
import type { Connections } from './policy-port.js'
import { raisesPolicy } from './policy-raise.js'

const ID_BYTES = 8
const KEY_BYTES = 32
const NAME_CHARS = 80
const CLIENT_CHARS = 120
const WHY_CHARS = 200
/** How long "last seen" may lag on the disk: polling must not wear it. */
const SEEN_EVERY_MS = MINUTE_MS

export interface ConnectionsDeps {
  readonly file: DocumentPort
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly crypto: Pick<CryptoPort, 'digestHex' | 'equal'>
  readonly log: LogPort
  /** Whose policies are shown and changed. */
  readonly environment: Environment
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Base64url without padding (RFC 4648 5). */
export function base64Url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (let digit = 0; digit < Math.min(4, left + 1); digit += 1) {
      text += ALPHABET.charAt((word >> (18 - digit * 6)) & 63)
    }
  }
  return text
}

const failure = (message: string): { readonly ok: false; readonly error: FileError } =>
  err({ kind: 'failed', message })

/**
 * Opens the list of paired assistants. A damaged file is set aside: then nobody is paired, and
 * nothing old opens a door.
 */
export async function openConnections(deps: ConnectionsDeps): Promise<Connections> {
  const { file, clock, random, crypto, log, environment } = deps
  const changed = listeners<Parameters<Parameters<Connections['onChange']>[0]>[0]>()
  let kept: readonly Kept[] = []
  let writable = true
  let writing: Promise<unknown> = Promise.resolve()
  /** When each connection's "last seen" was last told and written. */
  const toldSeen = new Map<ConnectionId, number>()

  const text = await file.read()
  const parsed = text.ok && text.value !== null ? parseConnections(text.value) : []
  if (!text.ok || parsed === 'newer') writable = false
  else if (parsed === 'damaged') {
    log.event('error', 'connections.damaged')
    writable = (await file.setAside()).ok
  } else kept = parsed

  const now = () => clock.now()
  const hash = (token: string): string =>
    crypto.digestHex('sha256', new TextEncoder().encode(token))
  const find = (id: ConnectionId): Kept | undefined => kept.find((each) => each.id === id)
  const policyOf = (connection: Kept) =>
    connection.policies[environment] ?? DEFAULT_POLICIES[environment]
  const paused = ({ pause }: Kept): boolean =>
    pause !== null && (pause.until === null || now() < pause.until)
  const stateOf = (connection: Kept): ConnectionView['state'] =>
    connection.revokedAt !== null ? 'revoked' : paused(connection) ? 'paused' : 'active'

  const view = (connection: Kept): ConnectionView => {
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

  /**
   * One write at a time; what is in memory is what was asked for last, and a failed write takes it
   * back.
   */
  const keep = (
    change: (list: readonly Kept[]) => readonly Kept[],
  ): Promise<Result<void, FileError>> => {
    const run = async (): Promise<Result<void, FileError>> => {
      if (!writable) return failure('the list of assistants cannot be written on this computer')
      const next = change(kept)
      const written = await file.write(writeConnections(next))
      // What was seen may have moved while the disk was busy: the change is made again on what
      // stands now.
      if (written.ok) kept = change(kept)
      return written
    }
    const result = writing.then(run)
    writing = result.catch(() => undefined)
    return result
  }

  const patch =
    (id: ConnectionId, with_: (connection: Kept) => Kept) =>
    (list: readonly Kept[]): readonly Kept[] =>
      list.map((each) => (each.id === id ? with_(each) : each))

  const change = async (
    id: ConnectionId,
    what: Parameters<Parameters<Connections['onChange']>[0]>[0]['what'],
    with_: (connection: Kept) => Kept,
  ): Promise<Result<void, FileError>> => {
    const connection = find(id)
    if (connection === undefined) {
      return err({ kind: 'missing', message: 'this assistant is not paired' })
    }
    if (connection.revokedAt !== null && what !== 'revoked') {
      return failure('this assistant was revoked')
    }
    const written = await keep(patch(id, with_))
    if (written.ok) changed.emit({ id, what })
    return written
  }

  /** In memory at once, on the disk when it is convenient: nothing that decides depends on it. */
  const touch = (id: ConnectionId, with_: (connection: Kept) => Kept, save: boolean): void => {
    kept = patch(id, with_)(kept)
    if (save) void keep((list) => list)
  }

  /**
   * A client names itself, and may not pass for somebody whom the person knows: of two that can
   * ask, one has a number.
   */
  const unlike = (name: string): string => {
    const taken = new Set(
      kept
        .filter(({ revokedAt }) => revokedAt === null)
        .map((each) => each.name.toLocaleLowerCase('en')),
    )
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` (${number})`
      const tried = `${plainLine(name, NAME_CHARS - suffix.length)}${suffix}`
      if (!taken.has(tried.toLocaleLowerCase('en'))) return tried
    }
  }

  const enter = async (
    of: Pick<Kept, 'name' | 'keyHash' | 'shadow'> & Partial<Kept>,
  ): Promise<Result<ConnectionView, FileError>> => {
    if (kept.length >= MOST_CONNECTIONS && !kept.some(({ revokedAt }) => revokedAt !== null)) {
      return failure('too many assistants are paired')
    }
    const connection: Kept = {
      id: randomHex(random, ID_BYTES) as ConnectionId,
      createdAt: now(),
      firstSeenAt: null,
      lastSeenAt: null,
      client: null,
      revokedAt: null,
      pause: null,
      policies: {},
      ...of,
    }
    // A full list gives up the one that was revoked first.
    const written = await keep((list) => [
      ...(list.length < MOST_CONNECTIONS
        ? list
        : list.filter((each) => each !== list.find(({ revokedAt }) => revokedAt !== null))),
      connection,
    ])
    if (!written.ok) return written
    log.event('info', 'connection.paired')
    changed.emit({ id: connection.id, what: 'paired' })
    return ok(view(connection))
  }

  return {
    all: () => kept.map(view),
    get(id) {
      const connection = find(id)
      return connection === undefined ? null : view(connection)
    },
    async pair(name, shadow) {
      const plain = plainLine(name, NAME_CHARS)
      if (plain === '') return failure('an assistant needs a name')
      const token = `cs_${base64Url(random.bytes(KEY_BYTES))}`
      const made = await enter({ name: plain, keyHash: hash(token), shadow })
      return made.ok ? ok({ connection: made.value, token }) : made
    },
    async admit(client) {
      const { clientId, consent } = client
      const known = kept.filter((each) => each.hosted?.clientId === clientId).at(-1)
      const hosted = {
        clientId,
        consent,
        scopes: [...client.scopes],
        accounts: [...client.accounts],
      }
      const seen = client.lastSeenAt === null ? null : epochMs(Math.min(client.lastSeenAt, now()))
      // What was revoked here stays so, until the person lets it in anew at the provider.
      if (known === undefined || (known.revokedAt !== null && known.hosted?.consent !== consent)) {
        // A key that nobody was ever told: this one comes by another door.
        const own = plainLine(client.name, NAME_CHARS) || 'A hosted assistant'
        return enter({
          name: unlike(own),
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
          (each) => ({
            ...each,
            hosted,
            firstSeenAt: each.firstSeenAt ?? seen,
            lastSeenAt: seen ?? each.lastSeenAt,
          }),
          true,
        )
        changed.emit({ id: known.id, what: 'seen' })
      }
      return ok(view(find(known.id) ?? known))
    },
    hosted: () =>
      kept.flatMap((each) =>
        each.hosted === undefined
          ? []
          : [
              {
                connection: view(each),
                clientId: each.hosted.clientId,
                consent: each.hosted.consent,
              },
            ],
      ),
    rename(id, name) {
      const plain = plainLine(name, NAME_CHARS)
      return plain === ''
        ? Promise.resolve(failure('an assistant needs a name'))
        : change(id, 'renamed', (each) => ({ ...each, name: plain }))
    },
    setPolicy: (id, policy) =>
      // "Always allow" never exists in production (rule 33).
      environment === 'production' && policy.allow.length > 0
        ? Promise.resolve(failure('with real money every instruction is asked'))
        : change(id, 'policy', (each) => ({
            ...each,
            policies: { ...each.policies, [environment]: policy },
          })),
    raises(id, policy) {
      const connection = find(id)
      return connection === undefined || raisesPolicy(policyOf(connection), policy)
    },
    async pause(id, minutes, why) {
      const until = minutes === null ? null : epochMs(now() + minutes * MINUTE_MS)
      // A pause never shortens a longer one.
      const with_ = (each: Kept): Kept => {
        const longer =
          paused(each) &&
          each.pause !== null &&
          (each.pause.until === null || (until !== null && each.pause.until > until))
        return longer ? each : { ...each, pause: { until, why: plainLine(why, WHY_CHARS) } }
      }
      const written = await change(id, 'paused', with_)
      // A disk that refuses must not keep anybody trading.
      if (!written.ok && find(id)?.revokedAt === null) {
        touch(id, with_, false)
        changed.emit({ id, what: 'paused' })
      }
      return written
    },
    resume: (id) => change(id, 'resumed', (each) => ({ ...each, pause: null })),
    async tooMuch(id) {
      const connection = find(id)
      if (connection === undefined) return false
      const { kept: times, pause } = tooMuchAgain(connection.tooMuch ?? [], now())
      // In memory whatever the disk says; answered when it has said it, so that ending the program
      // forgives nothing.
      touch(id, (each) => ({ ...each, tooMuch: [...times] }), false)
      await keep((list) => list)
      return pause
    },
    async revoke(id) {
      const written = await change(id, 'revoked', (each) => ({
        ...each,
        revokedAt: each.revokedAt ?? now(),
      }))
      // Even where the disk refuses, the key opens nothing from now on.
      if (!written.ok && find(id) !== undefined) {
        touch(id, (each) => ({ ...each, revokedAt: each.revokedAt ?? now() }), false)
        changed.emit({ id, what: 'revoked' })
      }
      return written
    },
    authenticate(token) {
      const asked = hash(token)
      let found: Kept | null = null
      // Every record is compared, also after a match.
      for (const connection of kept) {
        const same = crypto.equal(connection.keyHash, asked)
        found = same ? connection : found
      }
      const state = found === null ? 'revoked' : stateOf(found)
      return found === null || state === 'revoked'
        ? null
        : { id: found.id, name: found.name, state }
    },
    seen(id, client) {
      const connection = find(id)
      if (connection === undefined || connection.revokedAt !== null) return
      const at = now()
      const named = client === null ? connection.client : plainLine(client, CLIENT_CHARS)
      // Counted from when it was last told: who calls all the time would else never be told again.
      const last = toldSeen.get(id)
      const news =
        connection.lastSeenAt === null ||
        last === undefined ||
        at - last >= SEEN_EVERY_MS ||
        named !== connection.client
      if (news) toldSeen.set(id, at)
      touch(
        id,
        (each) => ({ ...each, firstSeenAt: each.firstSeenAt ?? at, lastSeenAt: at, client: named }),
        news,
      )
      if (news) changed.emit({ id, what: 'seen' })
    },
    onChange: (listener) => changed.add(listener),
  }
}
