import { listeners, type LiveValue } from '../core/live.js'
import type { LogPort } from '../core/ports.js'
import type { Disposer } from '../../shared/domain/brand.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import type { OpenRoom } from './open-room.js'

/** What the practice room tells while it runs. */
export interface BesideTold {
  /** It stands; again after the exchange was restarted, as another one. */
  onRoom(room: OpenRoom): void
  /** Its exchange is gone and is being started again. */
  onGone(): void
  onFailed(message: string): void
}

export interface BesideDeps {
  /**
   * Starts the practice exchange and builds its session and room. `halted`: the live desk's own
   * halt holds there too.
   */
  readonly start: (told: BesideTold, halted: LiveValue<boolean>) => { stop(): Promise<void> }
  /** True where an assistant is paired for practice beside a live profile; opens nothing. */
  readonly anyone: () => Promise<boolean>
  readonly log: LogPort
}

/** How the practice room beside a live profile stands. */
export interface BesideState {
  readonly state: 'closed' | 'opening' | 'open' | 'failed'
  /** What a person can do something about; null where there is nothing. */
  readonly problem: string | null
}

/**
 * The practice room beside a live one: there is none until somebody is paired for it, and it never
 * outlives the live one.
 */
export interface Beside {
  room(): OpenRoom | null
  get(): BesideState
  onChange(listener: () => void): Disposer
  /** Opens it where somebody is paired for it. */
  look(halted: LiveValue<boolean>): Promise<void>
  /** Opens it in any case, since somebody is about to be paired. */
  ensure(halted: LiveValue<boolean>): Promise<Result<OpenRoom, string>>
  /** Resolves when its storage is free for another owner. */
  close(): Promise<void>
}

export function createBeside({ start, anyone, log }: BesideDeps): Beside {
  const changed = listeners<void>()
  let standing: BesideState = { state: 'closed', problem: null }
  let room: OpenRoom | null = null
  let running: { stop(): Promise<void> } | null = null
  let closing: Promise<void> = Promise.resolve()
  const waiting: ((result: Result<OpenRoom, string>) => void)[] = []
  /** What an exchange tells that was stopped meanwhile is about nobody. */
  let generation = 0

  const become = (
    state: BesideState['state'],
    next: OpenRoom | null,
    problem: string | null,
  ): void => {
    standing = { state, problem: problem?.slice(0, 200) ?? null }
    room = next
    if (state !== 'opening') {
      const result: Result<OpenRoom, string> =
        next === null ? err(problem ?? 'The practice room was closed.') : ok(next)
      for (const resolve of waiting.splice(0)) resolve(result)
    }
    changed.emit()
  }

  const begin = (halted: LiveValue<boolean>): void => {
    const mine = (generation += 1)
    const told = (what: () => void): void => {
      if (mine === generation) what()
    }
    become('opening', null, null)
    running = start(
      {
        onRoom: (next) => told(() => become('open', next, null)),
        onGone: () => told(() => become('opening', null, null)),
        onFailed: (message) =>
          told(() => {
            log.event('error', 'beside.failed', { error: message })
            become('failed', null, message)
          }),
      },
      halted,
    )
  }

  const end = (): Promise<void> => {
    generation += 1
    const old = running
    running = null
    become('closed', null, null)
    closing = closing
      .then(() => old?.stop())
      .catch((error: unknown) =>
        log.event('error', 'beside.close-failed', {
          error: error instanceof Error ? error.message : 'unknown',
        }),
      )
    return closing
  }

  return {
    room: () => room,
    get: () => standing,
    onChange: (listener) => changed.add(listener),
    async look(halted) {
      const mine = generation
      if (running === null && (await anyone()) && mine === generation) void this.ensure(halted)
    },
    async ensure(halted) {
      if (room !== null) return ok(room)
      // One that failed is begun again: what stood in its way may be gone.
      if (standing.state === 'failed') void end()
      const mine = generation
      await closing
      if (room !== null) return ok(room)
      if (running === null) {
        if (mine !== generation) return err('The practice room was closed.')
        begin(halted)
      }
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
    close() {
      // Whoever is still looking whether to open it finds that it is too late.
      generation += 1
      return running === null ? closing : end()
    },
  }
}
