import { existsSync } from 'node:fs'
import type { Dial } from '../../adapters/dial.js'
import { systemTimers } from '../../adapters/timers.js'
import { isInstitution } from '../../../shared/domain/app/profile.js'
import { institutionJournal } from '../settings/profile-folders.js'
import type { LogFile } from '../../adapters/log-file.js'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { NetworkPort } from '../../core/net-ports.js'
import type { ProfileStore } from '../../core/profiles/profile-store.js'
import type { ProfileSwitcher } from '../../core/profiles/profile-switcher.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { ProfileSessionOpener } from '../profiles/profile-opener.js'
import type { SessionHolder } from '../session/session-holder.js'
import type { InstitutionConsole, InstitutionConsoleOptions } from './institution-service.js'

/** Time from the opening of a profile to the recovery, and between its attempts. */
const RECOVER_MS = 3_000

export interface LateConsoleOptions {
  readonly profileSwitcher: ProfileSwitcher
  readonly holder: SessionHolder
  readonly opener: ProfileSessionOpener
  readonly profiles: ProfileStore
  readonly lock: AppLock
  readonly log: LogFile
  readonly userData: string
  readonly dial: Dial | undefined
  readonly network: NetworkPort
}

/**
 * Loads the institution console with its first use, so that a start without it loads none of it.
 * Its connections end with the open profile, because environments never mix.
 */
export class LateConsole {
  readonly #options: LateConsoleOptions
  readonly #stopWatching: Disposer
  #cancelRecovery: Disposer = () => undefined
  #loading: Promise<InstitutionConsole> | null = null

  constructor(options: LateConsoleOptions) {
    this.#options = options
    const { profileSwitcher } = options
    let open = profileSwitcher.current()?.id
    this.#recoverSoon()
    this.#stopWatching = profileSwitcher.subscribe(() => {
      const next = profileSwitcher.current()?.id
      const isOther = next !== open
      if (isOther || profileSwitcher.get().switching !== null) this.#close()
      open = next
      if (isOther) this.#recoverSoon()
    })
  }

  /** Returns the console. A module that cannot be loaded is tried again. */
  readonly get = (): Promise<InstitutionConsole> => {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  stop(): void {
    this.#stopWatching()
    this.#cancelRecovery()
    this.#close()
  }

  #recoverSoon(): void {
    this.#cancelRecovery()
    this.#cancelRecovery = systemTimers.after(RECOVER_MS, () => void this.#recover())
  }

  /**
   * Queries the orders of institutions that an earlier run left without a known outcome, also where
   * nobody opens the console. Without such a journal nothing is loaded.
   */
  async #recover(): Promise<void> {
    const { profiles, profileSwitcher, holder, userData } = this.#options
    const environment = profileSwitcher.current()?.environment
    const unfinished = profiles
      .all()
      .filter((profile) => isInstitution(profile) && profile.environment === environment)
      .filter((profile) => existsSync(institutionJournal(userData, profile)))
    if (unfinished.length === 0) return
    if (holder.current() === null) return this.#recoverSoon()
    const opened = await this.get()
    const recovered = await Promise.all(unfinished.map(({ id }) => opened.recover(id)))
    if (recovered.includes(false)) this.#recoverSoon()
  }

  async #load(): Promise<InstitutionConsole> {
    const { InstitutionConsole: Console } = await import('./institution-service.js')
    return new Console(this.#consoleOptions())
  }

  #consoleOptions(): InstitutionConsoleOptions {
    const { holder, profileSwitcher, profiles, opener, ...others } = this.#options
    return {
      ...others,
      environment: () =>
        holder.current() === null ? null : (profileSwitcher.current()?.environment ?? null),
      isHalted: () => holder.current()?.connection.view().trading === 'halted',
      profiles: () => profiles.all(),
      credentialsOf: (profile) => opener.credentialsOf(profile),
      proxiesOf: (profile) => opener.proxiesOf(profile),
      problemOf: (profile) => opener.problemOf(profile),
      filesProblem: (profile) => opener.filesProblem(profile),
      practice() {
        const { endpoints, institutionKey } = opener.opened()
        return endpoints === null || institutionKey === null
          ? null
          : { endpoints, credentials: institutionKey }
      },
    }
  }

  #close(): void {
    void this.#loading?.then((opened) => opened.close())
  }
}
