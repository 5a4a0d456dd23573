import { randomBytes, randomInt } from 'node:crypto'
import type { RandomPort } from '../core/ports.js'

const FRACTIONS = 2 ** 32

/** The operating system's random number generator. */
export const systemRandom: RandomPort = {
  bytes: (count) => new Uint8Array(randomBytes(count)),
  fraction: () => randomInt(FRACTIONS) / FRACTIONS,
}
