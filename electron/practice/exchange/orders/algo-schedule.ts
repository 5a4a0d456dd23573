import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { UNIT_SIZE, type SizeUnits } from '../../model/units.js'
import type { AlgoTerms } from './order-terms.js'

/** The progress of an algorithm. Times in epoch milliseconds. */
export interface AlgoProgress {
  readonly start: number
  readonly end: number
  /** When the next slice is due. */
  readonly next: number
  /** Size that other participants have traded in the symbol since the start. */
  readonly volume: SizeUnits
}

const { slices, minSliceMs, maxSliceMs } = ASSUMPTIONS.algos
const MINUTE_MS = 60_000

/**
 * Returns the time between two slices: an equal part of the window, in whole multiples of the
 * minimum, within bounds.
 */
export const sliceMs = ({ start, end }: Pick<AlgoProgress, 'start' | 'end'>): number =>
  Math.min(
    maxSliceMs,
    Math.max(minSliceMs, Math.round((end - start) / slices / minSliceMs) * minSliceMs),
  )

/**
 * Returns the volume expected from the open to a minute after it, in an arbitrary unit: high after
 * the open, higher before the close.
 */
function expectedVolume(minute: number, length: number): number {
  const [opening, closing] = [25, 20]
  return (
    minute +
    2 * opening * (1 - Math.exp(-minute / opening)) +
    2.5 * closing * (Math.exp((minute - length) / closing) - Math.exp(-length / closing))
  )
}

/**
 * Returns the share of the whole order that should be filled after the slice at `time`, which
 * covers the time up to the next slice.
 */
function share(algo: AlgoTerms, progress: AlgoProgress, { open, close, time }: SliceTime): number {
  const to = Math.min(progress.end, time + sliceMs(progress))
  if (algo.type === 'TWAP') return (to - progress.start) / (progress.end - progress.start)
  const length = (close - open) / MINUTE_MS
  const volumeUntil = (when: number): number => expectedVolume((when - open) / MINUTE_MS, length)
  return (
    (volumeUntil(to) - volumeUntil(progress.start)) /
    (volumeUntil(progress.end) - volumeUntil(progress.start))
  )
}

/** The time of a slice, and the session that lasts from `open` to `close`; in ms. */
export interface SliceTime {
  readonly open: number
  readonly close: number
  readonly time: number
}

/**
 * Returns the size that should be filled after the slice at `time`, in whole shares. The session
 * lasts from `open` to `close`.
 */
export function wanted(
  algo: AlgoTerms,
  progress: AlgoProgress,
  size: SizeUnits,
  { open, close, time }: SliceTime,
): SizeUnits {
  const roundToShares = (value: number): SizeUnits =>
    Math.floor(Math.min(size, value) / UNIT_SIZE) * UNIT_SIZE
  const participation = (percent: number): number => Math.floor((progress.volume * percent) / 100)
  if (algo.type === 'POV') return roundToShares(participation(algo.targetVolPercent ?? 0))
  const due = roundToShares(
    Math.floor(size * Math.min(1, share(algo, progress, { open, close, time })) + 1e-6),
  )
  return algo.maxTargetPercent === null
    ? due
    : Math.min(due, roundToShares(participation(algo.maxTargetPercent)))
}
