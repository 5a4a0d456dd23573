/** The seconds left at which the remaining time is read aloud (CONFIRM-36). */
const ANNOUNCED = [30, 10, 5] as const

/**
 * A duration of main's clock as the page counts it: the time left when the frame arrived, and that
 * moment on the page's monotonic clock.
 */
export interface Span {
  readonly leftMs: number
  readonly receivedAt: number
}

/** Returns the time left of a span now, in ms, never below zero. */
export const leftOf = (span: Span, now: number): number =>
  Math.max(0, span.leftMs - Math.max(0, now - span.receivedAt))

/** Returns whole seconds, rounded up: 1 until no time is left. */
export const secondsOf = (ms: number): number => Math.ceil(ms / 1_000)

/** Formats a duration as "4:05", or "1:02:03" from an hour on. */
export function clockText(ms: number): string {
  const all = secondsOf(ms)
  const pad = (part: number): string => `${part}`.padStart(2, '0')
  const hours = Math.floor(all / 3_600)
  return hours > 0
    ? `${hours}:${pad(Math.floor(all / 60) % 60)}:${pad(all % 60)}`
    : `${Math.floor(all / 60)}:${pad(all % 60)}`
}

/**
 * Returns the announcement due when the time left went from `before` to `now` (seconds): the
 * smallest threshold passed.
 */
export function announcementDue(before: number | null, now: number): number | null {
  if (before === null || now <= 0) return null
  return ANNOUNCED.findLast((threshold) => before > threshold && now <= threshold) ?? null
}

/** Formats tenths of a second as "1.4". */
export const secondsText = (tenths: number): string => `${Math.trunc(tenths / 10)}.${tenths % 10}`

/** Formats an age: "8.2 s", from a minute on "15 min", from an hour on "2 h". */
export function ageText(ms: number): string {
  if (ms < 60_000) return `${secondsText(Math.floor(ms / 100))} s`
  const minutes = Math.floor(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

/** Formats ms as seconds to a tenth, rounded up: "1.4". */
export const tenthsText = (ms: number): string => secondsText(Math.ceil(ms / 100))
