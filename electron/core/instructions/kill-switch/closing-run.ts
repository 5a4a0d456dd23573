import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { Flattened } from '../../../../shared/domain/orders/flatten.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import { DEFAULT_LIMITS } from '../../risk/risk-limits.js'
import type { TradingSession } from '../../session/trading-session.js'
import { grouped, type Closing } from './flatten-plan.js'
import type { Opening } from './position-parts.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/**
 * How long an order that others wait for may take to fill, in ms: buying back a short option,
 * before its cover stays open; the closing order of a reverse, before nothing is opened.
 */
const FILL_MS = 20_000
/**
 * How often an order is retried, and the minimum delay in ms, when the rate limit prevented reading
 * the position from the broker, or the position is older than a fill.
 */
const MAX_RETRIES = 10
const RETRY_MS = 1_000

/** The result of a plan's row. */
export type RowOutcome = Pick<Flattened['rows'][number], 'outcome' | 'clientOrderId' | 'text'>

type OrderAnswer = Result<TradeOutcome, AppError>

/** A closing order and the index of its row in the plan. */
interface Member {
  readonly closing: Closing
  readonly index: number
}

export interface ClosingRunDeps {
  readonly session: { readonly orders: Pick<TradingSession['orders'], 'close' | 'submit'> } & {
    readonly streams: { readonly orders: TradingSession['streams']['orders'] }
  }
  readonly timers: TimerPort
  readonly clock: Pick<ClockPort, 'now'>
}

function textOf(value: TradeOutcome): Message {
  switch (value.outcome) {
    case 'denied':
      return message('orders.reasons', { reasons: value.reasons })
    case 'rejected':
      return value.reason
    case 'unknown':
      return message('killSwitch.outcomePending')
    case 'acknowledged':
      return message('outcomes.accepted')
  }
}

/** Returns the row's result from the answer to its order. */
export function toRowOutcome(answer: OrderAnswer): RowOutcome {
  if (!answer.ok) {
    return {
      outcome: answer.error.order === 'may-exist' ? 'unknown' : 'denied',
      clientOrderId: null,
      text: answer.error.message,
    }
  }
  const { value } = answer
  return {
    outcome: value.outcome,
    clientOrderId: 'order' in value ? (value.order?.clientOrderId ?? null) : null,
    text: textOf(value),
  }
}

const COVER_NOT_SENT: RowOutcome = {
  outcome: 'denied',
  clientOrderId: null,
  text: message('killSwitch.coverNotSent'),
}

const OPENING_NOT_SENT: RowOutcome = {
  outcome: 'denied',
  clientOrderId: null,
  text: message('killSwitch.openingNotSent'),
}

/**
 * True when the broker's positions still show the short options that an order covers: they show
 * fills late.
 */
const showsCovered = (answer: OrderAnswer): boolean =>
  answer.ok &&
  answer.value.outcome === 'denied' &&
  answer.value.reasons.some(({ code, params }) => {
    const denial = code === 'risk.withCode' ? params?.['denial'] : null
    return JSON.stringify(denial ?? null).includes('"orders.coversOptions"')
  })

/** True when the broker or Countersign refused the order. A missing response is no refusal. */
const isTurnedDown = (answer: OrderAnswer): boolean =>
  answer.ok && (answer.value.outcome === 'rejected' || answer.value.outcome === 'denied')

/** Sends the closing orders of one plan. */
export class ClosingRun {
  readonly #deps: ClosingRunDeps
  readonly #plan: string

  /** @param plan the id of the plan, which the orders' ids begin with */
  constructor(deps: ClosingRunDeps, plan: string) {
    this.#deps = deps
    this.#plan = plan
  }

