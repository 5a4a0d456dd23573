import { homedir } from 'node:os'
import { createEmitter } from '../../shared/domain/emitter.js'
import { systemClock } from '../adapters/clock.js'
import type { Dial } from '../adapters/dial.js'
import { systemTimers } from '../adapters/timers.js'
import { ConfirmRouter } from '../core/instructions/confirm/confirm-router.js'
import {
  createPressEvidence,
  type PressEvidence,
} from '../core/instructions/confirm/press-evidence.js'
import type { LastReplacement } from '../core/updates/update-service.js'
import type { NetworkPort } from '../core/net-ports.js'
import { changedAssumptions } from '../../shared/domain/app/broker-assumptions.js'
import { ProfileSwitcher } from '../core/profiles/profile-switcher.js'
import type { Disposer } from '../../shared/domain/brand.js'
import { BUILT_IN_PROFILE } from '../../shared/domain/app/profile.js'
import type { Profile } from '../../shared/domain/app/profile.schema.js'
import { accessFile } from './assistants/access-file.js'
import { ACCESS_VERSION } from './assistants/endpoint-controller.js'
import { Assistants } from './assistants/assistants.js'
import { personFolders } from './assistants/clients/person-folders.js'
import { ShadowStarter } from './assistants/shadow-practice.js'
import type { ConfirmWindow, Desktop, KillSwitchControls } from './desktop.js'
import { PageGate } from './page-gate.js'
import type { SenderRegistry } from './ipc/sender-registry.js'
import { LateKillSwitch } from './kill-switch/late-kill-switch.js'
import { LateConsole } from './institution/late-institution.js'
import type { EarlyPractice } from './practice/practice-early.js'
import type { PracticeHost } from './practice/practice-host.js'
import { LeaveProcedure } from './leave/leave-procedure.js'
import { restartWaits } from './leave/restart-waits.js'
import { RevealingState } from './notifications/revealed-order.js'
import { SessionNotifications } from './notifications/session-notifications.js'
import { ProfileSessionOpener } from './profiles/profile-opener.js'
import { createLinkOpener } from './security/external-links.js'
import { loginEntries } from '../provider/auth/login-entry.js'
import { resetCounts, ResetService } from './reset/reset-service.js'
import type { LastReset } from '../../shared/domain/app/reset.js'
import { ConnectionProxies } from './session/connection-proxies.js'
import { createSessionHolder } from './session/session-holder.js'
import type { Exposures } from './security/exposures.js'
import { StartNotices } from './session/start-notices.js'
import { documentIn, openStores, type Stores } from './start/open-stores.js'
import { ProgramRestart } from './start/program-restart.js'
import { CrashRecords, type CrashedPart } from './support/crash-records.js'
import { SupportReport } from './support/support-report.js'
import { CloseToTray } from './tray/close-to-tray.js'
import { watchSystem } from './system-watches.js'
import { practiceProblem } from './start/start-error.js'
import { createWorkspaces } from './workspaces/create-workspaces.js'
import type { Workspaces } from './workspaces/workspaces.js'
import { LateUpdates, type UpdateBuild } from './updates/late-updates.js'
import { prepareConfirmWindow } from './windows/prepared-window.js'
import { message } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'
import { inEnglish } from '../../shared/messages/format-message.js'

export interface MainApplicationOptions {
  readonly desktop: Desktop
  readonly senders: SenderRegistry
  /** The program's data folder, with a folder for each environment. */
  readonly userData: string
  /** Arguments of our own command line for the practice exchange. */
  readonly practiceArgs: readonly string[]
  /** The practice exchange, when it was started early. */
  readonly earlyPractice: EarlyPractice
  /** Redirects network connections; for tests only. */
  readonly dial: Dial | undefined
  /** The ways by which other programs could act as this one; with any, only practice opens. */
  readonly exposures: Exposures
  readonly updates: UpdateBuild
  /** What this start found of the last update. */
  readonly lastReplacement: LastReplacement | null
  /** The reset that this start performed. */
  readonly lastReset: LastReset | null
  /** Called when the exchange cannot start, with the reason and what happened to orders. */
  readonly onCannotStart: (problem: Message, orders: Message) => void
  /** Shows the main window, because the person requested it. */
  readonly showMainWindow: () => void
  /** Called with the open profile; `isSwitch`: it replaced another one. */
  readonly onProfile: (profile: Profile, isSwitch: boolean) => void
}

/** Serves the windows' calls at once, and connects them to a session when there is one. */
export async function startMainApplication(
  options: MainApplicationOptions,
): Promise<MainApplication> {
  return new MainApplication(options, await openStores(options))
}

