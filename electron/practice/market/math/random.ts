/**
 * Random draws by position: every draw is a hash of its coordinates (seed, purpose, day, minute),
 * so any part of the market can be generated without the parts before it. Draws are floats; all
 * published values are integers.
 */

const mix = (value: number): number => {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** Derives the key of a stream of draws by adding one coordinate to a key. */
export const streamOf = (key: number, a: number): number =>
  Math.imul(mix(key ^ Math.imul(a | 0, 0x9e3779b1)), 0x85ebca6b)

/** Returns draw number `b` of a stream, a 32-bit hash. */
export const drawAt = (stream: number, b: number): number =>
  mix(stream ^ Math.imul(b | 0, 0xc2b2ae35))

/** Hashes a key and two coordinates to 32 bits. */
export const hash3 = (key: number, a: number, b: number): number => drawAt(streamOf(key, a), b)

/** Hashes a text to a 32-bit key (FNV-1a, mixed). */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(h)
}

/** Converts a hash to a fraction in [0, 1). */
export const fraction = (hash: number): number => hash / 4_294_967_296

/**
 * Inverse of the normal distribution (Acklam's rational approximation, relative error below
 * 1.2e-9).
 */
function inverseNormal(p: number): number {
  const tail = (q: number): number =>
    (((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q -
      2.549732539343734) *
      q +
      4.374664141464968) *
      q +
      2.938163982698783) /
    ((((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q +
      3.754408661907416) *
      q +
      1)
  if (p < 0.02425) return tail(Math.sqrt(-2 * Math.log(p)))
  if (p > 0.97575) return -tail(Math.sqrt(-2 * Math.log(1 - p)))
  const q = p - 0.5
  const r = q * q
  return (
    ((((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r +
      138.357751867269) *
      r -
      30.66479806614716) *
      r +
      2.506628277459239) *
      q) /
    (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r +
      66.80131188771972) *
      r -
      13.28068155288572) *
      r +
      1)
  )
}

const NORMAL_BITS = 12
const NORMALS = Float64Array.from({ length: 1 << NORMAL_BITS }, (_, i) =>
  inverseNormal((i + 0.5) / (1 << NORMAL_BITS)),
)

/** Draws from the standard normal distribution (4,096 quantiles, so at most 3.7 deviations). */
export const normal = (hash: number): number => NORMALS[hash >>> (32 - NORMAL_BITS)] as number

/** The largest amount of a draw of {@link normal}. */
export const MAX_NORMAL = NORMALS.at(-1) ?? 0

const LOG_NORMALS = NORMALS.map((z) => Math.exp(0.5 * z - 0.125))
/** Draws from a log-normal distribution with mean 1 and log deviation 0.5. */
export const logNormal = (hash: number): number =>
  LOG_NORMALS[hash >>> (32 - NORMAL_BITS)] as number

/** The largest draw of {@link logNormal}. */
export const MAX_LOG_NORMAL = LOG_NORMALS.at(-1) ?? 0

/** Draws a Poisson count with the given mean; by its normal limit from 12 on. */
export function poisson(mean: number, hash: number): number {
  if (mean >= 12) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(hash)))
  let u = fraction(hash)
  let p = Math.exp(-mean)
  let k = 0
  while (u >= p && k < 60) {
    u -= p
    k += 1
    p *= mean / k
  }
  return k
}
