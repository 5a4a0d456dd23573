import { eq, type Price } from '../../../../shared/domain/decimal.js'
import type { PriceQuestion } from '../../../../shared/domain/orders/price-question.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { randomHex } from '../../hex.js'
import type { ClockPort, RandomPort } from '../../ports.js'
import { sameDraft, type Denial, type StalePrice } from '../../risk/risk-limits.js'
import type { ConfirmedPrice } from '../journal/journal-record.js'

/** How long a question can be answered, in ms. */
export const QUESTION_VALID_MS = 60_000
/** The most questions that are open; a further one ends the oldest. */
const MAX_QUESTIONS = 256
/** How much older a price may be than it must have become since it was shown, in ms. */
const CLOCK_SLACK_MS = 1_000
const ID_BYTES = 16

/** The prices that a person was shown, and with which they sent their order nevertheless. */
export interface ConfirmedPrices {
  readonly prices: readonly StalePrice[]
  /** When main read the prices, by the monotonic clock. */
  readonly shownAt: number
  /** When the person confirmed them. */
  readonly confirmedAt: EpochMs
}

/**
 * A person's request that may be answered with a question, and the question that it answers; null
 * for the first request.
 */
export interface PersonRequest {
  readonly confirmation: string | null
}

interface OpenQuestion {
  readonly request: string
  readonly prices: readonly StalePrice[]
  readonly shownAt: number
}

/**
 * The questions about prices that are not current. Main issues what is shown, for one request, and
 * accepts each answer once; a window can name a question only (REL-46).
 */
export class PriceQuestions {
  readonly #clock: ClockPort
  readonly #random: RandomPort
  readonly #open = new Map<string, OpenQuestion>()

  constructor({ clock, random }: { readonly clock: ClockPort; readonly random: RandomPort }) {
    this.#clock = clock
    this.#random = random
  }

  /**
   * Returns a new question about the prices of a request; an earlier one of the same request ends.
   * @param request the whole request, in a text of its own
   */
  ask(request: string, prices: readonly StalePrice[]): PriceQuestion {
    for (const [id, question] of this.#open) {
      if (question.request === request || !this.#isLive(question)) this.#open.delete(id)
    }
    const [oldest] = this.#open.keys()
    if (this.#open.size >= MAX_QUESTIONS && oldest !== undefined) this.#open.delete(oldest)
    const id = randomHex(this.#random, ID_BYTES)
    this.#open.set(id, { request, prices, shownAt: this.#clock.monotonic() })
    return {
      outcome: 'price-question',
      id,
      validMs: QUESTION_VALID_MS,
      prices: prices.map(({ draft, last, bid, ask, ageMs }) => ({
        draft,
        last,
        bid,
        ask,
        ageMs: ageMs === null ? null : Math.round(ageMs),
      })),
    }
  }

  /**
   * Uses up the question that a request answers. Null when it was not asked for exactly this
   * request, was answered before, or is too old.
   */
  use({ confirmation }: PersonRequest, request: string): ConfirmedPrices | null {
    if (confirmation === null) return null
    const question = this.#open.get(confirmation)
    this.#open.delete(confirmation)
    if (question === undefined || question.request !== request || !this.#isLive(question)) {
      return null
    }
    const { prices, shownAt } = question
    return { prices, shownAt, confirmedAt: this.#clock.now() }
  }

  #isLive({ shownAt }: OpenQuestion): boolean {
    return this.#clock.monotonic() - shownAt <= QUESTION_VALID_MS
  }
}

/**
 * Returns the prices that are not current, when nothing else is against an order; null when
 * something else is, or nothing.
 */
export function onlyStalePrices(denials: readonly Denial[]): readonly StalePrice[] | null {
  const prices = denials.flatMap(({ stalePrice }) => stalePrice ?? [])
  return prices.length > 0 && prices.length === denials.length ? prices : null
}

/**
 * True when the person confirmed this price of this order: the same figures, no older than they
 * have become since they were shown.
 * @param now the time by the monotonic clock
 */
export const coversPrice = (
  confirmed: ConfirmedPrices | null | undefined,
  stale: StalePrice,
  now: number,
): boolean => shownPrice(confirmed, stale, now) !== undefined

function shownPrice(
  confirmed: ConfirmedPrices | null | undefined,
  stale: StalePrice,
  now: number,
): StalePrice | undefined {
  return confirmed?.prices.find(
    (shown) =>
      sameDraft(shown.draft, stale.draft) &&
      samePrice(shown.last, stale.last) &&
      samePrice(shown.bid, stale.bid) &&
      samePrice(shown.ask, stale.ask) &&
      isAsOld(shown.ageMs, stale.ageMs, now - confirmed.shownAt),
  )
}

const samePrice = (a: Price | null, b: Price | null): boolean =>
  a === null || b === null ? a === null && b === null : eq(a, b)

const isAsOld = (shown: number | null, ageMs: number | null, laterMs: number): boolean =>
  shown === null || ageMs === null ? shown === ageMs : ageMs <= shown + laterMs + CLOCK_SLACK_MS

/** Returns what the journal says of the price that an order is sent with; absent without one. */
export function confirmedPriceOf(
  confirmed: ConfirmedPrices | null | undefined,
  draft: StalePrice['draft'],
): { readonly confirmed?: ConfirmedPrice } {
  const shown = confirmed?.prices.find((price) => sameDraft(price.draft, draft))
  if (confirmed == null || shown === undefined) return {}
  const { last, bid, ask, ageMs } = shown
  const age = ageMs === null ? null : Math.round(ageMs)
  return { confirmed: { last, bid, ask, ageMs: age, at: confirmed.confirmedAt } }
}
