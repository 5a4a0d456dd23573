import { crc32 as reference } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LineWriter, crc32, readLines } from '../../../../electron/practice/store/log-lines.js'

const VALUES = [{ log: 1 }, ['t', 1_763_735_400_123], 'ünï\n', null, { nested: [1, { two: '2' }] }]

function written(values: readonly unknown[] = VALUES): {
  readonly bytes: Buffer
  readonly mark: number
  readonly ends: readonly number[]
} {
  const writer = new LineWriter()
  const parts = values.map((value) => Buffer.from(writer.line(value), 'utf8'))
  let end = 0
  return {
    bytes: Buffer.concat(parts),
    mark: writer.mark,
    ends: parts.map((part) => (end += part.length)),
  }
}

describe('log lines', () => {
  it('have the standard CRC-32 checksum', () => {
    const bytes = Buffer.from('123456789')
    expect(crc32(bytes)).toBe(0xcbf43926)
    // Older runtimes have no built-in crc32.
    if (typeof reference === 'function') expect(crc32(bytes, 77)).toBe(reference(bytes, 77))
  })

  it('are read as they were written', () => {
    const { bytes, mark } = written()
    expect(readLines(bytes)).toEqual({ values: VALUES, mark, rest: 0 })
    expect(readLines(Buffer.alloc(0))).toEqual({ values: [], mark: 0, rest: 0 })
  })

  it('are read up to a cut at any place', () => {
    const { bytes, ends } = written()
    for (let cut = 0; cut < bytes.length; cut += 1) {
      const completeLines = ends.filter((end) => end <= cut)
      const read = readLines(bytes.subarray(0, cut))
      expect(read.values).toEqual(VALUES.slice(0, completeLines.length))
      expect(read.rest).toBe(cut - (completeLines.at(-1) ?? 0))
    }
  })

  it('are read up to a changed byte, and nothing after it', () => {
    const { bytes, ends } = written()
    for (let index = 0; index < bytes.length; index += 1) {
      const damaged = Buffer.from(bytes)
      damaged[index] = (damaged[index] ?? 0) ^ 1
      expect(readLines(damaged).values).toEqual(
        VALUES.slice(0, ends.filter((end) => end <= index).length),
      )
    }
  })

  it('reveal a missing, duplicated or moved line', () => {
    const lines = written().bytes.toString('utf8').split('\n').slice(0, -1)
    const read = (order: readonly number[]): readonly unknown[] =>
      readLines(Buffer.from(order.map((index) => `${lines[index] ?? ''}\n`).join(''))).values
    expect(read([0, 2, 3])).toEqual(VALUES.slice(0, 1))
    expect(read([0, 1, 1, 2])).toEqual(VALUES.slice(0, 2))
    expect(read([0, 2, 1])).toEqual(VALUES.slice(0, 1))
    expect(read([1])).toEqual([])
  })
})
