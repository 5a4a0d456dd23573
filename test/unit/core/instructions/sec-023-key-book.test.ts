import { describe, expect, test } from 'vitest'
import { createKeyBook } from '../../../../electron/core/instructions/key-book.js'
import type { ConnectionId, InstructionId } from '../../../../shared/domain/instruction.js'

const ME = 'a1' as ConnectionId
const OTHER = 'b2' as ConnectionId
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ids = (...of: string[]) => of as unknown as readonly InstructionId[]

describe('sec-023: one key means one request for a day', () => {
  const noted = () => {
    const book = createKeyBook()
    book.note(ME, 'k1', 'd1', ids('1'), 1_000)
    return book
  }

  test('the same under its key is the same, another one is a conflict, and nobody else’s key is this one', () => {
    const book = noted()
    expect([
      book.find(ME, 'k1', 'd1', 1_001),
      book.find(ME, 'k1', 'd2', 1_001),
      book.find(OTHER, 'k1', 'd1', 1_001),
      book.find(ME, 'k2', 'd2', 1_001),
    ]).toEqual([
      { found: 'same', ids: ['1'] },
      { found: 'conflict' },
      { found: 'new' },
      { found: 'new' },
    ])
  })

  test('until a day is over, to the millisecond', () => {
    const book = noted()
    expect([
      book.find(ME, 'k1', 'd2', 1_000 + DAY - 1).found,
      book.find(ME, 'k1', 'd2', 1_000 + DAY).found,
    ]).toEqual(['conflict', 'new'])
  })

  test('without a key, or under another, the same within a minute is the same', () => {
    const book = noted()
    for (const key of [null, 'k9']) {
      expect([
        book.find(ME, key, 'd1', 1_000 + MINUTE - 1),
        book.find(ME, key, 'd1', 1_000 + MINUTE),
      ]).toEqual([{ found: 'same', ids: ['1'] }, { found: 'new' }])
    }
    expect(book.find(OTHER, null, 'd1', 1_001)).toEqual({ found: 'new' })
  })

  test('a clock that was set back makes nothing older than it is', () => {
    const book = noted()
    expect([book.find(ME, 'k1', 'd2', 0).found, book.find(ME, null, 'd1', 0).found]).toEqual([
      'conflict',
      'same',
    ])
  })

  test('what was noted first stays what the key means', () => {
    const book = noted()
    book.note(ME, 'k1', 'd2', ids('2'), 1_500)
    expect([book.find(ME, 'k1', 'd1', 2_000), book.find(ME, null, 'd2', 2_000)]).toEqual([
      { found: 'same', ids: ['1'] },
      { found: 'same', ids: ['2'] },
    ])
    book.note(ME, 'k3', 'd1', ids('3'), 2_000)
    expect(book.find(ME, null, 'd1', 2_001)).toEqual({ found: 'same', ids: ['1'] })
  })

  test('what is over makes room for a new meaning, and what is not over stays beside it', () => {
    const book = noted()
    book.note(ME, 'k2', 'd2', ids('2'), 1_000 + DAY - 1)
    expect(book.find(ME, 'k1', 'd9', 1_000 + DAY - 1).found).toBe('conflict')
    book.note(ME, 'k1', 'd3', ids('3'), 1_000 + DAY)
    expect([
      book.find(ME, 'k1', 'd3', 1_000 + DAY),
      book.find(ME, 'k2', 'd9', 1_000 + DAY).found,
    ]).toEqual([{ found: 'same', ids: ['3'] }, 'conflict'])
    book.note(ME, 'k4', 'd3', ids('4'), 1_000 + DAY + MINUTE)
    expect(book.find(ME, null, 'd3', 1_000 + DAY + MINUTE + 1)).toEqual({
      found: 'same',
      ids: ['4'],
    })
  })
})
