import { ARMING_WORD, type Profile, type ProfileId } from '../../../shared/domain/app/profile.js'
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
import type { AppLock } from '../lock/app-lock.js'
import type { LogPort } from '../ports.js'
import type { TradingSession } from '../session/trading-session.js'
import type { ProfileStore } from './profile-store.js'
import { switchProfile } from './switch-profile.js'

/** Opens and closes what belongs to a profile: its processes and its session. */
export interface ProfileOpener {
  /**
   * Builds the profile's session and installs it. Throws an error with a readable message when it
   * cannot.
   */
  open(profile: Profile): Promise<void>
  /** Removes the session and disposes everything that belongs to it. */
  close(): Promise<void>
  session(): TradingSession | null
}

export interface ProfileSwitcherDeps {
  readonly profiles: ProfileStore
  readonly lock: AppLock
  readonly opener: ProfileOpener
  readonly withdraw: () => Promise<number>
  /**
   * Called when another profile's session is open; windows reload, so that they show nothing of the
   * old one.
   */
  readonly onSwitched: (profile: Profile) => void
  readonly log: LogPort
}

/**
 * The state above all sessions: the open profile, the switch to another one, arming and the lock.
 */
export interface ProfileSwitcher extends LiveValue<AppStateView> {
  current(): Profile | null
  /** Opens the profile of the last run. */
  start(): Promise<void>
  /** Begins a switch; the view shows its steps. Production requires the arming word. */
  switchTo(id: ProfileId, word: string | null): Result<AppStateView, AppError>
  /** Allows orders in the open production session until it ends. */
  arm(word: string): Result<AppStateView, AppError>
  /** Dismisses a failed switch; there is no session until another profile is chosen. */
  dismissSwitch(): AppStateView
  /** Notifies listeners that profiles or the lock changed. */
  notifyChanged(): void
}

const summary = ({ id, name, environment }: Profile): ProfileSummary => ({ id, name, environment })
const refused = (message: string): { readonly ok: false; readonly error: AppError } =>
  err(appError('switch/refused', message))

export function createProfileSwitcher(deps: ProfileSwitcherDeps): ProfileSwitcher {
  const { profiles, lock, opener, log } = deps
  const changed = createEmitter<void>()
  let current: Profile | null = null
  let switching: SwitchView | null = null
  let running = false

  const view = (): AppStateView => ({
    current: current === null ? null : summary(profiles.get(current.id) ?? current),
    profiles: profiles.all().map(summary),
    switching,
    armed: opener.session()?.armed ?? false,
    lock: lock.get(),
  })
  lock.subscribe(() => changed.emit())

  const armingProblem = (word: string): AppError | null => {
    if (!lock.steppedUp()) {
      return appError('lock/step-up', 'Show first that it is you: enter the passphrase.')
    }
    return word === ARMING_WORD
      ? null
      : appError('switch/refused', `To trade with real money, type ${ARMING_WORD} in capitals.`)
  }

  const run = async (to: Profile, armed: boolean): Promise<void> => {
    running = true
    let view_: SwitchView = {
      to: summary(to),
      steps: SWITCH_STEPS.map((step) => ({ step, state: 'waiting', detail: null })),
    }
    switching = view_
    changed.emit()
    const opened = await switchProfile({
      session: opener.session(),
      withdraw: deps.withdraw,
      close: () => opener.close(),
      log,
      open: async () => {
        current = to
        await opener.open(to)
        if (armed) opener.session()?.arm()
      },
      onStep(step, state, detail) {
        view_ = {
          ...view_,
          steps: view_.steps.map((entry) =>
            entry.step === step ? { step, state, detail } : entry,
          ),
        }
        switching = view_
        changed.emit()
      },
    })
    running = false
    log.event(opened ? 'info' : 'error', 'profile.switched', {
      outcome: opened ? 'open' : 'failed',
      kind: to.environment,
    })
    if (opened) {
      switching = null
      await profiles.setLast(to.id)
      deps.onSwitched(to)
    }
    changed.emit()
  }

  return {
    get: view,
    subscribe: (listener) => changed.add(listener),
    current: () => current,
    async start() {
      const last = profiles.get(profiles.last())
      if (last === undefined) return
      current = last
      await opener.open(last)
      changed.emit()
    },
    switchTo(id, word) {
      const to = profiles.get(id)
      if (to === undefined) return refused('There is no such profile.')
      if (running) return refused('The desk is already changing to another profile.')
      if (to.id === current?.id && switching === null) {
        return refused('This profile is open already.')
      }
      const production = to.environment === 'production'
      const problem = production ? armingProblem(word ?? '') : null
      if (problem !== null) return err(problem)
      void run(to, production)
      return ok(view())
    },
    arm(word) {
      const session = opener.session()
      if (session === null || running) {
        return refused('There is no session to switch trading on for.')
      }
      const problem = armingProblem(word)
      if (problem !== null) return err(problem)
      session.arm()
      changed.emit()
      return ok(view())
    },
    dismissSwitch() {
      if (!running) switching = null
      changed.emit()
      return view()
    },
    notifyChanged: () => changed.emit(),
  }
}
