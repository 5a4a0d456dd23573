import { readFile, writeFile } from 'node:fs/promises'
import { dialog } from 'electron'
import { systemClock } from '../../adapters/clock.js'
import type { Dial } from '../../adapters/dial.js'
import type { LogFile } from '../../adapters/log-file.js'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { CredentialError } from '../../core/profiles/credentials.js'
import type { ProfileSwitcher } from '../../core/profiles/profile-switcher.js'
import type { ProfileError } from '../../core/profiles/profile-error.js'
import type { ProfileStore } from '../../core/profiles/profile-store.js'
import type { FileError } from '../../core/ports.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { ProfileServices } from '../../handlers/profile-handlers.js'
import { accountEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import {
  BUILT_IN_PROFILE,
  CREDENTIAL_FIELDS,
  neededFields,
  type Profile,
  type ProfileHosts,
  type ProfileId,
} from '../../../shared/domain/app/profile.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import type { SessionInspection } from '../../../shared/domain/session/session-inspection.js'
import { archiveProfileFolder } from '../../app/settings/profile-folders.js'
import type { ProfileSessionOpener } from './profile-opener.js'
import { vaultTokens } from '../../app/session/vault-token-store.js'

const MAX_FILE_BYTES = 100_000
const API_VERSION = 'v3'
const FILTERS = [{ name: 'Countersign profile', extensions: ['json'] }]

export interface ProfileServicesOptions {
  readonly profiles: ProfileStore
  readonly profileSwitcher: ProfileSwitcher
  readonly lock: AppLock
  readonly opener: ProfileSessionOpener
  readonly userData: string
  readonly log: LogFile
  readonly dial: Dial | undefined
}

type Answer<T> = Promise<Result<T, AppError>>
const refused = (message: string): { readonly ok: false; readonly error: AppError } =>
  err(appError('profile/refused', message))
const profileRefused = ({
  message,
}: ProfileError): { readonly ok: false; readonly error: AppError } => refused(message)
const credentialsRefused = ({
  message,
}: CredentialError | FileError): { readonly ok: false; readonly error: AppError } =>
  err(appError('credentials/refused', message))

const hostsOf = ({ origins, events, data, pinnedCa }: Endpoints): ProfileHosts => ({
  api: origins.api,
  oauth: origins.oauth,
  passport: origins.passport,
  events,
  data,
  authority: pinnedCa,
})

/**
 * Makes the profile operations for pages. Pages send ids and receive views; secrets are only
 * received, never returned.
 */
export function createProfileServices(options: ProfileServicesOptions): ProfileServices {
  const { profiles, profileSwitcher, lock, opener, userData, log } = options
  const find = (id: ProfileId): Result<Profile, AppError> => {
    const profile = profiles.get(id)
    return profile === undefined ? refused('There is no such profile.') : ok(profile)
  }

  const viewOf = async (profile: Profile): Promise<ProfileView> => {
    const vault = await opener.vaultOf(profile)
    const credentials = await (await opener.credentialsOf(profile)).view(lock.steppedUp())
    const credentialStates = credentials.ok
      ? credentials.value
      : CREDENTIAL_FIELDS.map((field) => ({ field, set: false, ending: null, since: null }))
    const practice = profile.environment === 'practice'
    const endpoints =
      profile.environment === 'practice'
        ? null
        : accountEndpoints(profile.environment, profile.hosts)
    return {
      profile,
      builtIn: profile.id === BUILT_IN_PROFILE,
      credentials: practice ? [] : [...credentialStates],
      missing: practice
        ? []
        : neededFields(profile.access).filter(
            (field) =>
              !credentialStates.some((credential) => credential.field === field && credential.set),
          ),
      secrets: {
        store: vault.backend,
        backend: vault.keyStore,
        problem: credentials.ok
          ? null
          : credentials.error.kind === 'foreign'
            ? 'key-store-changed'
            : 'unreadable',
      },
      hosts: endpoints?.ok === true ? hostsOf(endpoints.value) : null,
    }
  }
  const shown = async (result: Result<Profile, ProfileError>): Answer<ProfileView> => {
    if (!result.ok) return profileRefused(result.error)
    profileSwitcher.notifyChanged()
    return ok(await viewOf(result.value))
  }
  const inUse = (id: ProfileId): boolean => profileSwitcher.current()?.id === id

  /** Deletes credentials, then every token made with them. */
  const forget = async (profile: Profile): Promise<Result<void, AppError>> => {
    const vault = await opener.vaultOf(profile)
    for (const done of [
      await (await opener.credentialsOf(profile)).clearAll(),
      await vault.remove('oauth-tokens'),
      await vault.remove('app-token'),
    ]) {
      if (!done.ok) return credentialsRefused(done.error)
    }
    return ok(undefined)
  }

  return {
    async view(id) {
      const profile = find(id)
      return profile.ok ? ok(await viewOf(profile.value)) : profile
    },
    create: async (name, environment) => shown(await profiles.create(name, environment)),
    change: async (id, change) => shown(await profiles.change(id, change)),
    duplicate: async (id) => shown(await profiles.duplicate(id)),
    async remove(id) {
      const profile = find(id)
      if (!profile.ok) return profile
      if (inUse(id)) return refused('This profile is open. Change to another one first.')
      const forgotten = await forget(profile.value)
      if (!forgotten.ok) return forgotten
      const removed = await profiles.remove(id)
      if (!removed.ok) return profileRefused(removed.error)
      opener.forget(id)
      await archiveProfileFolder(userData, profile.value, systemClock.now())
      log.event('info', 'profile.removed', { kind: profile.value.environment })
      profileSwitcher.notifyChanged()
      return ok(undefined)
    },
    async export(id) {
      const text = profiles.exportText(id)
      if (!text.ok) return profileRefused(text.error)
      const { canceled, filePath } = await dialog.showSaveDialog({
        title: 'Export the profile',
        defaultPath: 'countersign-profile.json',
        filters: FILTERS,
      })
      if (canceled || filePath === undefined || filePath === '') return ok(false)
      try {
        await writeFile(filePath, text.value)
        return ok(true)
      } catch {
        return err(appError('storage/failed', 'The file could not be written there.'))
      }
    },
    async import() {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        title: 'Import a profile',
        properties: ['openFile'],
        filters: FILTERS,
      })
      const [path] = filePaths
      if (canceled || path === undefined) return ok(null)
      let text: string
      try {
        const bytes = await readFile(path)
        if (bytes.length > MAX_FILE_BYTES) return refused('This file is too large for a profile.')
        text = bytes.toString('utf8')
      } catch {
        return err(appError('storage/failed', 'The file could not be read.'))
      }
      return shown(await profiles.importText(text))
    },
    async test(id) {
      const profile = find(id)
      if (!profile.ok) return profile
      const { environment, hosts } = profile.value
      if (environment === 'practice') {
        return refused('The practice exchange runs inside the program; there is nothing to test.')
      }
      const endpoints = accountEndpoints(environment, hosts)
      if (!endpoints.ok) {
        return refused('The addresses of this profile cannot be used. Check its hosts.')
      }
      const secrets = await (await opener.credentialsOf(profile.value)).load()
      if (!secrets.ok) return credentialsRefused(secrets.error)
      if (secrets.value.app_key === undefined || secrets.value.app_secret === undefined) {
        return refused('Enter the app key and its secret first.')
      }
      const { testProfileConnection } = await import('../../app/profiles/connection-test.js')
      return ok(
        await testProfileConnection({
          profile: profile.value,
          endpoints: endpoints.value,
          secrets: secrets.value,
          storedToken: await vaultTokens(await opener.vaultOf(profile.value)).load(),
          log,
          dial: options.dial,
        }),
      )
    },
    async setCredential(id, field, value) {
      const profile = find(id)
      if (!profile.ok) return profile
      if (profile.value.environment === 'practice') {
        return refused('A practice profile makes its own credentials.')
      }
      // Do this first, so that the typed value cannot appear in a log, whatever fails (SEC-20).
      if (field !== 'scope') log.hide(value.trim())
      const stored = await (await opener.credentialsOf(profile.value)).set(field, value)
      return stored.ok ? ok(await viewOf(profile.value)) : credentialsRefused(stored.error)
    },
    async clearCredential(id, field) {
      const profile = find(id)
      if (!profile.ok) return profile
      const cleared =
        field === null
          ? await forget(profile.value)
          : await (await opener.credentialsOf(profile.value)).clear(field)
      if (!cleared.ok) {
        return 'code' in cleared.error
          ? { ok: false, error: cleared.error }
          : credentialsRefused(cleared.error)
      }
      return ok(await viewOf(profile.value))
    },
    async forgetSecrets() {
      const current = profileSwitcher.current()
      if (current !== null && current.environment !== 'practice') await opener.session()?.signOut()
      for (const profile of profiles.all()) {
        if (profile.environment === 'practice') continue
        const forgotten = await forget(profile)
        if (!forgotten.ok) return forgotten
      }
      log.event('warn', 'secrets.forgotten')
      return ok(undefined)
    },
    paste(address) {
      const { paste } = opener.opened()
      return paste === null
        ? err('This profile’s browser answers by itself; there is nothing to paste.')
        : paste.paste(address)
    },
    inspect(session: TradingSession): SessionInspection {
      const profile = profileSwitcher.current() ?? profiles.all()[0]
      if (profile === undefined) throw new Error('there is always a profile')
      const { endpoints } = opener.opened()
      const sockets =
        endpoints === null
          ? []
          : [
              { role: 'events', address: `${endpoints.events.host}:${endpoints.events.port}` },
              { role: 'data', address: `${endpoints.data.host}:${endpoints.data.port}` },
            ]
      return {
        ...session.inspect(),
        profile: { id: profile.id, name: profile.name, environment: profile.environment },
        algorithm: profile.algorithm,
        version: API_VERSION,
        scope: opener.opened().scope,
        hosts:
          endpoints === null
            ? []
            : [
                ...Object.entries(endpoints.origins)
                  .filter(([role]) => role !== 'broker')
                  .map(([role, address]) => ({ role, address })),
                ...sockets,
              ],
        events: log.recent(),
      }
    },
  }
}
