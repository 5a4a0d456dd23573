import { z } from 'zod'
import { alertRulesOf } from '../../../shared/domain/alerts/alert-kinds.js'
import { ALERT_STATES } from '../../../shared/domain/alerts/alert.js'
import {
  alertTermMembers,
  AlertEnd,
  AlertGap,
  zAlertId,
  type AlertCondition,
  type AlertTerms,
} from '../../../shared/domain/alerts/alert.schema.js'
import { ZERO, type Decimal } from '../../../shared/domain/decimal.js'
import { MAX_ANCHORS, MAX_SOURCE_NAME } from '../../../shared/domain/drawings/drawing.js'
import { Anchor } from '../../../shared/domain/drawings/drawing.schema.js'
import { asReadonly } from '../../../shared/domain/readonly-schema.js'
import { zDecimal, zTime } from '../../../shared/domain/scalars.schema.js'
import { SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'
import { isInDirection } from '../conditions/crossing.js'
import { LevelSide, zTradeDate } from '../conditions/level-state.schema.js'

const zCount = z.number().int().min(0)
/** More than the levels of any drawing. */
const MAX_LINES = 20

/** The sides of the price at the lines of a drawing; null where a line does not reach. */
const LineSides = asReadonly(
  z.strictObject({
    anchors: z.array(Anchor).max(MAX_ANCHORS),
    sides: z.array(LevelSide.nullable()).max(MAX_LINES),
  }),
)
export type LineSides = z.output<typeof LineSides>

/** One alert as it is stored. */
export const AlertRecord = asReadonly(
  z.strictObject({
    ...alertTermMembers,
    id: zAlertId,
    state: z.enum(ALERT_STATES),
    createdAt: zTime,
    /** From when on it is evaluated: a time before is no gap. */
    armedAt: zTime,
    /** The figure at the moment of arming; null until one was received. */
    armedValue: zDecimal.nullable(),
    /** Null until the first figure after arming. */
    side: LevelSide.nullable(),
    /** The exchange's day to which the figure on that `side` belongs; null for a price. */
    day: zTradeDate.nullable(),
    /** Since when it was not evaluated at the moment of storing; null while it was. */
    heldSince: zTime.nullable(),
    /** Indicators: the start of the bar that gave `side`; absent before the first. */
    barTime: zTime.optional(),
    firedCount: zCount,
    lastFiredAt: zTime.nullable(),
    /** The last time in which it was not evaluated. */
    gap: AlertGap.nullable(),
    /** Drawings: the sides of the lines and the place of the drawing; absent before the first. */
    line: LineSides.optional(),
    /** Drawings: the assistant that moved it last. */
    movedBy: z.string().max(MAX_SOURCE_NAME).optional(),
    /** Drawings: why it ended. */
    end: AlertEnd.optional(),
  }),
)
export type AlertRecord = z.output<typeof AlertRecord>

/** Returns the level of a condition; zero where it has none. */
export const levelOf = (condition: AlertCondition): Decimal =>
  alertRulesOf(condition).level(condition) ?? ZERO

/** True when the condition is about a crossing in this direction. */
export function isAbout(condition: AlertCondition, crossing: 'up' | 'down'): boolean {
  const direction = alertRulesOf(condition).direction(condition)
  return direction === null || isInDirection(direction, crossing)
}

/** Returns an alert as it is before its first figure. */
export const armed = (
  terms: AlertTerms,
  known: Pick<AlertRecord, 'id' | 'createdAt' | 'firedCount' | 'lastFiredAt'>,
  now: EpochMs,
): AlertRecord => ({
  ...terms,
  ...known,
  state: 'active',
  armedAt: now,
  armedValue: null,
  side: null,
  day: null,
  heldSince: null,
  gap: null,
})

/**
 * Returns an alert as it was before an edit that is taken back, with what it did since: one that
 * fired once, expired or ended does not become active again.
 */
export function withEvents(before: AlertRecord, edited: AlertRecord): AlertRecord {
  const { state, firedCount, lastFiredAt, gap, end } = edited
  const counted = { ...before, firedCount, lastFiredAt }
  const hasEnded = state === 'fired' || state === 'expired' || state === 'ended'
  return before.state === 'active' && hasEnded
    ? { ...counted, state, gap, ...(end === undefined ? {} : { end }) }
    : counted
}

/** Returns the part of `gap` in which the alert was armed; null when that is none of it. */
export function gapSince(gap: AlertGap | null, { armedAt }: AlertRecord): AlertGap | null {
  if (gap === null || gap.to <= armedAt) return null
  return gap.from >= armedAt ? gap : { ...gap, from: armedAt }
}

/** Shorter interruptions are noise; a restart never is. */
const MIN_GAP_MS = 2 * SECOND_MS

/** Returns the gap of a hold that ends now; null when it was too short to matter. */
export function gapUntil(hold: Pick<AlertGap, 'why' | 'from'>, now: EpochMs): AlertGap | null {
  const isNoise = now - hold.from < (hold.why === 'closed' ? 1 : MIN_GAP_MS)
  return isNoise ? null : { ...hold, to: now }
}

/** Returns the terms alone of an alert. */
export const termsOf = (terms: AlertTerms): AlertTerms => ({
  condition: terms.condition,
  repeatMs: terms.repeatMs,
  expiresAt: terms.expiresAt,
  sound: terms.sound,
  notification: terms.notification,
  note: terms.note,
  ticket: terms.ticket,
  ...(terms.wake === undefined ? {} : { wake: terms.wake }),
})