  /** Sends all orders, groups in parallel; returns the results by the index of the row. */
  async send(closings: readonly Closing[]): Promise<ReadonlyMap<number, RowOutcome>> {
    const groups = grouped(
      closings.map((closing, index) => ({ closing, index })),
      ({ closing }) => closing.group,
    )
    const results = await Promise.all(
      [...groups.values()].map((members) => this.#sendGroup(members)),
    )
    return new Map(results.flatMap((group) => [...group]))
  }

  /**
   * Opens the opposite position once the closing order has filled completely; sends nothing where
   * it has not in time, because the order would then do something else.
   * A price that is not current is covered by the plan that showed it.
   * @param shownAt when the prices of the plan were read, by the monotonic clock
   */
  async open(
    { draft, stalePrice }: Opening,
    closed: RowOutcome | undefined,
    shownAt: number,
  ): Promise<RowOutcome> {
    const isClosed =
      closed?.outcome === 'acknowledged' && (await this.#waitForFill(closed.clientOrderId))
    if (!isClosed) return OPENING_NOT_SENT
    // Of a future, and of a short sale that is bought back, both orders are the same: sent at once,
    // the second would count as an accidental repetition of the first.
    if (this.#rowOf(closed.clientOrderId)?.side === draft.side) {
      await this.#pause(DEFAULT_LIMITS.duplicateWindowMs)
    }
    const ticket = `f-${this.#plan}-open`
    const { orders } = this.#deps.session
    if (stalePrice === undefined) return toRowOutcome(await orders.submit(ticket, draft))
    const confirmedAt = this.#deps.clock.now()
    const confirmed = { prices: [stalePrice], shownAt, confirmedAt }
    return toRowOutcome(await orders.submit(ticket, draft, undefined, confirmed))
  }

  /**
   * Runs the orders of one underlying in one account. Those that may cover a short option are sent
   * after all short options are closed.
   */
  async #sendGroup(members: readonly Member[]): Promise<ReadonlyMap<number, RowOutcome>> {
    const done = new Map<number, RowOutcome>()
    const first = members.filter(({ closing }) => closing.phase === 'first')
    const last = members.filter(({ closing }) => closing.phase === 'last')
    await this.#sendAll(first, done)
    if (last.length === 0) return done
    if (await this.#areOptionsFilled(first, done)) await this.#sendAll(last, done)
    else for (const { index } of last) done.set(index, COVER_NOT_SENT)
    return done
  }

  async #sendAll(members: readonly Member[], done: Map<number, RowOutcome>): Promise<void> {
    await Promise.all(
      members.map(async ({ closing, index }) => {
        done.set(index, await this.#sendClosing(`f-${this.#plan}-${index}`, closing))
      }),
    )
  }

  async #areOptionsFilled(
    members: readonly Member[],
    done: ReadonlyMap<number, RowOutcome>,
  ): Promise<boolean> {
    const fills = await Promise.all(
      members
        .filter(({ closing }) => closing.draft.assetClass === 'option')
        .map(({ index }) => this.#waitForFill(done.get(index)?.clientOrderId ?? null)),
    )
    return fills.every((isFilled) => isFilled)
  }

  /**
   * Sends two legs as one order. If that is refused, sends the short leg and, once it is bought
   * back, the long leg.
   */
  async #sendClosing(ticket: string, { draft, separately }: Closing): Promise<RowOutcome> {
    const combined = await this.#send(ticket, draft)
    if (separately === null || !isTurnedDown(combined)) return toRowOutcome(combined)
    const short = toRowOutcome(await this.#send(`${ticket}-short`, separately.short))
    if (short.outcome !== 'acknowledged') {
      return { ...short, text: message('killSwitch.shortLegOnly', { outcome: short.text }) }
    }
    if (!(await this.#waitForFill(short.clientOrderId))) {
      return {
        ...short,
        text: message('killSwitch.shortLegWorking'),
      }
    }
    const long = toRowOutcome(await this.#send(`${ticket}-long`, separately.long))
    return { ...long, text: message('killSwitch.longLeg', { outcome: long.text }) }
  }

  /**
   * Sends a closing order. The broker's positions are read before each order; when the rate limit
   * prevents that, or they do not show yet that what it covers is closed, nothing was sent and it
   * is retried.
   */
  async #send(ticket: string, draft: OrderDraft): Promise<OrderAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#deps.session.orders.close(ticket, draft)
      if (showsCovered(answer) && attempt < MAX_RETRIES) {
        await this.#pause(RETRY_MS)
        continue
      }
      if (
        answer.ok ||
        answer.error.class !== 'rate' ||
        answer.error.order === 'may-exist' ||
        attempt === MAX_RETRIES
      ) {
        return answer
      }
      const { retry } = answer.error
      await this.#pause(typeof retry === 'object' ? Math.max(retry.afterMs, RETRY_MS) : RETRY_MS)
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#deps.timers.after(ms, resolve)
    })
  }

  #rowOf(id: ClientOrderId | null): Order | undefined {
    return this.#deps.session.streams.orders.all().find(({ clientOrderId }) => clientOrderId === id)
  }

  /** Returns whether an order is fully filled; null while it may still become so. */
  #fillState(id: ClientOrderId | null): boolean | null {
    const order = this.#rowOf(id)
    if (order?.status === 'filled') return true
    return order !== undefined && isFinal(order.status) ? false : null
  }

  /**
   * Waits until an order is fully filled. False when it ended otherwise or is still working after
   * the timeout.
   */
  #waitForFill(id: ClientOrderId | null): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (): void => {
        stopTimer()
        stopRows()
        resolve(this.#fillState(id) === true)
      }
      const endWhenKnown = (): void => {
        if (this.#fillState(id) !== null) end()
      }
      const stopTimer = this.#deps.timers.after(id === null ? 0 : FILL_MS, end)
      const stopRows = this.#deps.session.streams.orders.subscribe(endWhenKnown)
      endWhenKnown()
    })
  }
}
