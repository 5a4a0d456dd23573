import path from 'node:path'
import { systemClock } from '../../adapters/clock.js'
import type { ProxyChooser } from '../../adapters/connections/proxy-chooser.js'
import type { Dial } from '../../adapters/dial.js'
import type { LogFile } from '../../adapters/log-file.js'
import { systemTimers } from '../../adapters/timers.js'
import type { PasteAuthorizer } from '../../adapters/paste-callback.js'
import type { VaultPort } from '../../core/ports.js'
import { Credentials } from '../../core/profiles/credentials.js'
import type { ProfileOpener } from '../../core/profiles/profile-switcher.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Endpoints } from '../../provider/http/hosts.js'
import type { AppCredentials } from '../../provider/http/authorization.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { notifyAlerts, type AlertDesktop } from '../notifications/alert-notifier.js'
import { exchangeArgs, type EarlyPractice } from '../practice/practice-early.js'
import { PracticeHost } from '../practice/practice-host.js'
import type { LaunchPractice } from '../practice/practice-process.js'
import { accountSession } from '../session/account-session.js'
import type { Exposures } from '../security/exposures.js'
import type { HostedAddress } from '../session/hosted-source.js'
import { practiceSession } from '../practice/practice-session.js'
import type { ConnectionProxies } from '../session/connection-proxies.js'
import type { SessionContext } from '../session/session-context.js'
import type { SessionHolder } from '../session/session-holder.js'
import { FileVault, keyStoreBackend, memoryVault, type SafeStorage } from '../session/vault.js'
import { showFileDamage } from '../session/shown-damage.js'
import { profileFolder } from '../settings/profile-folders.js'
import { openStoredDocuments, type StoredDocuments } from '../settings/stored-documents.js'
import type { WrittenLanguage } from '../../../shared/messages/format-message.js'
import type { NetworkPort } from '../../core/net-ports.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { DescribedError } from '../../core/described-error.js'
import { fileErrorMessage } from '../../core/file-error.js'

export interface ProfileOpenerOptions {
  readonly holder: SessionHolder
  readonly userData: string
  readonly safeStorage: SafeStorage
  readonly launchPractice: LaunchPractice
  readonly practiceArgs: readonly string[]
  /** The practice exchange, when it was started early. */
  readonly earlyPractice?: EarlyPractice
  readonly log: LogFile
  /** True while Countersign is locked. */
  readonly isLocked: () => boolean
  /** The language of the page that ends a sign-in in the browser. */
  readonly language: WrittenLanguage
  /** Notifies of what happens to the session's orders from now on. */
  readonly notify: (session: TradingSession, profile: Profile, files: StoredDocuments) => void
  /** Shows and sounds the alerts of the open session. */
  readonly alerts: AlertDesktop
  readonly openLogin: (url: string, endpoints: Endpoints) => Promise<boolean>
  readonly dial: Dial | undefined
  readonly proxies: ConnectionProxies
  /** With any of these, an account's profile does not open. */
  readonly exposures: Exposures
  readonly network: NetworkPort
  /** The practice exchange cannot start. `first`: it failed at the start of the program. */
  readonly onPracticeFailed: (message: string, first: boolean) => void
  /**
   * Resources that belong to a session: `attach` is called before the session is set, `detach`
   * before it ends.
   */
  readonly sessionResources: { attach(context: SessionContext): void; detach(): Promise<void> }
  /** Called after every session that was set; `restarts` counts restarts of the exchange. */
  readonly onSession: (restarts: number) => void
}

/** The parts of the open profile besides its session. */
export interface OpenProfile {
  readonly endpoints: Endpoints | null
  readonly paste: PasteAuthorizer | null
  readonly practice: PracticeHost | null
  /** The scope that the session requests; not a secret. */
  readonly scope: string | null
  /** The key with which the practice exchange answers institutions; null in other environments. */
  readonly institutionKey: AppCredentials | null
}

interface ShownSession {
  readonly session: TradingSession
  readonly profile: Profile
  readonly files: StoredDocuments
}

type AccountEnvironment = 'sandbox' | 'production'

const NO_PROFILE: OpenProfile = {
  endpoints: null,
  paste: null,
  practice: null,
  scope: null,
  institutionKey: null,
}

/**
 * Opens the sessions of profiles: on the practice exchange in its own process, or on the provider's
 * hosts.
 */
