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
    expect(readLines(bytes)).toMatchObject({ values: VALUES, mark, rest: 0, isHoled: false })
    expect(readLines(Buffer.alloc(0))).toMatchObject({ values: [], mark: 0, rest: 0 })
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

  it('are read but for the one with a changed byte, and that too if the next one proves it', () => {
    const { bytes, ends } = written()
    for (let index = 0; index < bytes.length; index += 1) {
      for (const bit of [1, 2, 0x80]) {
        const damaged = Buffer.from(bytes)
        damaged[index] = (damaged[index] ?? 0) ^ bit
        const hit = ends.filter((end) => end <= index).length
        const { values, isHoled, rest } = readLines(damaged)
        const spared = VALUES.filter((_, number) => number !== hit)
        const atEnd = index >= (ends[hit] ?? 0) - 1
        // A line break that changed joins two lines.
        const expected = atEnd ? spared.filter((_, number) => number !== hit) : spared
        expect([expected, VALUES], `byte ${index}`).toContainEqual(values)
        expect(isHoled || rest > 0, `byte ${index}`).toBe(values.length < VALUES.length)
      }
    }
  })

  it('end where the next log continues, whether or not the last of them can be read', () => {
    const { bytes, mark, ends } = written()
    const damaged = Buffer.from(bytes)
    damaged[(ends.at(-2) ?? 0) + 12] = 0
    expect(readLines(bytes).ends).toEqual([mark])
    expect(readLines(damaged).ends).toContain(mark)
  })

  it('are read with the line ends of another system', () => {
    const { bytes, mark } = written()
    const returned = Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
    expect(readLines(returned)).toMatchObject({ values: VALUES, mark, rest: 0, isHoled: false })
  })

  it('reveal a missing, duplicated or moved line, and never take one twice or late', () => {
    const lines = written().bytes.toString('utf8').split('\n').slice(0, -1)
    const readOrder = (
      order: readonly number[],
    ): { readonly values: unknown; readonly isWhole: boolean } => {
      const text = order.map((index) => `${lines[index] ?? ''}\n`).join('')
      const { values, isHoled, rest } = readLines(Buffer.from(text))
      return { values, isWhole: !isHoled && rest === 0 }
    }
    const valuesOf = (...order: readonly number[]): unknown => order.map((index) => VALUES[index])
    expect(readOrder([0, 2, 3])).toEqual({ values: valuesOf(0, 3), isWhole: false })
    expect(readOrder([0, 1, 1, 2])).toEqual({ values: valuesOf(0, 1, 2), isWhole: false })
    expect(readOrder([0, 2, 1])).toEqual({ values: valuesOf(0, 1), isWhole: false })
    expect(readOrder([1])).toEqual({ values: [], isWhole: false })
    expect(readOrder([0, 1, 2, 3, 1, 4])).toEqual({
      values: valuesOf(0, 1, 2, 3, 4),
      isWhole: false,
    })
  })
})
