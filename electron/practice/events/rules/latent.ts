import { drawAt, hash3, normal } from '../../market/math/random.js'

/**
 * Random paths that can be read at any time without computing earlier values: built by midpoint
 * displacement, where every node of the tree is a hash of its number. Values are floats; the venue
 * publishes integers only.
 */

/**
 * Returns a Brownian bridge on [0, 1] at `u`: zero at both ends, linear between the finest nodes.
 */
export function bridge(key: number, u: number, levels: number): number {
  if (u <= 0 || u >= 1) return 0
  let from = 0
  let to = 1
  let left = 0
  let right = 0
  let node = 1
  for (let level = 0; level < levels; level += 1) {
    const middle = (from + to) / 2
    const value = (left + right) / 2 + Math.sqrt((to - from) / 4) * normal(drawAt(key, node))
    if (u < middle) {
      to = middle
      right = value
      node *= 2
    } else {
      from = middle
      left = value
      node = node * 2 + 1
    }
  }
  return left + ((right - left) * (u - from)) / (to - from)
}

/** Returns a Brownian motion on [0, 1] at `u`, with variance `u`. */
export const wiener = (key: number, u: number, levels: number): number =>
  Math.min(1, Math.max(0, u)) * normal(hash3(key, 1, 0)) + bridge(key, u, levels)

const popcount = (value: number): number => {
  let v = value - ((value >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Returns how many of `count` fall into the earlier half: a fair binomial draw by hashed bits. */
function earlierHalf(key: number, node: number, count: number): number {
  let sum = 0
  for (let block = 0; block * 32 < count; block += 1) {
    const bits = drawAt(key ^ Math.imul(block + 1, 0x9e3779b1), node)
    const wanted = Math.min(32, count - block * 32)
    sum += popcount(wanted === 32 ? bits : bits & ((1 << wanted) - 1))
  }
  return sum
}

const COUNT_LEVELS = 18

/** Returns how many of `total` arrivals, uniform over [0, 1], have occurred by `u`. */
export function arrivalsBy(key: number, total: number, u: number): number {
  if (u >= 1) return total
  let [from, to, before, within, node] = [0, 1, 0, total, 1]
  for (let level = 0; level < COUNT_LEVELS && within > 0 && u > from; level += 1) {
    const middle = (from + to) / 2
    const early = earlierHalf(key, node, within)
    if (u < middle) [to, within, node] = [middle, early, node * 2]
    else [from, before, within, node] = [middle, before + early, within - early, node * 2 + 1]
  }
  return before
}

/**
 * Returns the time of arrival number `rank` (from 1), consistent with {@link arrivalsBy}; null when
 * there are fewer arrivals.
 */
export function arrivalAt(key: number, total: number, rank: number): number | null {
  if (rank > total) return null
  let [from, to, before, within, node] = [0, 1, 0, total, 1]
  for (let level = 0; level < COUNT_LEVELS; level += 1) {
    const middle = (from + to) / 2
    const early = earlierHalf(key, node, within)
    if (rank <= before + early) [to, within, node] = [middle, early, node * 2]
    else [from, before, within, node] = [middle, before + early, within - early, node * 2 + 1]
  }
  return to
}

/** The normal distribution function (Abramowitz and Stegun 26.2.17, error below 1e-7). */
export function normalBelow(z: number): number {
  if (z === Number.POSITIVE_INFINITY) return 1
  if (z === Number.NEGATIVE_INFINITY) return 0
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    Math.exp((-z * z) / 2) *
    0.3989422804014327 *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z >= 0 ? 1 - tail : tail
}

/** Returns the probability that a Poisson count of this mean reaches `threshold`. */
export function poissonAtLeast(threshold: number, mean: number): number {
  if (threshold <= 0) return 1
  if (mean <= 0) return 0
  let term = Math.exp(-mean)
  let below = 0
  for (let k = 0; k < threshold; k += 1) {
    below += term
    term *= mean / (k + 1)
  }
  return Math.min(1, Math.max(0, 1 - below))
}

/** Returns the levels that a path needs for its finest pieces to last at most a minute. */
export const levelsFor = (durationMs: number): number =>
  Math.min(19, Math.max(4, Math.ceil(Math.log2(Math.max(2, durationMs / 60_000)))))
