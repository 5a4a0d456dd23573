import type { Bar } from '../../../shared/domain/market/bar.js'
import { add, maxOf, minOf, type Quantity } from '../../../shared/domain/decimal.js'

/** Returns the bar of two that follow each other, with the start of the first. */
export const joined = (first: Bar, next: Bar): Bar => ({
  time: first.time,
  open: first.open,
  high: maxOf(first.high, next.high),
  low: minOf(first.low, next.low),
  close: next.close,
  volume: add<Quantity>(first.volume, next.volume),
})
