import type { AppResult } from '../../../shared/domain/app/app-error.js'
import { systemClock } from '../../adapters/clock.js'
import type { Dial } from '../../adapters/dial.js'
import type { LogFile } from '../../adapters/log-file.js'
import type { AppLock } from '../../core/lock/app-lock.js'
import { PROXY_CREDENTIALS_ENTRY, ProxyCredentials } from '../../core/profiles/proxy-credentials.js'
import type { FileError } from '../../core/ports.js'
import type { ProfileError } from '../../core/profiles/profile-error.js'
import type { ProfileStore } from '../../core/profiles/profile-store.js'
import type { ProfileSwitcher } from '../../core/profiles/profile-switcher.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { ProfileServices } from '../../handlers/profile-handlers.js'
import { accountEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import type { CredentialField, ProfileId } from '../../../shared/domain/app/profile.js'
import type {
  Profile,
  ProfileChange,
  ProxyUser,
} from '../../../shared/domain/app/profile.schema.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Environment } from '../../../shared/domain/environment.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ConnectionReport } from '../../../shared/domain/app/connection-report.js'
import type { ProductionChecklist } from '../../../shared/domain/app/production-checklist.js'
import type { LowerLimits } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import type { SessionInspection } from '../../../shared/domain/session/session-inspection.js'
import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { PracticeReplay } from '../practice/practice-replay.js'
import { vaultTokens } from '../session/vault-token-store.js'
import type { FileDialogPort } from '../settings/file-dialog-port.js'
import { archiveProfileFolder } from '../settings/profile-folders.js'
import { credentialsRefused, profileRefused, refused } from './profile-errors.js'
import { readProfileFile, saveProfileFile } from './profile-files.js'
import type { ProfileSessionOpener } from './profile-opener.js'
import { profileView, proxiesView } from './profile-view.js'
import { redirectView } from './redirect-view.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

export interface ProfileOperationsOptions {
  readonly profiles: ProfileStore
  readonly profileSwitcher: ProfileSwitcher
  readonly lock: AppLock
  readonly opener: ProfileSessionOpener
  readonly userData: string
  readonly fileDialog: FileDialogPort
  readonly log: LogFile
  readonly dial: Dial | undefined
  /** Returns the open session; waits for the first. */
  readonly session: () => Promise<TradingSession>
  /** Writes a text of the catalog in the person's language. */
  readonly write: (text: Message) => string
}

/**
 * The profile operations that pages call. Pages send ids and receive views; secrets are only
 * received, never returned.
 */
export class ProfileOperations implements ProfileServices {
  readonly #options: ProfileOperationsOptions

  constructor(options: ProfileOperationsOptions) {
    this.#options = options
  }

  async view(id: ProfileId): AppResult<ProfileView> {
    const profile = await this.#find(id)
    return profile.ok ? ok(await this.#viewOf(profile.value)) : profile
  }

  async create(name: string, environment: Environment): AppResult<ProfileView> {
    return this.#publish(await this.#options.profiles.create(name, environment))
  }

  async change(id: ProfileId, change: ProfileChange): AppResult<ProfileView> {
    if (this.#isOpen(id) && change.access === 'institution') {
      return refused(message('profiles.institutionOpen'))
    }
    return this.#publish(await this.#options.profiles.change(id, change))
  }

  async duplicate(id: ProfileId): AppResult<ProfileView> {
    return this.#publish(await this.#options.profiles.duplicate(id))
  }

  async remove(id: ProfileId): AppResult<void> {
    const { profiles, profileSwitcher, opener, userData, log } = this.#options
    const profile = await this.#find(id)
    if (!profile.ok) return profile
    if (profileSwitcher.current()?.id === id) {
      return refused(message('profiles.open'))
    }
    const forgotten = await this.#forget(profile.value)
    if (!forgotten.ok) return forgotten
    const removed = await profiles.remove(id)
    if (!removed.ok) return profileRefused(removed.error)
    opener.forget(id)
    await archiveProfileFolder(userData, profile.value, systemClock.now())
    log.event('info', 'profile.removed', { kind: profile.value.environment })
    profileSwitcher.notifyChanged()
    return ok(undefined)
  }

  replay(day: ExchangeDay): AppResult<void> {
    return this.#replays().replay(day)
  }

  replayBars(symbol: Symbol, day: ExchangeDay): AppResult<void> {
    return this.#replays().replayBars(symbol, day)
  }

  #replays(): PracticeReplay {
    const { profiles, profileSwitcher, opener, userData, write } = this.#options
    return new PracticeReplay({
      host: () => opener.opened().practice,
      session: () => this.#options.session(),
      profiles,
      profileSwitcher,
      userData,
      write,
    })
  }