export class ProfileSessionOpener implements ProfileOpener {
  readonly #options: ProfileOpenerOptions
  readonly #vaults = new Map<ProfileId, Promise<VaultPort>>()
  #opened: OpenProfile = NO_PROFILE
  /** Ends what shows the losses of the open profile's files. */
  #endFiles: () => Promise<void> = () => Promise.resolve()
  /** Identifies the latest opening or closing; an exchange of an earlier one is ignored. */
  #generation = 0

  constructor(options: ProfileOpenerOptions) {
    this.#options = options
  }

  get log(): LogFile {
    return this.#options.log
  }

  session(): TradingSession | null {
    return this.#options.holder.current()
  }

  opened(): OpenProfile {
    return this.#opened
  }

  /** Returns what chooses the proxies of a profile's connections. */
  async proxiesOf(profile: Profile): Promise<ProxyChooser> {
    return this.#options.proxies.ofProfile(profile, await this.vaultOf(profile))
  }

  vaultOf(profile: Profile): Promise<VaultPort> {
    const vault = this.#vaults.get(profile.id) ?? this.#makeVault(profile)
    this.#vaults.set(profile.id, vault)
    return vault
  }

  async credentialsOf(profile: Profile): Promise<Credentials> {
    return new Credentials({ vault: await this.vaultOf(profile), clock: systemClock })
  }

  /** Returns why the secrets of a profile are not used in this process; null when they may be. */
  problemOf({ environment }: Pick<Profile, 'environment'>): Message | null {
    const exposures = environment === 'practice' ? [] : this.#options.exposures()
    return exposures.length === 0 ? null : message('profiles.exposed', { exposures })
  }

