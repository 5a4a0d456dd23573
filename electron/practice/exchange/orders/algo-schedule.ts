import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { UNIT_SIZE, type SizeUnits } from '../../model/units.js'
import type { AlgoTerms } from './order-terms.js'

/** How far an algorithm has come. Times in epoch milliseconds. */
export interface AlgoProgress {
  readonly start: number
  readonly end: number
  /** When the next slice is due. */
  readonly next: number
  /** What others have traded in the symbol since the start. */
  readonly volume: SizeUnits
}

const { slices, minSliceMs, maxSliceMs } = ASSUMPTIONS.algos
const MINUTE_MS = 60_000

/**
 * The pause between two slices: an equal part of the time there is, in whole multiples of the
 * shortest, within bounds.
 */
export const sliceMs = ({ start, end }: Pick<AlgoProgress, 'start' | 'end'>): number =>
  Math.min(
    maxSliceMs,
    Math.max(minSliceMs, Math.round((end - start) / slices / minSliceMs) * minSliceMs),
  )

/**
 * The volume that a day is expected to bring up to a minute after the opening, in any unit: busy
 * after the opening, busier still
 * before the close.
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
 * The share of the whole that should be done when a slice at `time` is: the slice covers the time
 * up to the next one.
 */
function share(
  algo: AlgoTerms,
  progress: AlgoProgress,
  open: number,
  close: number,
  time: number,
): number {
  const to = Math.min(progress.end, time + sliceMs(progress))
  if (algo.type === 'TWAP') return (to - progress.start) / (progress.end - progress.start)
  const length = (close - open) / MINUTE_MS
  const volumeUntil = (when: number): number => expectedVolume((when - open) / MINUTE_MS, length)
  return (
    (volumeUntil(to) - volumeUntil(progress.start)) /
    (volumeUntil(progress.end) - volumeUntil(progress.start))
  )
}

/**
 * What an algorithm wants to have filled after its slice at `time`, in whole shares. `open` and
 * `close` are those of the session.
 */
export function wanted(
  algo: AlgoTerms,
  progress: AlgoProgress,
  size: SizeUnits,
  open: number,
  close: number,
  time: number,
): SizeUnits {
  const roundToShares = (value: number): SizeUnits =>
    Math.floor(Math.min(size, value) / UNIT_SIZE) * UNIT_SIZE
  const participation = (percent: number): number => Math.floor((progress.volume * percent) / 100)
  if (algo.type === 'POV') return roundToShares(participation(algo.targetVolPercent ?? 0))
  const due = roundToShares(
    Math.floor(size * Math.min(1, share(algo, progress, open, close, time)) + 1e-6),
  )
  return algo.maxTargetPercent === null
    ? due
    : Math.min(due, roundToShares(participation(algo.maxTargetPercent)))
}