  async export(id: ProfileId): AppResult<boolean> {
    const text = this.#options.profiles.exportText(id)
    return text.ok
      ? saveProfileFile(this.#options.fileDialog, text.value)
      : profileRefused(text.error)
  }

  async import(): AppResult<ProfileView | null> {
    const text = await readProfileFile(this.#options.fileDialog)
    if (!text.ok || text.value === null) return text.ok ? ok(null) : text
    return this.#publish(await this.#options.profiles.importText(text.value))
  }

  async test(id: ProfileId): AppResult<ConnectionReport> {
    const profile = await this.#find(id)
    if (!profile.ok) return profile
    const { environment, hosts, assumptions } = profile.value
    if (environment === 'practice') {
      return refused(message('profiles.nothingToTest'))
    }
    const endpoints = accountEndpoints(environment, hosts, assumptions)
    return endpoints.ok
      ? this.#testConnection(profile.value, endpoints.value)
      : refused(message('profiles.wrongAddresses'))
  }

  async #testConnection(profile: Profile, endpoints: Endpoints): AppResult<ConnectionReport> {
    const { opener, log, dial } = this.#options
    const problem = opener.problemOf(profile)
    if (problem !== null) return refused(problem)
    const secrets = await (await opener.credentialsOf(profile)).load()
    if (!secrets.ok) return credentialsRefused(secrets.error)
    if (secrets.value.app_key === undefined || secrets.value.app_secret === undefined) {
      return refused(message('profiles.keyMissing'))
    }
    const { testProfileConnection } = await import('./connection-test.js')
    const report = await testProfileConnection({
      profile,
      endpoints,
      secrets: secrets.value,
      storedToken: await vaultTokens(await opener.vaultOf(profile)).load(),
      isOpen: this.#isOpen(profile.id),
      proxies: await opener.proxiesOf(profile),
      log,
      dial,
    })
    return ok(report)
  }

  async checklist(id: ProfileId): AppResult<ProductionChecklist> {
    const profile = await this.#find(id)
    if (!profile.ok) return profile
    const { profiles, userData, lock } = this.#options
    const { productionChecklist } = await import('./production-checklist.js')
    return ok(
      await productionChecklist({
        profile: profile.value,
        profiles: profiles.all(),
        userData,
        lock: lock.get(),
      }),
    )
  }

  async lowerLimits(id: ProfileId, limits: LowerLimits): AppResult<ProductionChecklist> {
    const profile = await this.#find(id)
    if (!profile.ok) return profile
    const { userData, log } = this.#options
    const { lowerLimits } = await import('./lower-limits.js')
    const lowered = await lowerLimits({
      profile: profile.value,
      open: this.#isOpen(id) ? this.#options.opener.session() : null,
      userData,
      limits,
      log,
    })
    return lowered.ok ? this.checklist(id) : lowered
  }

  #isOpen(id: ProfileId): boolean {
    return this.#options.profileSwitcher.current()?.id === id
  }

