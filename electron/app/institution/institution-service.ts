import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createCheckedFile } from '../../adapters/journal/checked-file.js'
import { AtomicFile } from '../../adapters/atomic-file.js'
import { createJournalFile } from '../../adapters/journal/journal-file.js'
import { systemTimers } from '../../adapters/timers.js'
import { OrderWrites } from '../../core/institution/order-writes.js'
import { providerFailure } from '../../core/provider-failure.js'
import type { WriteResult } from '../../provider/console/write-result.js'
import { systemClock } from '../../adapters/clock.js'
import type { ProxyFor } from '../../adapters/connections/proxy.js'
import type { ProxyChooser } from '../../adapters/connections/proxy-chooser.js'
import type { Dial } from '../../adapters/dial.js'
import type { LogFile } from '../../adapters/log-file.js'
import { systemRandom } from '../../adapters/random.js'
import { randomHex } from '../../core/hex.js'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { NetworkPort } from '../../core/net-ports.js'
import type { Credentials, Secrets } from '../../core/profiles/credentials.js'
import type { DocumentPort } from '../../core/ports.js'
import { readError } from '../../core/read-error.js'
import type { ConsoleEventSource, ConsoleServices } from '../../handlers/institution-handlers.js'
import {
  ConsoleClient,
  consoleSections,
  type PreparedWrite,
} from '../../provider/console/console-client.js'
import { toProviderFailure } from '../../provider/http/provider-failure.js'
import { accountEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import type { AppCredentials } from '../../provider/http/authorization.js'
import type { PositionStore } from '../../provider/events/broker-events.js'
import { appError, type AppResult } from '../../../shared/domain/app/app-error.js'
import { ARMING_WORD, isInstitution, type ProfileId } from '../../../shared/domain/app/profile.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type {
  ConsoleAccountForm,
  ConsoleCatalog,
  ConsoleFields,
  ConsoleOrders,
  ConsoleOutcome,
  ConsolePreparation,
  ConsoleReading,
} from '../../../shared/domain/institution/institution-view.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { providerNetwork } from '../session/provider-network.js'
import { institutionJournal, profileFolder } from '../settings/profile-folders.js'
import { ConsoleEventList } from './console-events.js'

const ID_BYTES = 16
/** What a halt of trading stops (REL-36); a cancel always passes. */
const NEW_ORDERS: ReadonlySet<string> = new Set(['broker.orders.place', 'broker.orders.replace'])
const TICKET_BYTES = 8
/** More than a person reviews at a time; the oldest is dropped. */
const MAX_PREPARED = 20

/** Where an institution is reached, and the key that signs its requests. */
export interface InstitutionAccess {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
}

export interface InstitutionConsoleOptions {
  /** The environment of the open profile; null while none is open. */
  readonly environment: () => Environment | null
  readonly profiles: () => readonly Profile[]
  readonly credentialsOf: (profile: Profile) => Promise<Pick<Credentials, 'load'>>
  /** Returns why the secrets of a profile are not used in this process; null when they may be. */
  readonly problemOf: (profile: Profile) => Message | null
  /** Resolves with why a profile's files may not be opened; null when they may. */
  readonly filesProblem: (profile: Profile) => Promise<Message | null>
  /** The practice exchange; null while none runs. */
  readonly practice: () => InstitutionAccess | null
  readonly lock: Pick<AppLock, 'steppedUp'>
  /** True while the person has halted trading. */
  readonly isHalted: () => boolean
  readonly userData: string
  readonly log: LogFile
  readonly dial?: Dial | undefined
  /** Returns what chooses the proxies of a profile's connections. */
  readonly proxiesOf: (profile: Profile) => Promise<ProxyChooser>
  readonly network: NetworkPort
}

/** One institution with its connection. */
interface OpenInstitution {
  readonly client: ConsoleClient
  /** The addresses and the key that it was opened with. */
  readonly access: InstitutionAccess
}

const refused = (reason: Message) => err(appError('profile/refused', reason))

/**
 * The institution console: the Broker API for the institutions of the open environment. Windows
 * send ids and fields; requests, credentials and what waits for a review are held here.
 */
export class InstitutionConsole implements ConsoleServices {
  readonly #options: InstitutionConsoleOptions
  readonly #open = new Map<ProfileId, OpenInstitution>()
  readonly #events = new Map<ProfileId, ConsoleEventList>()
  readonly #writes = new Map<ProfileId, OrderWrites>()
  readonly #prepared = new Map<
    string,
    { readonly profile: Profile; readonly write: PreparedWrite }
  >()

  constructor(options: InstitutionConsoleOptions) {
    this.#options = options
  }

