import { exchangeClock, exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'

export const EXPIRIES = ['none', 'day', 'week', 'month', 'date'] as const
export type Expiry = (typeof EXPIRIES)[number]

const EXPIRY_DAYS = { day: 1, week: 7, month: 30 } as const
const TYPED = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/
const HOUR_MINUTES = 60

/** Writes an instant as the field of date and time has it, by the exchange's clock. */
export function typedTime(time: EpochMs): string {
  const { day, minute } = exchangeClock(time)
  const two = (value: number): string => `${value}`.padStart(2, '0')
  return `${day}T${two(Math.floor(minute / HOUR_MINUTES))}:${two(minute % HOUR_MINUTES)}`
}

/** Reads the field of date and time; null while it is not complete. */
export function parseTypedTime(text: string): EpochMs | null {
  const [, day, hours, minutes] = TYPED.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return null
  return exchangeInstant(day, Number(hours) * HOUR_MINUTES + Number(minutes))
}

/**
 * Returns when an alert expires; null for never. A time that was not changed stays exact to the
 * millisecond.
 */
export function expiryOf(
  { expiry, expiryTime }: { readonly expiry: Expiry; readonly expiryTime: string },
  now: number,
  stored: EpochMs | null,
): EpochMs | null {
  if (expiry === 'none') return null
  if (expiry !== 'date') return epochMs(now + EXPIRY_DAYS[expiry] * DAY_MS)
  if (stored !== null && typedTime(stored) === expiryTime) return stored
  return parseTypedTime(expiryTime)
}
