import type { Disposer } from '../../../shared/domain/brand.js'
import { ARMING_WORD, isInstitution, type ProfileId } from '../../../shared/domain/app/profile.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import {
  type AppStateView,
  type ProfileSummary,
  SWITCH_STEPS,
  type SwitchView,
} from '../../../shared/domain/app/app-state.js'
import type { LiveValue } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { DescribedError } from '../described-error.js'
import type { AppLock } from '../lock/app-lock.js'
import type { LogPort } from '../ports.js'
import type { TradingSession } from '../session/trading-session.js'
import type { ProfileStore } from './profile-store.js'
import { failureDetail, switchProfile, type SwitchStepListener } from './switch-profile.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** Opens and closes what belongs to a profile: its processes and its session. */
export interface ProfileOpener {
  /**
   * Builds the profile's session and installs it. Throws a `DescribedError` when it cannot.
   */
  open(profile: Profile): Promise<void>
  /** Removes the session and disposes everything that belongs to it. */
  close(): Promise<void>
  session(): TradingSession | null
  /** Returns why a profile may not be opened in this process; null when it may. */
  problemOf(profile: Profile): Message | null
  /** Resolves with why a profile's files may not be opened; null when they may. */
  filesProblem(profile: Profile): Promise<Message | null>
}

export interface ProfileSwitcherDeps {
  readonly profiles: ProfileStore
  readonly lock: AppLock
  readonly opener: ProfileOpener
  readonly withdraw: () => Promise<number>
  /**
   * Resolves true when the open profile may close; asks the person while orders or instructions are
   * open.
   */
  readonly mayLeave: () => Promise<boolean>
  /**
   * Called when another profile's session is open; windows reload, so that they show nothing of the
   * old one.
   */
  readonly onSwitched: (profile: Profile) => void
  readonly log: LogPort
}

/** What a reset of the open profile does besides closing and opening it. */
export interface Reset {
  /** Moves the old data away, and returns what to tell the person. */
  readonly setAside: () => Promise<Message>
  /**
   * Called when the new session is open, with what `setAside` returned; null when it failed and the
   * session is on the old data.
   */
  readonly onOpened: (moved: Message | null) => void
}

const summary = (profile: Profile): ProfileSummary => ({
  id: profile.id,
  name: profile.name,
  environment: profile.environment,
  ...(isInstitution(profile) ? { institution: true } : {}),
})
const refused = (reason: Message): { readonly ok: false; readonly error: AppError } =>
  err(appError('switch/refused', reason))

/** Returns what the window shows of a profile that could not be opened at the start. */
const failedOpening = (profile: Profile, error: unknown): SwitchView => ({
  to: summary(profile),
  steps: [{ step: 'build', state: 'failed', detail: failureDetail(error) }],
})

/**
 * The state above all sessions: the open profile, the switch to another one, arming and the lock.
 */
export class ProfileSwitcher implements LiveValue<AppStateView> {
  readonly #deps: ProfileSwitcherDeps
  readonly #changed = createEmitter<void>()
  #current: Profile | null = null
  /** The steps of the running switch, or of one that failed; null otherwise. */
  #switching: SwitchView | null = null
  #running = false
  /** True until the profile of the last run is open or has failed. */
  #isStarting = true
  #resets = 0

