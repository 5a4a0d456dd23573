import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import type { JudgePolicy } from '../../../electron/core/instructions/policy-port.js'
import { DeskWorld, draft, market, RICH } from './desk-world.js'

const ROWS = [draft('187'), draft('188', '10', { side: 'sell' }), draft('189')]
const batch = async (): Promise<DeskWorld> => {
  const at = await new DeskWorld().start()
  at.door.price = ({ side }) => (side === 'buy' ? '1000' : '300')
  await at.ready('k1', ROWS)
  return at
}
const net = (at: DeskWorld): Record<string, string> =>
  Object.fromEntries(at.desk.confirm.get().net.map(({ id, value }) => [id, value]))

describe('rule 29: a batch is one card with a row for each order', () => {
  it('shows every order and what they come to together', async () => {
    const at = await batch()
    const { batch: rows, card } = at.desk.confirm.get()
    expect(rows.map(({ line, batch: of }) => [line, of?.index, of?.count])).toEqual([
      ['BUY 10 AAPL, limit 187.00, day', 0, 3],
      ['SELL 10 AAPL, limit 188.00, day', 1, 3],
      ['BUY 10 AAPL, limit 189.00, day', 2, 3],
    ])
    expect(card?.id).toBe(rows[0]?.id)
    expect(net(at)).toEqual({
      net: '$1,700.00',
      paid: '$2,000.00',
      received: '$300.00',
      count: '3',
    })
    expect(at.desk.confirm.get().waiting).toBe(0)
  })

  it('what is declined, or not taken, is no part of what they come to', async () => {
    const at = await batch()
    const decisions = [0, 1, 2].map((row) => at.decision({}, at.row(row)))
    const [first, second, third] = decisions
    if (first === undefined || second === undefined || third === undefined) {
      throw new Error('three rows')
    }
    await at.desk.decide({ ...first, decision: 'decline' })
    expect(net(at)).toEqual({ net: '$700.00', paid: '$1,000.00', received: '$300.00', count: '2' })
    await at.desk.decide(second)
    expect(net(at)).toMatchObject({ received: '$300.00', count: '2' })
    at.door.manner = 'refuse'
    await at.desk.decide(third)
    expect(net(at)).toEqual({ net: '$300.00', paid: '$0.00', received: '$300.00', count: '1' })
  })

  it('without a price for one row there is no sum', async () => {
    const at = await new DeskWorld().start()
    at.door.price = ({ type }) => (type === 'market' ? null : '1000')
    await at.ready('k1', [draft('187'), market()])
    expect(net(at)).toEqual({ net: 'not known', count: '2' })
  })

  it('one after another, each by its own decision; the others stay armed', async () => {
    const at = await batch()
    const decisions = [0, 1, 2].map((row) => at.decision({}, at.row(row)))
    for (const decision of decisions) expect((await at.desk.decide(decision)).ok).toBe(true)
    expect(at.sent.map((each) => each.draft.limitPrice)).toEqual(
      ROWS.map(({ limitPrice }) => limitPrice),
    )
    expect(at.desk.confirm.get().batch.map(({ state }) => state)).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
    ])
  })

  it('also when each counts against the policy of the assistant', async () => {
    const at = await new DeskWorld().start()
    at.judge = judgePolicy
    at.facts = { balance: RICH }
    await at.ready(
      'k1',
      ROWS.filter(({ side }) => side === 'buy'),
    )
    const decisions = [0, 1].map((row) => at.decision({}, at.row(row)))
    for (const decision of decisions) expect((await at.desk.decide(decision)).ok).toBe(true)
    expect(at.sent).toHaveLength(2)
  })

  it('partial results stand in their own rows', async () => {
    const at = await batch()
    const decisions = [0, 1, 2].map((row) => at.decision({}, at.row(row)))
    const [first, second, third] = decisions
    if (first === undefined || second === undefined || third === undefined) {
      throw new Error('three rows')
    }
    await at.desk.decide(first)
    await at.desk.decide({ ...second, decision: 'decline', why: 'not this one' })
    at.door.manner = 'refuse'
    await at.desk.decide(third)
    expect(at.desk.confirm.get().batch.map(({ state, result }) => [state, result])).toEqual([
      ['confirmed', 'The broker took it'],
      ['declined', 'not this one'],
      ['rejected', 'The broker refused it: too poor'],
    ])
    expect(at.all().map(({ status }) => status)).toEqual(['APPROVED', 'REJECTED', 'APPROVED'])
  })

  describe('a row above the lowest tier takes the batch apart', () => {
    const SHORT = [{ code: 'short-sale', text: 'short' }]
    const apart = async (): Promise<DeskWorld> => {
      const at = await new DeskWorld().start()
      const plain = at.judge
      const judge: JudgePolicy = (input) => ({
        ...plain(input),
        ...(input.action.kind === 'place' && input.action.draft.side === 'sell'
          ? { tier: 'danger' as const, dangers: SHORT }
          : {}),
      })
      at.judge = judge
      await at.ask('k1', ROWS)
      await at.pass(10)
      return at
    }
    /**
     * As the page does it: one row is open and has been read whole, the others are lines in a list.
     */
    const open = async (at: DeskWorld, row: number, ms: number): Promise<void> => {
      const tell = (whole: boolean): void =>
        at.desk.confirm
          .get()
          .batch.forEach(({ id, digest }, index) =>
            at.desk.shown(id, digest, whole && index === row),
          )
      tell(false)
      tell(true)
      await at.pass(ms)
    }

    it('each row can be approved by itself, once it has been read', async () => {
      const at = await apart()
      for (const row of [0, 1, 2]) {
        await open(at, row, 3_400)
        expect(
          await at.decide({ acknowledged: row === 1 ? ['short-sale'] : [] }, at.row(row)),
        ).toBe('ok')
      }
      expect(at.sent.map(({ draft: { limitPrice } }) => limitPrice)).toEqual(
        ROWS.map(({ limitPrice }) => limitPrice),
      )
    })

    it('a row that is not the open one cannot be, and every decision disarms the rest', async () => {
      const at = await apart()
      await open(at, 0, 3_400)
      expect(await at.decide({}, at.row(2))).toBe('instruction/refused')
      expect(await at.decide({}, at.row(0))).toBe('ok')
      expect(await at.decide({}, at.row(2))).toBe('instruction/refused')
      expect(at.sent).toHaveLength(1)
    })

    it('another row under the button has the whole time counted anew', async () => {
      const at = await apart()
      await open(at, 0, 3_400)
      expect(at.row(0).arming.armed).toBe(true)
      await open(at, 2, 2_900)
      expect(at.row(2).arming.armed).toBe(false)
      expect(await at.decide({}, at.row(2))).toBe('instruction/refused')
      await at.pass(150)
      expect(await at.decide({}, at.row(2))).toBe('ok')
    })
  })

  it('decisions swapped between rows are refused', async () => {
    const at = await batch()
    const [a, b] = [at.row(0), at.row(1)]
    expect(await at.decide({ id: b.id }, a)).toBe('instruction/changed')
    expect(await at.decide({ digest: b.digest }, a)).toBe('instruction/changed')
    expect(await at.decide({ nonce: b.arming.nonce }, a)).toBe('instruction/changed')
    expect(at.sent).toEqual([])
  })

  it('rows that were not drawn arm nothing', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1', ROWS)
    await at.pass(10)
    at.desk.shown(at.row(0).id, at.row(0).digest, true)
    await at.pass(5_000)
    expect(at.row(0).arming.armed).toBe(false)
    expect(await at.approve(at.row(0))).toBe('instruction/refused')
  })

  it('is taken whole or not at all', async () => {
    const at = await new DeskWorld().start()
    at.judge = judgePolicy
    expect((await at.ask('k1', [draft('1'), draft('100', '1000')])).ok).toBe(false)
    expect(at.all()).toEqual([])
  })
})
