import type { Denied } from '../../../../shared/domain/orders/trade-outcome.js'
import type { ClockPort, LogPort } from '../../ports.js'
import { denied } from '../../orders/gateway/denied.js'
import type { SessionGraph } from '../graph/session-graph.js'
import type { StoredTrading } from './stored-trading.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { Denial } from '../../risk/risk-limits.js'

export interface TradingGateDeps {
  readonly graph: Pick<SessionGraph, 'orderService' | 'journal' | 'notices'>
  readonly stored: Pick<StoredTrading, 'halt' | 'clear' | 'flush'>
  readonly clock: ClockPort
  readonly log: LogPort
  /** True where orders may be sent without the arming word: everywhere but in production. */
  readonly armed: boolean
  /** True once the session is connected and its orders are recovered. */
  readonly isReady: () => boolean
  /** True while Countersign is locked. */
  readonly isLocked: () => boolean
  readonly isDisposed: () => boolean
  readonly changed: () => void
}

/** Decides whether this session may trade: the halt, the arming, the lock, and its end. */
export class TradingGate {
  readonly #deps: TradingGateDeps
  #trading: 'active' | 'halted' = 'active'
  #armed: boolean
  #suspended = false
  /**
   * Counts requested halts, and halts being cleared. A halt requested while another is being
   * cleared must not be cleared with it.
   */
  #halts = 0
  #clearing = 0

  constructor(deps: TradingGateDeps) {
    this.#deps = deps
    this.#armed = deps.armed
  }

  get trading(): 'active' | 'halted' {
    return this.#trading
  }

  get armed(): boolean {
    return this.#armed
  }

  /** Allows orders in production until this session ends. Other environments are always armed. */
  arm(): void {
    if (this.#armed) return
    this.#armed = true
    this.#deps.log.event('info', 'trading.armed')
    this.#deps.changed()
  }

  /** Denies new orders and replaces because the session is about to end. Does not halt trading. */
  suspend(): void {
    this.#suspended = true
  }

  /** Returns the denial while the session is about to end; null otherwise. */
  suspension(): Denied | null {
    return toDenied(this.denial(true))
  }

  /**
   * Returns why no order may be sent now, apart from limits: the session is ending, Countersign is
   * locked, or production is not armed.
   */
  block(): Denied | null {
    return toDenied(this.denial(false))
  }

  /**
   * Returns the reason of `block`, or of `suspension` for a closing order. A lock keeps every order
   * that has not left yet: nobody is there who could see or cancel it. Those that the kill switch
   * closes positions with go on, as the kill switch itself does.
   */
  denial(closing: boolean): Denial | null {
    if (this.#suspended) return { code: 'switching', message: message('risk.switching') }
    if (closing) return null
    if (this.#deps.isLocked()) return { code: 'locked', message: message('risk.locked') }
    return this.#armed ? null : { code: 'not-armed', message: message('risk.notArmed') }
  }

  /** Adopts the state that the journal holds; a halt requested while it was read remains. */
  restore({ state, why }: { readonly state: 'active' | 'halted'; readonly why: Message }): void {
    if (this.#trading === 'active') this.#trading = state
    if (state === 'halted') this.#deps.graph.notices.add('trading-halted', why)
  }

  /**
   * Halts or resumes trading. A halt is stored in the journal and survives a restart; cancellations
   * always pass.
   */
  async set(state: 'active' | 'halted', why: Message): Promise<void> {
    if (state === 'halted') this.halt(why)
    else await this.resume(why)
  }

  /** Tries to store a halt that is not on disk yet; false when the halt would be lost. */
  saveHalt(): Promise<boolean> {
    return this.#deps.stored.flush()
  }

  /** Halts trading now, and in the journal and its own file for the next run. */
  halt(why: Message): void {
    const { graph, stored, log, changed } = this.#deps
    this.#halts += 1
    if (this.#trading === 'halted' && this.#clearing === 0) return
    this.#trading = 'halted'
    graph.orderService.setTrading('halted')
    graph.notices.add('trading-halted', why)
    log.event('error', 'trading.halted', { why: inEnglish(why) })
    if (!graph.journal.failed) void this.#append('halted', why)
    // Also where the journal cannot store it: on a full disk, or when its file was lost.
    void stored.halt(why)
    changed()
  }

  /** Clears the halt, unless it cannot be journaled or another one is requested meanwhile. */
  async resume(why: Message): Promise<void> {
    if (this.#trading !== 'halted') return
    // Write the clearing to the journal first: otherwise the halt would return after a restart.
    // The write also proves that a journal that had failed works again.
    const before = this.#halts
    this.#clearing += 1
    const written = await this.#append('active', why)
    const cleared = written.ok ? await this.#deps.stored.clear() : written
    this.#clearing -= 1
    if (!cleared.ok || this.#halts !== before || this.#deps.isDisposed()) return
    const { orderService, notices } = this.#deps.graph
    this.#trading = 'active'
    if (this.#deps.isReady()) orderService.setTrading('active')
    for (const notice of notices.all()) {
      if (notice.code === 'trading-halted') notices.dismiss(notice.id)
    }
    this.#deps.changed()
  }

  #append(state: 'active' | 'halted', why: Message): ReturnType<SessionGraph['journal']['append']> {
    const { graph, clock } = this.#deps
    return graph.journal.append({
      kind: 'trading',
      state,
      why: inEnglish(why).slice(0, 300),
      at: clock.now(),
    })
  }
}

const toDenied = (denial: Denial | null): Denied | null => (denial === null ? null : denied(denial))
