import type { RandomPort } from './ports.js'

/** Returns `bytes` random bytes as lower-case hex: 16 make a client order id of 32 characters. */
export const randomHex = (random: RandomPort, bytes: number): string => toHex(random.bytes(bytes))

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Decodes lower-case hex; the caller has validated it. */
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
