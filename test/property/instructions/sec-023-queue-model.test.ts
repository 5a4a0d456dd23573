import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amended } from '../../../electron/core/instructions/action.js'
import { asQuantity, dec } from '../../../shared/domain/decimal.js'
import type { InstructionId } from '../../../shared/domain/instruction.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { DAY_MS } from '../../../shared/domain/time.js'
import type { Decision } from '../../../shared/ipc/instructions.js'
import { runs } from '../../harness/effort.js'
import { ASSISTANT, DeskWorld, draft } from '../../simulation/instructions/desk-world.js'

const ORDERS = [draft('187.50'), draft('188'), draft('187.50', '20')]
const KEYS = ['a', 'b', 'c', null] as const
const WAITS = [1_000, 61_000, 16 * 60_000, DAY_MS + 1_000]

type Step =
  | { readonly do: 'ask'; readonly key: number; readonly order: number; readonly times: number }
  | {
      readonly do:
        | 'look'
        | 'sign'
        | 'approve'
        | 'decline'
        | 'restart'
        | 'later'
        | 'policy'
        | 'stall'
    }
  | { readonly do: 'race'; readonly with: 'revoke' | 'halt' | 'again' | 'policy' }
  | {
      readonly do: 'replay'
      readonly one: number
      readonly other: number
      readonly swap: 'nothing' | 'id' | 'digest' | 'nonce'
    }
  | { readonly do: 'revoke'; readonly which: number }
  | { readonly do: 'amend'; readonly quantity: number }
  | { readonly do: 'wait'; readonly which: number }

const index = fc.nat({ max: 7 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      key: fc.nat({ max: 3 }),
      order: fc.nat({ max: 2 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'look' as const,
        'look' as const,
        'sign' as const,
        'sign' as const,
        'approve' as const,
        'approve' as const,
        'decline' as const,
        'restart' as const,
        'later' as const,
        'policy' as const,
        'stall' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('race' as const),
      with: fc.constantFrom(
        'revoke' as const,
        'halt' as const,
        'again' as const,
        'policy' as const,
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('replay' as const),
      one: index,
      other: index,
      swap: fc.constantFrom('nothing' as const, 'id' as const, 'digest' as const, 'nonce' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), which: index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('amend' as const),
      quantity: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), which: fc.nat({ max: 3 }) }),
  },
)

/** Plays steps on a queue, and holds what it does against what was said to it. */
class Player {
  readonly at = new DeskWorld()
  /** What a digest of a card stood for when it was drawn. */
  readonly drawn = new Map<string, OrderDraft>()
  readonly captured: Decision[] = []
  /** What each key means: which order, which instructions, since when. */
  readonly keys = new Map<
    string,
    { readonly order: number; readonly id: InstructionId; readonly at: number }
  >()
  approvals = 0

  private capture(): void {
    const { card } = this.at.desk.confirm.get()
    if (card === null) return
    this.captured.push(this.at.decision())
    const instruction = this.at.desk.get(card.id)
    if (instruction === null) throw new Error('a card without an instruction')
    const action = amended(instruction.action, instruction.amendment)
    if (action.kind === 'place') this.drawn.set(`${card.id} ${card.digest}`, action.draft)
  }

  private async ask(key: string | null, order: number): Promise<void> {
    const { at } = this
    const now = at.wall()
    const answer = await at.ask(key, ORDERS[order])
    const known = key === null ? undefined : this.keys.get(key)
    if (known !== undefined && now - known.at < DAY_MS) {
      if (known.order === order) {
        expect(
          answer.ok && answer.value.map(({ id }) => id),
          'the same key and order is the same instruction',
        ).toEqual([known.id])
      } else {
        expect(
          answer.ok ? '' : answer.error.code,
          'the same key and another order is a conflict',
        ).toBe('key-conflict')
      }
      return
    }
    if (!answer.ok) throw new Error(answer.error.code)
    const [one] = answer.value
    if (one !== undefined && key !== null) this.keys.set(key, { order, id: one.id, at: now })
  }

