import { createConfirmDesk } from '../core/instructions/confirm-desk.js'
import type { ConfirmSeat } from '../core/instructions/confirm-seat.js'
import type { AppLock } from '../core/lock/app-lock.js'
import type { LogFile } from '../adapters/log-file.js'
import type { DocumentPort } from '../core/ports.js'
import type { AssistantServices } from '../handlers/instruction-handlers.js'
import type { SnippetParts } from '../assistant/snippets.js'
import { createAssistantDoor } from './assistant-door.js'
import { createAssistantHost, type AssistantHost } from './assistant-host.js'
import { saveAudit } from './audit-save.js'
import { createBeside, type BesideDeps } from './beside.js'
import type { SessionHolder } from './session-holder.js'
import type { PriceTolerance } from '../../shared/domain/price-tolerance.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { appError, type AppError } from '../../shared/ipc/errors.js'

export interface AssistantsOptions {
  readonly holder: SessionHolder
  readonly lock: AppLock
  readonly log: LogFile
  readonly version: string
  /** How far a cost may move on a card before the person is asked again. */
  readonly tolerance: () => PriceTolerance
  /** How an assistant's client starts the bridge. */
  readonly bridge: SnippetParts['bridge']
  /** Where the door's setting is kept. */
  readonly file: DocumentPort
  /**
   * The practice room beside a live profile: how it is started, and whether anybody is paired for
   * it.
   */
  readonly beside: Pick<BesideDeps, 'start' | 'anyone'>
  /** Where the confirm window looks. */
  readonly seat: ConfirmSeat
  /** Brings the confirm window up because the person asked for it. */
  readonly showConfirm: () => void
}

/** Everything of assistants in this program, for the desk to start, stop and ask. */
export interface Assistants {
  readonly host: AssistantHost
  readonly services: AssistantServices
  start(): Promise<void>
  stop(): Promise<void>
}

const kept = <T>(done: Result<T, { readonly message: string }>): Result<T, AppError> =>
  done.ok ? ok(done.value) : err(appError('storage/failed', done.error.message))

/**
 * Joins rooms, door, lock and halt. What assistants need is loaded when a session or an open door
 * asks for it.
 */
export function connectAssistants({
  holder,
  lock,
  log,
  tolerance,
  version,
  bridge,
  file,
  beside: practice,
  seat,
  showConfirm,
}: AssistantsOptions): Assistants {
  const door = createAssistantDoor({
    file,
    log,
    open: async (port) =>
      (await import('./assistant-listen.js')).listen({
        port,
        version,
        log,
        current: () => host.port(),
        onDropped: (listener) => host.onDropped(listener),
      }),
  })
  const host = createAssistantHost({
    door,
    log,
    beside: createBeside({ ...practice, log }),
    locked: () => lock.locked(),
    open: async (place) =>
      (await import('./assistant-open.js')).openRoom(place, { log, tolerance }),
  })

  let wasLocked = lock.locked()
  const stopLock = lock.subscribe(() => {
    const locked = lock.locked()
    if (locked === wasLocked) return
    wasLocked = locked
    host.disturbed(locked ? 'locked' : 'unlocked')
    // Nobody is here to decide; what waited asks again later (safety 6).
    if (locked) void host.withdraw('the desk was locked')
  })
  const stopRooms = host.onRoom(() => {
    const [desk = null, beside = null] = host.rooms().map((each) => each.room.desk)
    seat.sit(desk, beside)
  })

  const room: AssistantServices['room'] = async () => host.roomOf(await holder.get())
  const audit: AssistantServices['audit'] = async (chain) => {
    const open = await room()
    if (chain === undefined) return ok(open.audit)
    const of = host.rooms().find(({ session }) => session.environment === chain)
    return of === undefined
      ? err(appError('session/not-ready', 'This audit log is not open.'))
      : ok(of.room.audit)
  }
  return {
    host,
    services: {
      room,
      view: host.view,
      confirm: createConfirmDesk(seat, () => host.rooms().map((each) => each.room.desk)),
      rows: host.rows,
      roomWith: async (id) => host.roomWith(id) ?? room(),
      async pair(name, shadow) {
        const open = await room()
        // In practice there is nothing to stand beside.
        if (!shadow || (await holder.get()).environment === 'practice') {
          return kept(await open.connections.pair(name, false))
        }
        const opened = await host.openBeside()
        if (!opened.ok) {
          return err(
            appError('session/not-ready', `The practice room could not be opened: ${opened.error}`),
          )
        }
        const paired = await opened.value.room.connections.pair(name, true)
        if (!paired.ok) host.leaveBeside()
        return kept(paired)
      },
      async kill(why, scope) {
        await room()
        return host.kill(why, scope)
      },
      release: () => host.release(),
      setEndpoint: (on, port) => door.set(on, port),
      async setHosted(on, port) {
        await room()
        return (
          host.rooms()[0]?.hosted?.set(on, port) ??
          err(appError('session/not-ready', 'The provider has no hosted server here.'))
        )
      },
      steppedUp: () => lock.steppedUp(),
      snippets: async (_name, token) => {
        // What is said of a new key must never show up in a log.
        log.hide(token)
        return (await import('../assistant/snippets.js')).connectionSnippets({
          url: door.get().url,
          token,
          bridge,
        })
      },
      showConfirm,
      audit,
      async saveAudit(instruction, chain) {
        const holds =
          instruction === null
            ? undefined
            : host.rooms().find((each) => each.room.desk.get(instruction) !== null)
        const of = await audit(holds?.session.environment ?? chain)
        return of.ok
          ? saveAudit(
              of.value,
              instruction,
              holds?.session.environment ?? chain ?? (await holder.get()).environment,
            )
          : of
      },
    },
    start: () => door.start(),
    async stop() {
      stopLock()
      stopRooms()
      await door.stop()
      await host.detach()
    },
  }
}
