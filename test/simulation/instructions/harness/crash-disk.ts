import type {
  DocumentPort,
  FileError,
  JournalPort,
  VaultPort,
} from '../../../../electron/core/ports.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { Simulation } from '../../core/simulation.js'

/**
 * The state of a write when the process dies: not begun, done without an answer, or half on the
 * disk.
 */
export const DEATHS = ['before', 'after', 'torn'] as const
export type Death = (typeof DEATHS)[number]

/** A disk and a key store that outlive the process, which can die at any of its writes. */
export class CrashDisk {
  readonly #simulation: Simulation
  readonly files = new Map<string, string[]>()
  readonly documents = new Map<string, string>()
  /** The target of every write in this life. */
  readonly writes: string[] = []
  dead = false
  killAt = 0
  death: Death = 'before'
  /**
   * Results to wait for before writes of a file end; each result becomes the result of the write.
   */
  readonly held = new Map<string, Promise<Result<void, FileError>>>()
  /** Staged documents, which are lost when the process dies. */
  readonly staged = new Map<string, string>()
  #torn = false

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  lines(name: string): readonly string[] {
    return this.files.get(name) ?? []
  }

  /** Starts a new process with what is on the disk. */
  revive(): void {
    this.dead = false
    this.killAt = 0
    this.writes.length = 0
    this.staged.clear()
  }

  /** `part` is what a torn write leaves on the disk; nothing by default. */
  #write(
    name: string,
    effect: () => void,
    part: () => void = () => undefined,
  ): Promise<Result<void, FileError>> {
    const simulation = this.#simulation
    const { epoch } = simulation
    return new Promise((resolve) => {
      if (this.dead) return
      this.writes.push(name)
      const last = this.writes.length === this.killAt
      if (last) {
        this.dead = true
        this.#torn = this.death === 'torn'
        if (this.death === 'after') effect()
        if (this.death === 'torn') part()
        return
      }
      simulation.schedule(
        simulation.between(0.1, 2),
        () => {
          if (this.dead) return
          const held = this.held.get(name)
          if (held !== undefined) {
            void held.then((outcome) => {
              if (outcome.ok) effect()
              resolve(outcome)
            })
            return
          }
          effect()
          resolve(ok(undefined))
        },
        epoch,
      )
    })
  }

  /** Returns a file of lines; like the real one, it cuts half a line at the end when it is read. */
  journal(name: string): JournalPort {
    const add = (lines: readonly string[]): void =>
      void this.files.set(name, [...this.lines(name), ...lines])
    return {
      append: (line) => this.#write(name, () => add([line])),
      // Of several records a torn write leaves the first ones.
      appendAll: (lines) =>
        this.#write(
          name,
          () => add(lines),
          () => add(lines.slice(0, -1)),
        ),
      read: () => {
        const tailCut = this.#torn
        this.#torn = false
        return Promise.resolve(ok({ lines: [...this.lines(name)], tailCut }))
      },
      close: () => Promise.resolve(),
    }
  }

  /** Replaces all lines of a file at once. */
  replace(name: string, lines: readonly string[]): Promise<Result<void, FileError>> {
    return this.#write(name, () => this.files.set(name, [...lines]))
  }

  document(name: string): DocumentPort {
    return {
      read: () => Promise.resolve(ok(this.documents.get(name) ?? null)),
      write: (content) => this.#write(name, () => this.documents.set(name, content)),
      stage: (content) => {
        this.staged.set(name, content)
        const drop = (): void => {
          this.staged.delete(name)
        }
        return {
          commit: () => {
            drop()
            return this.#write(name, () => this.documents.set(name, content))
          },
          drop: () => Promise.resolve(drop()),
        }
      },
      setAside: () => Promise.resolve(ok(name)),
      remove: () => this.#write(name, () => this.documents.delete(name)),
    }
  }

  vault(): VaultPort {
    return {
      backend: 'key-store',
      keyStore: 'test',
      read: (name) => Promise.resolve(ok(this.documents.get(`vault ${name}`) ?? null)),
      write: (name, value) =>
        this.#write(`vault ${name}`, () => this.documents.set(`vault ${name}`, value)),
      remove: (name) => this.#write(`vault ${name}`, () => this.documents.delete(`vault ${name}`)),
    }
  }
}
