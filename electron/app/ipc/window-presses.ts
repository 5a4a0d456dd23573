import type { ClockPort } from '../../core/ports.js'
import type { OpName } from '../../../shared/ipc/contract.js'
import type { KeyBindings } from '../../../shared/domain/app/key-bindings.js'
import { callKey, isGestureKey, needsPress, type ObservedKey } from './press-rules.js'

/**
 * How long after a press its call must arrive, in ms: what a page needs to act on it under load. A
 * held press counts only when it ends.
 */
export const PRESS_VALID_MS = 2_000
/** How long after the last call of a batch the next one must arrive, in ms. */
export const BATCH_VALID_MS = 60_000
/** More presses than a hand makes while the first of them still counts. */
const MAX_PRESSES = 32

/** The half of a press on a window's page that main observed before the page did. */
export type ObservedInput =
  | { readonly phase: 'begin' | 'end'; readonly source: 'pointer' | 'touch' }
  | ({ readonly phase: 'begin' | 'end'; readonly source: 'key' } & ObservedKey)

/** What shows that the person wanted a call: a press, or their setting. `free`: none is needed. */
export type PressProof = 'observed' | 'assistive' | 'free'

export interface WindowPressesDeps {
  readonly clock: Pick<ClockPort, 'monotonic'>
  /** True while the person accepts calls without an input event, as assistive tools make. */
  readonly assistive: () => boolean
  readonly keyBindings: () => KeyBindings
}

interface Press {
  readonly source: string
  validUntil: number
  isUsed: boolean
}

/** The calls that one press still allows, by {@link callKey}. */
interface Batch {
  readonly calls: Set<string>
  validUntil: number
}

interface WindowInput {
  presses: Press[]
  batches: Batch[]
}

/**
 * The presses that main observed on the windows (SEC-28). A call that trades, arms, resumes or
 * changes a limit uses up one press of its own window: the first call after a press takes it, and
 * no other can. Where a press sends or cancels several orders, the page names all of them first
 * (`trading.batch`).
 *
 * What a press was aimed at is known to the page alone: main sees a place and a time. Code that
 * runs in the page could announce any control under the pointer, so that an announcement before the
 * press would prove nothing. Such code can take a press that was meant for another control, once,
 * for one call, and the person's own call is then refused. Only the confirm window binds a press to
 * what is shown: its page shows nothing but the card.
 */
export class WindowPresses {
  readonly #deps: WindowPressesDeps
  readonly #windows = new Map<number, WindowInput>()

  constructor(deps: WindowPressesDeps) {
    this.#deps = deps
  }

  /** Records input on the window with these web contents. */
  observe(sender: number, input: ObservedInput): void {
    const { chords } = this.#deps.keyBindings()
    if (input.source === 'key' && !isGestureKey(input, chords)) return
    const source = input.source === 'key' ? `key ${input.key.toLowerCase()}` : input.source
    if (input.phase === 'begin') this.#add(sender, source)
    else this.#end(sender, source)
  }

  /** Records that the person proved who they are in this window, which counts as a press. */
  proven(sender: number): void {
    this.#add(sender, 'proof')
  }

  /** Forgets a window that was closed. */
  forget(sender: number): void {
    this.#windows.delete(sender)
  }

  /** Returns what shows that the person wanted this call, and uses it up; null without. */
  use(sender: number, op: OpName, input: unknown): PressProof | null {
    if (!needsPress(op, input)) return 'free'
    if (this.#useBatch(sender, callKey(op, input))) return 'observed'
    const press = this.#windowOf(sender).presses.find(
      ({ isUsed, validUntil }) => !isUsed && this.#now() <= validUntil,
    )
    if (press === undefined) return this.#deps.assistive() ? 'assistive' : null
    press.isUsed = true
    if (op === 'trading.batch') this.#addBatch(sender, input)
    return 'observed'
  }

  #add(sender: number, source: string): void {
    const window = this.#windowOf(sender)
    const press = { source, validUntil: this.#now() + PRESS_VALID_MS, isUsed: false }
    window.presses = [...window.presses, press].slice(-MAX_PRESSES)
  }

  #end(sender: number, source: string): void {
    const press = this.#windowOf(sender).presses.findLast((begun) => begun.source === source)
    if (press !== undefined) press.validUntil = this.#now() + PRESS_VALID_MS
  }

  #addBatch(sender: number, input: unknown): void {
    const { op, inputs } = input as { readonly op: OpName; readonly inputs: readonly unknown[] }
    const window = this.#windowOf(sender)
    const batch = {
      calls: new Set(inputs.map((named) => callKey(op, named))),
      validUntil: this.#now() + BATCH_VALID_MS,
    }
    window.batches = [...window.batches.filter((other) => this.#isLive(other)), batch]
  }

  #useBatch(sender: number, call: string): boolean {
    const batch = this.#windowOf(sender).batches.find(
      (other) => this.#isLive(other) && other.calls.has(call),
    )
    if (batch === undefined) return false
    batch.calls.delete(call)
    batch.validUntil = this.#now() + BATCH_VALID_MS
    return true
  }

  #isLive = ({ calls, validUntil }: Batch): boolean => calls.size > 0 && this.#now() <= validUntil

  #windowOf(sender: number): WindowInput {
    const known = this.#windows.get(sender)
    if (known !== undefined) return known
    const fresh: WindowInput = { presses: [], batches: [] }
    this.#windows.set(sender, fresh)
    return fresh
  }

  #now(): number {
    return this.#deps.clock.monotonic()
  }
}
