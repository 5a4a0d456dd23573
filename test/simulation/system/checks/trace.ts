import { createHash } from 'node:crypto'

/** Lines that are shown with a violation. */
const SHOWN = 400
/** Lines that are hashed together: many short updates of a hash take longer than one long one. */
const HASHED_TOGETHER = 64

/**
 * What happened in a simulation, as a hash and the last lines. It contains nothing random: ids of
 * the seed only, no token and no signature.
 */
export class Trace {
  readonly #now: () => number
  readonly #hash = createHash('sha256')
  #unhashed: string[] = []
  readonly #lines: string[] = []
  readonly #all: boolean
  count = 0

  /** `all` stores every line, for the replay of one seed. */
  constructor(now: () => number, all = false) {
    this.#now = now
    this.#all = all
  }

  add(text: string): void {
    const line = `${this.#now().toFixed(3)} ${text}`
    this.count += 1
    this.#unhashed.push(line)
    if (this.#unhashed.length >= HASHED_TOGETHER) this.#updateHash()
    this.#lines.push(line)
    if (!this.#all && this.#lines.length > SHOWN * 2) this.#lines.splice(0, SHOWN)
  }

  /** Ends the trace and returns its hash. */
  digest(): string {
    this.#updateHash()
    return this.#hash.digest('hex')
  }

  lines(): readonly string[] {
    return this.#all ? this.#lines : this.#lines.slice(-SHOWN)
  }

  #updateHash(): void {
    this.#hash.update(this.#unhashed.join(''))
    this.#unhashed = []
  }
}

/** The violations of one simulation; each is reported once. */
export class Violations {
  readonly #trace: Trace
  readonly all: string[] = []

  constructor(trace: Trace) {
    this.#trace = trace
  }

  add(text: string): void {
    if (this.all.includes(text)) return
    this.#trace.add(`VIOLATION ${text}`)
    this.all.push(text)
  }
}
