import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { LiveValue } from '../../live-values.js'
import type { TimerPort } from '../../ports.js'
import type { ProviderFailure } from '../../provider-failure.js'

/** Pause before a failed read is repeated, in ms. */
const RETRY_MS = 3_000

/** Failures that another request does not change. */
const FINAL: ReadonlySet<ProviderFailure['kind']> = new Set([
  'refused',
  'not-entitled',
  'wrong-environment',
  'stopped',
])

/** True for a failure that another request does not change. */
export const isFinal = ({ kind }: ProviderFailure): boolean => FINAL.has(kind)

/** Whether what is read of one symbol is known, and why the last read failed where it is not. */
export type SymbolRead =
  | { readonly state: 'reading' | 'read' }
  | { readonly state: 'failed'; readonly failure: ProviderFailure }

const READING: SymbolRead = { state: 'reading' }
const READ: SymbolRead = { state: 'read' }

export interface SymbolReadsDeps {
  readonly read: (symbol: Symbol) => Promise<Result<void, ProviderFailure>>
  /** True while somebody watches the symbol, or did a moment ago. */
  readonly isHeld: (symbol: Symbol) => boolean
  readonly timers: TimerPort
}

/**
 * What is read once of each watched symbol, and again while that fails: an order book, the latest
 * trades. Says whether it is known, because what is not known must not be shown as none.
 */
export class SymbolReads {
  readonly #deps: SymbolReadsDeps
  readonly #states = new Map<Symbol, SymbolRead>()
  readonly #retries = new Map<Symbol, Disposer>()
  readonly #changed = createEmitter<Symbol>()
  #stopped = false

  constructor(deps: SymbolReadsDeps) {
    this.#deps = deps
  }

  /** Reads the symbol now. */
  async request(symbol: Symbol): Promise<void> {
    this.#cancelRetry(symbol)
    const answer = await this.#deps.read(symbol)
    if (this.#stopped || !this.#deps.isHeld(symbol)) return
    if (answer.ok) return this.received(symbol)
    // What was read before is still known, and may be old.
    if (this.#states.get(symbol)?.state !== 'read') {
      this.#set(symbol, { state: 'failed', failure: answer.error })
    }
    if (isFinal(answer.error)) return
    this.#cancelRetry(symbol)
    this.#retries.set(
      symbol,
      this.#deps.timers.after(RETRY_MS, () => {
        this.#retries.delete(symbol)
        if (this.#deps.isHeld(symbol)) void this.request(symbol)
      }),
    )
  }

  /** What is read of the symbol is known, because it was read or came by the stream. */
  received(symbol: Symbol): void {
    this.#cancelRetry(symbol)
    if (this.#states.get(symbol)?.state !== 'read') this.#set(symbol, READ)
  }

  forget(symbol: Symbol): void {
    this.#cancelRetry(symbol)
    this.#states.delete(symbol)
  }

  state(symbol: Symbol): LiveValue<SymbolRead> {
    return {
      get: () => this.#states.get(symbol) ?? READING,
      subscribe: (changed) =>
        this.#changed.add((changedSymbol) => {
          if (changedSymbol === symbol) changed()
        }),
    }
  }

  dispose(): void {
    this.#stopped = true
    for (const symbol of [...this.#retries.keys()]) this.#cancelRetry(symbol)
  }

  #set(symbol: Symbol, state: SymbolRead): void {
    this.#states.set(symbol, state)
    this.#changed.emit(symbol)
  }

  #cancelRetry(symbol: Symbol): void {
    this.#retries.get(symbol)?.()
    this.#retries.delete(symbol)
  }
}
