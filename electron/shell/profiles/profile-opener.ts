import path from 'node:path'
import { safeStorage } from 'electron'
import { systemClock } from '../../adapters/clock.js'
import type { Dial } from '../../adapters/dial.js'
import type { LogFile } from '../../adapters/log-file.js'
import { systemTimers } from '../../adapters/timers.js'
import type { PasteAuthorizer } from '../../adapters/paste-callback.js'
import type { VaultPort } from '../../core/ports.js'
import { createCredentials, type Credentials } from '../../core/profiles/credentials.js'
import type { ProfileOpener } from '../../core/profiles/profile-switcher.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Endpoints } from '../../provider/http/hosts.js'
import type { Profile, ProfileId } from '../../../shared/domain/app/profile.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { accountSession } from '../../app/session/account-session.js'
import { exchangeArgs, type EarlyPractice } from '../practice/practice-early.js'
import { startPracticeHost, type PracticeHost } from '../practice/practice-host.js'
import { practiceSession } from '../session/practice-session.js'
import type { HostedAddress } from '../../app/session/hosted-source.js'
import { profileFolder } from '../../app/settings/profile-folders.js'
import type { SessionHolder } from '../../app/session/session-holder.js'
import { fileVault, keyStoreBackend, memoryVault } from '../../app/session/vault.js'

