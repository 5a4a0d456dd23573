import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { parseWireTime } from '../../../../shared/wire/fields.js'
import type { TimeQuery } from '../api/activity-api.js'
import { type Refusal, refuse } from '../api/refusals.js'

/** How far activity lists reach back from their end when no start is given (TRADING-5). */
export const DEFAULT_SPAN_MS = 7 * DAY_MS

/** Both ends are included; null where the query gives none. */
export interface TimeBounds {
  readonly start: EpochMs | null
  readonly end: EpochMs | null
}

export function bound(text: string | undefined, name: string): Result<EpochMs | null, Refusal> {
  if (text === undefined || text === '') return ok(null)
  const time = parseWireTime(text)
  return time === null ? err(refuse(CODES.invalidParameter, `${name} is not a time.`)) : ok(time)
}

/** Reads the times of a query; 417 for text that is not a time and for a start after the end. */
export function readTimes({ startTime, endTime }: TimeQuery): Result<TimeBounds, Refusal> {
  const start = bound(startTime, 'start_time')
  if (!start.ok) return start
  const end = bound(endTime, 'end_time')
  if (!end.ok) return end
  return start.value !== null && end.value !== null && start.value > end.value
    ? err(refuse(CODES.invalidParameter, 'start_time is after end_time.'))
    : ok({ start: start.value, end: end.value })
}

const yearOf = (time: EpochMs): number => new Date(time).getUTCFullYear()

/**
 * Returns the bounds, by default seven days; 417 when the requested start and the end lie in
 * different calendar years.
 */
export function yearBounds(
  { start, end }: TimeBounds,
  now: EpochMs,
): Result<{ readonly start: EpochMs; readonly end: EpochMs }, Refusal> {
  const last = end ?? now
  if (start === null) return ok({ start: epochMs(last - DEFAULT_SPAN_MS), end: last })
  return yearOf(start) === yearOf(last)
    ? ok({ start, end: last })
    : err(
        refuse(
          CODES.invalidParameter,
          'start_time and end_time must lie in the same calendar year.',
        ),
      )
}
