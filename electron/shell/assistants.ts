import type { ConfirmSeat } from '../core/instructions/confirm-seat.js'
import type { AppLock } from '../core/lock/app-lock.js'
import type { DocumentPort, LogPort } from '../core/ports.js'
import type { AssistantServices } from '../handlers/instruction-handlers.js'
import type { Disposer } from '../../shared/domain/brand.js'
import { createAssistantDoor } from './assistant-door.js'
import { createAssistantHost, type AssistantHost } from './assistant-host.js'
import { saveAudit } from './audit-save.js'
import type { SessionHolder } from './session-holder.js'

export interface AssistantsOptions {
  readonly holder: SessionHolder
  readonly lock: AppLock
  readonly log: LogPort
  /** Where the door's setting is kept. */
  readonly file: DocumentPort
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

/** Joins rooms, door, lock and halt. What assistants need is loaded when a session or an open door asks for it. */
export function connectAssistants({ holder, lock, log, file, seat, showConfirm }: AssistantsOptions): Assistants {
  const door = createAssistantDoor({
    file, log, open: async () => (await import('./assistant-listen.js')).listen(),
  })
  const host = createAssistantHost({
    door, log, open: async () => (await import('./assistant-open.js')).openRoom(),
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
  // A halt is seen on the session, whoever caused it: the button, the tray, a broken journal.
  let stopSession: Disposer = () => undefined
  const stopRooms = host.onRoom(() => {
    seat.sit(host.current()?.room.desk ?? null)
    stopSession()
    const session = holder.current()
    if (session === null) return
    let halted = session.sessionView().trading === 'halted'
    stopSession = session.streams.session.subscribe(() => {
      const now = session.sessionView().trading === 'halted'
      if (now === halted) return
      halted = now
      if (now) void host.withdraw('trading was halted')
    })
  })

  const room: AssistantServices['room'] = async () => host.roomOf(await holder.get())
  return {
    host,
    services: {
      room, view: host.view, setEndpoint: (on, port) => door.set(on, port), steppedUp: () => lock.steppedUp(),
      snippets: async () => (await import('./assistant-listen.js')).snippets(),
      showConfirm,
      saveAudit: async (instruction) => saveAudit((await room()).audit, instruction),
    },
    start: () => door.start(),
    async stop() {
      stopLock()
      stopRooms()
      stopSession()
      await door.stop()
      await host.detach()
    },
  }
}
