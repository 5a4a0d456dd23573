import { ok } from '../../../shared/domain/result.js'
import type { ProviderResult } from '../provider-failure.js'
import type { ClockPort } from '../ports.js'
import type { ProductsPort } from './products-port.js'

/**
 * Contracts are listed, expire and stop trading during a day, so they are read again after this
 * time.
 */
const REFRESH_MS = 10 * 60_000
/** The oldest of more responses are removed first. */
const MAX_ENTRIES = 200

/** A response and the monotonic time at which it arrived. */
interface CacheEntry {
  readonly value: unknown
  readonly at: number
}

export interface ProductsCacheOptions {
  /** Maximum number of cached responses; 200 by default. */
  readonly maxEntries?: number
  /** True to cache also that the provider does not list something; false by default. */
  readonly storesAbsent?: boolean
}

/** Caches responses of a port by name; the caller fixes the type of each name. */
export class ProductsCache<Port = ProductsPort> {
  readonly #port: () => Promise<Port>
  readonly #clock: ClockPort
  readonly #maxEntries: number
  readonly #storesAbsent: boolean
  readonly #entries = new Map<string, CacheEntry>()
  /** Running requests, shared by simultaneous callers. */
  readonly #running = new Map<string, ProviderResult<unknown>>()

  /** Increases with every clearing: what was requested before it is not stored. */
  #generation = 0

  constructor(
    port: () => Promise<Port>,
    clock: ClockPort,
    { maxEntries = MAX_ENTRIES, storesAbsent = false }: ProductsCacheOptions = {},
  ) {
    this.#port = port
    this.#clock = clock
    this.#maxEntries = maxEntries
    this.#storesAbsent = storesAbsent
  }

  /**
   * Returns the cached response, or reads it. A definite refusal means that the provider does not
   * list it: `absent` is returned, and cached only where the options say so. An expired response is
   * returned where no new one can be read.
   */
  async fetch<T>(
    name: string,
    absent: T,
    request: (port: Port) => ProviderResult<T>,
  ): ProviderResult<T> {
    const known = this.#entries.get(name)
    if (known !== undefined && this.#clock.monotonic() - known.at < REFRESH_MS) {
      return ok(known.value as T)
    }
    const shared = this.#running.get(name) as ProviderResult<T> | undefined
    if (shared !== undefined) return shared
    const running = this.#read(name, absent, request).finally(() => {
      if (this.#running.get(name) === running) this.#running.delete(name)
    })
    this.#running.set(name, running)
    return running
  }

  /** Forgets every response, so that the next read of each comes from the port. */
  clear(): void {
    this.#entries.clear()
    this.#running.clear()
    this.#generation += 1
  }

  async #read<T>(
    name: string,
    absent: T,
    read: (port: Port) => ProviderResult<T>,
  ): ProviderResult<T> {
    const expired = this.#entries.get(name)
    const generation = this.#generation
    const answer = await read(await this.#port())
    const isAbsent = !answer.ok && answer.error.kind === 'refused'
    const isStored = answer.ok || (isAbsent && this.#storesAbsent)
    if (isStored && generation === this.#generation) {
      this.#store(name, answer.ok ? answer.value : absent)
    }
    if (answer.ok) return answer
    if (isAbsent) return ok(absent)
    return expired === undefined ? answer : ok(expired.value as T)
  }

  #store(name: string, value: unknown): void {
    this.#entries.delete(name)
    this.#entries.set(name, { value, at: this.#clock.monotonic() })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size > this.#maxEntries) this.#entries.delete(oldest)
    }
  }
}