  async filesProblem(profile: Pick<Profile, 'id' | 'environment'>): Promise<Message | null> {
    const { newerFilesProblem } = await import('./newer-files.js')
    return newerFilesProblem(this.#options.userData, profile)
  }

  /** Drops the vault of a removed profile from memory. */
  forget(id: ProfileId): void {
    this.#vaults.delete(id)
  }

  async open(profile: Profile): Promise<void> {
    const { environment } = profile
    this.#options.log.event('info', 'profile.opening', { kind: environment })
    const newer = await this.filesProblem(profile)
    if (newer !== null) throw new DescribedError(newer)
    await (environment === 'practice'
      ? this.#openPractice(profile)
      : this.#openAccount(profile, environment))
  }

  async close(): Promise<void> {
    this.#generation += 1
    const { practice } = this.#opened
    this.#opened = NO_PROFILE
    await this.#options.sessionResources.detach()
    await this.#options.holder.clear()
    await this.#endFiles()
    await practice?.stop()
  }

  async #makeVault(profile: Profile): Promise<VaultPort> {
    const { safeStorage, userData, log } = this.#options
    const backend = await keyStoreBackend(safeStorage, process.platform, log)
    log.event('info', 'vault.opened', { backend: backend ?? 'memory', kind: profile.environment })
    return backend === null
      ? memoryVault()
      : new FileVault({
          directory: path.join(profileFolder(userData, profile), 'vault'),
          backend,
          storage: safeStorage,
          clock: systemClock,
          log,
        })
  }

  /**
   * Resolves when the exchange is ready and its session is open. After a restart of the exchange a
   * new session replaces the old one.
   */
  #openPractice(profile: Profile): Promise<void> {
    const { holder, userData, log, launchPractice, practiceArgs, earlyPractice } = this.#options
    const generation = (this.#generation += 1)
    const first = holder.current() === null && generation === 1
    return new Promise((resolve, reject) => {
      const host = new PracticeHost({
        launch: launchPractice,
        args: exchangeArgs(profileFolder(userData, profile), practiceArgs),
        ...(earlyPractice === undefined ? {} : { early: earlyPractice }),
        timers: systemTimers,
        log,
        onReady: (ready, restarts) =>
          void this.#startPracticeSession({ profile, generation, ready, restarts, resolve }).catch(
            (error: unknown) => reject(this.#toLoggedError(error)),
          ),
        onGone: () =>
          holder
            .current()
            ?.connection.addNotice('practice-stopped', message('system.exchangeRestarting')),
        onFailed: (message) => {
          log.event('error', 'practice.failed', { error: message })
          this.#options.onPracticeFailed(message, first)
          reject(new Error(message))
        },
        onBlocked: (problem) => {
          showBlockedExchange(holder.current()?.connection ?? null, problem)
          reject(new DescribedError(problem))
        },
      })
      // Set before the start, because an exchange that was started early may be ready already.
      this.#opened = { ...NO_PROFILE, practice: host }
      host.start()
    })
  }

  async #startPracticeSession({
    profile,
    generation,
    ready,
    restarts,
    resolve,
  }: {
    readonly profile: Profile
    readonly generation: number
    readonly ready: PracticeReady
    readonly restarts: number
    readonly resolve: () => void
  }): Promise<void> {
    const { holder, userData, log, isLocked, sessionResources, onSession } = this.#options
    const host = this.#opened.practice
    if (generation !== this.#generation || host === null) return
    const vault = await this.vaultOf(profile)
    const root = profileFolder(userData, profile)
    const files = await openStoredDocuments(root, log)
    const { session, endpoints } = await practiceSession({
      ready,
      host,
      vault,
      root,
      files,
      log,
      isLocked,
    })
    this.#opened = {
      ...this.#opened,
      endpoints,
      scope: ready.scope,
      institutionKey: {
        appKey: ready.appKey,
        appSecret: ready.appSecret,
        algorithm: 'HMAC-SHA256',
      },
    }
    sessionResources.attach({ session, profile, vault, root, files, ...hostedAddress(ready, host) })
    this.#showParts({ session, profile, files })
    await holder.replace(session)
    for (const note of ready.notes) {
      const isReplay = note.code === 'practice.replaysBars'
      session.connection.addNotice(isReplay ? 'practice-replay' : 'practice-data', note)
    }
    if (restarts > 0) {
      session.connection.addNotice('practice-restarted', message('system.exchangeRestarted'))
    }
    onSession(restarts)
    resolve()
    await session.connection.start()
  }

  /** Shows the person what happens in a session, and what was lost of its files. */
  #showParts({ session, profile, files }: ShownSession): void {
    notifyAlerts(session, this.#options.alerts)
    this.#options.notify(session, profile, files)
    void this.#endFiles()
    const stop = showFileDamage(files.register, session)
    this.#endFiles = async () => {
      stop()
      // The profile's folder may be moved next.
      await files.register.flush()
    }
  }

  #toLoggedError(error: unknown): Error {
    this.#options.log.event('error', 'session.failed', {
      error: error instanceof Error ? error.message : 'unknown',
    })
    return error instanceof Error ? error : new DescribedError(message('profiles.sessionNotBuilt'))
  }

  async #openAccount(profile: Profile, environment: AccountEnvironment): Promise<void> {
    const { holder, userData, log, isLocked, language, openLogin, dial, network } = this.#options
    const { sessionResources, onSession } = this.#options
    this.#generation += 1
    // Before its secrets are read.
    const problem = this.problemOf(profile)
    if (problem !== null) throw new DescribedError(problem)
    const vault = await this.vaultOf(profile)
    const secrets = await (await this.credentialsOf(profile)).load()
    if (!secrets.ok) throw new DescribedError(fileErrorMessage(secrets.error))
    const root = profileFolder(userData, profile)
    const files = await openStoredDocuments(root, log)
    const opened = accountSession({
      profile: { ...profile, environment },
      secrets: secrets.value,
      vault,
      root,
      files,
      log,
      isLocked,
      language,
      openLogin,
      network,
      proxyFor: (await this.proxiesOf(profile)).proxyFor,
      ...(dial === undefined ? {} : { dial }),
    })
    if (!opened.ok) throw new DescribedError(opened.error)
    const { session, endpoints, paste } = opened.value
    const scope = profile.access === 'key' ? null : (secrets.value.scope ?? null)
    this.#opened = { ...NO_PROFILE, endpoints, paste, scope }
    sessionResources.attach({ session, profile, vault, root, files })
    this.#showParts({ session, profile, files })
    await holder.replace(session)
    onSession(0)
    void session.connection.start()
  }
}

/** Says in the open session that its exchange stopped and is not started again. */
function showBlockedExchange(
  connection: TradingSession['connection'] | null,
  problem: Message,
): void {
  if (connection === null) return
  for (const { id, code } of connection.view().notices) {
    if (code === 'practice-stopped') connection.dismissNotice(id)
  }
  connection.addNotice('practice-blocked', problem)
}

/** Returns the exchange's hosted server as a member of a session's context; empty without one. */
function hostedAddress(
  { hosted, caFile }: PracticeReady,
  host: PracticeHost,
): { readonly hosted?: HostedAddress } {
  if (hosted === null) return {}
  const set = (on: boolean, port: number) => host.command({ command: 'hosted-door', on, port })
  return { hosted: { view: hosted, caFile, set } }
}
