import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  app,
  MessageChannelMain,
  shell,
  type IpcMainInvokeEvent,
  type MessagePortMain,
} from 'electron'
import { createAtomicFile } from '../adapters/atomic-file.js'
import { systemClock } from '../adapters/clock.js'
import type { Dial } from '../adapters/dial.js'
import { createLogFile } from '../adapters/log-file.js'
import { systemRandom } from '../adapters/random.js'
import { nodeKeyDerivation } from '../adapters/scrypt.js'
import { systemTimers } from '../adapters/timers.js'
import { createConfirmRouter } from '../core/instructions/confirm/confirm-router.js'
import { openAppLock } from '../core/lock/app-lock.js'
import { createProfileSwitcher } from '../core/profiles/profile-switcher.js'
import { openProfiles } from '../core/profiles/profile-store.js'
import { createHandlers } from '../handlers/handlers.js'
import { createInstructionHandlers } from '../handlers/instruction-handlers.js'
import { createProfileHandlers } from '../handlers/profile-handlers.js'
import { assistantFeed, applicationFeed, feedOf, isAssistantTopic } from '../handlers/topics.js'
import { BUILT_IN_PROFILE, type Profile } from '../../shared/domain/app/profile.js'
import { connectAssistants } from './assistants/connect-assistants.js'
import { copyText } from './system/clipboard.js'
import { createConfirmWindow } from './windows/confirm-window.js'
import { createLinkOpener, EXTERNAL_LINKS } from '../app/security/external-links.js'
import { createInvokeGate } from '../app/ipc/invoke-gate.js'
import type { EarlyPractice } from './practice/practice-early.js'
import type { PracticeHost } from './practice/practice-host.js'
import { shadowPractice } from './assistants/shadow-practice.js'
import type { KillSwitchControls } from './system/kill-switch-controls.js'
import { openPreferences } from './system/preferences.js'
import { watchPower } from './system/power.js'
import { createProfileOpener } from './profiles/profile-opener.js'
import { createProfileServices } from './profiles/profile-services.js'
import { openWindowPlacement } from './windows/window-placement.js'
import type { SenderRegistry } from '../app/ipc/sender-registry.js'
import { createSessionHolder } from '../app/session/session-holder.js'
import { createStreamGate, type StreamSender } from '../app/streams/stream-host.js'
import { systemAuth } from './security/system-auth.js'

export interface MainApplicationOptions {
  readonly senders: SenderRegistry
  readonly practiceBundle: string
  /**
   * The bundle that an assistant's client starts to reach the MCP endpoint over standard input and
   * output.
   */
  readonly bridgeBundle: string
  /** The bundled preload of every window. */
  readonly preload: string
  /** The program's data folder, with a folder for each environment. */
  readonly userData: string
  /** Arguments of our own command line for the practice exchange. */
  readonly practiceArgs: readonly string[]
  /** The practice exchange, when it was started early. */
  readonly earlyPractice: EarlyPractice
  /** Redirects network connections; for tests only. */
  readonly dial: Dial | undefined
  /**
   * Called when the exchange cannot start. `message` explains what happened to orders and what to
   * do.
   */
  readonly onCannotStart: (message: string) => void
  /** Shows the main window, because the person requested it. */
  readonly showMainWindow: () => void
  /**
   * Called with the open profile: at the start, and with `isSwitch` when another one replaced it.
   */
  readonly onProfile: (profile: Profile, isSwitch: boolean) => void
}

/** The part of the application behind the windows. */
export interface MainApplication {
  /** Handles a call on the invoke channel; never rejects, because refusals are replies. */
  invoke(event: IpcMainInvokeEvent, payload: unknown): Promise<unknown>
  /** Handles a request on the stream channel; never rejects. */
  stream(event: IpcMainInvokeEvent, payload: unknown): Promise<unknown>
  /** Opens the last profile; windows may open before and wait for its session. */
  connect(): Promise<void>
  readonly practice: () => PracticeHost | null
  /** Returns the tray and shortcut of the kill switch; null until the application is connected. */
  readonly killSwitchControls: () => KillSwitchControls | null
  /** Ends the session, then the exchange. */
  stop(): Promise<void>
}

const NOTHING_SENT = 'No order was placed.'
const ORDERS_RECOVERED =
  'Orders that were on their way are in the journal: the next start looks them up and sends none again.'
/** A file beside the executable of a runtime that is for tests only. */
const TEST_RUNTIME_MARKER = 'TEST-RUNTIME'

