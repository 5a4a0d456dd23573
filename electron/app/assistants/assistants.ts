import path from 'node:path'
import { PRIVATE_FOLDER_NAME } from '../../assistant/local/address.js'
import type { ConfirmRouter } from '../../core/instructions/confirm/confirm-router.js'
import type { PressEvidencePort } from '../../core/instructions/queue/press-evidence-port.js'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { DocumentPort } from '../../core/ports.js'
import type { AssistantServices } from '../../handlers/instruction-handlers.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { PriceTolerance } from '../../../shared/domain/app/preference-values.js'
import { PROGRAM_FORMS } from '../settings/program-forms.js'
import type { StoredDocuments } from '../settings/stored-documents.js'
import type { StartNotices } from '../session/start-notices.js'
import { bridgeCommand, type BridgeProgram } from '../../assistant/clients/launcher.js'
import { launcherPath, refreshBridgeLauncher } from './bridge-launcher.js'
import { AssistantHost } from './assistant-host.js'
import { AssistantOperations, type AssistantOperationsOptions } from './assistant-operations.js'
import { McpEndpoint } from './endpoint-controller.js'
import { systemClock } from '../../adapters/clock.js'
import { systemTimers } from '../../adapters/timers.js'
import { isUndecided } from '../windows/instruction-notification.js'
import { WrongKeyCounter } from './wrong-keys.js'
import { ShadowSession, type ShadowSessionDeps } from './shadow-session.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'

export interface AssistantsOptions
  extends Omit<AssistantOperationsOptions, 'privateFolder' | 'setupsFile' | 'bridge'> {
  /** The program that a client starts for the bridge, as it is on disk now. */
  readonly bridgeProgram: BridgeProgram
  /** The program's data folder, which has the folder of the private socket. */
  readonly userData: string
  readonly notices: Pick<StartNotices, 'add'>
  readonly version: string
  /**
   * Returns how far the cost of a card may move before the person must decide again (CONFIRM-11).
   */
  readonly tolerance: () => PriceTolerance
  /** What shows that a person pressed approve (CONFIRM-42). */
  readonly presses: PressEvidencePort
  /** True while a profile is being opened. */
  readonly isProfileOpening: () => boolean
  /** The file with the endpoint's settings. */
  readonly file: DocumentPort
  /** The program's own documents. */
  readonly files: StoredDocuments
  /** Starts shadow practice, and checks whether an assistant is paired for it. */
  readonly shadow: Pick<ShadowSessionDeps, 'start' | 'isAnyPaired'>
}

/**
 * Connects assistant sessions, endpoint, lock and halt. The modules for assistants are loaded only
 * when a session or the enabled endpoint needs them.
 */
export class Assistants {
  readonly host: AssistantHost
  readonly services: AssistantServices
  readonly #endpoint: McpEndpoint
  readonly #refreshLauncher: () => Promise<void>
  readonly #stops: readonly Disposer[]

  constructor(given: AssistantsOptions) {
    const options = withDataFolder(given)
    const { lock } = options
    this.#endpoint = this.#createEndpoint(options)
    this.#refreshLauncher = () =>
      refreshBridgeLauncher({
        program: options.bridgeProgram,
        folder: options.privateFolder,
        log: options.log,
      })
    this.host = createHost(options, this.#endpoint)
    this.services = new AssistantOperations(options, this.host, this.#endpoint)
    this.#stops = [
      lock.subscribe(lockListener(lock, this.host)),
      this.host.onSessionsChanged(() => this.#attachToConfirm(options.confirmRouter)),
    ]
  }

  /**
   * Opens the endpoint if it was open at the end of the last run, and names this run's program to
   * the clients that start the bridge.
   */
  async start(): Promise<void> {
    await this.#endpoint.start()
    await this.#refreshLauncher()
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.#endpoint.stop()
    await this.host.detach()
  }

  #createEndpoint(options: ReturnType<typeof withDataFolder>): McpEndpoint {
    const { file, log, version, isProfileOpening, privateFolder, notices } = options
    const wrongKeys = new WrongKeyCounter(systemClock, systemTimers)
    return new McpEndpoint({
      file,
      log,
      wrongKeys,
      onPortTaken: (port) =>
        notices.add({
          code: 'assistant-port-taken',
          detail: message('assistants.portTaken', { port: String(port) }),
        }),
      open: async (httpPort) =>
        (await import('./endpoint-listener.js')).listenForAssistants({
          httpPort,
          folder: privateFolder,
          version,
          log,
          router: () => this.host.router(),
          isOpening: () => isProfileOpening() || this.host.isOpening(),
          onWrongKey: () => wrongKeys.record(),
          onDropped: (listener) => this.host.onDropped(listener),
        }),
    })
  }

  #attachToConfirm(router: ConfirmRouter): void {
    const [main = null, shadow = null] = this.host
      .openSessions()
      .map((opened) => opened.assistantSession.instructionService.confirm)
    router.attach(main, shadow)
  }
}

/**
 * Adds what is in the data folder: the folder of the private socket, which is named to the bridges
 * that clients start, and the file of clients' settings.
 */
function withDataFolder(options: AssistantsOptions) {
  const privateFolder = path.join(options.userData, PRIVATE_FOLDER_NAME)
  const { bridgeProgram, folders } = options
  const setupsFile = options.files.document('client-settings.json', PROGRAM_FORMS.clientSettings)
  const launcher = launcherPath(privateFolder)
  const bridge = bridgeCommand(folders.platform, bridgeProgram, { launcher, folder: privateFolder })
  return { ...options, privateFolder, setupsFile, bridge }
}

const createHost = (
  { lock, log, shadow, tolerance, presses, confirmRouter }: AssistantsOptions,
  endpoint: McpEndpoint,
): AssistantHost =>
  new AssistantHost({
    endpoint,
    log,
    shadow: new ShadowSession({ ...shadow, log }),
    locked: () => lock.locked(),
    open: async (context) =>
      (await import('./open-assistant-session.js')).openAssistantSession(context, {
        log,
        tolerance,
        presses,
        locked: () => lock.locked(),
        isCardOpen: () => {
          const { card } = confirmRouter.port.live.get()
          return card !== null && isUndecided(card)
        },
      }),
  })

/** Returns a listener of the lock that interrupts decisions when it was locked or unlocked. */
function lockListener(lock: AppLock, host: AssistantHost): () => void {
  let wasLocked = lock.locked()
  return () => {
    const locked = lock.locked()
    if (locked === wasLocked) return
    wasLocked = locked
    host.disturbed(locked ? 'locked' : 'unlocked')
    // The person is away and cannot decide; assistants may request again later (CONFIRM-9).
    if (locked) void host.withdraw(inEnglish(message('outcomes.locked')))
  }
}