  async catalog(): AppResult<ConsoleCatalog> {
    const environment = this.#options.environment()
    if (environment === null) return refused(message('profiles.noSession'))
    const profiles = await Promise.all(
      this.#offered().map(async (profile) => ({
        id: profile.id,
        name: profile.name,
        ready: (await this.#access(profile)).ok,
      })),
    )
    return ok({ environment, profiles, sections: consoleSections() })
  }

  async read(
    id: ProfileId,
    operation: string,
    fields: ConsoleFields,
    cursor: string | null,
  ): AppResult<ConsoleReading> {
    const opened = await this.#openedOf(id)
    if (!opened.ok) return opened
    const answer = await opened.value.client.read(operation, fields, cursor)
    if (answer === null) return refused(message('profiles.consoleUnknown'))
    return answer.ok ? answer : err(readError(answer.error))
  }

  /** Returns the fields of one of the broker's account forms. */
  async form(id: ProfileId, code: string): AppResult<ConsoleAccountForm> {
    const opened = await this.#openedOf(id)
    if (!opened.ok) return opened
    const answer = await opened.value.client.forms.read(code)
    if (answer === null) return refused(message('profiles.consoleUnknown'))
    return answer.ok ? answer : err(readError(toProviderFailure(answer.error)))
  }

  async prepare(
    id: ProfileId,
    operation: string,
    fields: ConsoleFields,
  ): AppResult<ConsolePreparation> {
    const opened = await this.#openedOf(id)
    if (!opened.ok) return opened
    const profile = this.#offered().find((offered) => offered.id === id)
    const prepared = opened.value.client.prepare(operation, fields)
    if (prepared === null || profile === undefined) {
      return refused(message('profiles.consoleUnknown'))
    }
    if (!prepared.ok) return ok({ kind: 'problems', problems: prepared.problems })
    const ticket = randomHex(systemRandom, TICKET_BYTES)
    this.#hold(ticket, profile, prepared.write)
    const { environment } = profile
    const { address, body } = prepared.write
    return ok({
      kind: 'review',
      review: {
        ticket,
        profile: profile.name,
        environment,
        operation,
        address,
        body,
        word: environment === 'production' ? ARMING_WORD : null,
      },
    })
  }

  /** Sends what was reviewed, once: a ticket ends with its first use. */
  async send(ticket: string, word: string): AppResult<ConsoleOutcome> {
    const prepared = this.#prepared.get(ticket)
    if (prepared === undefined) return refused(message('profiles.consoleTicket'))
    const { profile, write } = prepared
    if (profile.environment !== this.#options.environment()) {
      this.#prepared.delete(ticket)
      return refused(message('profiles.consoleEnvironment'))
    }
    if (NEW_ORDERS.has(write.operation) && this.#options.isHalted()) {
      return refused(message('profiles.consoleHalted'))
    }
    if (profile.environment === 'production') {
      if (!this.#options.lock.steppedUp()) {
        return err(appError('lock/step-up', message('profiles.confirmFirst')))
      }
      if (word !== ARMING_WORD) {
        return refused(message('profiles.wrongWord'))
      }
    }
    this.#prepared.delete(ticket)
    const { operation } = write
    const kind = profile.environment
    this.#options.log.event('info', 'institution.sending', { operation, ref: ticket, kind })
    const result = await this.#sendOnce(profile, ticket, write)
    if (!result.ok) return refused(result.error)
    this.#options.log.event('info', 'institution.sent', {
      operation,
      ref: ticket,
      kind,
      outcome: result.value.kind,
    })
    return ok(outcomeOf(result.value))
  }

  /** Returns the latest requests about orders, and whether others may be sent. */
  async orders(id: ProfileId): AppResult<ConsoleOrders> {
    const opened = await this.#openedOf(id)
    const profile = this.#offered().find((offered) => offered.id === id)
    if (!opened.ok) return opened
    if (profile === undefined) return refused(message('profiles.consoleEnvironment'))
    const writes = this.#writesOf(profile)
    await writes.recover()
    return ok({ rows: [...writes.rows()], problem: writes.problem })
  }

  /**
   * Queries the orders that earlier runs left without a known outcome; false where the institution
   * cannot be reached yet.
   */
  async recover(id: ProfileId): Promise<boolean> {
    return (await this.orders(id)).ok
  }

  /** Returns the live event push of an institution. */
  events(id: ProfileId): ConsoleEventSource {
    const known = this.#events.get(id)
    if (known !== undefined) return known
    const list = new ConsoleEventList(async () => {
      const opened = await this.#openedOf(id)
      const profile = this.#offered().find((offered) => offered.id === id)
      if (!opened.ok || profile === undefined) return null
      return opened.value.client.institution.events(this.#positions(profile))
    })
    this.#events.set(id, list)
    return list
  }

  /** Ends every connection, and drops what waits for a review. */
  close(): void {
    this.#prepared.clear()
    for (const list of this.#events.values()) list.close()
    this.#events.clear()
    for (const writes of this.#writes.values()) void writes.dispose()
    this.#writes.clear()
    for (const { client } of this.#open.values()) client.close()
    this.#open.clear()
  }

  /** Returns the institutions of the open environment; no other can be reached. */
  #offered(): readonly Profile[] {
    const environment = this.#options.environment()
    return this.#options
      .profiles()
      .filter((profile) => isInstitution(profile) && profile.environment === environment)
  }

  async #openedOf(id: ProfileId): AppResult<OpenInstitution> {
    const profile = this.#offered().find((offered) => offered.id === id)
    if (profile === undefined) return refused(message('profiles.consoleEnvironment'))
    const access = await this.#access(profile)
    if (!access.ok) return refused(access.error)
    const known = this.#open.get(id)
    // Its addresses or its key may have been changed in the profile.
    if (known !== undefined && isDeepStrictEqual(known.access, access.value)) return ok(known)
    known?.client.close()
    const { proxyFor } = await this.#options.proxiesOf(profile)
    const opened = { client: this.#client(access.value, proxyFor), access: access.value }
    this.#open.set(id, opened)
    return ok(opened)
  }

  /** Returns where an institution is and its key; otherwise why it cannot be reached. */
  async #access(profile: Profile): Promise<Result<InstitutionAccess, Message>> {
    const { environment } = profile
    const newer = await this.#options.filesProblem(profile)
    if (newer !== null) return err(newer)
    if (environment === 'practice') {
      const practice = this.#options.practice()
      return practice === null ? err(message('profiles.noSession')) : ok(practice)
    }
    const problem = this.#options.problemOf(profile)
    if (problem !== null) return err(problem)
    const secrets = await (await this.#options.credentialsOf(profile)).load()
    const endpoints = this.#endpointsOf(profile)
    if (endpoints === null) return err(message('profiles.wrongAddresses'))
    const credentials = secrets.ok ? keyOf(profile, secrets.value) : null
    if (credentials === null) return err(message('profiles.keyMissing'))
    this.#options.log.hide(credentials.appSecret)
    return ok({ endpoints, credentials })
  }

  #endpointsOf({ environment, hosts }: Profile): Endpoints | null {
    if (environment === 'practice') return null
    const found = accountEndpoints(environment, hosts)
    return found.ok ? found.value : null
  }

  #client({ endpoints, credentials }: InstitutionAccess, proxyFor: ProxyFor): ConsoleClient {
    const { log, dial, network } = this.#options
    const ports = providerNetwork({
      pinnedCa: endpoints.pinnedCa,
      dial,
      proxyFor,
      log,
      network,
    })
    return new ConsoleClient({ endpoints, credentials, ports }, () =>
      randomHex(systemRandom, ID_BYTES),
    )
  }

  #hold(ticket: string, profile: Profile, write: PreparedWrite): void {
    const [oldest] = this.#prepared.keys()
    if (this.#prepared.size >= MAX_PREPARED && oldest !== undefined) this.#prepared.delete(oldest)
    this.#prepared.set(ticket, { profile, write })
  }

  /** An order is journaled before it is sent, like a person's own; what else is sent is not. */
  async #sendOnce(
    profile: Profile,
    ref: string,
    write: PreparedWrite,
  ): Promise<Result<WriteResult, Message>> {
    if (write.order === null) return ok(await write.send())
    return this.#writesOf(profile).send(ref, write.order, () => write.send())
  }

  #writesOf(profile: Profile): OrderWrites {
    const known = this.#writes.get(profile.id)
    if (known !== undefined) return known
    const { log, userData } = this.#options
    const writes = new OrderWrites({
      journal: createJournalFile({
        path: institutionJournal(userData, profile),
        clock: systemClock,
        log,
      }),
      reads: {
        // The client is another one after the profile's key or addresses have changed.
        detail: async (accountId, clientOrderId) => {
          const opened = await this.#openedOf(profile.id)
          return opened.ok
            ? opened.value.client.orderReads().detail(accountId, clientOrderId)
            : err(providerFailure('stopped', message('provider.stopped')))
        },
      },
      clock: systemClock,
      timers: systemTimers,
      log,
    })
    this.#writes.set(profile.id, writes)
    return writes
  }

  #positions(profile: Profile): PositionStore {
    const file = path.join(profileFolder(this.#options.userData, profile), 'broker-events.json')
    return positionStore(createCheckedFile(new AtomicFile({ path: file, clock: systemClock })))
  }
}

const outcomeOf = (result: WriteResult): ConsoleOutcome =>
  result.kind === 'done'
    ? { outcome: 'done', record: result.page.rows[0] ?? null, code: null, reason: null }
    : { outcome: result.kind, record: null, code: result.code, reason: result.reason }

/** Returns the key that signs an institution's requests; null while it is incomplete. */
const keyOf = ({ algorithm }: Profile, { app_key, app_secret }: Secrets): AppCredentials | null =>
  app_key === undefined || app_secret === undefined
    ? null
    : { appKey: app_key, appSecret: app_secret, algorithm }

/** Stores the positions of the event push. An unreadable file is a gap, never a duplicate. */
function positionStore(file: DocumentPort): PositionStore {
  return {
    async load() {
      const stored = await file.read()
      if (!stored.ok || stored.value === null) return {}
      try {
        const raw: unknown = JSON.parse(stored.value)
        return Object.fromEntries(
          Object.entries(typeof raw === 'object' && raw !== null ? raw : {}).filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          ),
        )
      } catch {
        return {}
      }
    },
    async save(positions) {
      const written = await file.write(JSON.stringify(positions))
      if (!written.ok) throw new Error('the positions were not written')
    },
  }
}
