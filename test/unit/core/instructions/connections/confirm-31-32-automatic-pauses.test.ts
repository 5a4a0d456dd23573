import { describe, expect, test } from 'vitest'
import {
  declinedTwice,
  addRateViolation,
} from '../../../../../electron/core/instructions/connections/automatic-pauses.js'
import type {
  BatchPlace,
  ConnectionId,
  Ending,
  Instruction,
  InstructionId,
} from '../../../../../shared/domain/instructions/instruction.js'
import { epochMs, type EpochMs } from '../../../../../shared/domain/time.js'

const ME = 'a1' as ConnectionId
const OTHER = 'b2' as ConnectionId
const MINUTE = 60_000

/** Asks for too much again and again; what is kept in between is all that is known. */
function counter(): (time: number) => boolean {
  let stored: readonly EpochMs[] = []
  return (time) => {
    const found = addRateViolation(stored, epochMs(time))
    stored = found.recent
    return found.pause
  }
}

describe('rule-31: who is refused three times within ten minutes is paused', () => {
  test('the third within ten minutes, counted anew after that', () => {
    const refused = counter()
    expect([0, MINUTE, 10 * MINUTE - 1].map(refused)).toEqual([false, false, true])
    expect([1, 2, 3].map((time) => refused(10 * MINUTE + time))).toEqual([false, false, true])
  })

  test('ten minutes ago is over', () => {
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

describe('rule-32: the same order declined twice in a row', () => {
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

  test('nothing before it is not twice; a decline of the same is; of another order, or of another assistant, is not', () => {
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
  ])('what came between them and was %s: still in a row is %s', (why, inARow) => {
    expect(twice(ended('1', 'declined', 1), ended('2', why, 2))).toBe(inARow)
  })

  test('the last that was decided counts, in whatever order they stand in the queue; of one moment the later one', () => {
    expect([
      twice(ended('2', 'approved', 2), ended('1', 'declined', 1)),
      twice(ended('2', 'declined', 2), ended('1', 'approved', 1)),
    ]).toEqual([false, true])
    expect([
      twice(ended('1', 'approved', 1), ended('2', 'declined', 1)),
      twice(ended('1', 'declined', 1), ended('2', 'approved', 1)),
    ]).toEqual([true, false])
  })

  test('what waits still was not declined', () => {
    expect(
      twice(ended('1', 'declined', 1), {
        ...ended('2', 'declined', 2),
        ending: null,
        key: 'other',
      }),
    ).toBe(true)
  })

  test('rows of one card are one denial, rows of another card are another', () => {
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