  async play(one: Step): Promise<void> {
    const { at } = this
    switch (one.do) {
      case 'ask': {
        const key = KEYS[one.key] ?? null
        // A stream that broke makes the client call again, at once and at the same moment.
        if (one.times > 1) await this.ask(key, one.order)
        await Promise.all(
          Array.from({ length: one.times - (one.times > 1 ? 1 : 0) }, () =>
            this.ask(key, one.order),
          ),
        )
        return
      }
      case 'look': {
        await at.look(1)
        this.capture()
        await at.look(3_200)
        return this.capture()
      }
      case 'sign': {
        // A person who goes on to the next card, reads it and approves it.
        const { card } = at.desk.confirm.get()
        if (card !== null && card.state !== 'open') at.desk.later(card.id)
        await this.play({ do: 'look' })
        return this.play({ do: 'approve' })
      }
      case 'approve':
      case 'decline': {
        if (at.desk.confirm.get().card === null) return
        this.capture()
        if ((await at.decide({ decision: one.do })) === 'ok' && one.do === 'approve') {
          this.approvals += 1
        }
        return
      }
      case 'race': {
        const { card } = at.desk.confirm.get()
        if (card === null) return
        this.capture()
        const decision = at.decision()
        const approving = at.desk.decide(decision)
        if (one.with === 'revoke') await at.desk.revoke(ASSISTANT, card.id)
        else if (one.with === 'halt') at.halt()
        else if (one.with === 'policy') at.connection('policy')
        else await at.desk.decide(decision)
        await approving
        if (one.with === 'halt') at.halt(false)
        const after = at.desk.get(card.id)
        if (after?.status === 'REJECTED') {
          expect(
            at.sent.some(({ ticket }) => ticket === `i-${card.id}`),
            'what was stopped was not sent',
          ).toBe(false)
        }
        return
      }
      case 'replay': {
        const [a, b] = [this.captured.at(one.one - 4), this.captured.at(one.other - 4)]
        if (a === undefined || b === undefined) return
        const { ok } = await at.desk.decide(
          one.swap === 'nothing' ? a : { ...a, [one.swap]: b[one.swap] },
        )
        const mixed = one.swap !== 'nothing' && a[one.swap] !== b[one.swap]
        if (mixed) expect(ok, 'a decision made of two is refused').toBe(false)
        if (ok) this.approvals += 1
        return
      }
      case 'revoke': {
        const found = at.all().at(one.which - 4)
        if (found !== undefined) await at.desk.revoke(ASSISTANT, found.id)
        return
      }
      case 'amend': {
        const { card } = at.desk.confirm.get()
        if (card !== null) {
          await at.desk.amend(card.id, card.digest, {
            quantity: asQuantity(dec(String(one.quantity))),
          })
        }
        return
      }
      case 'restart': {
        await at.restart()
        expect(
          at.all().every(({ status }) => status !== 'PENDING'),
          'nothing is alive by accident',
        ).toBe(true)
        return
      }
      case 'later':
        return at.desk.later(at.desk.confirm.get().card?.id ?? null)
      case 'policy':
        return at.connection('policy')
      case 'stall':
        at.world.now += 6_000
        return
      case 'wait': {
        at.world.now += WAITS[one.which] ?? 0
        return at.pass(1_000)
      }
    }
  }

  /** At most one order for each instruction, of what was on the screen when it was approved. */
  check(): void {
    const { at } = this
    const tickets = at.sent.map(({ ticket }) => ticket)
    expect(new Set(tickets).size, 'a ticket is sent once').toBe(tickets.length)
    for (const { ticket, draft: of } of at.sent) {
      const id = ticket.slice(2) as InstructionId
      expect(at.desk.get(id)?.status, 'only what was approved is sent').toBe('APPROVED')
      const said = at
        .kinds('decided')
        .filter(
          ({ subject, body }) =>
            subject === id && body['decision'] === 'approve' && body['refused'] !== true,
        )
      expect(said.length, 'one decision for one order').toBe(1)
      expect(
        this.drawn.get(`${id} ${String(said[0]?.body['shown'])}`),
        'what was drawn is what was sent',
      ).toEqual(of)
    }
  }
}

describe('SEC-23, SEC-24: whatever is called again, swapped, replayed or raced', () => {
  it('there is at most one order for an instruction, and it is the one that was on the screen', async () => {
    let sent = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const player = new Player()
        player.at.policy = { maxPending: 50, maxPerMinute: 60 }
        await player.at.start()
        for (const one of steps) {
          await player.play(one)
          player.at.state = 'active'
          player.check()
        }
        sent += player.at.sent.length
      }),
      { numRuns: runs(100, 3_000), seed: 23 },
    )
    expect(sent, 'the steps do lead to orders').toBeGreaterThan(20)
  })

  it('fifty calls of the same request at any times within a day, over restarts, are one instruction and one order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ after: fc.nat({ max: 20 * 60_000 }), restart: fc.boolean() }), {
          minLength: 49,
          maxLength: 49,
        }),
        fc.nat({ max: 48 }),
        async (calls, approveAt) => {
          const at = await new DeskWorld().start()
          const first = await at.ask('k1')
          for (const [count, { after, restart }] of calls.entries()) {
            if (count === approveAt && at.only().status === 'PENDING') {
              await at.look(2_000)
              await at.approve()
            }
            at.world.now += after
            if (restart && count % 5 === 0) await at.restart()
            const again = await at.ask('k1')
            expect(again.ok && first.ok && again.value[0]?.id).toBe(first.ok && first.value[0]?.id)
          }
          expect(at.all()).toHaveLength(1)
          expect(at.sent.length).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: runs(5, 300), seed: 50 },
    )
  })
})
