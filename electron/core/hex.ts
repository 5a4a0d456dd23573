import type { RandomPort } from './ports.js'

/** `bytes` random bytes as lower-case hex: 16 make a client order id of 32 characters. */
export const randomHex = (random: RandomPort, bytes: number): string =>
  Array.from(random.bytes(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
