import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { UpdateProgress, UpdateView } from '../../../shared/domain/app/update-view.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { randomHex } from '../hex.js'
import type { LiveValue } from '../live-values.js'
import type { CryptoPort, HttpPort } from '../net-ports.js'
import type { ClockPort, DocumentPort, LogPort, RandomPort, TimerPort } from '../ports.js'
import { SavedDocument } from '../saved-document.js'
import { rollOutPlace } from './roll-out.js'
import { openManifest, type PinnedKeys } from './signed-manifest.js'
import { decideUpdate, isRefusal, type RunningProgram } from './update-decision.js'
import { downloadFile, requestManifest, type UpdateAddress } from './update-download.js'
import {
  emptyUpdates,
  parseUpdates,
  withFailed,
  withSeen,
  writeUpdates,
  type StoredUpdates,
} from './update-file.js'
import type { UpdateFile, UpdateManifest } from './update-manifest.js'
import {
  decisionMessage,
  diskMessage,
  downloadMessage,
  manifestMessage,
  prepareMessage,
} from './update-messages.js'
import type { PreparedUpdate, ReplacementPort } from './update-ports.js'

const INSTALL_ID_BYTES = 16
/** The first check comes so long after the first session was ready, and up to twice as long. */
const FIRST_CHECK_MS = 2 * MINUTE_MS
const DUE_EVERY_MS = HOUR_MS
const WAITS_EVERY_MS = SECOND_MS

/** Where a build gets its updates from, decided when it is built. */
export interface UpdateSource extends UpdateAddress {
  readonly keys: PinnedKeys
}

/** What the start of this program found of the last update. */
export interface LastReplacement {
  readonly result: Message
  /** The version that did not become ready here; null where none. */
  readonly failed: string | null
}

export interface UpdateServiceDeps {
  readonly program: RunningProgram
  readonly source: UpdateSource
  /** Null where the system's own tools replace the program. */
  readonly replacement: ReplacementPort | null
  /** Says who replaces the program, where it does not do so itself. */
  readonly replacedBy: Message | null
  /** The folder of the program, as it is named to the person. */
  readonly folder: string
  readonly lastReplacement: LastReplacement | null
  readonly http: Pick<HttpPort, 'send'>
  readonly file: DocumentPort
  /** Why a restart has to wait at this moment; empty when it may happen. */
  readonly waits: () => readonly Message[]
  /** Whether the person lets the program look for updates by itself. */
  readonly isAutomatic: () => boolean
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly crypto: Pick<CryptoPort, 'digestHex'> & {
    readonly ed25519: Pick<CryptoPort['ed25519'], 'verify'>
  }
  readonly log: LogPort
}

interface Release {
  readonly manifest: UpdateManifest
  /** Null where this program only names the version. */
  readonly file: UpdateFile | null
}

const refused = (why: Message): Result<never, AppError> =>
  err(appError('update/refused', why, { retry: 'safe' }))

/**
 * Looks for newer versions once a day and on request, downloads one on request, and puts it in
 * place when the person restarts into it. Nothing is downloaded or restarted by itself.
 */
export class UpdateService implements LiveValue<UpdateView> {
  readonly #deps: UpdateServiceDeps
  readonly #changed = createEmitter<void>()
  readonly #document: SavedDocument<StoredUpdates>
  #stored: StoredUpdates
  #release: Release | null = null
  #prepared: PreparedUpdate | null = null
  #progress: UpdateProgress = { kind: 'idle' }
  #waits: readonly Message[] = []
  #postponed = false
  #isCanceled = false
  #loading: Promise<void> | null = null
  readonly #stops: Disposer[] = []
  #stopWaits: Disposer = () => undefined

