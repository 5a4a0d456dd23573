import type { Disposer } from '../../../shared/domain/brand.js'
import type { Instruction, InstructionId } from '../../../shared/domain/instruction.js'
import { SECOND_MS } from '../../../shared/domain/time.js'
import type { Card, ConfirmView } from '../../../shared/ipc/instructions.js'
import { listeners, type LiveValue } from '../live.js'
import { createArming, type Arming } from './arming.js'
import { netFields } from './batch-net.js'
import { sinceMs, type CardRoom, type HeldCard, type Refreshed } from './card-room.js'
import type { InstructionDeskDeps } from './desk-deps.js'
import { QUIET_MS } from './dispatch.js'
import type { ConfirmWindowState } from './instruction-desk-port.js'
import type { Ledger } from './ledger.js'

/**
 * The oldest estimate that approve may rest on (rule 10), and when a card that is being read asks
 * for a new one.
 */
export const FRESH_MS = 5_000
const REFRESH_MS = 3_500

export interface Reading {
  readonly live: LiveValue<ConfirmView>
  readonly arming: Arming
  onAttention(listener: (waiting: number) => void): Disposer
  /** True for the card that is being read, or a row of the batch that is. */
  shows(id: InstructionId): boolean
  /** The page has drawn exactly this, whole. */
  drawn(id: InstructionId, digest: string): boolean
  /** New cards that wait: behind the one being read (rule 17). */
  arrived(): void
  /**
   * Something about an instruction may have become different; its card says so. True when anything
   * that is shown did. `soon`: windows hear of it a moment later.
   */
  changed(id: InstructionId, windows?: 'now' | 'soon'): boolean
  /** The numbers of this card may be decided on: they are there, and new enough (rule 10). */
  fresh(card: HeldCard): boolean
  /** Looks up again now; `anew`: the whole disarmed time is counted again. */
  refresh(card: HeldCard, anew: boolean): Promise<Refreshed>
  shown(id: InstructionId, digest: string, whole: boolean): boolean
  window(state: ConfirmWindowState): void
  disturb(): void
  later(id: InstructionId | null): void
  show(id: InstructionId): void
  /** Called every second: refreshes what is being read, and disarms what has become old. */
  pulse(): void
  tell(): void
  dispose(): void
}

export interface ReadingWorld {
  readonly locked: () => boolean
  readonly extendable: (instruction: Instruction) => boolean
  /** The policy does not allow any more what is being read. */
  readonly denied: (card: HeldCard) => void
}

const isDangerous = (card: HeldCard | undefined): boolean =>
  card !== undefined && (card.verdict.tier !== 'plain' || card.verdict.dangers.length > 0)
const unitOf = (instruction: Instruction): string => instruction.batch?.batchId ?? instruction.id

