import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import type { EvaluatePolicy } from '../../../../electron/core/instructions/policy/policy-types.js'
import { InstructionFixture, RICH } from '../harness/instruction-fixture.js'
import { draft, held, market } from '../harness/fake-order-gateway.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../harness/written-out.js'

const ROWS = [draft('187'), draft('188', '10', { side: 'sell' }), draft('189')]
const batch = async (): Promise<InstructionFixture> => {
  const fixture = await new InstructionFixture().start()
  fixture.facts = { position: held(draft(), '10') }
  fixture.gateway.price = ({ side }) => (side === 'buy' ? '1000' : '300')
  await fixture.requestAndArm('k1', ROWS)
  return fixture
}
const net = (fixture: InstructionFixture): Record<string, string> =>
  Object.fromEntries(
    writtenOut(fixture.service.confirm.live.get()).net.map(({ id, value }) => [id, value]),
  )

describe('CONFIRM-29: a batch is one card with a row for each order', () => {
  it('shows every order and the net effect', async () => {
    const fixture = await batch()
    const { batch: rows, card } = writtenOut(fixture.service.confirm.live.get())
    expect(
      rows.map(({ line, batch: batchPosition }) => [
        line,
        batchPosition?.index,
        batchPosition?.count,
      ]),
    ).toEqual([
      ['BUY 10 AAPL, limit 187.00, day', 0, 3],
      ['SELL 10 AAPL, limit 188.00, day', 1, 3],
      ['BUY 10 AAPL, limit 189.00, day', 2, 3],
    ])
    expect(card?.id).toBe(rows[0]?.id)
    expect(net(fixture)).toEqual({
      net: '$1,700.00',
      paid: '$2,000.00',
      received: '$300.00',
      count: '3',
    })
    expect(writtenOut(fixture.service.confirm.live.get()).waiting).toBe(0)
  })

  it('excludes declined and rejected rows from the net effect', async () => {
    const fixture = await batch()
    const decisions = [0, 1, 2].map((row) => fixture.decision({}, fixture.row(row)))
    const [first, second, third] = decisions
    if (first === undefined || second === undefined || third === undefined) {
      throw new Error('three rows')
    }
    await fixture.service.decisions.decide({ ...first, decision: 'decline' })
    expect(net(fixture)).toEqual({
      net: '$700.00',
      paid: '$1,000.00',
      received: '$300.00',
      count: '2',
    })
    await fixture.service.decisions.decide(second)
    expect(net(fixture)).toMatchObject({ received: '$300.00', count: '2' })
    fixture.gateway.behavior = 'refuse'
    await fixture.service.decisions.decide(third)
    expect(net(fixture)).toEqual({ net: '$300.00', paid: '$0.00', received: '$300.00', count: '1' })
  })

  it('shows no net effect when one row has no price', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.gateway.price = ({ type }) => (type === 'market' ? null : '1000')
    await fixture.requestAndArm('k1', [draft('187'), market()])
    expect(net(fixture)).toEqual({ net: 'not known', count: '2' })
  })

  it('sends each row by its own decision, and the other rows stay armed', async () => {
    const fixture = await batch()
    const decisions = [0, 1, 2].map((row) => fixture.decision({}, fixture.row(row)))
    for (const decision of decisions) {
      expect((await fixture.service.decisions.decide(decision)).ok).toBe(true)
    }
    expect(fixture.sent.map((order) => order.draft.limitPrice)).toEqual(
      ROWS.map(({ limitPrice }) => limitPrice),
    )
    expect(writtenOut(fixture.service.confirm.live.get()).batch.map(({ state }) => state)).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
    ])
  })

  it('allows two approvals in turn that both count against the policy', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.evaluatePolicy = evaluatePolicy
    fixture.facts = { balance: RICH }
    await fixture.requestAndArm(
      'k1',
      ROWS.filter(({ side }) => side === 'buy'),
    )
    const decisions = [0, 1].map((row) => fixture.decision({}, fixture.row(row)))
    for (const decision of decisions) {
      expect((await fixture.service.decisions.decide(decision)).ok).toBe(true)
    }
    expect(fixture.sent).toHaveLength(2)
  })

  it('shows each result in its own row', async () => {
    const fixture = await batch()
    const decisions = [0, 1, 2].map((row) => fixture.decision({}, fixture.row(row)))
    const [first, second, third] = decisions
    if (first === undefined || second === undefined || third === undefined) {
      throw new Error('three rows')
    }
    await fixture.service.decisions.decide(first)
    await fixture.service.decisions.decide({ ...second, decision: 'decline', why: 'not this one' })
    fixture.gateway.behavior = 'refuse'
    await fixture.service.decisions.decide(third)
    expect(
      writtenOut(fixture.service.confirm.live.get()).batch.map(({ state, result }) => [
        state,
        result,
      ]),
    ).toEqual([
      ['confirmed', 'The broker accepted it'],
      ['declined', 'not this one'],
      ['rejected', 'The broker refused it: too poor'],
    ])
    expect(fixture.instructions().map(({ status }) => status)).toEqual([
      'APPROVED',
      'REJECTED',
      'APPROVED',
    ])
  })

  describe('a row above the lowest tier', () => {
    const SHORT = [{ code: 'short-sale', text: foreign('short') }]
    const apart = async (): Promise<InstructionFixture> => {
      const fixture = await new InstructionFixture().start()
      const plain = fixture.evaluatePolicy
      const evaluateShortAsDanger: EvaluatePolicy = (input) => ({
        ...plain(input),
        ...(input.action.kind === 'place' && input.action.draft.side === 'sell'
          ? { tier: 'danger' as const, dangers: SHORT }
          : {}),
      })
      fixture.evaluatePolicy = evaluateShortAsDanger
      fixture.facts = { ...fixture.facts, position: held(draft(), '10') }
      await fixture.request('k1', ROWS)
      await fixture.advance(10)
      return fixture
    }
    /** Opens one row as the page does: it is fully visible, and the others are lines in a list. */
    const open = async (fixture: InstructionFixture, row: number, ms: number): Promise<void> => {
      const reportShown = (isComplete: boolean): void =>
        fixture.service.confirm.live
          .get()
          .batch.forEach(({ id, digest }, index) =>
            fixture.service.markShown(id, digest, isComplete && index === row),
          )
      reportShown(false)
      reportShown(true)
      await fixture.advance(ms)
    }

    it('allows each row to be approved by itself once it was displayed', async () => {
      const fixture = await apart()
      for (const row of [0, 1, 2]) {
        await open(fixture, row, 3_400)
        expect(
          await fixture.decide({ acknowledged: row === 1 ? ['short-sale'] : [] }, fixture.row(row)),
        ).toBe('ok')
      }
      expect(fixture.sent.map(({ draft: { limitPrice } }) => limitPrice)).toEqual(
        ROWS.map(({ limitPrice }) => limitPrice),
      )
    })

    it('refuses rows that are not open, and every decision disarms the rest', async () => {
      const fixture = await apart()
      await open(fixture, 0, 3_400)
      expect(await fixture.decide({}, fixture.row(2))).toBe('instruction/refused')
      expect(await fixture.decide({}, fixture.row(0))).toBe('ok')
      expect(await fixture.decide({}, fixture.row(2))).toBe('instruction/refused')
      expect(fixture.sent).toHaveLength(1)
    })

    it('disarms for the full time when another row is opened', async () => {
      const fixture = await apart()
      await open(fixture, 0, 3_400)
      expect(fixture.row(0).arming.armed).toBe(true)
      await open(fixture, 2, 2_900)
      expect(fixture.row(2).arming.armed).toBe(false)
      expect(await fixture.decide({}, fixture.row(2))).toBe('instruction/refused')
      await fixture.advance(150)
      expect(await fixture.decide({}, fixture.row(2))).toBe('ok')
    })
  })

  it('refuses decisions that were swapped between rows', async () => {
    const fixture = await batch()
    const [a, b] = [fixture.row(0), fixture.row(1)]
    expect(await fixture.decide({ id: b.id }, a)).toBe('instruction/changed')
    expect(await fixture.decide({ digest: b.digest }, a)).toBe('instruction/changed')
    expect(await fixture.decide({ nonce: b.arming.nonce }, a)).toBe('instruction/changed')
    expect(fixture.sent).toEqual([])
  })

  it('stays disarmed while rows are not drawn', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.facts = { ...fixture.facts, position: held(draft(), '10') }
    await fixture.request('k1', ROWS)
    await fixture.advance(10)
    fixture.service.markShown(fixture.row(0).id, fixture.row(0).digest, true)
    await fixture.advance(5_000)
    expect(fixture.row(0).arming.armed).toBe(false)
    expect(await fixture.approve(fixture.row(0))).toBe('instruction/refused')
  })

  it('is accepted as a whole or not at all', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.evaluatePolicy = evaluatePolicy
    expect((await fixture.request('k1', [draft('1'), draft('100', '1000')])).ok).toBe(false)
    expect(fixture.instructions()).toEqual([])
  })
})
