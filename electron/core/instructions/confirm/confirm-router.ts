import type { Disposer } from '../../../../shared/domain/brand.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { ConfirmView } from '../../../../shared/domain/instructions/card.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { LiveValue } from '../../live-values.js'
import type {
  ConfirmPort,
  ConfirmWindowState,
  InstructionService,
} from '../queue/instruction-service-port.js'
import { INSTRUCTION_ENDED } from './refusals.js'

/** The view while there is nothing to decide. */
export const EMPTY_CONFIRM_VIEW: ConfirmView = {
  card: null,
  batch: [],
  waiting: 0,
  net: [],
  extendable: false,
  halted: false,
}

const UNDECIDED: ReadonlySet<string> = new Set(['loading', 'open', 'sending'])
const isBusy = (port: ConfirmPort): boolean => port.live.get().card !== null
/** Returns how many cards of a queue are pending, including the one it would show. */
const pendingCount = ({ card, waiting }: ConfirmView): number =>
  waiting + (card !== null && UNDECIDED.has(card.state) ? 1 : 0)
const hiddenState = (state: ConfirmWindowState): ConfirmWindowState => ({
  ...state,
  visible: false,
  focused: false,
})

/** True when the queue shows the card with this id, by itself or as a row of a batch. */
const showsCard = (port: ConfirmPort, id: InstructionId): boolean => {
  const { card, batch } = port.live.get()
  return card?.id === id || batch.some((row) => row.id === id)
}

/**
 * The router between the queues of the session and of the shadow practice session. It outlives
 * sessions: every attached queue receives the window's last state, so that approve cannot arm
 * without it, and a queue whose card is not visible receives a hidden state.
 */
export class ConfirmRouter {
  readonly port: ConfirmPort = {
    live: {
      get: () => this.#view(),
      subscribe: (listener) => this.#changed.add(listener),
    },
    onAttention: (listener) => this.#attention.add(listener),
    setWindowState: (state) => this.#setWindowState(state),
    defer: (id) => this.#defer(id),
  }
  readonly #changed = createEmitter<void>()
  readonly #attention = createEmitter<number>()
  /** The attached queues, the session's first: real orders take precedence over practice. */
  #attached: readonly ConfirmPort[] = []
  #front: ConfirmPort | null = null
  #last: ConfirmWindowState | null = null
  #unsubscribers: readonly Disposer[] = []
  #isSwitching = false

