import { EventEmitter } from 'node:events'
import * as disk from 'node:fs'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AtomicFile } from '../../../electron/adapters/atomic-file.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { HttpsPort } from '../../../electron/adapters/https-port.js'
import {
  replacementPlace,
  type ReplacementPlace,
} from '../../../electron/adapters/updates/replacement-place.js'
import { MarkerFile } from '../../../electron/app/updates/marker-file.js'
import { ProgramReplacement } from '../../../electron/app/updates/program-replacement.js'
import type { HttpPort } from '../../../electron/core/net-ports.js'
import type { RandomPort } from '../../../electron/core/ports.js'
import {
  UpdateService,
  type LastReplacement,
  type UpdateSource,
} from '../../../electron/core/updates/update-service.js'
import type { UpdateView } from '../../../shared/domain/app/update-view.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { removeFolder } from '../system/remove-folder.js'
import { startUpdateFeed, type UpdateFeed } from './update-feed.js'

/** A program with version 0.1.0 in a folder of its own, and a server of updates. */
export interface UpdatedProgram {
  readonly feed: UpdateFeed
  readonly place: ReplacementPlace
  readonly userData: string
  readonly service: UpdateService
  readonly marker: MarkerFile
  /** The longest times that requests allowed, in ms. */
  readonly allowedMs: Set<number>
  waits: readonly Message[]
  isAutomatic: boolean
  /** What the person answers to the question before the end. */
  mayQuit: () => boolean
  /** The programs that were started at the end of the process. */
  readonly started: string[]
  /** Runs what is left for the very end of the process. */
  exit(): void
  /** What the window says: the last failure, otherwise the result of the last check. */
  text(): string
  close(): Promise<void>
}

export interface UpdatedProgramOptions {
  readonly format?: 'appimage' | 'tar.gz'
  readonly version?: string
  readonly source?: (feed: UpdateFeed) => UpdateSource
  readonly lastReplacement?: LastReplacement
  readonly folder?: string
  readonly userData?: string
  readonly random?: RandomPort
  /** The longest time for a request, below the program's own: a test does not wait for a minute. */
  readonly requestMs?: number
  readonly http?: (port: HttpPort) => Pick<HttpPort, 'send'>
}

const NO_LOG = { event: () => undefined }

const textOf = ({ progress, result }: UpdateView): string =>
  progress.kind === 'failed' ? inEnglish(progress.problem) : inEnglish(result ?? { code: '' })

/** Timers that run at once: pauses before another attempt are not waited for. */
const QUICK_TIMERS = {
  after: (_ms: number, call: () => void) => {
    setImmediate(call)
    return () => undefined
  },
  every: () => () => undefined,
}

function install(folder: string, format: 'appimage' | 'tar.gz', version: string): ReplacementPlace {
  mkdirSync(path.join(folder, 'apps'), { recursive: true })
  const appImage = path.join(folder, 'apps', 'Countersign.AppImage')
  if (format === 'appimage') {
    writeFileSync(appImage, `program ${version}`, { mode: 0o755 })
  } else {
    mkdirSync(path.join(folder, 'apps', 'countersign'))
    const executable = path.join(folder, 'apps', 'countersign', 'countersign')
    writeFileSync(executable, `program ${version}`, { mode: 0o755 })
  }
  const executable = path.join(folder, 'apps', 'countersign', 'countersign')
  const place = replacementPlace(format, appImage, executable)
  if (place === null) throw new Error('no place')
  return place
}

export async function openUpdatedProgram(
  options: UpdatedProgramOptions = {},
): Promise<UpdatedProgram> {
  const { format = 'appimage', version = '0.1.0' } = options
  const root = mkdtempSync(path.join(tmpdir(), 'updates-'))
  const folder = options.folder ?? root
  const feedFolder = path.join(root, 'feed')
  mkdirSync(feedFolder)
  const feed = await startUpdateFeed(feedFolder)
  const place = install(folder, format, version)
  const userData = options.userData ?? path.join(root, 'data')
  mkdirSync(userData, { recursive: true })
  const marker = new MarkerFile(disk, userData)
  const atExit = new EventEmitter()
  const port = new HttpsPort({ pinnedCa: feed.ca })
  const bounded: Pick<HttpPort, 'send'> = {
    send: (request) => {
      desk.allowedMs.add(request.readTimeoutMs)
      return port.send({ ...request, readTimeoutMs: options.requestMs ?? request.readTimeoutMs })
    },
  }
  const replacement = new ProgramReplacement({
    ...{ place, version, disk, marker },
    quit: () => replacement.onQuitDecided(desk.mayQuit()),
    atExit: (call) => void atExit.once('exit', call),
    startProgram: (executable) => void desk.started.push(executable),
  })
  const service = new UpdateService({
    program: { version, channel: 'stable', format, platform: 'linux', architecture: 'x64' },
    source: options.source?.(feed) ?? {
      ...{ origin: feed.origin, folder: '/updates/', keys: feed.pins },
    },
    ...{ replacement, replacedBy: null, folder: path.dirname(place.target) },
    lastReplacement: options.lastReplacement ?? null,
    http: options.http?.({ ...bounded, close: () => port.close() }) ?? bounded,
    file: new AtomicFile({ path: path.join(userData, 'updates.json'), clock: systemClock }),
    waits: () => desk.waits,
    isAutomatic: () => desk.isAutomatic,
    ...{ clock: systemClock, timers: QUICK_TIMERS, crypto: nodeCrypto, log: NO_LOG },
    random: options.random ?? {
      bytes: (count) => new Uint8Array(count).fill(7),
      fraction: () => 0,
    },
  })
  const desk: UpdatedProgram = {
    ...{ feed, place, userData, service, marker },
    ...{ allowedMs: new Set<number>(), waits: [], isAutomatic: true, started: [] },
    mayQuit: () => true,
    exit: () => void atExit.emit('exit'),
    text: () => textOf(service.get()),
    close: async () => {
      await service.stop()
      port.close()
      await feed.close()
      await removeFolder(root)
    },
  }
  return desk
}
