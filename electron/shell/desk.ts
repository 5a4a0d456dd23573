import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { app, ipcMain, MessageChannelMain, safeStorage, shell, type IpcMainInvokeEvent, type MessagePortMain } from 'electron'
import { systemClock } from '../adapters/clock.js'
import { createLogFile, type LogFile } from '../adapters/log-file.js'
import { systemTimers } from '../adapters/timers.js'
import { createHandlers } from '../handlers/handlers.js'
import { feedOf } from '../handlers/topics.js'
import { INVOKE_CHANNEL, STREAM_CHANNEL } from '../../shared/ipc/channels.js'
import type { PracticeReady } from '../../shared/ipc/practice-control.js'
import { copyText } from './clipboard.js'
import { createLinkOpener, EXTERNAL_LINKS } from './external-links.js'
import { createInvokeGate } from './invoke-gate.js'
import { startPracticeHost, type PracticeHost } from './practice-host.js'
import { openPreferences } from './preferences.js'
import { practiceSession } from './practice-session.js'
import type { SenderRegistry } from './sender-registry.js'
import { createSessionHolder } from './session-holder.js'
import { createStreamGate, type StreamSender } from './stream-host.js'
import { fileVault, keyStoreBackend, memoryVault } from './vault.js'
import type { VaultPort } from '../core/ports.js'

export interface DeskOptions {
  readonly senders: SenderRegistry
  readonly practiceBundle: string
  /** This profile's folder; each environment has its own folder in it. */
  readonly userData: string
  /** Arguments for the practice exchange, from our own command line. */
  readonly practiceArgs: readonly string[]
  /** The exchange cannot start: there is nothing to trade on. `message` says what happened to orders, and what to do. */
  readonly onCannotStart: (message: string) => void
}

/** Everything behind the windows. */
export interface Desk {
  /** Starts the exchange and the session; windows may open before, they wait for it. */
  connect(): Promise<void>
  readonly practice: () => PracticeHost | null
  /** Ends the session, then the exchange. */
  stop(): Promise<void>
}

const ENVIRONMENT = 'practice'
const NOTHING_SENT = 'No order was placed.'
const LOOKED_UP = 'Orders that were on their way are in the journal: the next start looks them up and sends none again.'
/** Lies beside the executable of a runtime that is for trying and testing only. */
const TEST_RUNTIME_MARKER = 'TEST-RUNTIME'

async function openVault(directory: string, log: LogFile): Promise<VaultPort> {
  const backend = await keyStoreBackend(safeStorage, process.platform)
  log.event('info', 'vault.opened', { backend: backend ?? 'memory' })
  return backend === null ? memoryVault() : fileVault({ directory, backend, storage: safeStorage, clock: systemClock })
}

/** Answers the windows' questions at once, and connects them to a session as soon as there is one. */
export function startDesk(options: DeskOptions): Desk {
  const { senders, userData } = options
  const root = path.join(userData, ENVIRONMENT)
  const log = createLogFile({ path: path.join(userData, 'logs', 'countersign.log'), clock: systemClock })
  const holder = createSessionHolder()
  const preferences = openPreferences(userData, new Date(systemClock.now()).toISOString().replace(/[:.]/g, '-'))
  const openLink = createLinkOpener((address) => shell.openExternal(address))

  const handlers = createHandlers(holder.get, {
    info: {
      version: app.getVersion(), electron: process.versions.electron, chromium: process.versions.chrome, node: process.versions.node, platform: process.platform,
      testRuntime: existsSync(path.join(path.dirname(process.execPath), TEST_RUNTIME_MARKER)),
    },
    openLink: (link) => openLink(EXTERNAL_LINKS[link]),
    copyText,
    report: (message, where) => log.event('error', 'page.error', { error: message, where }),
    preferences,
  })
  const gate = createInvokeGate({
    handlers, senders, log, clock: systemClock, timers: systemTimers, newRef: () => randomBytes(4).toString('hex'), checkOutputs: !app.isPackaged,
  })
  const streams = createStreamGate(
    {
      senders, log, clock: systemClock, timers: systemTimers, onFeedsReplaced: holder.onReplaced,
      feedOf: async (topic) => feedOf(await holder.get(), topic),
    },
    () => {
      const { port1, port2 } = new MessageChannelMain()
      return { ours: port1, theirs: port2 }
    },
  )
  ipcMain.handle(INVOKE_CHANNEL, (event, payload: unknown) => gate(event, payload))
  ipcMain.handle(STREAM_CHANNEL, (event, payload: unknown) => streams(streamEvent(event), payload))

  let host: PracticeHost | null = null
  let vault: Promise<VaultPort> | null = null

  const build = async (ready: PracticeReady, restarts: number): Promise<void> => {
    if (host === null) return
    vault ??= openVault(path.join(root, 'vault'), log)
    const session = await practiceSession({ ready, host, vault: await vault, root, log })
    await holder.replace(session)
    for (const note of ready.notes) session.addNotice('practice-restarted', note)
    if (restarts > 0) session.addNotice('practice-restarted', 'The practice exchange stopped and was started again; your orders were looked up, not sent again.')
    if (restarts === 0 && preferences.setAside !== null) session.addNotice('preferences-set-aside', preferences.setAside)
    await session.start()
  }

  return {
    practice: () => host,
    connect() {
      host = startPracticeHost({
        bundle: options.practiceBundle, dataDir: path.join(root, 'exchange'), args: options.practiceArgs, timers: systemTimers, log,
        onReady: (ready, restarts) => void build(ready, restarts).catch((error: unknown) => log.event('error', 'session.failed', { error: error instanceof Error ? error.message : 'unknown' })),
        onGone: () => holder.current()?.addNotice('practice-restarted', 'The practice exchange stopped; it is being started again.'),
        onFailed: (message) => {
          log.event('error', 'practice.failed', { error: message })
          options.onCannotStart(`${message}\n${holder.current() === null ? NOTHING_SENT : LOOKED_UP}`)
        },
      })
      return Promise.resolve()
    },
    async stop() {
      await holder.current()?.dispose()
      await host?.stop()
      await log.flush()
    },
  }
}

/** The sender as the stream gate needs it. */
function streamEvent(event: IpcMainInvokeEvent) {
  const { sender } = event
  const target: StreamSender = {
    id: sender.id,
    postMessage: (channel, message, transfer) => sender.postMessage(channel, message, [...(transfer as MessagePortMain[])]),
    once: (name, listener) => (name === 'destroyed' ? sender.once('destroyed', listener) : sender.on('render-process-gone', listener)),
    on: (name, listener) => sender.on(name, listener),
  }
  return { sender: target, senderFrame: event.senderFrame }
}