  constructor(deps: ProfileSwitcherDeps) {
    this.#deps = deps
    deps.lock.subscribe(() => this.#changed.emit())
  }

  get(): AppStateView {
    const { profiles, opener, lock } = this.#deps
    const current = this.#current
    return {
      current: current === null ? null : summary(profiles.get(current.id) ?? current),
      profiles: profiles.all().map(summary),
      resets: this.#resets,
      switching: this.#switching,
      armed: opener.session()?.trading.armed ?? false,
      lock: lock.get(),
    }
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  current(): Profile | null {
    return this.#current
  }

  /**
   * Opens the profile of the last run. Rejects when it cannot; the view then shows a failed switch,
   * with its reason and a way to another profile.
   */
  async start(): Promise<void> {
    const { profiles, opener } = this.#deps
    const last = profiles.get(profiles.last())
    if (last === undefined) {
      this.#isStarting = false
      return
    }
    this.#current = last
    try {
      await opener.open(last)
    } catch (error) {
      this.#switching = failedOpening(last, error)
      throw error
    } finally {
      this.#isStarting = false
      this.#changed.emit()
    }
  }

  /**
   * Begins a switch once the person agrees to close the open profile; the view shows its steps. The
   * view is unchanged when the person stays. Production requires the arming word.
   */
  async switchTo(id: ProfileId, word: string | null): Promise<Result<AppStateView, AppError>> {
    // A profile that opened before its change was saved would call the hosts that it had before.
    await this.#deps.profiles.settled()
    const wanted = this.#wanted(id, word)
    if (!wanted.ok) return wanted
    // Before the open profile is left.
    const newer = await this.#deps.opener.filesProblem(wanted.value)
    if (newer !== null) return refused(newer)
    if (!(await this.#deps.mayLeave())) return ok(this.get())
    // Meanwhile the profile may have been removed, or another switch begun.
    const to = this.#wanted(id, word)
    if (!to.ok) return to
    void this.#switch(to.value, to.value.environment === 'production')
    return ok(this.get())
  }

  /**
   * Begins to close the open profile and to open it again, with its data set aside in between. The
   * person has agreed already.
   */
  reopen(reset: Reset): Result<AppStateView, AppError> {
    const current = this.#current
    if (this.#running) return refused(message('profiles.alreadySwitching'))
    if (current === null || this.#deps.opener.session() === null) {
      return refused(message('profiles.noSession'))
    }
    void this.#switch(current, false, reset)
    return ok(this.get())
  }

  /** Allows orders in the open production session until it ends. */
  arm(word: string): Result<AppStateView, AppError> {
    const session = this.#deps.opener.session()
    if (session === null || this.#running) {
      return refused(message('profiles.noSession'))
    }
    const problem = this.#armingProblem(word)
    if (problem !== null) return err(problem)
    session.trading.arm()
    this.#changed.emit()
    return ok(this.get())
  }

  /**
   * Closes the open profile at once, without a question; the view shows why, like a switch that
   * failed.
   */
  async closeBecause(reason: Message): Promise<void> {
    const current = this.#current
    // A running switch opens its profile through the same checks.
    if (current === null || this.#running || this.#deps.opener.session() === null) return
    this.#switching = failedOpening(current, new DescribedError(reason))
    this.#changed.emit()
    await this.#deps.opener.close()
    this.#changed.emit()
  }

  /** Dismisses a failed switch; there is no session until another profile is chosen. */
  dismissSwitch(): AppStateView {
    if (!this.#running) this.#switching = null
    this.#changed.emit()
    return this.get()
  }

  /** True from the start until its profile is open or has failed, and while another is opened. */
  isOpening(): boolean {
    return this.#isStarting || this.#running
  }

  /** Notifies listeners that profiles or the lock changed. */
  notifyChanged(): void {
    this.#changed.emit()
  }

  /** Returns the profile of a switch, or why it may not begin. */
  #wanted(id: ProfileId, word: string | null): Result<Profile, AppError> {
    const to = this.#deps.profiles.get(id)
    if (to === undefined) return refused(message('profiles.unknown'))
    if (isInstitution(to)) return refused(message('profiles.institutionOnly'))
    if (this.#running) return refused(message('profiles.alreadySwitching'))
    if (to.id === this.#current?.id && this.#switching === null) {
      return refused(message('profiles.alreadyOpen'))
    }
    const unsafe = this.#deps.opener.problemOf(to)
    if (unsafe !== null) return refused(unsafe)
    const problem = to.environment === 'production' ? this.#armingProblem(word ?? '') : null
    return problem === null ? ok(to) : err(problem)
  }

  /** Returns why production may not be armed; null when it may. */
  #armingProblem(word: string): AppError | null {
    if (!this.#deps.lock.steppedUp()) {
      return appError('lock/step-up', message('profiles.confirmFirst'))
    }
    return word === ARMING_WORD ? null : appError('switch/refused', message('profiles.wrongWord'))
  }

  /** Runs a switch or a reset; `armed` allows orders in the new session. */
  async #switch(to: Profile, armed: boolean, reset: Reset | null = null): Promise<void> {
    const { opener, withdraw, log } = this.#deps
    let moved: Message | null = null
    this.#running = true
    this.#switching = {
      to: summary(to),
      steps: SWITCH_STEPS.filter((step) => step !== 'set-aside' || reset !== null).map((step) => ({
        step,
        state: 'waiting',
        detail: null,
      })),
    }
    this.#changed.emit()
    const opened = await switchProfile({
      session: opener.session(),
      withdraw,
      close: () => opener.close(),
      ...(reset === null
        ? {}
        : {
            setAside: async () => {
              moved = await reset.setAside()
              this.#resets += 1
              return moved
            },
          }),
      log,
      open: async () => {
        this.#current = to
        await opener.open(to)
        if (armed) opener.session()?.trading.arm()
      },
      onStep: (...changed) => this.#setStep(...changed),
    })
    this.#running = false
    if (opened) reset?.onOpened(moved)
    await this.#endSwitch(to, opened)
  }

  #setStep(...[step, state, detail]: Parameters<SwitchStepListener>): void {
    if (this.#switching === null) return
    this.#switching = {
      ...this.#switching,
      steps: this.#switching.steps.map((entry) =>
        entry.step === step ? { step, state, detail } : entry,
      ),
    }
    this.#changed.emit()
  }

  async #endSwitch(to: Profile, opened: boolean): Promise<void> {
    const { profiles, onSwitched, log } = this.#deps
    log.event(opened ? 'info' : 'error', 'profile.switched', {
      outcome: opened ? 'open' : 'failed',
      kind: to.environment,
    })
    if (opened) {
      this.#switching = null
      await profiles.setLast(to.id)
      onSwitched(to)
    }
    this.#changed.emit()
  }
}
