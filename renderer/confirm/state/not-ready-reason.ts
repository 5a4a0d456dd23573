import { decimalText, eq, parseDecimal } from '../../../shared/domain/decimal.js'
import { typedNumber } from '../../../shared/domain/typed-number.js'
import type { Card } from '../../../shared/ipc/instructions.js'

/**
 * What keeps approve from being pressed; the first that applies is told. `none`: it can be pressed.
 */
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
  | 'counting'

/** What the person has done on the page so far for one card. */
export interface Answers {
  readonly ticked: ReadonlySet<string>
  readonly typed: string
  /** Every part of the card has been in view. */
  readonly fullySeen: boolean
  /** A decision is on its way. */
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
 * What has to be typed for the largest tier: the quantity, or the amount of an order in money; null
 * where the card has neither.
 */
export function typedWanted(card: Card): string | null {
  const size = card.editable.quantity ?? card.editable.amount
  return card.tier === 'largest' && size !== null ? decimalText(size) : null
}

export { typedNumber }

/** True when what was typed is that number; grouping and a currency sign may stand in it. */
export function typedMatches(card: Card, typed: string): boolean {
  const wanted = typedWanted(card)
  if (wanted === null) return true
  const given = typedNumber(typed)
  const expected = parseDecimal(wanted)
  return given !== null && expected !== null && eq(given, expected)
}

/** Why approve cannot be pressed now. Main decides it all again; this is for the person. */
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
  return armed ? 'none' : 'counting'
}

/** True when every row of a batch may be approved with one press (CONFIRM-29). */
export const allPlain = (batch: readonly Card[]): boolean =>
  batch.length > 0 && batch.every((card) => card.tier === 'plain' && card.dangers.length === 0)

/** Of several rows that go with one press, the reason that keeps the first of them from going. */
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