/** Serves the windows' calls at once, and connects them to a session when there is one. */
export async function startMainApplication(
  options: MainApplicationOptions,
): Promise<MainApplication> {
  const { senders, userData } = options
  const log = createLogFile({
    path: path.join(userData, 'logs', 'countersign.log'),
    clock: systemClock,
  })
  const holder = createSessionHolder()
  const preferences = openPreferences(
    userData,
    new Date(systemClock.now()).toISOString().replace(/[:.]/g, '-'),
  )
  const links = createLinkOpener((address) => shell.openExternal(address))
  const document = (name: string) =>
    createAtomicFile({ path: path.join(userData, name), clock: systemClock })
  const [profiles, lock] = await Promise.all([
    openProfiles({ file: document('profiles.json'), clock: systemClock, random: systemRandom }),
    openAppLock({
      file: document('lock.json'),
      keyDerivation: nodeKeyDerivation,
      system: systemAuth,
      clock: systemClock,
      random: systemRandom,
      log,
    }),
  ])

  let noticesAdded = false
  const addStartNotices = (): void => {
    if (noticesAdded) return
    noticesAdded = true
    for (const aside of [preferences.setAside, profiles.setAside]) {
      if (aside !== null) holder.current()?.addNotice('preferences-set-aside', aside)
    }
  }
  const confirmRouter = createConfirmRouter()
  const confirmWindow = createConfirmWindow({
    port: confirmRouter.port,
    preload: options.preload,
    senders,
    appearance: () => preferences.get(),
    placement: () => openWindowPlacement(userData, 'confirm'),
  })
  const tolerance = () => preferences.get().priceTolerance
  const assistants = connectAssistants({
    holder,
    lock,
    log,
    tolerance,
    version: app.getVersion(),
    bridge: {
      command: process.execPath,
      args: [options.bridgeBundle],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    },
    file: document('assistants.json'),
    shadow: shadowPractice(
      options,
      () => opener,
      () => profiles.get(BUILT_IN_PROFILE),
      { log, tolerance },
    ),
    confirmRouter,
    showConfirm: () => confirmWindow.show(),
  })
  const opener = createProfileOpener({
    holder,
    sessionResources: assistants.host,
    userData,
    practiceBundle: options.practiceBundle,
    practiceArgs: options.practiceArgs,
    earlyPractice: options.earlyPractice,
    log,
    dial: options.dial,
    onSession: addStartNotices,
    openLogin: (url, endpoints) =>
      links.login(url, { origin: endpoints.origins.passport, path: endpoints.loginPath }),
    onPracticeFailed: (message, first) => {
      if (first) {
        options.onCannotStart(
          `${message}\n${holder.current() === null ? NOTHING_SENT : ORDERS_RECOVERED}`,
        )
      }
    },
  })
  const profileSwitcher = createProfileSwitcher({
    profiles,
    lock,
    opener,
    log,
    withdraw: () => assistants.host.withdraw('the desk changed to another profile'),
    onSwitched: (profile) => options.onProfile(profile, true),
  })
  const services = createProfileServices({
    profiles,
    profileSwitcher,
    lock,
    opener,
    userData,
    log,
    dial: options.dial,
  })

  const handlers = createHandlers(
    holder.get,
    {
      info: {
        version: app.getVersion(),
        electron: process.versions.electron,
        chromium: process.versions.chrome,
        node: process.versions.node,
        platform: process.platform,
        testRuntime: existsSync(path.join(path.dirname(process.execPath), TEST_RUNTIME_MARKER)),
      },
      openLink: (link) => links.link(EXTERNAL_LINKS[link]),
      copyText,
      report: (message, source) =>
        log.event('error', 'page.error', { error: message, where: source }),
      preferences,
    },
    createProfileHandlers(holder.get, profileSwitcher, lock, services),
    createInstructionHandlers(assistants.services),
  )
  const gate = createInvokeGate({
    handlers,
    senders,
    log,
    clock: systemClock,
    timers: systemTimers,
    newRef: () => randomBytes(4).toString('hex'),
    locked: () => lock.locked(),
    checkOutputs: !app.isPackaged,
  })
  const streams = createStreamGate(
    {
      senders,
      log,
      clock: systemClock,
      timers: systemTimers,
      onFeedsReplaced(listener) {
        const stops = [holder.onReplaced(listener), assistants.host.onShadowChanged(listener)]
        return () => {
          for (const stop of stops) stop()
        }
      },
      feedOf: async (topic) => {
        if (topic.kind === 'desk') return applicationFeed(profileSwitcher)
        if (!isAssistantTopic(topic)) return feedOf(await holder.get(), topic)
        await assistants.services.assistantSession()
        return assistantFeed(assistants.services, topic)
      },
    },
    () => {
      const { port1, port2 } = new MessageChannelMain()
      return { ours: port1, theirs: port2 }
    },
  )
  const stopPower = watchPower(lock, systemTimers, () => {
    holder.current()?.wake()
    assistants.host.disturbed('resumed')
  })

  let killSwitchControls: KillSwitchControls | null = null
  let stopped = false

  return {
    invoke: (event, payload) => gate(event, payload),
    stream: async (event, payload) => streams(streamEvent(event), payload),
    practice: () => opener.opened().practice,
    killSwitchControls: () => killSwitchControls,
    async connect() {
      const opening = profileSwitcher.start()
      void assistants.start()
      const profile = profileSwitcher.current()
      if (profile !== null) options.onProfile(profile, false)
      await opening.catch((error: unknown) =>
        log.event('error', 'profile.failed', {
          error: error instanceof Error ? error.message : 'unknown',
        }),
      )
      // The profile that was opened is not practice, so the early exchange is not needed.
      options.earlyPractice.end()
      // Loaded late, because the start does not depend on it.
      const { startKillSwitchControls } = await import('./system/kill-switch-controls.js')
      if (stopped) return
      killSwitchControls = startKillSwitchControls({
        assistants,
        preferences,
        log,
        profile: () => profileSwitcher.current(),
        showMainWindow: options.showMainWindow,
        onKeysTaken: (keys) =>
          void holder.get().then((session) => session.addNotice('kill-keys-taken', keys)),
      })
    },
    async stop() {
      stopped = true
      killSwitchControls?.stop()
      stopPower()
      confirmWindow.dispose()
      await assistants.stop()
      await opener.close()
      await log.flush()
    },
  }
}

/** Returns the sender as the stream gate needs it. */
function streamEvent(event: IpcMainInvokeEvent) {
  const { sender } = event
  const target: StreamSender = {
    id: sender.id,
    postMessage: (channel, message, transfer) =>
      sender.postMessage(channel, message, [...(transfer as MessagePortMain[])]),
    once: (name, listener) =>
      name === 'destroyed'
        ? sender.once('destroyed', listener)
        : sender.on('render-process-gone', listener),
    on: (name, listener) => sender.on(name, listener),
  }
  return { sender: target, senderFrame: event.senderFrame }
}
