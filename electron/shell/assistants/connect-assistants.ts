import { createConfirmService } from '../../core/instructions/confirm/confirm-service.js'
import type { ConfirmRouter } from '../../core/instructions/confirm/confirm-router.js'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { LogFile } from '../../adapters/log-file.js'
import type { DocumentPort } from '../../core/ports.js'
import type { AssistantServices } from '../../handlers/instruction-handlers.js'
import type { SnippetParts } from '../../assistant/snippets.js'
import { createMcpEndpoint } from '../../app/assistants/endpoint-controller.js'
import { createAssistantHost, type AssistantHost } from './assistant-host.js'
import { saveAudit } from './audit-export.js'
import { createShadowSession, type ShadowSessionDeps } from '../../app/assistants/shadow-session.js'
import type { SessionHolder } from '../../app/session/session-holder.js'
import type { PriceTolerance } from '../../../shared/domain/app/price-tolerance.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'

export interface AssistantsOptions {
  readonly holder: SessionHolder
  readonly lock: AppLock
  readonly log: LogFile
  readonly version: string
  /**
   * Returns how far the cost of a card may move before the person must decide again (CONFIRM-11).
   */
  readonly tolerance: () => PriceTolerance
  /** The command by which an assistant's client starts the bridge. */
  readonly bridge: SnippetParts['bridge']
  /** The file with the endpoint's settings. */
  readonly file: DocumentPort
  /** Starts shadow practice, and checks whether an assistant is paired for it. */
  readonly shadow: Pick<ShadowSessionDeps, 'start' | 'isAnyPaired'>
  /** The source of the confirm window's cards. */
  readonly confirmRouter: ConfirmRouter
  /** Shows the confirm window, because the person requested it. */
  readonly showConfirm: () => void
}

/** Everything about assistants that the main application starts, stops and calls. */
export interface Assistants {
  readonly host: AssistantHost
  readonly services: AssistantServices
  start(): Promise<void>
  stop(): Promise<void>
}

const toStorageResult = <T>(done: Result<T, { readonly message: string }>): Result<T, AppError> =>
  done.ok ? ok(done.value) : err(appError('storage/failed', done.error.message))

/**
 * Connects assistant sessions, endpoint, lock and halt. The modules for assistants are loaded only
 * when a session or the enabled endpoint needs them.
 */
export function connectAssistants({
  holder,
  lock,
  log,
  tolerance,
  version,
  bridge,
  file,
  shadow: shadowDeps,
  confirmRouter,
  showConfirm,
}: AssistantsOptions): Assistants {
  const endpoint = createMcpEndpoint({
    file,
    log,
    open: async (port) =>
      (await import('../../app/assistants/endpoint-listener.js')).listenForAssistants({
        port,
        version,
        log,
        router: () => host.router(),
        onDropped: (listener) => host.onDropped(listener),
      }),
  })
  const host = createAssistantHost({
    endpoint,
    log,
    shadow: createShadowSession({ ...shadowDeps, log }),
    locked: () => lock.locked(),
    open: async (context) =>
      (await import('./open-assistant-session.js')).openAssistantSession(context, {
        log,
        tolerance,
      }),
  })

  let wasLocked = lock.locked()
  const stopLock = lock.subscribe(() => {
    const locked = lock.locked()
    if (locked === wasLocked) return
    wasLocked = locked
    host.disturbed(locked ? 'locked' : 'unlocked')
    // The person is away and cannot decide; assistants may request again later (CONFIRM-9).
    if (locked) void host.withdraw('the desk was locked')
  })
  const stopSessions = host.onSessionsChanged(() => {
    const [mainService = null, shadowService = null] = host
      .openSessions()
      .map((opened) => opened.assistantSession.instructionService)
    confirmRouter.attach(mainService, shadowService)
  })

  const assistantSession: AssistantServices['assistantSession'] = async () =>
    host.assistantSessionOf(await holder.get())
  const audit: AssistantServices['audit'] = async (chain) => {
    const current = await assistantSession()
    if (chain === undefined) return ok(current.audit)
    const opened = host.openSessions().find(({ session }) => session.environment === chain)
    return opened === undefined
      ? err(appError('session/not-ready', 'This audit log is not open.'))
      : ok(opened.assistantSession.audit)
  }
  return {
    host,
    services: {
      assistantSession,
      view: host.view,
      confirm: createConfirmService(confirmRouter, () =>
        host.openSessions().map((opened) => opened.assistantSession.instructionService),
      ),
      rows: host.rows,
      assistantSessionFor: async (id) => host.assistantSessionFor(id) ?? assistantSession(),
      async pair(name, shadow) {
        const current = await assistantSession()
        // A practice profile needs no shadow practice.
        if (!shadow || (await holder.get()).environment === 'practice') {
          return toStorageResult(await current.connections.pair(name, false))
        }
        const opened = await host.openShadow()
        if (!opened.ok) {
          return err(
            appError('session/not-ready', `The practice room could not be opened: ${opened.error}`),
          )
        }
        const paired = await opened.value.assistantSession.connections.pair(name, true)
        if (!paired.ok) host.closeUnusedShadow()
        return toStorageResult(paired)
      },
      async kill(why, scope) {
        await assistantSession()
        return host.kill(why, scope)
      },
      release: () => host.release(),
      setEndpoint: (on, port) => endpoint.set(on, port),
      async setHosted(on, port) {
        await assistantSession()
        return (
          host.openSessions()[0]?.hosted?.set(on, port) ??
          err(appError('session/not-ready', 'The provider has no hosted server here.'))
        )
      },
      steppedUp: () => lock.steppedUp(),
      snippets: async (_name, token) => {
        // Keep the new key out of every log (SEC-20).
        log.hide(token)
        return (await import('../../assistant/snippets.js')).connectionSnippets({
          url: endpoint.get().url,
          token,
          bridge,
        })
      },
      showConfirm,
      audit,
      async saveAudit(instruction, chain) {
        const owner =
          instruction === null
            ? undefined
            : host
                .openSessions()
                .find(
                  (opened) => opened.assistantSession.instructionService.get(instruction) !== null,
                )
        const chosenAudit = await audit(owner?.session.environment ?? chain)
        return chosenAudit.ok
          ? saveAudit(
              chosenAudit.value,
              instruction,
              owner?.session.environment ?? chain ?? (await holder.get()).environment,
            )
          : chosenAudit
      },
    },
    start: () => endpoint.start(),
    async stop() {
      stopLock()
      stopSessions()
      await endpoint.stop()
      await host.detach()
    },
  }
}
