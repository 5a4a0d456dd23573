import type { AssistantPort, Refusal } from '../core/instructions/assistant-port.js'
import type { AssistantRoom, AssistantsKilled } from '../core/instructions/assistant-room.js'
import { sumOfHalts } from '../core/instructions/halt-sum.js'
import { recordDisturbance, recordDoor } from '../core/instructions/record.js'
import { joinPorts } from '../core/instructions/room-ports.js'
import { listeners, type LiveRows, type LiveValue } from '../core/live.js'
import type { FileError, LogPort } from '../core/ports.js'
import type { DeskSession } from '../core/session/desk-session.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { ConnectionId } from '../../shared/domain/instruction.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import type { HaltScope } from '../../shared/ipc/halt.js'
import type { AssistantsView, InstructionRow } from '../../shared/ipc/instructions.js'
import type { AssistantDoor } from './assistant-door.js'
import type { Dropped } from './assistant-listen.js'
import type { Beside } from './beside.js'
import type { OpenRoom } from './open-room.js'
import type { SessionPlace } from './profile-opener.js'

export interface AssistantHostDeps {
  readonly open: (place: SessionPlace) => Promise<OpenRoom>
  /** The practice room beside a live one, for those who practise there (shadow mode). */
  readonly beside: Beside
  readonly locked: () => boolean
  readonly door: AssistantDoor
  readonly log: LogPort
}

/**
 * The room of the open session, the practice room beside a live one, and the program's door; what
 * every window may know of them.
 */
export interface AssistantHost {
  readonly view: LiveValue<AssistantsView>
  /** What was asked for in the open session, and in practice by those who practise beside it. */
  readonly rows: LiveRows<InstructionRow>
  /**
   * Begins to build the session's room; the one before is closed first, since both would write the
   * same files.
   */
  attach(place: SessionPlace): void
  /** Ends the rooms, before their sessions end. */
  detach(): Promise<void>
  /** Resolves when the session's room stands. */
  roomOf(session: DeskSession): Promise<AssistantRoom>
  /** The open session's room first, then the practice room beside it. */
  rooms(): readonly OpenRoom[]
  /** The room that a connection belongs to; the open session's for one that nobody knows. */
  roomWith(connection: ConnectionId): AssistantRoom | null
  /** The practice room beside the live one, opened if it is not. */
  openBeside(): Promise<Result<OpenRoom, string>>
  /** Closes it again where nobody is left in it. */
  leaveBeside(): void
  /** What assistants reach; null until it can be reached. */
  port(): AssistantPort | null
  /** Called when another room took a place, or one stands no more. */
  onRoom(listener: () => void): Disposer
  /**
   * Called when the practice room beside the live one came or went, and with it rows that windows
   * hold.
   */
  onBeside(listener: () => void): Disposer
  /**
   * Called with a connection whose open requests have to end: it was revoked, or its session ends.
   */
  onDropped(listener: (dropped: Dropped) => void): Disposer
  /** Ends what is pending; answers how many. */
  withdraw(why: string): Promise<number>
  /** The kill switch over every room; all trading is the open session's only. */
  kill(why: string, scope: HaltScope): Promise<AssistantsKilled>
  /** Lifts the halt of every room. */
  release(): Promise<Result<void, FileError>>
  disturbed(why: 'locked' | 'unlocked' | 'resumed'): void
}

const REVOKED: Refusal = { code: 'revoked', message: 'The person revoked this connection.' }
const HALTED: Refusal = {
  code: 'halted',
  message: 'The person halted assistants with the kill switch.',
}
const OVER: Refusal = {
  code: 'not-ready',
  message: 'The session of Countersign that was asked is over.',
}