  /**
   * Attaches other queues; null between sessions. The view of a detached queue disappears at once.
   */
  attach(live: ConfirmPort | null, shadow: ConfirmPort | null = null): void {
    for (const stop of this.#unsubscribers) stop()
    const before = this.#attached
    this.#attached = [live, shadow].filter((port) => port !== null)
    this.#unsubscribers = this.#attached.flatMap((port) => [
      port.live.subscribe(() => this.#onPortChange()),
      port.onAttention((waiting) => this.#onPortAttention(port, waiting)),
    ])
    const front = this.#front
    if (front === null || !this.#attached.includes(front) || !isBusy(front)) {
      this.#setFront(this.#first())
    }
    this.#hide(this.#attached.filter((port) => !before.includes(port)))
    this.#changed.emit()
  }

  /** Shows this queue's card now, at the person's request. */
  bringToFront(port: ConfirmPort): void {
    if (!this.#attached.includes(port)) return
    this.#setFront(port)
    this.#changed.emit()
  }

  /** Returns the view of the front queue, with the cards that wait in every queue. */
  #view(): ConfirmView {
    if (this.#front === null) return EMPTY_CONFIRM_VIEW
    const view = this.#front.live.get()
    return {
      ...view,
      waiting: this.#others().reduce(
        (sum, port) => sum + pendingCount(port.live.get()),
        view.waiting,
      ),
    }
  }

  #setWindowState(state: ConfirmWindowState): void {
    this.#last = state
    this.#front?.setWindowState(state)
    for (const port of this.#others()) port.setWindowState(hiddenState(state))
  }

  /** Defers the card in the queue that shows it; another queue may come to the front. */
  #defer(id: InstructionId | null): void {
    const target =
      id === null
        ? this.#front
        : (this.#attached.find((port) => showsCard(port, id)) ?? this.#front)
    target?.defer(id)
    const before = this.#front
    if (target === this.#front) this.#setFront(this.#first())
    if (this.#front !== before) this.#changed.emit()
  }

  /**
   * Keeps the visible card in front (CONFIRM-17). Another queue follows when the front queue has no
   * card.
   */
  #onPortChange(): void {
    if (this.#isSwitching) return
    if (this.#front === null || !isBusy(this.#front)) this.#setFront(this.#first())
    this.#changed.emit()
  }

  #onPortAttention(port: ConfirmPort, waiting: number): void {
    // While the window is hidden, a real order takes precedence over a practice one.
    if (this.#last?.visible !== true && port === this.#attached[0]) this.#setFront(this.#first())
    this.#attention.emit(
      this.#attached.reduce(
        (sum, other) => sum + (other === port ? 0 : pendingCount(other.live.get())),
        waiting,
      ),
    )
  }

  /** Sends the hidden state to those of the queues that are not in front. */
  #hide(ports: readonly ConfirmPort[]): void {
    if (this.#last === null) return
    for (const port of ports) {
      if (port !== this.#front) port.setWindowState(hiddenState(this.#last))
    }
  }

  /**
   * Brings a queue to the front and notifies both: the previous one can no longer arm, the new one
   * starts its count.
   */
  #setFront(next: ConfirmPort | null): void {
    if (next === this.#front) return
    const before = this.#front
    this.#front = next
    if (this.#last === null) return
    // Both queues emit changes in response; suppress them, because this is one change.
    this.#isSwitching = true
    if (before !== null && this.#attached.includes(before)) {
      before.setWindowState(hiddenState(this.#last))
    }
    next?.setWindowState(this.#last)
    this.#isSwitching = false
  }

  #first(): ConfirmPort | null {
    return this.#attached.find(isBusy) ?? this.#attached[0] ?? null
  }

  #others(): readonly ConfirmPort[] {
    return this.#attached.filter((port) => port !== this.#front)
  }
}

/** The operations available to the page of the confirm window. */
export type ConfirmService = Pick<InstructionService, 'markShown'> &
  InstructionService['decisions'] &
  InstructionService['review'] &
  Pick<InstructionService['confirm'], 'defer' | 'show'> & {
    /** What the window shows. */
    readonly confirm: LiveValue<ConfirmView>
  }

/**
 * Creates one service over the queues of several sessions. A call goes to the queue that owns the
 * instruction, and returns the view of the window rather than that queue's own view.
 */
export function createConfirmService(
  router: ConfirmRouter,
  services: () => readonly InstructionService[],
): ConfirmService {
  const serviceOf = (id: InstructionId): InstructionService | null =>
    services().find((service) => service.get(id) !== null) ?? null
  const forward = async (
    id: InstructionId,
    request: (service: InstructionService) => Promise<Result<ConfirmView, AppError>>,
  ): Promise<Result<ConfirmView, AppError>> => {
    const service = serviceOf(id)
    if (service === null) return INSTRUCTION_ENDED
    const done = await request(service)
    return done.ok ? ok(router.port.live.get()) : done
  }
  return {
    confirm: router.port.live,
    markShown: (id, digest, isComplete) => serviceOf(id)?.markShown(id, digest, isComplete),
    // A decision on an unknown instruction is suspicious, so the session's queue records it in the
    // audit log.
    decide: (decision) =>
      serviceOf(decision.id) === null
        ? (services()[0]?.decisions.decide(decision) ?? Promise.resolve(INSTRUCTION_ENDED))
        : forward(decision.id, (service) => service.decisions.decide(decision)),
    amend: (id, digest, amendment) =>
      forward(id, (service) => service.review.amend(id, digest, amendment)),
    requote: (id) => forward(id, (service) => service.review.requote(id)),
    extend: (id) => forward(id, (service) => service.review.extend(id)),
    defer: (id) => router.port.defer(id),
    show(id) {
      const service = serviceOf(id)
      if (service === null) return
      service.confirm.show(id)
      router.bringToFront(service.confirm)
    },
  }
}
