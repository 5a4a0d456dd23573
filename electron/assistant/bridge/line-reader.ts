import type { Readable } from 'node:stream'

export interface LineListener {
  line(text: string): void
  /** Called once per line that is too long; the rest of the line is skipped. */
  tooLong(): void
  end(): void
}

const NEWLINE = 10

/**
 * Splits a stream of bytes into lines of at most `longest` bytes and skips empty lines. Buffers at
 * most one line.
 */
export function createLineReader(input: Readable, longest: number, listener: LineListener): void {
  let parts: Buffer[] = []
  let length = 0
  let skipping = false
  const add = (piece: Buffer): void => {
    if (skipping) return
    length += piece.length
    if (length > longest) {
      skipping = true
      parts = []
      listener.tooLong()
    } else {
      parts.push(piece)
    }
  }
  const flush = (): void => {
    const text = skipping ? '' : Buffer.concat(parts).toString('utf8').trim()
    parts = []
    length = 0
    skipping = false
    if (text !== '') listener.line(text)
  }
  input.on('data', (chunk: Buffer | string) => {
    let bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk
    for (let index = bytes.indexOf(NEWLINE); index >= 0; index = bytes.indexOf(NEWLINE)) {
      add(bytes.subarray(0, index))
      flush()
      bytes = bytes.subarray(index + 1)
    }
    if (bytes.length > 0) add(bytes)
  })
  let over = false
  const end = (): void => {
    if (over) return
    over = true
    flush()
    listener.end()
  }
  input.on('end', end)
  input.on('close', end)
  input.on('error', end)
}
