import { describe, expect, test } from 'vitest'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import { settle } from '../../../../simulation/core/simulation.js'
import { money, NOW, order } from '../policy/policy-fixture.js'
import { ID, PLACE, change, openDispatch } from './dispatch-fixture.js'

describe('REL-28: instructions that the last run left open', () => {
  test.each<[string, InstructionAction, string]>([
    ['an order', PLACE, 'none'],
    ['a change', change('replace'), 'o1'],
  ])(
    'records %s that was being sent as unknown and queries it, but sends nothing again',
    async (_title, action, name) => {
      const fixture = await openDispatch(action)
      await fixture.store.commit({
        kind: 'sending',
        id: ID,
        why: 'approved',
        detail: '',
        worth: money('1'),
        at: NOW,
      })
      fixture.dispatch.outcomes.recover()
      await settle()
      expect([fixture.after(), fixture.state.calls]).toEqual([
        `unknown ${name}: Countersign ended while it was being sent and is checking the outcome`,
        [`outcome i-${ID}`],
      ])
    },
  )

  test('queries an unknown one again without recording that, and leaves settled ones alone', async () => {
    const fixture = await openDispatch()
    await fixture.store.commit({
      kind: 'sending',
      id: ID,
      why: 'approved',
      detail: '',
      worth: money('1'),
      at: NOW,
    })
    await fixture.store.append({
      kind: 'outcome',
      id: ID,
      state: 'unknown',
      clientOrderId: null,
      text: 'as it was',
      at: NOW,
    })
    fixture.dispatch.outcomes.recover()
    await settle()
    expect([fixture.after(), fixture.state.calls, fixture.state.audit]).toEqual([
      'unknown none: as it was',
      [`outcome i-${ID}`],
      [],
    ])
    await fixture.store.append({
      kind: 'outcome',
      id: ID,
      state: 'acknowledged',
      clientOrderId: clientOrderId('o1'),
      text: 'done',
      at: NOW,
    })
    fixture.dispatch.outcomes.recover()
    await settle()
    expect(fixture.state.calls).toHaveLength(1)
  })

  test('does not use rows before the order service has answered in this run', async () => {
    const fixture = await openDispatch()
    await fixture.store.commit({
      kind: 'sending',
      id: ID,
      why: 'approved',
      detail: '',
      worth: money('1'),
      at: NOW,
    })
    await fixture.store.append({
      kind: 'outcome',
      id: ID,
      state: 'unknown',
      clientOrderId: clientOrderId('o1'),
      text: 'as it was',
      at: NOW,
    })
    fixture.state.setRow(order('o1'))
    await settle()
    expect(fixture.after()).toBe('unknown o1: as it was')
  })
})
