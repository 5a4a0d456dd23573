import { describe, expect, it } from 'vitest'
import { zConfirmView, zInstructionRow } from '../../../shared/ipc/instructions.js'
import { ASSISTANT, DeskWorld, draft } from './desk-world.js'

/**
 * The steady clock of a computer counts in fractions of a millisecond; what is written down and
 * shown has none.
 */
const FRACTION = 1_234.567

describe('rule 9: moments are whole milliseconds, whatever clock they were reckoned with', () => {
  it('a card whose numbers are partly older than itself crosses to its window', async () => {
    const at = await new DeskWorld().start()
    at.facts = { agedMs: FRACTION, quoteAgeMs: FRACTION }
    await at.ready()
    expect(zConfirmView.safeParse(at.desk.confirm.get()).error?.issues ?? []).toEqual([])
    expect(at.card().asOf).toBeLessThan(at.wall())
    expect(await at.approve()).toBe('ok')
  })

  it('what waits at a provider for a part of a millisecond is read again after a restart', async () => {
    const at = await new DeskWorld().start()
    const taken = await at.desk.instruct(
      ASSISTANT,
      { key: 'k1', reason: '', action: { kind: 'place', drafts: [draft()] } },
      { sourceId: 's1', validForMs: 60_000 + FRACTION, asked: [] },
    )
    expect(taken.ok).toBe(true)
    expect(at.desk.rows.all().map((row) => zInstructionRow.safeParse(row).success)).toEqual([true])
    await at.restart()
    expect((await at.ask('k2')).ok).toBe(true)
  })
})
