/**
 * What a figure has to keep: a bound of its own, or one that follows from its floor, the same
 * measurement without the product in the same run.
 */
export type Bound =
  /** `period` follows the value in the target: "in an hour". */
  | { readonly kind: 'most' | 'least'; readonly value: number; readonly period?: string }
  /** At most, or at least, this multiple of the floor. */
  | { readonly kind: 'times' | 'share'; readonly value: number; readonly baseline: string }
  /** At most so much above the floor. */
  | { readonly kind: 'above'; readonly value: number; readonly baseline: string }

/**
 * Whether a figure keeps its bounds; `floor-missed`: its floor does not keep them either, and the
 * figure is at most half as much again.
 */
export type Verdict = 'met' | 'missed' | 'floor-missed' | 'none'

export const atMost = (value: number, period?: string): Bound => ({
  kind: 'most',
  value,
  ...(period === undefined ? {} : { period }),
})
export const atLeast = (value: number): Bound => ({ kind: 'least', value })
/** @param baseline what the floor is, as the target names it */
export const atMostTimes = (value: number, baseline = 'floor'): Bound => ({
  kind: 'times',
  value,
  baseline,
})
export const atLeastTimes = (value: number, baseline = 'floor'): Bound => ({
  kind: 'share',
  value,
  baseline,
})
export const atMostAbove = (value: number, baseline = 'floor'): Bound => ({
  kind: 'above',
  value,
  baseline,
})

/** Returns the text of a bound in the column of targets. */
export function targetOf(bound: Bound, format: (value: number) => string): string {
  switch (bound.kind) {
    case 'most':
      return `≤ ${format(bound.value)}${bound.period === undefined ? '' : ` ${bound.period}`}`
    case 'least':
      return `≥ ${format(bound.value)}`
    case 'times':
      return `≤ ${bound.value} × ${bound.baseline}`
    case 'share':
      return `≥ ${bound.value} × ${bound.baseline}`
    case 'above':
      return `≤ ${format(bound.value)} above ${bound.baseline}`
  }
}

/** NaN keeps no bound: what was not measured is not met. */
function isWithin({ kind, value }: Bound, ours: number, baseline: number): boolean {
  switch (kind) {
    case 'most':
      return ours <= value
    case 'least':
      return ours >= value
    case 'times':
      return ours <= value * baseline
    case 'share':
      return ours >= value * baseline
    case 'above':
      return ours <= baseline + value
  }
}

/** Up to this multiple of its floor a figure may miss a bound because of the machine. */
const EXCUSED_TIMES = 1.5

/** Whether a floor misses the same absolute bound, and the figure is about as good as the floor. */
function isOfMachine(bound: Bound, ours: number, baseline: number): boolean {
  if (bound.kind === 'most') return baseline > bound.value && ours <= EXCUSED_TIMES * baseline
  if (bound.kind === 'least') return baseline < bound.value && ours >= baseline / EXCUSED_TIMES
  return false
}

/** What a floor is measured with: with the product itself, it says nothing about the machine. */
export type BaselineOf = 'machine' | 'product'

/**
 * Judges a figure. Where the floor itself misses every bound that the figure misses, and the figure
 * is not much worse than the floor, the machine misses them, not the product; a missed multiple of
 * the floor is always the product's.
 */
export function verdictOf(
  bounds: readonly Bound[],
  ours: number,
  baseline: number = Number.NaN,
  baselineOf: BaselineOf = 'machine',
): Verdict {
  if (bounds.length === 0) return 'none'
  const missed = bounds.filter((bound) => !isWithin(bound, ours, baseline))
  if (missed.length === 0) return 'met'
  const isExcused =
    baselineOf === 'machine' && missed.every((bound) => isOfMachine(bound, ours, baseline))
  return isExcused ? 'floor-missed' : 'missed'
}
