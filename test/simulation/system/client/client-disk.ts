import type {
  AssistantFiles,
  ReplaceableJournal,
} from '../../../../electron/app/assistants/assistant-adapters.js'
import type { DocumentPort, FileError, VaultPort } from '../../../../electron/core/ports.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { Coverage } from '../checks/coverage.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { Life, VirtualTime } from '../time/virtual-time.js'

type Written = Result<void, FileError>

/** One write that has begun. `apply` makes it durable. */
interface Write {
  readonly apply: () => void
  readonly isLine: boolean
}

const FULL: Written = err({ kind: 'full', message: 'no space left' })

/**
 * The disk and the key store of the client. A write is durable once it resolves. A crash makes a
 * first part of the writes in progress durable, in their order within a file, and may leave half a
 * line at the end of a journal.
 */
export class ClientDisk implements AssistantFiles {
  readonly #time: VirtualTime
  readonly #random: SeededRandom
  readonly #coverage: Coverage
  failing = false
  /** How much longer than usual a write may take, in ms. */
  slowMs = 0
  /** Called when the write of a journal's line begins; null to call nothing. */
  onLine: (() => void) | null = null
  readonly #lines = new Map<string, string[]>()
  readonly #documents = new Map<string, string>()
  readonly #writing = new Map<string, Write[]>()
  readonly #torn = new Set<string>()
  #life: Life = { alive: false }

  constructor(time: VirtualTime, random: SeededRandom, coverage: Coverage) {
    this.#time = time
    this.#random = random
    this.#coverage = coverage
  }

  /** Attaches a new process. What an ended one began to write after its end is lost. */
  attach(life: Life): void {
    this.#life = life
    this.#writing.clear()
  }

  /** Ends the process that wrote here. */
  crash(): void {
    for (const [file, writes] of this.#writing) {
      const done = this.#random.index(writes.length + 1)
      for (const write of writes.slice(0, done)) write.apply()
      if (writes[done]?.isLine === true && this.#random.chance(0.4)) this.#torn.add(file)
    }
    this.#writing.clear()
  }

  /** Returns the durable lines of a journal. */
  lines(name: string): readonly string[] {
    return this.#lines.get(name) ?? []
  }

  // Arrow functions, because their callers take them from the object.
  readonly journal = (name: string): ReplaceableJournal => {
    return {
      append: (line) => this.#write(name, true, () => this.#file(name).push(line)),
      read: () => {
        const tailCut = this.#torn.delete(name)
        if (tailCut) this.#coverage.count('client line torn')
        return Promise.resolve(ok({ lines: [...this.lines(name)], tailCut }))
      },
      replace: (lines) => this.#write(name, false, () => this.#lines.set(name, [...lines])),
      close: () => Promise.resolve(),
    }
  }

  readonly document = (name: string): DocumentPort => {
    const write = (content: string): Promise<Written> =>
      this.#write(name, false, () => this.#documents.set(name, content))
    return {
      read: () => Promise.resolve(ok(this.#documents.get(name) ?? null)),
      write,
      stage: (content) => ({ commit: () => write(content), drop: () => Promise.resolve() }),
      setAside: () => Promise.resolve(ok(`${name}.aside`)),
      remove: () => this.#write(name, false, () => this.#documents.delete(name)),
    }
  }

  get register(): DocumentPort {
    return this.document('register')
  }

  /** Returns the key store for the profile of a folder. */
  vault(folder = ''): VaultPort {
    const file = (name: string): DocumentPort => this.document(`${folder}vault ${name}`)
    return {
      backend: 'key-store',
      keyStore: 'simulated',
      read: (name) => file(name).read(),
      write: (name, secret) => file(name).write(secret),
      remove: (name) => file(name).remove(),
    }
  }

  #file(name: string): string[] {
    const known = this.#lines.get(name)
    if (known !== undefined) return known
    const made: string[] = []
    this.#lines.set(name, made)
    return made
  }

  /** Writes of one file end in the order in which they began. */
  async #write(file: string, isLine: boolean, effect: () => void): Promise<Written> {
    const life = this.#life
    const write: Write = { apply: effect, isLine }
    const queue = this.#writing.get(file) ?? []
    this.#writing.set(file, queue)
    queue.push(write)
    if (isLine) this.onLine?.()
    if (this.slowMs > 0) this.#coverage.count('client disk slow')
    do await this.#time.wait(this.#random.between(0.1, 3 + this.slowMs), life)
    while (queue[0] !== write)
    queue.shift()
    if (this.failing) {
      this.#coverage.count('client disk full')
      return FULL
    }
    effect()
    return ok(undefined)
  }
}