  constructor(deps: UpdateServiceDeps) {
    this.#deps = deps
    this.#stored = emptyUpdates(randomHex(deps.random, INSTALL_ID_BYTES))
    this.#document = new SavedDocument<StoredUpdates>({
      name: 'updates',
      file: deps.file,
      timers: deps.timers,
      log: deps.log,
      empty: this.#stored,
      parse: parseUpdates,
      content: () => writeUpdates(this.#stored),
      onDamaged: () => undefined,
      onStored: () => undefined,
    })
  }

  get(): UpdateView {
    const { program, replacedBy, lastReplacement } = this.#deps
    return {
      version: program.version,
      channel: program.channel,
      unavailable: null,
      replacedBy,
      checkedAt: this.#stored.checkedAt,
      result: this.#stored.result ?? lastReplacement?.result ?? null,
      offer: this.#offer(),
      progress: this.#progress,
      waits: this.#waits,
      postponed: this.#postponed,
    }
  }

  subscribe(changed: () => void): Disposer {
    return this.#changed.add(changed)
  }

  /** Begins to look for updates; called once a first session is ready. */
  async start(): Promise<void> {
    await this.#load()
    const { timers, random } = this.#deps
    const delay = FIRST_CHECK_MS * (1 + random.fraction())
    this.#stops.push(
      timers.after(delay, () => void this.#checkIfDue(true)),
      timers.every(DUE_EVERY_MS, () => void this.#checkIfDue(false)),
    )
  }

  /** Asks the update source now. Concurrent requests are one. */
  async check(): Promise<Result<void, AppError>> {
    await this.#load()
    if (this.#isBusy() || this.#prepared !== null) return ok(undefined)
    this.#setProgress({ kind: 'checking' })
    const result = await this.#requestRelease()
    const checkedAt = this.#deps.clock.now()
    const offered = this.#release?.manifest.version ?? null
    this.#stored = { ...this.#stored, checkedAt, result, offered }
    await this.#document.save()
    this.#setProgress({ kind: 'idle' })
    return ok(undefined)
  }

  /** Downloads the offered version and makes it ready. Resolves when that has ended. */
  async download(): Promise<Result<void, AppError>> {
    const { replacement } = this.#deps
    const file = this.#release?.file ?? null
    if (this.#isBusy() || this.#prepared !== null) return ok(undefined)
    if (replacement === null || file === null || this.#release === null) {
      return refused(this.get().result ?? message('updates.noSource'))
    }
    this.#isCanceled = false
    this.#setProgress({ kind: 'downloading', received: 0, size: file.size })
    const prepared = await this.#prepare(replacement, file, this.#release.manifest.version)
    if (prepared.ok) {
      this.#prepared = prepared.value
      this.#watchWaits()
      this.#setProgress({ kind: 'ready' })
      return ok(undefined)
    }
    const problem = message('updates.downloadFailed', { problem: prepared.error })
    this.#setProgress(this.#isCanceled ? { kind: 'idle' } : { kind: 'failed', problem })
    return refused(problem)
  }

  /** Ends a download after its present part. */
  cancel(): void {
    if (this.#progress.kind === 'downloading') this.#isCanceled = true
  }

  /** Hides the notice of the offered version until another one is offered or the next start. */
  postpone(): void {
    this.#postponed = true
    this.#changed.emit()
  }

  /** Restarts into the version that is ready, unless something has to be waited for. */
  async restart(): Promise<Result<void, AppError>> {
    const { replacement } = this.#deps
    if (this.#prepared === null || replacement === null) return ok(undefined)
    this.#updateWaits()
    if (this.#waits.length > 0) return refused(message('updates.waits', { reasons: this.#waits }))
    const isEnding = await replacement.restartInto(this.#prepared)
    return isEnding ? ok(undefined) : refused(message('updates.stayed'))
  }

  /** Stops looking for updates. What is ready stays beside the program. */
  async stop(): Promise<void> {
    this.#isCanceled = true
    for (const stop of this.#stops.splice(0)) stop()
    this.#stopWaits()
    if (this.#loading !== null) await this.#document.end()
  }

  #load(): Promise<void> {
    this.#loading ??= this.#document.load().then(async (stored) => {
      if (stored !== null) this.#stored = stored
      const { lastReplacement, program } = this.#deps
      if (lastReplacement !== null) {
        const { failed, result } = lastReplacement
        const before = failed === null ? this.#stored : withFailed(this.#stored, failed)
        this.#stored = { ...before, result, offered: null }
      } else if (this.#stored.offered === program.version) {
        // The version that was offered then runs now.
        this.#stored = { ...this.#stored, result: null, offered: null }
      }
      await this.#document.save()
      this.#changed.emit()
    })
    return this.#loading
  }

  async #checkIfDue(isFirst: boolean): Promise<void> {
    if (!this.#deps.isAutomatic()) return
    const { checkedAt, offered } = this.#stored
    const age = checkedAt === null ? DAY_MS : Math.abs(this.#deps.clock.now() - checkedAt)
    // What was offered before the restart is offered again, though the day is not over.
    if (age >= DAY_MS || (isFirst && offered !== null)) await this.check()
  }

  /** Requests the manifest and decides; returns what to say of it. */
  async #requestRelease(): Promise<Message> {
    const { http, source, program, crypto, clock, folder, log } = this.#deps
    const text = await requestManifest(http, source, program.channel)
    if (!text.ok) {
      log.event('warn', 'updates.not-checked', { kind: text.error.kind })
      return message('updates.checkFailed', { problem: downloadMessage(text.error, folder) })
    }
    const opened = openManifest(text.value, source.keys, crypto.ed25519)
    if (!opened.ok) return this.#distrust(opened.error, manifestMessage(opened.error))
    const manifest = opened.value
    const { version } = manifest
    const decision = decideUpdate({
      ...{ manifest, program, now: clock.now(), failed: this.#stored.failed },
      seen: this.#stored.seen.find(({ channel }) => channel === program.channel) ?? null,
      place: rollOutPlace(this.#stored.installId, version, crypto),
    })
    const result = decisionMessage(decision, version)
    if (isRefusal(decision)) return this.#distrust(decision.kind, result)
    this.#stored = withSeen(this.#stored, manifest)
    const isNamed = decision.kind === 'too-old' || decision.kind === 'no-package'
    const release = decision.kind === 'newer' || isNamed ? manifest : null
    if (release?.version !== this.#release?.manifest.version) this.#postponed = false
    const file = decision.kind === 'newer' && this.#deps.replacement !== null ? decision.file : null
    this.#release = release === null ? null : { manifest: release, file }
    return result
  }

  /** A list that is not believed withdraws nothing that an earlier one offered. */
  #distrust(kind: string, result: Message): Message {
    this.#deps.log.event('error', 'updates.refused', { kind })
    return result
  }

  async #prepare(
    replacement: ReplacementPort,
    file: UpdateFile,
    version: string,
  ): Promise<Result<PreparedUpdate, Message>> {
    const { http, clock, timers, source, folder, log } = this.#deps
    const staged = await replacement.stage(file)
    if (!staged.ok) return err(diskMessage(staged.error, folder))
    const onProgress = (received: number): void =>
      this.#setProgress({ kind: 'downloading', received, size: file.size })
    const deps = { http, clock, timers, onProgress, isCanceled: () => this.#isCanceled }
    const filled = await downloadFile(deps, source, file, staged.value)
    if (!filled.ok) {
      log.event('warn', 'updates.not-downloaded', { kind: filled.error.kind })
      return err(downloadMessage(filled.error, folder))
    }
    this.#setProgress({ kind: 'preparing' })
    const prepared = await replacement.prepare(version)
    return prepared.ok ? prepared : err(prepareMessage(prepared.error, folder))
  }

  #offer(): UpdateView['offer'] {
    if (this.#release === null) return null
    const { manifest, file } = this.#release
    const { version, date, notes } = manifest
    return { version, date, notes, size: file?.size ?? null }
  }

  #isBusy(): boolean {
    return ['checking', 'downloading', 'preparing'].includes(this.#progress.kind)
  }

  #setProgress(progress: UpdateProgress): void {
    this.#progress = progress
    this.#changed.emit()
  }

  #watchWaits(): void {
    this.#stopWaits()
    this.#updateWaits()
    this.#stopWaits = this.#deps.timers.every(WAITS_EVERY_MS, () => this.#updateWaits())
  }

  #updateWaits(): void {
    const waits = this.#deps.waits()
    if (JSON.stringify(waits) === JSON.stringify(this.#waits)) return
    this.#waits = waits
    this.#changed.emit()
  }
}