/** The part of the application behind the windows: it joins everything that needs no Electron. */
export class MainApplication {
  /** Answers the pages of the windows. */
  readonly pages: PageGate
  readonly #options: MainApplicationOptions
  readonly #stores: Stores
  readonly #holder = createSessionHolder()
  readonly #links: ReturnType<typeof createLinkOpener>
  readonly #proxies: ConnectionProxies
  readonly #confirmWindow: ConfirmWindow
  readonly #assistants: Assistants
  readonly #opener: ProfileSessionOpener
  readonly #profileSwitcher: ProfileSwitcher
  readonly #appState: RevealingState
  readonly #notifications: SessionNotifications
  readonly #institution: LateConsole
  readonly #workspaces: Workspaces
  readonly #updates: LateUpdates
  readonly #stopWatching: Disposer
  /** A network that was away may be back. */
  readonly #networkBack = createEmitter<void>()
  readonly #sleep = createEmitter<void>()
  readonly #network: NetworkPort = {
    onSleep: (listener) => this.#sleep.add(listener),
    onBack: (listener) => this.#networkBack.add(listener),
  }
  #stopPreparing: Disposer = () => undefined
  readonly #crashes: CrashRecords
  readonly #leaveProcedure: LeaveProcedure
  readonly #programRestart: ProgramRestart
  readonly #reset: ResetService
  readonly #killSwitch: LateKillSwitch
  readonly #closeToTray: CloseToTray
  readonly #startNotices = new StartNotices()
  #stopped = false

  constructor(options: MainApplicationOptions, stores: Stores) {
    const { desktop } = options
    const { preferences, log } = stores
    this.#options = options
    this.#stores = stores
    this.#crashes = this.#beginCrashRecords()
    this.#proxies = new ConnectionProxies(desktop.systemProxy, (secret) => log.hide(secret))
    this.#network.onBack(() => this.#proxies.forgetScripts())
    this.#links = createLinkOpener(
      (address) => desktop.openInBrowser(address),
      options.updates.config.page,
    )
    this.#notifications = new SessionNotifications({
      desktop,
      stores,
      showMainWindow: options.showMainWindow,
      showOrder: (profile, order) => this.#appState.showOrder(profile, order),
    })
    const confirmRouter = new ConfirmRouter()
    const presses = createPressEvidence({
      view: () => confirmRouter.port.live.get(),
      clock: systemClock,
      assistive: () => preferences.get().assistiveApproval,
    })
    this.#confirmWindow = desktop.createConfirmWindow({
      port: confirmRouter.port,
      onPress: (phase, place) => presses.observe(phase, place),
      appearance: preferences,
      hidesFigures: () => this.#notifications.hidesFigures(),
    })
    this.#assistants = this.#createAssistants(confirmRouter, presses)
    this.#opener = this.#createOpener()
    this.#profileSwitcher = this.#createProfileSwitcher()
    this.#leaveProcedure = this.#createLeaveProcedure()
    this.#programRestart = this.#createProgramRestart()
    this.#appState = new RevealingState(this.#profileSwitcher, this.#programRestart)
    this.#institution = this.#createConsole()
    this.#workspaces = createWorkspaces({ ...options, ...stores, notices: this.#startNotices })
    this.#updates = this.#createUpdates()
    this.#reset = this.#createReset()
    this.pages = new PageGate({
      options,
      stores,
      holder: this.#holder,
      links: this.#links,
      assistants: this.#assistants,
      opener: this.#opener,
      profileSwitcher: this.#profileSwitcher,
      institution: this.#institution,
      workspaces: this.#workspaces,
      updates: this.#updates,
      appState: this.#appState,
      programRestart: this.#programRestart,
      support: this.#createSupportReport(),
      reset: this.#reset,
    })
    this.#killSwitch = new LateKillSwitch({
      desktop,
      stores,
      holder: this.#holder,
      assistants: this.#assistants,
      profileSwitcher: this.#profileSwitcher,
      showMainWindow: options.showMainWindow,
    })
    this.#closeToTray = new CloseToTray({
      preferences,
      hasTray: () => this.#killSwitch.get()?.hasTray() === true,
      hasStatusArea: () => desktop.hasStatusArea(),
      write: (text) => desktop.language.write(text),
      notify: (content) => desktop.notify(content),
    })
    this.#stopWatching = watchSystem({
      ...{ ...stores, ...options, notices: this.#startNotices },
      profileSwitcher: this.#profileSwitcher,
      onSleep: () => this.#onSleep(),
      onWake: () => this.#onWake(),
      onNetworkBack: () => this.#networkBack.emit(),
    })
  }

  /** Returns the practice exchange of the open profile; null in other environments. */
  practice(): PracticeHost | null {
    return this.#opener.opened().practice
  }

  /** Returns the tray and shortcut of the kill switch; null until the application is connected. */
  killSwitchControls(): KillSwitchControls | null {
    return this.#killSwitch.get()
  }

  /** Opens the last profile; windows may open before and wait for its session. */
  async connect(): Promise<void> {
    const { earlyPractice, onProfile } = this.#options
    const opening = this.#profileSwitcher.start()
    void this.#assistants.start()
    const profile = this.#profileSwitcher.current()
    if (profile !== null) onProfile(profile, false)
    await opening.catch((error: unknown) =>
      this.#stores.log.event('error', 'profile.failed', {
        error: error instanceof Error ? error.message : 'unknown',
      }),
    )
    // The profile that was opened is not practice, so the early exchange is not needed.
    earlyPractice.end()
    await this.#killSwitch.start()
    void this.#closeToTray.refresh()
    if (this.#stopped) return
    const { view } = this.#assistants.services
    this.#stopPreparing = prepareConfirmWindow(view, this.#confirmWindow, systemTimers)
  }

  /** Tries to store a halt that is not on disk yet; false when it would be lost. */
  saveHalt(): Promise<boolean> {
    return this.#holder.current()?.trading.saveHalt() ?? Promise.resolve(true)
  }

  /** Resolves true when the program may end; asks the person while orders are open. */
  async mayQuit(): Promise<boolean> {
    // What a restart waits for is looked at again after the person's answer, which took its time.
    const mayQuit =
      (await this.#leaveProcedure.mayLeave('quit')) &&
      this.#updates.mayQuit() &&
      this.#programRestart.mayQuit() &&
      this.#reset.mayQuit()
    this.#updates.onQuitDecided(mayQuit)
    this.#programRestart.onQuitDecided()
    await this.#reset.onQuitDecided(mayQuit)
    return mayQuit
  }

  /** True when closing the main window hides it and everything else goes on in the tray. */
  closesToTray(): boolean {
    return this.#closeToTray.hides()
  }

  /** Ends the session, then the exchange. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#killSwitch.stop()
    this.#closeToTray.dispose()
    this.#programRestart.dispose()
    this.#notifications.dispose()
    this.#stopWatching()
    this.#stopPreparing()
    this.#startNotices.dispose()
    this.#confirmWindow.dispose()
    await this.#assistants.stop()
    this.#institution.stop()
    await this.#updates.stop()
    await this.#opener.close()
    await this.#stores.log.flush()
    this.#crashes.end()
  }

  /** Resolves once what closing windows saved is on disk. */
  settle(): Promise<void> {
    return this.#workspaces.settled()
  }

  #createAssistants(confirmRouter: ConfirmRouter, presses: PressEvidence): Assistants {
    const { desktop, userData, practiceArgs } = this.#options
    const { log, lock, preferences, profiles, files, accessFiles } = this.#stores
    const tolerance = () => preferences.get().priceTolerance
    return new Assistants({
      holder: this.#holder,
      ...{ lock, log, files },
      tolerance,
      presses,
      version: desktop.info.version,
      bridgeProgram: desktop.bridgeProgram,
      userData,
      notices: this.#startNotices,
      file: accessFile(documentIn(userData, 'assistants.json', ACCESS_VERSION), accessFiles),
      fileDialog: desktop.fileDialog,
      folders: personFolders(desktop.info.platform),
      shadow: new ShadowStarter({
        userData,
        practiceArgs,
        launchPractice: desktop.launchPractice,
        profile: () => profiles.get(BUILT_IN_PROFILE),
        vaultOf: (profile) => this.#opener.vaultOf(profile),
        log,
        isLocked: this.#isLocked,
        tolerance,
        presses,
      }),
      confirmRouter,
      isProfileOpening: () => this.#profileSwitcher.isOpening(),
      showConfirm: () => this.#confirmWindow.show(),
    })
  }

  #createOpener(): ProfileSessionOpener {
    const { desktop, userData, practiceArgs, earlyPractice, dial, exposures } = this.#options
    return new ProfileSessionOpener({
      holder: this.#holder,
      sessionResources: this.#assistants.host,
      userData,
      safeStorage: desktop.safeStorage,
      launchPractice: desktop.launchPractice,
      practiceArgs,
      earlyPractice,
      log: this.#stores.log,
      isLocked: this.#isLocked,
      dial,
      proxies: this.#proxies,
      exposures,
      network: this.#network,
      onSession: () => {
        this.#showStartNotices()
        this.#updates.watch(this.#holder)
      },
      language: desktop.language,
      alerts: this.#notifications.alertDesktop(),
      notify: (session, profile, files) =>
        this.#notifications.notifyTrades(session, profile, files),
      openLogin: (url, endpoints) => this.#links.login(url, loginEntries(endpoints)),
      onPracticeFailed: (message, first) => {
        if (first) this.#onCannotStart(message)
      },
    })
  }

  #isLocked = (): boolean => this.#stores.lock.locked()

  #createProfileSwitcher(): ProfileSwitcher {
    return new ProfileSwitcher({
      ...this.#stores,
      opener: this.#opener,
      withdraw: () =>
        this.#assistants.host.withdraw(inEnglish(message('outcomes.profileSwitched'))),
      mayLeave: () => this.#leaveProcedure.mayLeave('leaveProfile'),
      onSwitched: (profile) => this.#options.onProfile(profile, true),
    })
  }

  /** Begins to record, and tells the person what earlier runs recorded. */
  #beginCrashRecords(): CrashRecords {
    const { desktop, userData } = this.#options
    const { log } = this.#stores
    const crashes = new CrashRecords({
      userData,
      version: desktop.info.version,
      clock: systemClock,
      log,
      redact: (text) => log.clean(text),
    })
    const earlier = crashes.begin()
    const last = earlier.at(-1)
    if (last !== undefined) {
      const detail = message('system.crashed', { time: last.at, count: earlier.length })
      this.#startNotices.add({ code: 'crash-recorded', detail })
    }
    return crashes
  }

  #createLeaveProcedure(): LeaveProcedure {
    const { desktop } = this.#options
    return new LeaveProcedure({
      session: () => this.#holder.current(),
      assistants: () => this.#assistants.services.view.get(),
      timers: systemTimers,
      write: (question) => desktop.language.write(question),
      ask: (question) => desktop.ask(question),
    })
  }

  #createProgramRestart(): ProgramRestart {
    const { programFiles, restart } = this.#options.desktop
    return new ProgramRestart({
      files: programFiles,
      waits: this.#restartWaits,
      restart,
      timers: systemTimers,
      log: this.#stores.log,
    })
  }

  #createSupportReport(): SupportReport {
    const { desktop, userData, exposures } = this.#options
    const { log, preferences } = this.#stores
    return new SupportReport({
      userData,
      info: desktop.info,
      clock: systemClock,
      dialog: desktop.fileDialog,
      preferences,
      profiles: () =>
        this.#stores.profiles.all().map(({ environment, assumptions }) => ({
          environment,
          assumptions: changedAssumptions(assumptions),
        })),
      exposures,
      crashes: () => this.#crashes.all(),
      redact: (text) => log.clean(text.replaceAll(homedir(), '~')),
    })
  }

  /** Records that a part of the program ended unexpectedly; the next start says so. */
  recordCrash(part: CrashedPart, reason: string): void {
    this.#crashes.add(part, reason)
  }

  #createConsole(): LateConsole {
    return new LateConsole({
      ...this.#options,
      ...this.#stores,
      holder: this.#holder,
      opener: this.#opener,
      profileSwitcher: this.#profileSwitcher,
      network: this.#network,
    })
  }

  #createUpdates(): LateUpdates {
    const { updates: build, ...options } = this.#options
    return new LateUpdates({
      ...options,
      build,
      proxyFor: () => this.#proxies.ofProgram().proxyFor,
      stores: this.#stores,
      waits: this.#restartWaits,
    })
  }

  #createReset(): ResetService {
    const { log, lock, profiles } = this.#stores
    return new ResetService({
      userData: this.#options.userData,
      waits: this.#restartWaits,
      counts: () =>
        resetCounts({
          profiles: profiles.all(),
          environment: this.#appState.get().current?.environment ?? 'practice',
          orders: this.#holder.current()?.streams.orders.all() ?? [],
        }),
      quit: () => this.#options.desktop.quit(),
      ...{ lock, log, clock: systemClock },
    })
  }

  /** Why a restart of the program has to wait now, whoever requested it. */
  #restartWaits = (): readonly Message[] =>
    restartWaits({
      appState: this.#profileSwitcher.get(),
      orders: this.#holder.current()?.streams.orders.all() ?? [],
      assistants: this.#assistants.services.view.get(),
    })

  /** Tells the person of files that were unreadable and renamed at the start. */
  #showStartNotices(): void {
    const session = this.#holder.current()
    this.#startNotices.collect(this.#stores, this.#options.lastReset)
    if (session !== null) this.#startNotices.show(session)
  }

  #onCannotStart(reason: string): void {
    const orders = this.#holder.current() === null ? 'system.noOrder' : 'system.ordersRecovered'
    this.#options.onCannotStart(practiceProblem(this.#options.userData, reason), message(orders))
  }

  /** Ends what a sleep ends, and marks its prices in the windows before these stop, too. */
  #onSleep(): void {
    this.#sleep.emit()
    this.pages.flush()
  }

  #onWake(): void {
    this.#holder.current()?.connection.wake()
    this.#networkBack.emit()
    this.#assistants.host.disturbed('resumed')
  }
}
