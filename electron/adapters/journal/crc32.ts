import * as zlib from 'node:zlib'

const POLYNOMIAL = 0xedb88320

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) {
    value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  }
  return value >>> 0
})

/** Continues CRC-32 with a table, for versions of Node without an implementation (18). */
export function crc32ByTable(bytes: Uint8Array, before = 0): number {
  let crc = ~before >>> 0
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

const { crc32: native } = zlib as {
  readonly crc32?: (bytes: Uint8Array, before?: number) => number
}

/** Returns CRC-32 (ISO-HDLC, as in zip) of the bytes before and these. */
export const continueCrc32: (bytes: Uint8Array, before?: number) => number =
  native === undefined ? crc32ByTable : (bytes, before) => native(bytes, before)

/** Returns a CRC-32 as eight hex digits. */
export const crc32Text = (crc: number): string => crc.toString(16).padStart(8, '0')

/** Returns CRC-32 as eight hex digits. */
export const crc32 = (bytes: Uint8Array): string => crc32Text(continueCrc32(bytes))
