import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { UpdateAction, UpdateView } from '../../../shared/domain/app/update-view.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { Message } from '../../../shared/messages/message.js'
import { nodeCrypto } from '../../adapters/crypto.js'
import { systemClock } from '../../adapters/clock.js'
import type { ProxyFor } from '../../adapters/connections/proxy.js'
import type { Dial } from '../../adapters/dial.js'
import { HttpsPort } from '../../adapters/https-port.js'
import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import { placeFolder } from '../../adapters/updates/replacement-place.js'
import { causeFields } from '../../core/described-error.js'
import type { LiveValue } from '../../core/live-values.js'
import type { UpdateConfig } from '../../core/updates/update-config.js'
import type { LastReplacement, UpdateService } from '../../core/updates/update-service.js'
import type { Desktop } from '../desktop.js'
import type { SessionHolder } from '../session/session-holder.js'
import { PROGRAM_FORMS } from '../settings/program-forms.js'
import type { Stores } from '../start/open-stores.js'
import { MarkerFile } from './marker-file.js'
import { ProgramReplacement } from './program-replacement.js'
import { updateSetup, type InstalledProgram, type UpdateSetup } from './update-setup.js'

/** The updates of a build, and of the program that is installed. */
export interface UpdateBuild {
  readonly config: UpdateConfig
  readonly installed: InstalledProgram
  /** PEM of the only authority that the update source may have; null = the public ones. */
  readonly authority: string | null
}

export interface LateUpdatesDeps {
  readonly build: UpdateBuild
  /** What the start found of the last replacement. */
  readonly lastReplacement: LastReplacement | null
  readonly userData: string
  readonly desktop: Pick<Desktop, 'programEnd' | 'quit'>
  readonly stores: Pick<Stores, 'files' | 'log' | 'preferences'>
  readonly dial: Dial | undefined
  /** Returns what chooses the proxies of the program's own connections. */
  readonly proxyFor: () => ProxyFor
  /** Why a restart has to wait at this moment. */
  readonly waits: () => readonly Message[]
}

/**
 * Updates, from the first ready session on: a start does not pay for them, and nothing is asked of
 * a network before a person's session is ready.
 */
export class LateUpdates implements LiveValue<UpdateView> {
  readonly #deps: LateUpdatesDeps
  readonly #setup: UpdateSetup
  readonly #changed = createEmitter<void>()
  #service: Promise<UpdateService> | null = null
  #view: UpdateView
  #replacement: ProgramReplacement | null = null
  #http: HttpsPort | null = null
  #isReady = false
  #stopped = false

  constructor(deps: LateUpdatesDeps) {
    this.#deps = deps
    const { config, installed } = deps.build
    this.#setup = updateSetup(config, installed)
    this.#view = {
      version: installed.version,
      channel: config.source === null ? null : config.channel,
      unavailable: this.#setup.kind === 'never' ? this.#setup.why : null,
      replacedBy: this.#setup.kind === 'never' ? null : this.#setup.replacedBy,
      ...{ checkedAt: null, result: deps.lastReplacement?.result ?? null, offer: null },
      ...{ progress: { kind: 'idle' }, waits: [], postponed: false },
    }
  }

  get(): UpdateView {
    return this.#view
  }

  subscribe(changed: () => void): Disposer {
    return this.#changed.add(changed)
  }

  /** Does what the person requests in the window. */
  async act(action: UpdateAction): Promise<Result<void, AppError>> {
    if (this.#setup.kind === 'never') return ok(undefined)
    const service = await this.#load(this.#setup)
    switch (action) {
      case 'check':
        return service.check()
      case 'download':
        return service.download()
      case 'cancel':
        service.cancel()
        return ok(undefined)
      case 'postpone':
        service.postpone()
        return ok(undefined)
      case 'restart':
        return service.restart()
    }
  }

  /** Begins once a session of the holder is ready, now or after the next replacement of it. */
  watch(holder: SessionHolder): void {
    const session = holder.current()
    if (this.#isReady || session === null) return
    const stop = session.streams.session.subscribe(() => begin())
    const begin = (): void => {
      if (this.#isReady || session.streams.session.get().phase !== 'ready') return
      stop()
      this.#isReady = true
      void this.#begin()
    }
    begin()
  }

  /** False while a restart was requested that has to wait after all. */
  mayQuit(): boolean {
    return this.#replacement?.isRequested() !== true || this.#deps.waits().length === 0
  }

  /** Called with whether the program ends. */
  onQuitDecided(isEnding: boolean): void {
    this.#replacement?.onQuitDecided(isEnding)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await (await this.#service)?.stop()
    this.#http?.close()
  }

  async #begin(): Promise<void> {
    const { desktop, userData, stores } = this.#deps
    try {
      // This version works: the marker of its first start is no longer needed.
      new MarkerFile(desktop.programEnd.disk, userData).remove()
    } catch (error) {
      stores.log.event('warn', 'updates.marker-stays', causeFields(error))
    }
    if (this.#setup.kind === 'never') return
    const service = await this.#load(this.#setup)
    if (!this.#stopped) await service.start()
  }

  #load(setup: Extract<UpdateSetup, { kind: 'updated' }>): Promise<UpdateService> {
    this.#service ??= this.#create(setup)
    return this.#service
  }

  async #create(setup: Extract<UpdateSetup, { kind: 'updated' }>): Promise<UpdateService> {
    const { UpdateService } = await import('../../core/updates/update-service.js')
    const { build, desktop, dial, lastReplacement, proxyFor, stores, userData, waits } = this.#deps
    const { program, source, place, replacedBy } = setup
    const { programEnd } = desktop
    this.#http = new HttpsPort({
      pinnedCa: build.authority,
      proxyFor: proxyFor(),
      ...(dial === undefined ? {} : { dial }),
    })
    if (place !== null) {
      const marker = new MarkerFile(programEnd.disk, userData)
      const { version } = program
      const quit = (): void => desktop.quit()
      this.#replacement = new ProgramReplacement({ place, version, marker, quit, ...programEnd })
    }
    const service = new UpdateService({
      ...{ program, source, replacedBy, lastReplacement, waits },
      replacement: this.#replacement,
      folder: place === null ? '' : placeFolder(place),
      http: this.#http,
      file: stores.files.document('updates.json', PROGRAM_FORMS.updates),
      isAutomatic: () => stores.preferences.get().checkUpdates,
      ...{ clock: systemClock, timers: systemTimers, random: systemRandom },
      ...{ crypto: nodeCrypto, log: stores.log },
    })
    service.subscribe(() => {
      this.#view = service.get()
      this.#changed.emit()
    })
    return service
  }
}
