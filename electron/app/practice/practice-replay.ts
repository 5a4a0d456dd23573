import path from 'node:path'
import { AtomicFile } from '../../adapters/atomic-file.js'
import { systemClock } from '../../adapters/clock.js'
import type { ProfileStore } from '../../core/profiles/profile-store.js'
import type { ProfileSwitcher } from '../../core/profiles/profile-switcher.js'
import { recordBars, type RecordingSource } from '../../core/market/bars/record-bars.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { fileErrorMessage } from '../../core/file-error.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { isPracticeSeed } from '../../../shared/domain/app/practice/practice-settings.js'
import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { recordedDays, replayStart } from '../../../shared/domain/market/recorded-days.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { zPracticeSettings } from '../../../shared/practice/practice-control.js'
import type { RecordedBars } from '../../../shared/practice/recorded-bars.js'
import { zRecording, type Replay } from '../../../shared/practice/replay.js'
import { profileFolder } from '../settings/profile-folders.js'
import type { PracticeHost } from './practice-host.js'
import { storeSeed } from './practice-folder.js'
import { REPLAY_FILE } from './practice-seed.js'

export interface PracticeReplayDeps {
  readonly host: () => Pick<PracticeHost, 'command' | 'ready'> | null
  /** The open session, which reads the bars as the chart does. */
  readonly session: () => Promise<
    RecordingSource & { readonly connection: Pick<TradingSession['connection'], 'view'> }
  >
  readonly profiles: Pick<ProfileStore, 'all' | 'create'>
  readonly profileSwitcher: Pick<ProfileSwitcher, 'switchTo' | 'notifyChanged' | 'current'>
  readonly userData: string
  /** Writes a text of the catalog in the person's language. */
  readonly write: (text: Message) => string
}

/** What a replay plays; the seed of everything else is null for the usual one. */
interface FoundRecording {
  readonly seed: string | null
  readonly replay: Replay
}

/** Names that are tried when a day is replayed more than once. */
const MAX_REPLAYS = 20

/**
 * Replays a past day in a practice profile of its own, with an exchange, accounts and a journal of
 * its own: the recorded market of the open practice exchange, or the broker's bars of one symbol.
 */
export class PracticeReplay {
  readonly #deps: PracticeReplayDeps

  constructor(deps: PracticeReplayDeps) {
    this.#deps = deps
  }

  /** Makes the profile of the replay and begins to switch to it. */
  async replay(day: ExchangeDay): Promise<Result<void, AppError>> {
    const found = await this.#recording(day)
    if (!found.ok) return found
    const { bars } = found.value.replay
    return this.#open(found.value, bars?.day === day ? barsName(bars) : dayName(day))
  }

  /**
   * Makes the profile in which a symbol follows the broker's minute bars of a past day, and begins
   * to switch to it.
   */
  async replayBars(symbol: Symbol, day: ExchangeDay): Promise<Result<void, AppError>> {
    const session = await this.#deps.session()
    const profile = this.#deps.profileSwitcher.current()
    if (profile === null) return refused(message('system.practiceSilent'))
    const bars = await recordBars(session, {
      symbol,
      day,
      now: epochMs(systemClock.now() + (session.connection.view().exchangeOffsetMs ?? 0)),
      source: { environment: profile.environment, profile: profile.name },
    })
    if (!bars.ok) return bars
    const start = replayStart(day, epochMs(0))
    const seed = this.#deps.host()?.ready()?.seed ?? null
    const replay = { v: 1, anchor: start, shocks: [], bars: bars.value, start } as const
    return this.#open({ seed, replay }, barsName(bars.value))
  }

  /** Makes the profile of a replay, and begins to switch to it. */
  async #open(recording: FoundRecording, wanted: Message): Promise<Result<void, AppError>> {
    const { profiles, profileSwitcher, userData } = this.#deps
    const name = this.#freeName(wanted)
    const creation = await profiles.create(name, 'practice')
    if (!creation.ok) return refused(creation.error.message)
    const root = profileFolder(userData, creation.value)
    const { seed, replay } = recording
    if (seed !== null && isPracticeSeed(seed)) await storeSeed(root, seed)
    const file = new AtomicFile({ path: path.join(root, REPLAY_FILE), clock: systemClock })
    const written = await file.write(JSON.stringify(replay))
    if (!written.ok) return refused(fileErrorMessage(written.error))
    profileSwitcher.notifyChanged()
    const switched = await profileSwitcher.switchTo(creation.value.id, null)
    return switched.ok ? ok(undefined) : switched
  }

  async #recording(day: ExchangeDay): Promise<Result<FoundRecording, AppError>> {
    const host = this.#deps.host()
    const ready = host?.ready() ?? null
    if (host === null || ready === null) return refused(message('practice.resetOnly'))
    const [settings, recorded] = await Promise.all([
      host.command({ command: 'settings' }),
      host.command({ command: 'recording' }),
    ])
    const now = settings.ok ? zPracticeSettings.safeParse(settings.value).data : undefined
    const recording = recorded.ok ? zRecording.safeParse(recorded.value).data : undefined
    if (now === undefined || recording === undefined) {
      return refused(message('system.practiceSilent'))
    }
    const anchor = epochMs(recording.anchor)
    if (!recordedDays(anchor, epochMs(now.exchangeTime)).includes(day)) {
      return refused(message('practice.notRecorded', { day }))
    }
    return ok({
      seed: ready.seed,
      replay: { v: 1, ...recording, start: replayStart(day, anchor) },
    })
  }

  #freeName(wanted: Message): string {
    const taken = new Set(this.#deps.profiles.all().map(({ name }) => name))
    const name = this.#deps.write(wanted)
    const others = Array.from({ length: MAX_REPLAYS }, (_, index) => `${name} (${index + 2})`)
    return [name, ...others].find((free) => !taken.has(free)) ?? name
  }
}

const dayName = (day: ExchangeDay): Message => message('profiles.replayName', { day })
const barsName = ({ symbol, day }: Pick<RecordedBars, 'symbol' | 'day'>): Message =>
  message('profiles.replayBarsName', { symbol, day })

const refused = (reason: Message): { readonly ok: false; readonly error: AppError } =>
  err(appError('practice/refused', reason))