export interface ProfileOpenerOptions {
  readonly holder: SessionHolder
  readonly userData: string
  readonly practiceBundle: string
  readonly practiceArgs: readonly string[]
  /** The practice exchange, when it was started early. */
  readonly earlyPractice?: EarlyPractice
  readonly log: LogFile
  readonly openLogin: (url: string, endpoints: Endpoints) => Promise<boolean>
  readonly dial: Dial | undefined
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

/** A session with its profile and storage. */
export interface SessionContext {
  readonly session: TradingSession
  readonly profile: Profile
  readonly vault: VaultPort
  /** The profile's own folder. */
  readonly root: string
  /** The address of the practice exchange's hosted server. */
  readonly hosted?: HostedAddress
}

/** The parts of the open profile besides its session. */
export interface OpenProfile {
  readonly endpoints: Endpoints | null
  readonly paste: PasteAuthorizer | null
  readonly practice: PracticeHost | null
  /** The scope that the session requests; not a secret. */
  readonly scope: string | null
}

export interface ProfileSessionOpener extends ProfileOpener {
  opened(): OpenProfile
  vaultOf(profile: Profile): Promise<VaultPort>
  credentialsOf(profile: Profile): Promise<Credentials>
  /** Drops the vault of a removed profile from memory. */
  forget(id: ProfileId): void
}

const RESTARTED =
  'The practice exchange stopped and was started again; your orders were looked up, not sent again.'
const NO_PROFILE: OpenProfile = { endpoints: null, paste: null, practice: null, scope: null }

/**
 * Opens the sessions of profiles: on the practice exchange in its own process, or on the provider's
 * hosts.
 */
export function createProfileOpener(options: ProfileOpenerOptions): ProfileSessionOpener {
  const { holder, userData, log } = options
  const vaults = new Map<ProfileId, Promise<VaultPort>>()
  let opened: OpenProfile = NO_PROFILE
  let generation = 0

  const makeVault = async (profile: Profile): Promise<VaultPort> => {
    const backend = await keyStoreBackend(safeStorage, process.platform)
    log.event('info', 'vault.opened', { backend: backend ?? 'memory', kind: profile.environment })
    return backend === null
      ? memoryVault()
      : fileVault({
          directory: path.join(profileFolder(userData, profile), 'vault'),
          backend,
          storage: safeStorage,
          clock: systemClock,
        })
  }
  const vaultOf = (profile: Profile): Promise<VaultPort> => {
    const vault = vaults.get(profile.id) ?? makeVault(profile)
    vaults.set(profile.id, vault)
    return vault
  }
  const credentialsOf = async (profile: Profile): Promise<Credentials> =>
    createCredentials({ vault: await vaultOf(profile), clock: systemClock })

  /**
   * Resolves when the exchange is ready and its session is open. After a restart of the exchange a
   * new session replaces the old one.
   */
  const openPractice = (profile: Profile): Promise<void> =>
    new Promise((resolve, reject) => {
      const ownGeneration = (generation += 1)
      const first = holder.current() === null && ownGeneration === 1
      const root = profileFolder(userData, profile)
      const build = async (ready: PracticeReady, restarts: number): Promise<void> => {
        if (ownGeneration !== generation || opened.practice === null) return
        const vault = await vaultOf(profile)
        const made = await practiceSession({ ready, host: opened.practice, vault, root, log })
        const { session } = made
        opened = { ...opened, endpoints: made.endpoints, scope: ready.scope }
        const hosted =
          ready.hosted === null
            ? {}
            : {
                hosted: {
                  view: ready.hosted,
                  caFile: ready.caFile,
                  set: (on: boolean, port: number) =>
                    host.command({ command: 'hosted-door', on, port }),
                },
              }
        options.sessionResources.attach({ session, profile, vault, root, ...hosted })
        await holder.replace(session)
        for (const note of ready.notes) session.addNotice('practice-restarted', note)
        if (restarts > 0) session.addNotice('practice-restarted', RESTARTED)
        options.onSession(restarts)
        resolve()
        await session.start()
      }
      const host = startPracticeHost({
        bundle: options.practiceBundle,
        args: exchangeArgs(root, options.practiceArgs),
        ...(options.earlyPractice === undefined ? {} : { early: options.earlyPractice }),
        timers: systemTimers,
        log,
        onReady: (ready, restarts) =>
          void build(ready, restarts).catch((error: unknown) => {
            log.event('error', 'session.failed', {
              error: error instanceof Error ? error.message : 'unknown',
            })
            reject(error instanceof Error ? error : new Error('The session could not be built.'))
          }),
        onGone: () =>
          holder
            .current()
            ?.addNotice(
              'practice-restarted',
              'The practice exchange stopped; it is being started again.',
            ),
        onFailed: (message) => {
          log.event('error', 'practice.failed', { error: message })
          options.onPracticeFailed(message, first)
          reject(new Error(message))
        },
      })
      opened = { ...NO_PROFILE, practice: host }
    })

  const openAccount = async (
    profile: Profile,
    environment: 'sandbox' | 'production',
  ): Promise<void> => {
    generation += 1
    const vault = await vaultOf(profile)
    const secrets = await (await credentialsOf(profile)).load()
    if (!secrets.ok) throw new Error(secrets.error.message)
    const root = profileFolder(userData, profile)
    const made = accountSession({
      profile: { ...profile, environment },
      secrets: secrets.value,
      vault,
      root,
      log,
      openLogin: options.openLogin,
      ...(options.dial === undefined ? {} : { dial: options.dial }),
    })
    if (!made.ok) throw new Error(made.error)
    const { session, endpoints, paste } = made.value
    opened = {
      endpoints,
      paste,
      practice: null,
      scope: profile.access === 'key' ? null : (secrets.value.scope ?? null),
    }
    options.sessionResources.attach({ session, profile, vault, root })
    await holder.replace(session)
    options.onSession(0)
    void session.start()
  }

  return {
    session: () => holder.current(),
    opened: () => opened,
    vaultOf,
    credentialsOf,
    forget: (id) => void vaults.delete(id),
    async open(profile) {
      const { environment } = profile
      log.event('info', 'profile.opening', { kind: environment })
      await (environment === 'practice' ? openPractice(profile) : openAccount(profile, environment))
    },
    async close() {
      generation += 1
      const { practice } = opened
      opened = NO_PROFILE
      await options.sessionResources.detach()
      await holder.clear()
      await practice?.stop()
    },
  }
}
