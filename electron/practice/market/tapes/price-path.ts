import type { SegmentKind } from '../calendar/calendar.js'

/**
 * The frame of one symbol's day, as log prices in units; the minutes are drawn between these
 * levels.
 */
export interface DayFrame {
  /**
   * First level of the pre-market, levels at the regular open and close, and at the end of
   * after-hours.
   */
  readonly pre: number
  readonly open: number
  readonly close: number
  readonly post: number
  /** A jump within the regular session, and its minute; 0 on most days. */
  readonly jump: number
  readonly jumpAt: number
  /** Volatility and volume of this day relative to normal. */
  readonly regime: number
  readonly activity: number
}

/** The path of one symbol's middle price; any day can be read without the days before it. */
export interface PricePath {
  readonly key: number
  frame(index: number): DayFrame
  /**
   * Fills a session's path within the day's frame: the levels at its minute bounds, one more than
   * it has minutes.
   */
  fill(index: number, kind: SegmentKind, frame: DayFrame, levels: Float64Array): void
  /**
   * Returns how busy and how wide the symbol trades in each minute of a session, relative to
   * normal; null or absent where every minute is normal.
   */
  strain?(index: number, kind: SegmentKind): Float64Array | null
}
