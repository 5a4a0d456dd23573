import type { SegmentKind } from '../calendar/calendar.js'

/**
 * The frame of one symbol's day, as logarithms of prices in units; the minutes are drawn between
 * these.
 */
export interface DayFrame {
  /**
   * First level of the pre-market, level at the regular open and close, and at the end of the
   * after-hours session.
   */
  readonly pre: number
  readonly open: number
  readonly close: number
  readonly post: number
  /** A jump within the regular session, at a minute; 0 on most days. */
  readonly jump: number
  readonly jumpAt: number
  /** Volatility and volume of this day against the usual. */
  readonly regime: number
  readonly activity: number
}

/**
 * The way of one symbol's middle price, readable on any day without the days before it having been
 * read.
 */
export interface PricePath {
  readonly key: number
  frame(index: number): DayFrame
  /**
   * Writes the path over a session of the day with this frame: the levels at its minutes' bounds,
   * one more than it has minutes.
   */
  fill(index: number, kind: SegmentKind, frame: DayFrame, levels: Float64Array): void
}