export function createAssistantHost({
  open,
  beside,
  locked,
  door,
  log,
}: AssistantHostDeps): AssistantHost {
  const changed = listeners<void>()
  const replaced = listeners<void>()
  const besideChanged = listeners<void>()
  const dropped = listeners<Dropped>()
  const rowsChanged = listeners<readonly InstructionRow[]>()
  const rooms = new WeakMap<DeskSession, Promise<OpenRoom>>()
  let standing: OpenRoom | null = null
  let port: AssistantPort | null = null
  let opening: Promise<OpenRoom> | null = null
  let live: SessionPlace | null = null
  let stops: Disposer[] = []
  let practising: OpenRoom | null = null
  let stopsBeside: Disposer[] = []
  /** A halt that came while the practice room was opening holds for it too. */
  let haltBeside: string | null = null
  door.subscribe(() => changed.emit())

  const all = (): readonly OpenRoom[] => [standing, practising].filter((each) => each !== null)
  /**
   * Of the practice room a live desk shows those who practise beside it; whoever else is paired
   * there belongs to the practice profile.
   */
  const shows = (of: OpenRoom, id: ConnectionId): boolean =>
    of === standing || of.room.connections.get(id)?.shadow === true
  const rowsOf = (of: OpenRoom): readonly InstructionRow[] =>
    of.room.desk.rows.all().filter((row) => shows(of, row.connectionId))
  const connectionsOf = (of: OpenRoom) =>
    of.room.connections.all().filter(({ id }) => shows(of, id))
  const nobodyPractises = (): boolean =>
    practising === null || connectionsOf(practising).every(({ state }) => state === 'revoked')

  const listen = (of: OpenRoom): Disposer[] => {
    const { room } = of
    if (locked()) room.desk.disturbed('locked')
    return [
      recordDoor(room.audit, door),
      room.connections.onChange(({ id, what }) => {
        // What was asked under another scope or by someone who may ask no more is no longer the
        // question that waits (rule 9).
        if (what === 'policy' || what === 'paused' || what === 'revoked') {
          void room.desk.withdraw(
            what === 'policy' ? 'its limits were changed' : `the assistant was ${what}`,
            id,
          )
        }
        if (what === 'revoked') dropped.emit({ id, why: REVOKED })
        if (what === 'revoked' && of === practising && nobodyPractises()) void beside.close()
        changed.emit()
      }),
      room.desk.rows.subscribe((rows) => {
        const seen = rows.filter((row) => shows(of, row.connectionId))
        if (seen.length > 0) rowsChanged.emit(seen)
        changed.emit()
      }),
      room.audit.onFailure(() => changed.emit()),
      room.audit.onReport(() => changed.emit()),
      of.hosted?.subscribe(() => changed.emit()) ?? (() => undefined),
      room.halt.subscribe(() => {
        // Open requests end with the keys that opened them.
        if (room.halt.get()?.phase === 'clearing') drop(of, HALTED)
        changed.emit()
      }),
    ]
  }
  const drop = (of: OpenRoom | null, why: Refusal): void => {
    for (const { id } of of?.room.connections.all() ?? []) dropped.emit({ id, why })
  }

  beside.onChange(() => {
    const next = beside.room()
    if (next !== practising) {
      drop(practising, OVER)
      for (const stop of stopsBeside.splice(0)) stop()
      practising = next
      if (next !== null) {
        stopsBeside = [
          ...listen(next),
          next.session.streams.session.subscribe(() => changed.emit()),
        ]
        // Whoever was halted before it opened, in this run or an earlier one, is halted in here as
        // well, until the person lifts it for all.
        const why =
          haltBeside ??
          (next.room.halt.get() === null ? (standing?.room.halt.get()?.why ?? null) : null)
        if (why !== null) void next.room.kill(why, 'assistants')
        haltBeside = null
      }
      replaced.emit()
      besideChanged.emit()
    }
    changed.emit()
  })

  const close = async (): Promise<void> => {
    const old = opening
    drop(standing, OVER)
    opening = null
    standing = null
    port = null
    live = null
    haltBeside = null
    for (const stop of stops.splice(0)) stop()
    // Both end before anything else begins: the next session may be the practice profile's own,
    // over the same files.
    const [room] = await Promise.all([old?.catch(() => null), beside.close()])
    await room?.dispose()
  }

  const liveHalted = ({ session }: SessionPlace): LiveValue<boolean> => ({
    get: () => session.sessionView().trading === 'halted',
    subscribe: (listener) => session.streams.session.subscribe(listener),
  })

  const view = (): AssistantsView => {
    const auditOf = ({ room }: OpenRoom): AssistantsView['chains'][number]['state'] =>
      room.audit.report()?.state ?? 'not-checked'
    const hosted = standing?.hosted?.get()
    return {
      ...(hosted === undefined ? {} : { hosted }),
      endpoint: door.get(),
      connections: all().flatMap(connectionsOf),
      halted: all().some(({ room }) => room.halted()),
      halt: sumOfHalts(all().map(({ room }) => room.halt.get())),
      unread: all()
        .flatMap(rowsOf)
        .filter((row) => row.status === 'PENDING').length,
      chains: all().map((of) => ({ environment: of.session.environment, state: auditOf(of) })),
      beside: {
        ...beside.get(),
        accounts: [...(practising?.session.sessionView().accounts ?? [])],
      },
    }
  }

  return {
    view: { get: view, subscribe: (listener) => changed.add(listener) },
    rows: { all: () => all().flatMap(rowsOf), subscribe: (listener) => rowsChanged.add(listener) },
    attach(place) {
      const made = close().then(() => open(place))
      opening = made
      rooms.set(place.session, made)
      made.then(
        (room) => {
          if (opening !== made) return
          standing = room
          port =
            room.assistants === null
              ? null
              : joinPorts({ port: room.assistants, connections: room.room.connections }, () => {
                  const assistants = practising?.assistants ?? null
                  return practising === null || assistants === null
                    ? null
                    : { port: assistants, connections: practising.room.connections }
                })
          stops = listen(room)
          replaced.emit()
          changed.emit()
          if (place.profile.environment === 'practice') return
          live = place
          void beside.look(liveHalted(place))
        },
        (error: unknown) =>
          log.event('error', 'assistants.failed', {
            error: error instanceof Error ? error.message : 'unknown',
          }),
      )
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
    rooms: all,
    roomWith: (id) =>
      (all().find(({ room }) => room.connections.get(id) !== null) ?? standing)?.room ?? null,
    openBeside: () =>
      live === null
        ? Promise.resolve(err('No live profile is open.'))
        : beside.ensure(liveHalted(live)),
    leaveBeside() {
      if (nobodyPractises()) void beside.close()
    },
    port: () => port,
    onRoom: (listener) => replaced.add(listener),
    onBeside: (listener) => besideChanged.add(listener),
    onDropped: (listener) => dropped.add(listener),
    async withdraw(why) {
      const ended = await Promise.all(all().map(({ room }) => room.desk.withdraw(why)))
      return ended.reduce((sum, each) => sum + each, 0)
    },
    async kill(why, scope) {
      if (practising === null && beside.get().state === 'opening') haltBeside = why
      const killed = await Promise.all(
        all().map((of) => of.room.kill(why, of === standing ? scope : 'assistants')),
      )
      const sum = sumOfHalts(killed)
      if (sum === null) throw new Error('there is no room to halt')
      return sum
    },
    async release() {
      haltBeside = null
      const lifted = await Promise.all(all().map(({ room }) => room.halt.lift()))
      return lifted.find((each) => !each.ok) ?? ok(undefined)
    },
    disturbed(why) {
      for (const { room } of all()) {
        recordDisturbance(room.audit, why)
        room.desk.disturbed(why)
      }
      if (why === 'resumed') practising?.session.wake()
    },
  }
}
