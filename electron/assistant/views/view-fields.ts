import { z } from 'zod'
import { decimalText, type Decimal } from '../../../shared/domain/decimal.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'

/**
 * The members of tool outputs: exact decimal numbers as text, times in ISO 8601 UTC. Null means not
 * known.
 */
export const zNumber = z.string()
export const zMaybe = zNumber.nullable()
export const zWord = z.string()
export const zMaybeWord = z.string().nullable()
export const zWhen = z.string()

export const text = (value: Decimal | null): string | null =>
  value === null ? null : decimalText(value)
export const when = (time: EpochMs): string => new Date(time).toISOString()
export const maybeWhen = (time: EpochMs | null): string | null =>
  time === null ? null : when(time)

/** Beside a time, because the exchange's clock may be another than the computer's (get_clock). */
export const zLeft = z.int().nullable()
export const secondsLeft = (ms: number | null): number | null =>
  ms === null ? null : Math.max(0, Math.floor(ms / SECOND_MS))

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Writes an instant for a person: "2026-11-25 18:04:09 New York". */
export function newYorkTime(time: EpochMs): string {
  const { day, minute, ms } = exchangeClock(time)
  const clock = [Math.floor(minute / 60), minute % 60, Math.floor(ms / SECOND_MS)]
  return `${day} ${clock.map(twoDigits).join(':')} New York`
}

const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
  [SECOND_MS, 's'],
] as const

/** Writes a duration by its two largest units: "14 min 50 s". */
export function durationText(ms: number): string {
  let rest = Math.max(0, ms)
  const parts: string[] = []
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}

/** Returns an age in whole seconds; null for a time that is not known. */
export const ageSeconds = (time: EpochMs | null, now: EpochMs): number | null =>
  time === null ? null : Math.max(0, Math.round((now - time) / SECOND_MS))
