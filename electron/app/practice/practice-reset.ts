import path from 'node:path'
import { fileStamp } from '../../adapters/file-errors.js'
import type { ClockPort, LogPort, VaultPort } from '../../core/ports.js'
import { TOKENS } from '../../core/auth/stored-tokens.js'
import type { ProfileSwitcher } from '../../core/profiles/profile-switcher.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { ResetSeed } from '../../../shared/domain/app/practice/practice-settings.schema.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { APP_TOKEN } from '../session/vault-token-store.js'
import { profileFolder } from '../settings/profile-folders.js'
import { isReplay } from './practice-seed.js'
import { setExchangeAside, storeSeed } from './practice-folder.js'

export interface PracticeResetDeps {
  readonly profileSwitcher: Pick<ProfileSwitcher, 'current' | 'reopen'>
  readonly userData: string
  /** Arguments of our own command line for the exchange; a seed among them cannot be changed. */
  readonly practiceArgs: readonly string[]
  readonly vaultOf: (profile: Profile) => Promise<VaultPort>
  /** Removes the requests of assistants that wait for a condition of the old market. */
  readonly removeWaiting: () => Promise<void>
  readonly session: () => {
    readonly connection: Pick<TradingSession['connection'], 'addNotice'>
  } | null
  readonly clock: Pick<ClockPort, 'now'>
  readonly log: LogPort
}

/**
 * Starts practice over: the session ends like that of a profile that is left, the exchange stops,
 * its data is set aside, and a new exchange and a new session open.
 */
export class PracticeReset {
  readonly #deps: PracticeResetDeps

  constructor(deps: PracticeResetDeps) {
    this.#deps = deps
  }

  /** Begins the reset; the window shows its steps. */
  async reset(seed: ResetSeed): Promise<Result<void, AppError>> {
    const { profileSwitcher, practiceArgs, userData, removeWaiting, session } = this.#deps
    const profile = profileSwitcher.current()
    if (profile?.environment !== 'practice') return refused(message('practice.resetOnly'))
    if (seed.kind !== 'same' && practiceArgs.includes('--seed')) {
      return refused(message('practice.seedFixed'))
    }
    if (seed.kind !== 'same' && isReplay(profileFolder(userData, profile))) {
      return refused(message('practice.replayFixed'))
    }
    await removeWaiting()
    const begun = profileSwitcher.reopen({
      setAside: () => this.#setAside(profile, seed),
      onOpened: (folder) =>
        session()?.connection.addNotice(
          folder === null ? 'practice-not-reset' : 'practice-reset',
          folder ?? message('practice.notSetAside'),
        ),
    })
    return begun.ok ? ok(undefined) : begun
  }

  /** Moves the old exchange away; called when nothing has its files open. */
  async #setAside(profile: Profile, seed: ResetSeed): Promise<Message> {
    const { userData, clock, log, vaultOf } = this.#deps
    const root = profileFolder(userData, profile)
    const name = path.join('removed', `practice-${profile.id}-${fileStamp(clock.now())}`)
    await setExchangeAside(root, path.join(userData, name), log)
    // A crash before here leaves the same seed; the exchange is new either way.
    if (seed.kind !== 'same') await storeSeed(root, seed.kind === 'other' ? seed.seed : null)
    // The old exchange's tokens mean nothing to the new one.
    const vault = await vaultOf(profile)
    for (const secret of [TOKENS, APP_TOKEN]) await vault.remove(secret)
    return message('practice.setAside', { folder: name })
  }
}

const refused = (reason: Message): { readonly ok: false; readonly error: AppError } =>
  err(appError('practice/refused', reason))
