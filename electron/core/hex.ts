import type { RandomPort } from './ports.js'

/** Returns `bytes` random bytes as lower-case hex: 16 make a client order id of 32 characters. */
export const randomHex = (random: RandomPort, bytes: number): string => toHex(random.bytes(bytes))

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += PAIRS[byte] ?? ''
  return text
}

/** Decodes lower-case hex; the caller has validated it. */
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
