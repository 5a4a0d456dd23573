import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { CardChange, ConfirmView } from '../../../../shared/domain/instructions/card.js'
import type { LiveValue } from '../../live-values.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { Arming } from './arming.js'
import { elapsedMs, type CardState } from './card-state.js'
import type { CardStore, RefreshResult } from './card-store.js'
import { CardUnits, unitOf } from './card-units.js'
import { confirmView, COST_RETURNED } from './confirm-view.js'
import type { InstructionServiceDeps } from '../queue/instruction-service-deps.js'
import { QUIET_MS } from '../queue/dispatch.js'
import type { ConfirmWindowState } from '../queue/instruction-service-port.js'
import type { InstructionStore } from '../queue/instruction-store.js'

/**
 * The maximum age in ms of an estimate for approval (CONFIRM-10), and the age from which a visible
 * card requests a new one.
 */
export const FRESH_MS = 5_000
const REFRESH_MS = 3_500

export interface ConfirmContext {
  readonly locked: () => boolean
  readonly isExtendable: (instruction: Instruction) => boolean
  /** Called when the policy no longer allows the visible card. */
  readonly onDenied: (card: CardState) => void
}

/** A state of a card that the page has fully drawn. */
type DrawnState = Pick<CardState, 'version' | 'digest'>

/**
 * The controller of one queue. A *unit* is what the window shows at a time: a batch, or a single
 * instruction.
 */
export class ConfirmController {
  readonly live: LiveValue<ConfirmView> = {
    get: () => this.#view(),
    subscribe: (listener) => this.#changed.add(listener),
  }
  readonly arming: Arming
  readonly #deps: InstructionServiceDeps
  readonly #store: InstructionStore
  readonly #cards: CardStore
  readonly #context: ConfirmContext
  readonly #changed = createEmitter<void>()
  readonly #attention = createEmitter<number>()
  readonly #drawn = new Map<InstructionId, DrawnState>()
  readonly #refreshing = new Set<InstructionId>()
  readonly #units: CardUnits
  /** The card or row that was last fully drawn. */
  #front: InstructionId | null = null
  #visible = false
  /** What the last new content changed; null for a card that was not shown before. */
  #change: CardChange | null = null
  #stopArming: Disposer = () => undefined
  #stopSoon: Disposer | null = null

  /**
   * Creates the controller of the confirm window: which card is visible, whether approve is armed,
   * and which cards wait.
   */
  constructor(
    deps: InstructionServiceDeps,
    store: InstructionStore,
    cards: CardStore,
    context: ConfirmContext,
  ) {
    this.#deps = deps
    this.#store = store
    this.#cards = cards
    this.#context = context
    this.#units = new CardUnits(store, cards)
    this.arming = new Arming({
      now: () => deps.clock.monotonic(),
      halted: () => deps.halted.get(),
      locked: context.locked,
      unreachable: () => this.#isSourceUnreachable(),
    })
  }

  /**
   * Calls the listener when an unseen card is pending. The shell then shows the window without
   * taking focus (CONFIRM-17).
   */
  onAttention(listener: (waiting: number) => void): Disposer {
    return this.#attention.add(listener)
  }

  /** True for the visible card, or a row of the visible batch. */
  isShown(id: InstructionId): boolean {
    return this.#units.current().some((instruction) => instruction.id === id)
  }

  /** True when the page has fully drawn the card as it is, apart from moving context. */
  isDrawn(id: InstructionId): boolean {
    const drawn = this.#drawn.get(id)
    return drawn !== undefined && drawn.version === this.#cards.get(id)?.version
  }

  /** Handles new pending cards, which go behind the visible one (CONFIRM-17). */
  cardsArrived(): void {
    this.#advance()
    this.#attention.emit(this.#units.waiting().length + (this.#units.pending().length > 0 ? 1 : 0))
  }

