import { decimalText, eq, parseDecimal } from '../../../shared/domain/decimal.js'
import { typedNumber } from '../../../shared/domain/typed-number.js'
import type { Card } from '../../../shared/domain/instructions/card.js'

/** Why approve cannot be pressed; the first reason that applies. `none`: it can be pressed. */
export type NotReadyReason =
  | 'none'
  | 'ended'
  | 'expired'
  | 'sending'
  | 'halted'
  | 'locked'
  | 'source'
  | 'loading'
  | 'preview'
  | 'hidden'
  | 'rows'
  | 'unseen'
  | 'dangers'
  | 'quantity'
  | 'unfocused'
  | 'drawing'
  | 'counting'

/** The person's input on the page for one card. */
export interface Answers {
  readonly ticked: ReadonlySet<string>
  readonly typed: string
  /** True once every part of the card has been in view. */
  readonly fullySeen: boolean
  /** True while a decision is being sent. */
  readonly busy: boolean
}

export const ENDED: ReadonlySet<Card['state']> = new Set<Card['state']>([
  'confirmed',
  'rejected',
  'stopped',
  'uncertain',
  'declined',
  'expired',
  'withdrawn',
])
export const isEnded = (card: Card): boolean => ENDED.has(card.state)

/**
 * Returns the text to type for the largest tier: the quantity, or the amount of an order in money;
 * null where the card has neither.
 */
export function typedWanted(card: Card): string | null {
  const size = card.editable.quantity ?? card.editable.amount
  return card.tier === 'largest' && size !== null ? decimalText(size) : null
}

/**
 * Returns whether the typed text is that number; grouping marks and a currency sign are allowed.
 */
export function typedMatches(card: Card, typed: string): boolean {
  const wanted = typedWanted(card)
  if (wanted === null) return true
  const given = typedNumber(typed)
  const expected = parseDecimal(wanted)
  return given !== null && expected !== null && eq(given, expected)
}

/**
 * Returns why approve cannot be pressed now. Main checks everything again; this result is only for
 * display.
 */
export function notReadyReasonOf(
  card: Card,
  answers: Answers,
  halted: boolean,
  leftMs: number,
): NotReadyReason {
  if (isEnded(card)) return 'ended'
  if (leftMs <= 0) return 'expired'
  if (answers.busy || card.state === 'sending') return 'sending'
  const { blocked, armed } = card.arming
  if (halted || blocked === 'halted') return 'halted'
  if (blocked === 'locked') return 'locked'
  if (blocked === 'source') return 'source'
  if (card.state === 'loading') return 'loading'
  if (blocked === 'preview') return 'preview'
  if (!answers.fullySeen) return 'unseen'
  if (card.dangers.some(({ code }) => !answers.ticked.has(code))) return 'dangers'
  if (!typedMatches(card, answers.typed)) return 'quantity'
  if (blocked === 'hidden') return 'hidden'
  if (blocked === 'unfocused') return 'unfocused'
  if (blocked === 'drawing') return 'drawing'
  return armed ? 'none' : 'counting'
}

/** Returns true when every row of a batch may be approved with one press (CONFIRM-29). */
export const allPlain = (batch: readonly Card[]): boolean =>
  batch.length > 0 && batch.every((card) => card.tier === 'plain' && card.dangers.length === 0)

/** Returns the first reason that blocks any of several rows approved with one press. */
export function notReadyReasonOfRows(
  cards: readonly Card[],
  holdOne: (card: Card) => NotReadyReason,
): NotReadyReason {
  for (const card of cards) {
    const hold = holdOne(card)
    if (hold !== 'none') return hold
  }
  return cards.length === 0 ? 'rows' : 'none'
}