  async setCredential(
    id: ProfileId,
    field: CredentialField,
    value: string,
  ): AppResult<ProfileView> {
    const { opener, log } = this.#options
    const profile = await this.#find(id)
    if (!profile.ok) return profile
    if (profile.value.environment === 'practice') {
      return refused(message('profiles.ownCredentials'))
    }
    // Do this first, so that the typed value cannot appear in a log, whatever fails (SEC-20).
    if (field !== 'scope') log.hide(value.trim())
    const stored = await (await opener.credentialsOf(profile.value)).set(field, value)
    return stored.ok ? ok(await this.#viewOf(profile.value)) : credentialsRefused(stored.error)
  }

  async clearCredential(id: ProfileId, field: CredentialField | null): AppResult<ProfileView> {
    const profile = await this.#find(id)
    if (!profile.ok) return profile
    const cleared = await this.#clear(profile.value, field)
    return cleared.ok ? ok(await this.#viewOf(profile.value)) : cleared
  }

  async setProxyUser(id: ProfileId, proxy: string, user: ProxyUser): AppResult<ProfileView> {
    this.#options.log.hide(user.password)
    return this.#changeProxyUsers(id, (users) => users.set(proxy, user))
  }

  clearProxyUser(id: ProfileId, proxy: string): AppResult<ProfileView> {
    return this.#changeProxyUsers(id, (users) => users.clear(proxy))
  }

  async #changeProxyUsers(
    id: ProfileId,
    edit: (users: ProxyCredentials) => Promise<Result<void, FileError>>,
  ): AppResult<ProfileView> {
    const { opener } = this.#options
    const profile = await this.#find(id)
    if (!profile.ok) return profile
    const done = await edit(new ProxyCredentials(await opener.vaultOf(profile.value)))
    return done.ok ? ok(await this.#viewOf(profile.value)) : credentialsRefused(done.error)
  }

  async forgetSecrets(): AppResult<void> {
    const { profiles, profileSwitcher, opener, log } = this.#options
    const current = profileSwitcher.current()
    if (current !== null && current.environment !== 'practice') {
      await opener.session()?.connection.signOut()
    }
    for (const profile of profiles.all()) {
      if (profile.environment === 'practice') continue
      const forgotten = await this.#forget(profile)
      if (!forgotten.ok) return forgotten
    }
    log.event('warn', 'secrets.forgotten')
    return ok(undefined)
  }

  paste(address: string): Result<void, Message> {
    const { paste } = this.#options.opener.opened()
    return paste === null ? err(message('profiles.nothingToPaste')) : paste.paste(address)
  }

  inspect(session: TradingSession): SessionInspection {
    const { profiles, profileSwitcher, opener, log } = this.#options
    const profile = profileSwitcher.current() ?? profiles.all()[0]
    if (profile === undefined) throw new Error('there is always a profile')
    const { endpoints, scope } = opener.opened()
    return {
      ...session.connection.inspect(),
      profile: { id: profile.id, name: profile.name, environment: profile.environment },
      algorithm: profile.algorithm,
      scope,
      hosts: endpoints === null ? [] : inspectedHosts(endpoints),
      events: log.recent(),
    }
  }

  /** Returns a profile as it is once the changes so far are saved. */
  async #find(id: ProfileId): AppResult<Profile> {
    const { profiles } = this.#options
    await profiles.settled()
    const profile = profiles.get(id)
    return profile === undefined ? refused(message('profiles.unknown')) : ok(profile)
  }

  async #viewOf(profile: Profile): Promise<ProfileView> {
    const { opener, lock } = this.#options
    const vault = await opener.vaultOf(profile)
    const credentials = await (await opener.credentialsOf(profile)).view(lock.steppedUp())
    return profileView({
      profile,
      vault,
      credentials,
      redirect: await redirectView(profile),
      proxies: await proxiesView(profile, await opener.proxiesOf(profile), vault),
    })
  }

  /** Notifies every window of a changed profile, and returns its view. */
  async #publish(result: Result<Profile, ProfileError>): AppResult<ProfileView> {
    if (!result.ok) return profileRefused(result.error)
    this.#options.profileSwitcher.notifyChanged()
    return ok(await this.#viewOf(result.value))
  }

  /** Clears one credential, or all with every token. */
  async #clear(profile: Profile, field: CredentialField | null): AppResult<void> {
    if (field === null) return this.#forget(profile)
    const cleared = await (await this.#options.opener.credentialsOf(profile)).clear(field)
    return cleared.ok ? ok(undefined) : credentialsRefused(cleared.error)
  }

  /** Deletes credentials, then every token made with them. */
  async #forget(profile: Profile): AppResult<void> {
    const { opener } = this.#options
    const vault = await opener.vaultOf(profile)
    for (const done of [
      await (await opener.credentialsOf(profile)).clearAll(),
      await vault.remove('oauth-tokens'),
      await vault.remove('app-token'),
      await vault.remove(PROXY_CREDENTIALS_ENTRY),
    ]) {
      if (!done.ok) return credentialsRefused(done.error)
    }
    return ok(undefined)
  }
}

/** Lists the addresses that the open session uses, by their role. */
function inspectedHosts({ origins, events, data }: Endpoints): SessionInspection['hosts'] {
  return [
    ...Object.entries(origins)
      .filter(([role]) => role !== 'broker')
      .map(([role, address]) => ({ role, address })),
    { role: 'events', address: `${events.host}:${events.port}` },
    { role: 'data', address: `${data.host}:${data.port}` },
  ]
}
