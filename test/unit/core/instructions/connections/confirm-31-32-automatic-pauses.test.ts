import { describe, expect, test } from 'vitest'
import {
  declinedTwice,
  addRateViolation,
} from '../../../../../electron/core/instructions/connections/automatic-pauses.js'
import type {
  BatchPlace,
  Ending,
  Instruction,
} from '../../../../../shared/domain/instructions/instruction.js'
import type { ConnectionId, InstructionId } from '../../../../../shared/domain/ids.js'
import { epochMs, type EpochMs } from '../../../../../shared/domain/time.js'

const ME = 'a1' as ConnectionId
const OTHER = 'b2' as ConnectionId
const MINUTE = 60_000

/** Counts requests over the limit; only the stored times connect one call with the next. */
function counter(): (time: number) => boolean {
  let stored: readonly EpochMs[] = []
  return (time) => {
    const found = addRateViolation(stored, epochMs(time))
    stored = found.recent
    return found.pause
  }
}

describe('CONFIRM-31: an assistant that is refused three times within ten minutes is paused', () => {
  test('reports the third refusal within ten minutes and starts over after it', () => {
    const refused = counter()
    expect([0, MINUTE, 10 * MINUTE - 1].map(refused)).toEqual([false, false, true])
    expect([1, 2, 3].map((time) => refused(10 * MINUTE + time))).toEqual([false, false, true])
  })

  test('does not count a refusal that is ten minutes old', () => {
    expect([0, 1, 10 * MINUTE].map(counter())).toEqual([false, false, false])
    expect([0, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 20 * MINUTE].map(counter())).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('CONFIRM-32: the same order declined twice in a row', () => {
  const ended = (
    id: string,
    why: Ending,
    time: number,
    overrides: Partial<Instruction> = {},
  ): Instruction =>
    ({
      id: id as InstructionId,
      connectionId: ME,
      key: 'same',
      batch: null,
      ending: { why, detail: '', endedAt: epochMs(time) },
      ...overrides,
    }) as Instruction
  const same = (a: Instruction, b: Instruction): boolean => a.key === b.key
  const last = ended('last', 'declined', 100)
  const twice = (...before: Instruction[]) => declinedTwice([...before, last], last, same)
  const row = (index: number, batchId = 'x'): { readonly batch: BatchPlace } => ({
    batch: { batchId, index, count: 2 },
  })

  test('needs an earlier decline of the same order by the same assistant', () => {
    expect([
      twice(),
      twice(ended('1', 'declined', 1)),
      twice(ended('1', 'declined', 1, { key: 'other' })),
      twice(ended('1', 'declined', 1, { connectionId: OTHER })),
    ]).toEqual([false, true, false, false])
  })

  test.each<[Ending, boolean]>([
    ['approved', false],
    ['allowed-by-rule', false],
    ['expired', true],
    ['revoked', true],
    ['withdrawn', true],
  ])('treats an instruction in between that was %s as: still in a row %s', (why, inARow) => {
    expect(twice(ended('1', 'declined', 1), ended('2', why, 2))).toBe(inARow)
  })

  test('counts the last decision by its time, and the later entry for equal times', () => {
    expect([
      twice(ended('2', 'approved', 2), ended('1', 'declined', 1)),
      twice(ended('2', 'declined', 2), ended('1', 'approved', 1)),
    ]).toEqual([false, true])
    expect([
      twice(ended('1', 'approved', 1), ended('2', 'declined', 1)),
      twice(ended('1', 'declined', 1), ended('2', 'approved', 1)),
    ]).toEqual([true, false])
  })

  test('does not count a pending instruction as declined', () => {
    expect(
      twice(ended('1', 'declined', 1), {
        ...ended('2', 'declined', 2),
        ending: null,
        key: 'other',
      }),
    ).toBe(true)
  })

  test('counts the rows of one card as one decline, and rows of two cards as two', () => {
    const batchRow = { ...last, ...row(1) }
    const declinedBefore = (...before: Instruction[]) =>
      declinedTwice([...before, batchRow], batchRow, same)
    expect([
      declinedBefore(ended('1', 'declined', 1, row(0))),
      declinedBefore(ended('1', 'declined', 1, row(0, 'y'))),
      declinedBefore(ended('1', 'declined', 1)),
    ]).toEqual([false, true, true])
    expect(twice(ended('1', 'declined', 1, row(0)))).toBe(true)
  })
})
