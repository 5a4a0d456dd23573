import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** The places of fuses on the wire, as `@electron/fuses` numbers them. */
const FUSES = { RunAsNode: 0 } as const
/** What an executable of Electron has before its fuses. */
const SENTINEL = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
/** After the sentinel: the version of the wire, and its length. */
const HEADER_BYTES = 2

/** Switches a fuse of an executable, as packaging does. */
export function flipFuse(executable: string, fuse: keyof typeof FUSES, on: boolean): void {
  const place = readFileSync(executable).indexOf(SENTINEL)
  if (place < 0) throw new Error(`${executable} has no fuses`)
  const file = openSync(executable, 'r+')
  const value = Buffer.from(on ? '1' : '0')
  writeSync(file, value, 0, 1, place + SENTINEL.length + HEADER_BYTES + FUSES[fuse])
  closeSync(file)
}
