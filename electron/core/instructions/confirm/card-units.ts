import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import type { CardState } from './card-state.js'
import type { CardStore } from './card-store.js'

const isDangerous = (card: CardState | undefined): boolean =>
  card !== undefined && (card.verdict.tier !== 'plain' || card.verdict.dangers.length > 0)

/** Returns the unit of an instruction: its batch, or the instruction alone. */
export const unitOf = ({ batch, id }: Instruction): string => batch?.batchId ?? id

/**
 * The units of one queue: the one that the window shows, and those that wait behind it. A *unit* is
 * a batch, or a single instruction.
 */
export class CardUnits {
  readonly #store: InstructionStore
  readonly #cards: Pick<CardStore, 'get'>
  readonly #deferred = new Set<string>()
  #visible: string | null = null

  constructor(store: InstructionStore, cards: Pick<CardStore, 'get'>) {
    this.#store = store
    this.#cards = cards
  }

  /** The unit that the window shows; null for none. */
  get visible(): string | null {
    return this.#visible
  }

  /** Makes a unit the visible one, also one that was deferred. */
  show(unit: string | null): void {
    this.#visible = unit
    if (unit !== null) this.#deferred.delete(unit)
  }

  /** Lets a unit wait until it is chosen. */
  defer(unit: string): void {
    this.#deferred.add(unit)
  }

  members(unit: string): readonly Instruction[] {
    return this.#store
      .all()
      .filter(
        (instruction) =>
          unitOf(instruction) === unit && this.#cards.get(instruction.id) !== undefined,
      )
  }

  /** Returns the rows of the visible unit. */
  current(): readonly Instruction[] {
    return this.#visible === null ? [] : this.members(this.#visible)
  }

  /** Returns the visible rows that wait for a decision. */
  pending(): readonly Instruction[] {
    return this.current().filter(({ status }) => status === 'PENDING')
  }

  /**
   * Returns the rows that can still be decided. A row that is being sent neither delays nor disarms
   * the others.
   */
  open(): readonly Instruction[] {
    return this.pending().filter(({ id }) => this.#cards.get(id)?.deciding === false)
  }

  /** Returns the units that wait behind the visible one and were not deferred. */
  waiting(): readonly string[] {
    const pending = this.#store
      .open()
      .filter(({ id, status }) => status === 'PENDING' && this.#cards.get(id) !== undefined)
    return [...new Set(pending.map(unitOf))].filter(
      (unit) => unit !== this.#visible && !this.#deferred.has(unit),
    )
  }

  /** True while a row that can be decided is more than a plain order. */
  hasDanger(): boolean {
    return this.open().some(({ id }) => this.#cards.get(id)?.verdict.tier !== 'plain')
  }

  /**
   * True when the rows of a batch must be decided one at a time because one of them is dangerous
   * (CONFIRM-29). Applies to the plain rows too, even when only those are left.
   */
  isOneByOne(): boolean {
    return this.current().some(({ id }) => isDangerous(this.#cards.get(id)))
  }
}
