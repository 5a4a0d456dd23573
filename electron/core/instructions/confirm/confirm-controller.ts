import type { Disposer } from '../../../../shared/domain/brand.js'
import type {
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import { SECOND_MS } from '../../../../shared/domain/time.js'
import type { Card, ConfirmView } from '../../../../shared/domain/instructions/card.js'
import type { LiveValue } from '../../live-values.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { createArming, type Arming } from './arming.js'
import { batchTotalFields } from './batch-totals.js'
import { elapsedMs, type CardState } from './card-state.js'
import type { CardStore, RefreshResult } from './card-store.js'
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

export interface ConfirmController {
  readonly live: LiveValue<ConfirmView>
  readonly arming: Arming
  onAttention(listener: (waiting: number) => void): Disposer
  /** True for the visible card, or a row of the visible batch. */
  isShown(id: InstructionId): boolean
  /** True when the page has fully drawn the card with this digest. */
  isDrawn(id: InstructionId, digest: string): boolean
  /** Handles new pending cards, which go behind the visible one (CONFIRM-17). */
  cardsArrived(): void
  /**
   * Rebuilds the card of an instruction that may have changed. True when anything displayed
   * changed. With `soon` the windows are notified a moment later.
   */
  cardChanged(id: InstructionId, windows?: 'now' | 'soon'): boolean
  /** True when the card's numbers are available and recent enough to approve (CONFIRM-10). */
  isFresh(card: CardState): boolean
  /** Refreshes the card now. With `restart` the full disarmed time starts again. */
  refresh(card: CardState, restart: boolean): Promise<RefreshResult>
  markShown(id: InstructionId, digest: string, isComplete: boolean): boolean
  setWindowState(state: ConfirmWindowState): void
  rearm(): void
  defer(id: InstructionId | null): void
  show(id: InstructionId): void
  /** Runs every second: refreshes the visible card and disarms outdated ones. */
  pulse(): void
  notify(): void
  dispose(): void
}

export interface ConfirmContext {
  readonly locked: () => boolean
  readonly isExtendable: (instruction: Instruction) => boolean
  /** Called when the policy no longer allows the visible card. */
  readonly onDenied: (card: CardState) => void
}

const isDangerous = (card: CardState | undefined): boolean =>
  card !== undefined && (card.verdict.tier !== 'plain' || card.verdict.dangers.length > 0)
const unitOf = (instruction: Instruction): string => instruction.batch?.batchId ?? instruction.id

/**
 * Creates the controller of the confirm window: which card is visible, whether approve is armed,
 * and which cards wait.
 */
export function createConfirmController(
  deps: InstructionServiceDeps,
  store: InstructionStore,
  cards: CardStore,
  context: ConfirmContext,
): ConfirmController {
  const { clock, timers } = deps
  const changed = createEmitter<void>()
  const attention = createEmitter<number>()
  const arming = createArming({
    now: () => clock.monotonic(),
    halted: () => deps.halted.get(),
    locked: context.locked,
    unreachable: () =>
      deps.hosted?.synced.get() === false &&
      pendingNow().some(({ sourceId }) => sourceId !== undefined),
  })
  const drawnDigests = new Map<InstructionId, string>()
  const refreshing = new Set<InstructionId>()
  const deferred = new Set<string>()
  let unit: string | null = null
  /** The card or row that was last fully drawn. */
  let front: InstructionId | null = null
  let visible = false
  let stopArming: Disposer = () => undefined
  let stopSoon: Disposer | null = null

  const members = (unitId: string): readonly Instruction[] =>
    store
      .all()
      .filter(
        (instruction) => unitOf(instruction) === unitId && cards.get(instruction.id) !== undefined,
      )
  const current = (): readonly Instruction[] => (unit === null ? [] : members(unit))
  const pendingNow = (): readonly Instruction[] =>
    current().filter(({ status }) => status === 'PENDING')
  /**
   * The rows that can still be decided. A row that is being sent neither delays nor disarms the
   * others.
   */
  const openNow = (): readonly Instruction[] =>
    pendingNow().filter(({ id }) => cards.get(id)?.deciding === false)
  const waitingUnits = (): readonly string[] =>
    [
      ...new Set(
        store
          .open()
          .filter(
            (instruction) =>
              instruction.status === 'PENDING' && cards.get(instruction.id) !== undefined,
          )
          .map(unitOf),
      ),
    ].filter((candidate) => candidate !== unit && !deferred.has(candidate))

  const isFresh = (card: CardState | undefined): boolean =>
    card !== undefined && card.pricedAt !== null && elapsedMs(clock, card.pricedAt) <= FRESH_MS
  const hasDanger = (): boolean =>
    openNow().some(({ id }) => cards.get(id)?.verdict.tier !== 'plain')
  /**
   * True when the rows of a batch must be decided one at a time because one of them is dangerous
   * (CONFIRM-29). Applies to the plain rows too, even when only those are left.
   */
  const oneByOne = (): boolean => current().some(({ id }) => isDangerous(cards.get(id)))
  const isDrawn = ({ id }: Instruction): boolean => drawnDigests.get(id) === cards.get(id)?.digest
  const isFullyDrawn = (): boolean =>
    oneByOne() ? openNow().some(isDrawn) : openNow().every(isDrawn)

  const notify = (): void => {
    stopSoon?.()
    stopSoon = null
    stopArming()
    const wait = arming.armsInMs()
    if (wait !== null && wait > 0) stopArming = timers.after(wait, notify)
    changed.emit()
  }

  const notifySoon = (): void => {
    stopSoon ??= timers.after(QUIET_MS, notify)
  }

  const updatePriced = (): void =>
    arming.setPriced(openNow().every(({ id }) => isFresh(cards.get(id))))

  const updateContent = (restart: boolean): void => {
    arming.contentChanged(hasDanger(), restart)
    arming.setDrawn(openNow().length > 0 && isFullyDrawn())
    updatePriced()
  }

  const refresh = async (card: CardState, restart: boolean): Promise<RefreshResult> => {
    refreshing.add(card.id)
    const result = await cards.refresh(card).finally(() => refreshing.delete(card.id))
    if (result === 'denied') context.onDenied(card)
    else if (unit !== null && current().some(({ id }) => id === card.id)) {
      if (result === 'changed' || result === 'moved' || restart) {
        updateContent(result === 'moved' || restart)
      } else updatePriced()
    }
    notify()
    return result
  }

  const present = (next: string | null): void => {
    unit = next
    if (next !== null) deferred.delete(next)
    drawnDigests.clear()
    front = null
    updateContent(true)
    for (const { id } of pendingNow()) {
      const card = cards.get(id)
      if (card !== undefined && !isFresh(card)) void refresh(card, false)
    }
    notify()
  }

  /**
   * Shows another card only when there is none, or when the current one is over and the window is
   * hidden.
   */
  const advance = (): void => {
    if (unit !== null && (visible || pendingNow().length > 0)) return notify()
    const [next] = waitingUnits()
    if (next !== undefined || unit !== null) present(next ?? (visible ? unit : null))
    else notify()
  }

  const cardView = (card: CardState): Card => {
    const age = card.facts.quoteAgeMs
    const since = Math.round(elapsedMs(clock, card.fetchedAt))
    const open = store.get(card.id)?.status === 'PENDING' && !card.deciding
    const wait = open ? arming.armsInMs() : null
    return {
      ...card.body,
      digest: card.digest,
      asOf: card.asOf,
      quoteAgeMs: age === null ? null : Math.round(age) + since,
      arming: {
        nonce: card.nonce,
        armed: wait === 0,
        armsInMs: wait === null ? null : Math.ceil(wait),
        blocked: open ? arming.blocked() : 'none',
      },
    }
  }

  const view = (): ConfirmView => {
    const held = current().flatMap(({ id }) => cards.get(id) ?? [])
    const views = held.map(cardView)
    const inBatch = views.some(({ batch }) => batch !== null)
    return {
      card: views.find(({ state }) => state === 'open' || state === 'loading') ?? views[0] ?? null,
      batch: inBatch ? views.slice(0, 20) : [],
      waiting: waitingUnits().length,
      net: inBatch ? batchTotalFields(held) : [],
      extendable: pendingNow().some(context.isExtendable),
      halted: deps.halted.get(),
    }
  }

  return {
    live: { get: view, subscribe: (listener) => changed.add(listener) },
    arming,
    onAttention: (listener) => attention.add(listener),
    isShown: (id) => current().some((instruction) => instruction.id === id),
    isDrawn: (id, digest) => drawnDigests.get(id) === digest,
    cardsArrived() {
      advance()
      attention.emit(waitingUnits().length + (pendingNow().length > 0 ? 1 : 0))
    },
    cardChanged(id, windows = 'now') {
      const card = cards.get(id)
      if (card === undefined) return false
      const different = cards.redraw(card)
      const instruction = store.get(id)
      const isCurrent = instruction !== undefined && unit === unitOf(instruction)
      // Deciding one row of a plain batch does not affect the others. Any other change re-arms.
      if (
        different &&
        isCurrent &&
        ((instruction.status === 'PENDING' && !card.deciding) || hasDanger())
      ) {
        updateContent(false)
      } else updatePriced()
      // A card that ended while the window was hidden is replaced; otherwise it stays readable.
      if (isCurrent && pendingNow().length === 0 && !visible) advance()
      else if (windows === 'soon') notifySoon()
      else notify()
      return different
    },
    isFresh,
    refresh,
    markShown(id, digest, isComplete) {
      const card = cards.get(id)
      if (
        card === undefined ||
        !current().some((instruction) => instruction.id === id) ||
        card.digest !== digest
      ) {
        return false
      }
      const first = isComplete && drawnDigests.get(id) !== digest
      if (isComplete) {
        if (oneByOne()) {
          drawnDigests.clear()
          // Another row under the same button is a new decision, so the full disarmed time applies
          // (CONFIRM-7, CONFIRM-8).
          if (front !== id) arming.contentChanged(hasDanger(), true)
        }
        front = id
        drawnDigests.set(id, digest)
        card.seenCost ??= card.estimate.cost
      } else drawnDigests.delete(id)
      arming.setDrawn(isFullyDrawn())
      notify()
      return first
    },
    setWindowState(state) {
      const appeared = state.visible && !visible
      visible = state.visible
      arming.setWindowState(state)
      if (appeared) this.pulse()
      if (!visible) advance()
      notify()
    },
    rearm() {
      arming.rearm()
      notify()
    },
    defer(id) {
      const deferredInstruction = id === null ? undefined : store.get(id)
      const from = deferredInstruction === undefined ? unit : unitOf(deferredInstruction)
      if (from === null) return
      if (members(from).some(({ status }) => status === 'PENDING')) deferred.add(from)
      else for (const instruction of members(from)) cards.remove(instruction.id)
      if (from === unit) {
        unit = null
        present(waitingUnits()[0] ?? null)
      } else notify()
    },
    show(id) {
      const instruction = store.get(id)
      if (
        instruction === undefined ||
        cards.get(id) === undefined ||
        unit === unitOf(instruction)
      ) {
        return
      }
      present(unitOf(instruction))
    },
    pulse() {
      if (visible) {
        for (const { id } of pendingNow()) {
          const card = cards.get(id)
          if (card === undefined || card.deciding || refreshing.has(id)) continue
          if (card.pricedAt === null || elapsedMs(clock, card.pricedAt) >= REFRESH_MS) {
            void refresh(card, false)
          }
        }
      }
      // A displayed quote ages too, and its label must change when it becomes stale (CONFIRM-11).
      for (const { id } of pendingNow()) {
        const card = cards.get(id)
        if (card !== undefined && !card.deciding && cards.redraw(card)) updateContent(false)
      }
      const before = arming.blocked()
      updatePriced()
      if (arming.blocked() !== before) notify()
    },
    notify,
    dispose() {
      stopSoon?.()
      stopArming()
      changed.clear()
      attention.clear()
    },
  }
}

export const PULSE_MS = SECOND_MS