/** Which card is in front of the person, whether its approve is armed, and what waits behind it. */
export function createReading(
  deps: InstructionDeskDeps,
  ledger: Ledger,
  cards: CardRoom,
  world: ReadingWorld,
): Reading {
  const { clock, timers } = deps
  const changed = listeners<void>()
  const attention = listeners<number>()
  const arming = createArming({
    now: () => clock.monotonic(),
    halted: () => deps.halted.get(),
    locked: world.locked,
    unheard: () =>
      deps.hosted?.heard.get() === false &&
      pendingNow().some(({ sourceId }) => sourceId !== undefined),
  })
  const drawnDigests = new Map<InstructionId, string>()
  const refreshing = new Set<InstructionId>()
  const deferred = new Set<string>()
  let unit: string | null = null
  /** The card, or the row, that was whole in front of the person last. */
  let front: InstructionId | null = null
  let visible = false
  let stopArming: Disposer = () => undefined
  let stopSoon: Disposer | null = null

  const members = (of: string): readonly Instruction[] =>
    ledger
      .all()
      .filter(
        (instruction) => unitOf(instruction) === of && cards.get(instruction.id) !== undefined,
      )
  const current = (): readonly Instruction[] => (unit === null ? [] : members(unit))
  const pendingNow = (): readonly Instruction[] =>
    current().filter(({ status }) => status === 'PENDING')
  /**
   * What can still be decided: a row that is being sent neither holds the others up nor disarms
   * them.
   */
  const openNow = (): readonly Instruction[] =>
    pendingNow().filter(({ id }) => cards.get(id)?.deciding === false)
  const waitingUnits = (): readonly string[] =>
    [
      ...new Set(
        ledger
          .open()
          .filter((each) => each.status === 'PENDING' && cards.get(each.id) !== undefined)
          .map(unitOf),
      ),
    ].filter((each) => each !== unit && !deferred.has(each))

  const isFresh = (card: HeldCard | undefined): boolean =>
    card !== undefined && card.pricedAt !== null && sinceMs(clock, card.pricedAt) <= FRESH_MS
  const dangerous = (): boolean =>
    openNow().some(({ id }) => cards.get(id)?.verdict.tier !== 'plain')
  /**
   * Rows that do not go together are read, and decided, one at a time (rule 29); also the plain
   * ones among them, and when only those are left.
   */
  const oneByOne = (): boolean => current().some(({ id }) => isDangerous(cards.get(id)))
  const isDrawn = ({ id }: Instruction): boolean => drawnDigests.get(id) === cards.get(id)?.digest
  const drawnWhole = (): boolean =>
    oneByOne() ? openNow().some(isDrawn) : openNow().every(isDrawn)

  const tell = (): void => {
    stopSoon?.()
    stopSoon = null
    stopArming()
    const wait = arming.armsInMs()
    if (wait !== null && wait > 0) stopArming = timers.after(wait, tell)
    changed.emit()
  }

  const soon = (): void => {
    stopSoon ??= timers.after(QUIET_MS, tell)
  }

  const price = (): void => arming.priced(openNow().every(({ id }) => isFresh(cards.get(id))))

  const content = (anew: boolean): void => {
    arming.content(dangerous(), anew)
    arming.drawn(openNow().length > 0 && drawnWhole())
    price()
  }

  const refresh = async (card: HeldCard, anew: boolean): Promise<Refreshed> => {
    refreshing.add(card.id)
    const result = await cards.refresh(card).finally(() => refreshing.delete(card.id))
    if (result === 'denied') world.denied(card)
    else if (unit !== null && current().some(({ id }) => id === card.id)) {
      if (result === 'changed' || result === 'moved' || anew) content(result === 'moved' || anew)
      else price()
    }
    tell()
    return result
  }

  const read = (next: string | null): void => {
    unit = next
    if (next !== null) deferred.delete(next)
    drawnDigests.clear()
    front = null
    content(true)
    for (const { id } of pendingNow()) {
      const card = cards.get(id)
      if (card !== undefined && !isFresh(card)) void refresh(card, false)
    }
    tell()
  }

  /**
   * Another card takes the place only when there is none, or when the one there is over and nobody
   * looks at it.
   */
  const advance = (): void => {
    if (unit !== null && (visible || pendingNow().length > 0)) return tell()
    const [next] = waitingUnits()
    if (next !== undefined || unit !== null) read(next ?? (visible ? unit : null))
    else tell()
  }

  const cardView = (card: HeldCard): Card => {
    const age = card.facts.quoteAgeMs
    const since = Math.round(sinceMs(clock, card.lookedAt))
    const open = ledger.get(card.id)?.status === 'PENDING' && !card.deciding
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
      net: inBatch ? netFields(held) : [],
      extendable: pendingNow().some(world.extendable),
      halted: deps.halted.get(),
    }
  }

  return {
    live: { get: view, subscribe: (listener) => changed.add(listener) },
    arming,
    onAttention: (listener) => attention.add(listener),
    shows: (id) => current().some((each) => each.id === id),
    drawn: (id, digest) => drawnDigests.get(id) === digest,
    arrived() {
      advance()
      attention.emit(waitingUnits().length + (pendingNow().length > 0 ? 1 : 0))
    },
    changed(id, windows = 'now') {
      const card = cards.get(id)
      if (card === undefined) return false
      const different = cards.redraw(card)
      const instruction = ledger.get(id)
      const isCurrent = instruction !== undefined && unit === unitOf(instruction)
      // A row of a plain batch that is decided leaves the others where they are; anything else
      // re-arms.
      if (
        different &&
        isCurrent &&
        ((instruction.status === 'PENDING' && !card.deciding) || dangerous())
      ) {
        content(false)
      } else price()
      // A card that ended while nobody could have seen it makes way; others stay readable.
      if (isCurrent && pendingNow().length === 0 && !visible) advance()
      else if (windows === 'soon') soon()
      else tell()
      return different
    },
    fresh: isFresh,
    refresh,
    shown(id, digest, whole) {
      const card = cards.get(id)
      if (
        card === undefined ||
        !current().some((each) => each.id === id) ||
        card.digest !== digest
      ) {
        return false
      }
      const first = whole && drawnDigests.get(id) !== digest
      if (whole) {
        if (oneByOne()) {
          drawnDigests.clear()
          // Another row under the same button is another question: the whole time is counted for it
          // (rules 7, 8).
          if (front !== id) arming.content(dangerous(), true)
        }
        front = id
        drawnDigests.set(id, digest)
        card.seen ??= card.estimate.cost
      } else drawnDigests.delete(id)
      arming.drawn(drawnWhole())
      tell()
      return first
    },
    window(state) {
      const appeared = state.visible && !visible
      visible = state.visible
      arming.window(state)
      if (appeared) this.pulse()
      if (!visible) advance()
      tell()
    },
    disturb() {
      arming.disturb()
      tell()
    },
    later(id) {
      const asked = id === null ? undefined : ledger.get(id)
      const from = asked === undefined ? unit : unitOf(asked)
      if (from === null) return
      if (members(from).some(({ status }) => status === 'PENDING')) deferred.add(from)
      else for (const each of members(from)) cards.forget(each.id)
      if (from === unit) {
        unit = null
        read(waitingUnits()[0] ?? null)
      } else tell()
    },
    show(id) {
      const instruction = ledger.get(id)
      if (
        instruction === undefined ||
        cards.get(id) === undefined ||
        unit === unitOf(instruction)
      ) {
        return
      }
      read(unitOf(instruction))
    },
    pulse() {
      if (visible) {
        for (const { id } of pendingNow()) {
          const card = cards.get(id)
          if (card === undefined || card.deciding || refreshing.has(id)) continue
          if (card.pricedAt === null || sinceMs(clock, card.pricedAt) >= REFRESH_MS) {
            void refresh(card, false)
          }
        }
      }
      // A quote grows old on the screen too: its label says so when it does (rule 11).
      for (const { id } of pendingNow()) {
        const card = cards.get(id)
        if (card !== undefined && !card.deciding && cards.redraw(card)) content(false)
      }
      const before = arming.blocked()
      price()
      if (arming.blocked() !== before) tell()
    },
    tell,
    dispose() {
      stopSoon?.()
      stopArming()
      changed.clear()
      attention.clear()
    },
  }
}

export const PULSE_MS = SECOND_MS