  /**
   * Rebuilds the card of an instruction that may have changed. True when anything changed that the
   * person decides on. With `soon` the windows are notified a moment later.
   */
  cardChanged(id: InstructionId, windows: 'now' | 'soon' = 'now'): boolean {
    const card = this.#cards.get(id)
    if (card === undefined) return false
    const different = this.#cards.redraw(card) === 'changed'
    const instruction = this.#store.get(id)
    const isCurrent = instruction !== undefined && this.#units.visible === unitOf(instruction)
    const isOpen = instruction?.status === 'PENDING' && !card.deciding
    // Deciding one row of a plain batch does not affect the others. Any other change re-arms.
    if (different && isCurrent && (isOpen || this.#units.hasDanger())) {
      this.#updateContent(false, card.change)
    } else this.#updatePriced()
    // A card that ended while the window was hidden is replaced; otherwise it stays readable.
    if (isCurrent && this.#units.pending().length === 0 && !this.#visible) this.#advance()
    else if (windows === 'soon') this.#notifySoon()
    else this.notify()
    return different
  }

  /** True when the card's numbers are available and recent enough to approve (CONFIRM-10). */
  isFresh(card: Pick<CardState, 'pricedAt'> | undefined): boolean {
    return (
      card !== undefined &&
      card.pricedAt !== null &&
      elapsedMs(this.#deps.clock, card.pricedAt) <= FRESH_MS
    )
  }

  /** Refreshes the card now. With `restart` the full disarmed time starts again. */
  async refresh(card: CardState, restart: boolean): Promise<RefreshResult> {
    this.#refreshing.add(card.id)
    const result = await this.#cards.refresh(card).finally(() => this.#refreshing.delete(card.id))
    if (result === 'denied') this.#context.onDenied(card)
    else if (this.isShown(card.id)) {
      if (result === 'changed' || result === 'moved' || restart) {
        const isNew = result === 'changed' || result === 'moved'
        this.#updateContent(result === 'moved' || restart, isNew ? card.change : COST_RETURNED)
      } else this.#updatePriced()
    }
    this.notify()
    return result
  }

  markShown(id: InstructionId, digest: string, isComplete: boolean): boolean {
    const card = this.#cards.get(id)
    if (card === undefined || !this.isShown(id) || card.digest !== digest) return false
    const first = isComplete && this.#drawn.get(id)?.digest !== digest
    if (isComplete) this.#setDrawn(card)
    else this.#drawn.delete(id)
    this.arming.setDrawn(this.#isFullyDrawn())
    this.notify()
    return first
  }

  setWindowState(state: ConfirmWindowState): void {
    const appeared = state.visible && !this.#visible
    this.#visible = state.visible
    this.arming.setWindowState(state)
    if (appeared) this.pulse()
    if (!this.#visible) this.#advance()
    this.notify()
  }

  rearm(): void {
    this.arming.rearm()
    this.notify()
  }

  defer(id: InstructionId | null): void {
    const instruction = id === null ? undefined : this.#store.get(id)
    const unit = instruction === undefined ? this.#units.visible : unitOf(instruction)
    if (unit === null) return
    const members = this.#units.members(unit)
    if (members.some(({ status }) => status === 'PENDING')) this.#units.defer(unit)
    else for (const member of members) this.#cards.remove(member.id)
    if (unit !== this.#units.visible) return this.notify()
    this.#units.show(null)
    this.#present(this.#units.waiting()[0] ?? null)
  }

  show(id: InstructionId): void {
    const instruction = this.#store.get(id)
    if (instruction === undefined || this.#cards.get(id) === undefined) return
    const unit = unitOf(instruction)
    if (this.#units.visible !== unit) this.#present(unit)
  }

  /** Runs every second: refreshes the visible card and disarms outdated ones. */
  pulse(): void {
    if (this.#visible) this.#refreshOutdated()
    const before = this.arming.blocked()
    const isRedrawn = this.#redrawOpen()
    this.#updatePriced()
    if (isRedrawn || this.arming.blocked() !== before) this.notify()
  }

  notify(): void {
    this.#stopSoon?.()
    this.#stopSoon = null
    this.#stopArming()
    const wait = this.arming.armsInMs()
    if (wait !== null && wait > 0) {
      this.#stopArming = this.#deps.timers.after(wait, () => this.notify())
    }
    this.#changed.emit()
  }

  dispose(): void {
    this.#stopSoon?.()
    this.#stopArming()
    this.#changed.clear()
    this.#attention.clear()
  }

  #notifySoon(): void {
    this.#stopSoon ??= this.#deps.timers.after(QUIET_MS, () => this.notify())
  }

  /** Records that the page has fully drawn a card or row. */
  #setDrawn(card: CardState): void {
    if (this.#units.isOneByOne()) {
      this.#drawn.clear()
      // Another row under the same button is a new decision, so the full disarmed time applies
      // (CONFIRM-7, CONFIRM-8).
      if (this.#front !== card.id) this.arming.contentChanged(this.#units.hasDanger(), true)
    }
    this.#front = card.id
    this.#drawn.set(card.id, { version: card.version, digest: card.digest })
    card.seenCost ??= card.estimate.cost
  }

  /** Refreshes the visible cards whose estimate is missing or old. */
  #refreshOutdated(): void {
    for (const { id } of this.#units.pending()) {
      const card = this.#cards.get(id)
      if (card === undefined || card.deciding || this.#refreshing.has(id)) continue
      if (card.pricedAt === null || elapsedMs(this.#deps.clock, card.pricedAt) >= REFRESH_MS) {
        void this.refresh(card, false)
      }
    }
  }

  /** Rebuilds the open cards, because a displayed quote ages too (CONFIRM-11). True if any did. */
  #redrawOpen(): boolean {
    let isRedrawn = false
    for (const { id } of this.#units.pending()) {
      const card = this.#cards.get(id)
      if (card === undefined || card.deciding) continue
      const redrawn = this.#cards.redraw(card)
      if (redrawn === 'changed') this.#updateContent(false, card.change)
      isRedrawn ||= redrawn !== 'same'
    }
    return isRedrawn
  }

  /** Shows a unit, or nothing, from its beginning. */
  #present(next: string | null): void {
    this.#units.show(next)
    this.#drawn.clear()
    this.#front = null
    this.#updateContent(true, null)
    for (const { id } of this.#units.pending()) {
      const card = this.#cards.get(id)
      if (card !== undefined && !this.isFresh(card)) void this.refresh(card, false)
    }
    this.notify()
  }

  /**
   * Shows another card only when there is none, or when the current one is over and the window is
   * hidden.
   */
  #advance(): void {
    const unit = this.#units.visible
    if (unit !== null && (this.#visible || this.#units.pending().length > 0)) return this.notify()
    const [next] = this.#units.waiting()
    if (next !== undefined || unit !== null) this.#present(next ?? (this.#visible ? unit : null))
    else this.notify()
  }

  /** Updates the arming after the displayed content changed. */
  #updateContent(restart: boolean, change: CardChange | null): void {
    this.#change = change
    this.arming.contentChanged(this.#units.hasDanger(), restart)
    this.arming.setDrawn(this.#units.open().length > 0 && this.#isFullyDrawn())
    this.#updatePriced()
  }

  #updatePriced(): void {
    this.arming.setPriced(this.#units.open().every(({ id }) => this.isFresh(this.#cards.get(id))))
  }

  #view(): ConfirmView {
    return confirmView({
      clock: this.#deps.clock,
      store: this.#store,
      cards: this.#cards,
      units: this.#units,
      arming: this.arming,
      change: this.#change,
      isExtendable: this.#context.isExtendable,
      isHalted: this.#deps.halted.get(),
    })
  }

  /** True while a visible instruction's source does not answer. */
  #isSourceUnreachable(): boolean {
    return (
      this.#deps.hosted?.synced.get() === false &&
      this.#units.pending().some(({ sourceId }) => sourceId !== undefined)
    )
  }

  #isFullyDrawn(): boolean {
    const isDrawn = ({ id }: Instruction): boolean => this.isDrawn(id)
    return this.#units.isOneByOne()
      ? this.#units.open().some(isDrawn)
      : this.#units.open().every(isDrawn)
  }
}
