import { z } from 'zod'
import { DEFAULT_HTTP_PORT, MCP_PATH } from '../assistant/limits.js'
import { listeners, type LiveValue } from '../core/live.js'
import type { DocumentPort, LogPort } from '../core/ports.js'
import { ok, type Result } from '../../shared/domain/result.js'
import { appError, type AppError } from '../../shared/ipc/errors.js'
import type { AssistantsView } from '../../shared/ipc/instructions.js'

export type DoorView = AssistantsView['endpoint']

/** A listening endpoint; `port` is the one it was given. */
export interface OpenDoor {
  readonly url: string
  close(): Promise<void>
}
export interface DoorProblem {
  readonly kind: 'port-in-use' | 'failed'
  readonly message: string
}

/**
 * The program's one door for assistants: whether the person opened it, on which port, and how it
 * stands.
 */
export interface AssistantDoor extends LiveValue<DoorView> {
  /** Opens it if the last run left it open. */
  start(): Promise<void>
  set(on: boolean, port: number): Promise<Result<void, AppError>>
  stop(): Promise<void>
}

export interface AssistantDoorDeps {
  readonly file: DocumentPort
  readonly log: LogPort
  /** Loads what is needed and listens; a start-up with a closed door pays for none of it. */
  readonly open: (port: number) => Promise<Result<OpenDoor, DoorProblem>>
}

const HOST = '127.0.0.1'
const zKept = z.strictObject({
  v: z.literal(1),
  on: z.boolean(),
  port: z.number().int().min(1_024).max(65_535),
})

const parse = (content: string): { readonly on: boolean; readonly port: number } | null => {
  try {
    return zKept.parse(JSON.parse(content))
  } catch {
    return null
  }
}

export function createAssistantDoor({ file, log, open }: AssistantDoorDeps): AssistantDoor {
  const changed = listeners<void>()
  // Fixed, so that what people put into their clients' settings goes on working; never changed
  // silently (instructions 1).
  let kept = { on: false, port: DEFAULT_HTTP_PORT }
  let state: DoorView['state'] = 'off'
  let problem: string | null = null
  let door: OpenDoor | null = null
  let turn: Promise<unknown> = Promise.resolve()

  const view = (): DoorView => ({
    on: kept.on,
    state,
    port: kept.port,
    url: door?.url ?? `http://${HOST}:${kept.port}${MCP_PATH}`,
    problem,
  })
  const tell = (next: DoorView['state'], why: string | null): void => {
    state = next
    problem = why?.slice(0, 200) ?? null
    log.event(next === 'off' || next === 'listening' ? 'info' : 'error', 'assistants.door', {
      status: next,
    })
    changed.emit()
  }
  const close = async (): Promise<void> => {
    const old = door
    door = null
    await old?.close()
  }
  const apply = async (): Promise<void> => {
    await close()
    if (!kept.on) return tell('off', null)
    const opened = await open(kept.port)
    if (!opened.ok) return tell(opened.error.kind, opened.error.message)
    door = opened.value
    return tell('listening', null)
  }
  /** One change at a time: an old port is closed before the next one opens. */
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  return {
    get: view,
    subscribe: (listener) => changed.add(listener),
    start: () =>
      next(async () => {
        const content = await file.read()
        const read = content.ok && content.value !== null ? parse(content.value) : null
        // What cannot be read stays closed: a door is opened by a person, never by accident.
        if (read === null) return
        kept = { on: read.on, port: read.port }
        await apply()
      }),
    set: (on, port) =>
      next(async () => {
        const written = await file.write(
          JSON.stringify({ v: 1, on, port } satisfies z.output<typeof zKept>),
        )
        if (!written.ok) {
          return {
            ok: false,
            error: appError('storage/failed', 'The setting could not be saved on this computer.'),
          }
        }
        kept = { on, port }
        await apply()
        return ok(undefined)
      }),
    stop: () => next(close),
  }
}
