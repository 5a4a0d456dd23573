import type { AssistantPort } from '../core/instructions/assistant-port.js'
import type { AssistantRoom } from '../core/instructions/assistant-room.js'
import { listeners, type LiveValue } from '../core/live.js'
import type { LogPort } from '../core/ports.js'
import type { DeskSession } from '../core/session/desk-session.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { ConnectionId } from '../../shared/domain/instruction.js'
import type { AssistantsView } from '../../shared/ipc/instructions.js'
import type { AssistantDoor } from './assistant-door.js'
import type { SessionPlace } from './profile-opener.js'

/** A room and what assistants reach of it. */
export interface OpenRoom {
  readonly room: AssistantRoom
  /** Null until it can be reached. */
  readonly assistants: AssistantPort | null
  dispose(): Promise<void>
}

export interface AssistantHostDeps {
  readonly open: (place: SessionPlace) => Promise<OpenRoom>
  readonly door: AssistantDoor
  readonly log: LogPort
}

/** The rooms of sessions, one at a time, and the program's door; what every window may know of both. */
export interface AssistantHost {
  readonly view: LiveValue<AssistantsView>
  /** Begins to build the session's room; the one before is closed first, since both would write the same files. */
  attach(place: SessionPlace): void
  /** Ends the room, before its session ends. */
  detach(): Promise<void>
  /** Resolves when the session's room stands. */
  roomOf(session: DeskSession): Promise<AssistantRoom>
  current(): OpenRoom | null
  /** Called when another room took the place, or none stands any more. */
  onRoom(listener: () => void): Disposer
  /** Called with a connection whose open requests have to end: it was revoked, or its session ends. */
  onDropped(listener: (id: ConnectionId) => void): Disposer
  /** Ends what is pending; answers how many. */
  withdraw(why: string): Promise<number>
  disturbed(why: 'locked' | 'unlocked' | 'resumed'): void
}

const AUDIT_WORDS = { verified: 'verified', unproved: 'unproved', damaged: 'damaged' } as const

export function createAssistantHost({ open, door, log }: AssistantHostDeps): AssistantHost {
  const changed = listeners<void>()
  const replaced = listeners<void>()
  const dropped = listeners<ConnectionId>()
  const rooms = new WeakMap<DeskSession, Promise<OpenRoom>>()
  let standing: OpenRoom | null = null
  let opening: Promise<OpenRoom> | null = null
  let stops: Disposer[] = []
  door.subscribe(() => changed.emit())

  const listen = ({ room }: OpenRoom): Disposer[] => [
    room.connections.onChange(({ id, what }) => {
      // What was asked under another scope or by someone who may ask no more is no longer the question that waits (rule 9).
      if (what === 'policy' || what === 'paused' || what === 'revoked') void room.desk.withdraw(what === 'policy' ? 'its limits were changed' : `the assistant was ${what}`, id)
      if (what === 'revoked') dropped.emit(id)
      changed.emit()
    }),
    room.desk.rows.subscribe(() => changed.emit()),
    room.audit.onFailure(() => changed.emit()),
  ]

  const close = async (): Promise<void> => {
    const old = opening
    for (const { id } of standing?.room.connections.all() ?? []) dropped.emit(id)
    opening = null
    standing = null
    for (const stop of stops.splice(0)) stop()
    const room = await old?.catch(() => null)
    await room?.dispose()
  }

  const view = (): AssistantsView => {
    const room = standing?.room
    const report = room?.audit.report() ?? null
    return {
      endpoint: door.get(), connections: [...(room?.connections.all() ?? [])], halted: room?.halted() ?? false,
      unread: room?.desk.rows.all().filter((row) => row.status === 'PENDING').length ?? 0, audit: report === null ? 'not-checked' : AUDIT_WORDS[report.state],
    }
  }

  return {
    view: { get: view, subscribe: (listener) => changed.add(listener) },
    attach(place) {
      const made = close().then(() => open(place))
      opening = made
      rooms.set(place.session, made)
      made.then((room) => {
        if (opening !== made) return
        standing = room
        stops = listen(room)
        replaced.emit()
        changed.emit()
      }, (error: unknown) => log.event('error', 'assistants.failed', { error: error instanceof Error ? error.message : 'unknown' }))
    },
    async detach() {
      await close()
      replaced.emit()
      changed.emit()
    },
    async roomOf(session) {
      const made = rooms.get(session)
      if (made === undefined) throw new Error('this session has no room for assistants')
      return (await made).room
    },
    current: () => standing,
    onRoom: (listener) => replaced.add(listener),
    onDropped: (listener) => dropped.add(listener),
    withdraw: async (why) => standing?.room.desk.withdraw(why) ?? 0,
    disturbed: (why) => standing?.room.desk.disturbed(why),
  }
}
