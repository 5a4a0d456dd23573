import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyAmendment } from '../../../electron/core/instructions/requests/action.js'
import { asQuantity, dec } from '../../../shared/domain/decimal.js'
import type { InstructionId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { DAY_MS } from '../../../shared/domain/time.js'
import type { Decision } from '../../../shared/domain/instructions/instruction.schema.js'
import { runs } from '../../harness/system/effort.js'
import {
  ASSISTANT,
  InstructionFixture,
} from '../../simulation/instructions/harness/instruction-fixture.js'
import { draft } from '../../simulation/instructions/harness/fake-order-gateway.js'

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
      readonly first: number
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
      first: index,
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

/** Plays steps on a queue and compares its behavior with a model. */
class QueueModel {
  readonly fixture = new InstructionFixture()
  /** The draft behind each digest when its card was drawn. */
  readonly drawn = new Map<string, OrderDraft>()
  readonly captured: Decision[] = []
  /** The order, instruction and time of each key. */
  readonly keys = new Map<
    string,
    { readonly order: number; readonly id: InstructionId; readonly at: number }
  >()
  approvals = 0

  #capture(): void {
    const { card } = this.fixture.service.confirm.live.get()
    if (card === null) return
    this.captured.push(this.fixture.decision())
    const instruction = this.fixture.service.get(card.id)
    if (instruction === null) throw new Error('a card without an instruction')
    const action = applyAmendment(instruction.action, instruction.amendment)
    if (action.kind === 'place') this.drawn.set(`${card.id} ${card.digest}`, action.draft)
  }

  async #ask(key: string | null, order: number): Promise<void> {
    const { fixture } = this
    const now = fixture.wall()
    const answer = await fixture.request(key, ORDERS[order])
    const previous = key === null ? undefined : this.keys.get(key)
    if (previous !== undefined && now - previous.at < DAY_MS) {
      if (previous.order === order) {
        expect(
          answer.ok && answer.value.map(({ id }) => id),
          'the same key and order is the same instruction',
        ).toEqual([previous.id])
      } else {
        expect(
          answer.ok ? '' : answer.error.code,
          'the same key and another order is a conflict',
        ).toBe('key-conflict')
      }
      return
    }
    if (!answer.ok) throw new Error(answer.error.code)
    const [instruction] = answer.value
    if (instruction !== undefined && key !== null) {
      this.keys.set(key, { order, id: instruction.id, at: now })
    }
  }

  async play(step: Step): Promise<void> {
    const { fixture } = this
    switch (step.do) {
      case 'ask': {
        const key = KEYS[step.key] ?? null
        // A broken stream makes the client repeat the call at once and concurrently.
        if (step.times > 1) await this.#ask(key, step.order)
        await Promise.all(
          Array.from({ length: step.times - (step.times > 1 ? 1 : 0) }, () =>
            this.#ask(key, step.order),
          ),
        )
        return
      }
      case 'look': {
        await fixture.drawCards(1)
        this.#capture()
        await fixture.drawCards(3_200)
        return this.#capture()
      }
      case 'sign': {
        // A person who goes on to the next card, reads it and approves it.
        const { card } = fixture.service.confirm.live.get()
        if (card !== null && card.state !== 'open') fixture.service.confirm.defer(card.id)
        await this.play({ do: 'look' })
        return this.play({ do: 'approve' })
      }
      case 'approve':
      case 'decline': {
        if (fixture.service.confirm.live.get().card === null) return
        this.#capture()
        if ((await fixture.decide({ decision: step.do })) === 'ok' && step.do === 'approve') {
          this.approvals += 1
        }
        return
      }
      case 'race': {
        const { card } = fixture.service.confirm.live.get()
        if (card === null) return
        this.#capture()
        const decision = fixture.decision()
        const approving = fixture.service.decisions.decide(decision)
        if (step.with === 'revoke') await fixture.service.endings.revoke(ASSISTANT, card.id)
        else if (step.with === 'halt') fixture.halt()
        else if (step.with === 'policy') fixture.changeConnection('policy')
        else await fixture.service.decisions.decide(decision)
        await approving
        if (step.with === 'halt') fixture.halt(false)
        const after = fixture.service.get(card.id)
        if (after?.status === 'REJECTED') {
          expect(
            fixture.sent.some(({ ticket }) => ticket === `i-${card.id}`),
            'what was stopped was not sent',
          ).toBe(false)
        }
        return
      }
      case 'replay': {
        const [a, b] = [this.captured.at(step.first - 4), this.captured.at(step.other - 4)]
        if (a === undefined || b === undefined) return
        const { ok } = await fixture.service.decisions.decide(
          step.swap === 'nothing' ? a : { ...a, [step.swap]: b[step.swap] },
        )
        const mixed = step.swap !== 'nothing' && a[step.swap] !== b[step.swap]
        if (mixed) expect(ok, 'a decision made of two is refused').toBe(false)
        if (ok) this.approvals += 1
        return
      }
      case 'revoke': {
        const found = fixture.instructions().at(step.which - 4)
        if (found !== undefined) await fixture.service.endings.revoke(ASSISTANT, found.id)
        return
      }
      case 'amend': {
        const { card } = fixture.service.confirm.live.get()
        if (card !== null) {
          await fixture.service.review.amend(card.id, card.digest, {
            quantity: asQuantity(dec(String(step.quantity))),
          })
        }
        return
      }
      case 'restart': {
        await fixture.restart()
        expect(
          fixture.instructions().every(({ status }) => status !== 'PENDING'),
          'nothing is alive by accident',
        ).toBe(true)
        return
      }
      case 'later':
        return fixture.service.confirm.defer(fixture.service.confirm.live.get().card?.id ?? null)
      case 'policy':
        return fixture.changeConnection('policy')
      case 'stall':
        fixture.simulation.now += 6_000
        return
      case 'wait': {
        fixture.simulation.now += WAITS[step.which] ?? 0
        return fixture.advance(1_000)
      }
    }
  }

  /** Checks that each instruction has at most one order, equal to the one displayed at approval. */
  check(): void {
    const { fixture } = this
    const tickets = fixture.sent.map(({ ticket }) => ticket)
    expect(new Set(tickets).size, 'a ticket is sent once').toBe(tickets.length)
    for (const { ticket, draft: sentDraft } of fixture.sent) {
      const id = ticket.slice(2) as InstructionId
      expect(fixture.service.get(id)?.status, 'only what was approved is sent').toBe('APPROVED')
      const said = fixture
        .auditRecords('decided')
        .filter(
          ({ subject, body }) =>
            subject === id && body['decision'] === 'approve' && body['refused'] !== true,
        )
      expect(said.length, 'one decision for one order').toBe(1)
      expect(
        this.drawn.get(`${id} ${String(said[0]?.body['shown'])}`),
        'what was drawn is what was sent',
      ).toEqual(sentDraft)
    }
  }
}

describe('SEC-23, SEC-24: repeated, swapped, replayed and concurrent calls', () => {
  it('give at most one order per instruction, and it is the one that was displayed', async () => {
    let sent = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const player = new QueueModel()
        player.fixture.policy = { maxPending: 50, maxPerMinute: 60 }
        await player.fixture.start()
        for (const step of steps) {
          await player.play(step)
          player.fixture.state = 'active'
          player.check()
        }
        sent += player.fixture.sent.length
      }),
      { numRuns: runs(100, 3_000), seed: 23 },
    )
    expect(sent, 'the steps do lead to orders').toBeGreaterThan(20)
  })

  it('give one instruction and one order for fifty calls within a day, over restarts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ after: fc.nat({ max: 20 * 60_000 }), restart: fc.boolean() }), {
          minLength: 49,
          maxLength: 49,
        }),
        fc.nat({ max: 48 }),
        async (calls, approveAt) => {
          const fixture = await new InstructionFixture().start()
          const first = await fixture.request('k1')
          for (const [count, { after, restart }] of calls.entries()) {
            if (count === approveAt && fixture.latest().status === 'PENDING') {
              await fixture.drawCards(2_000)
              await fixture.approve()
            }
            fixture.simulation.now += after
            if (restart && count % 5 === 0) await fixture.restart()
            const repeated = await fixture.request('k1')
            expect(repeated.ok && first.ok && repeated.value[0]?.id).toBe(
              first.ok && first.value[0]?.id,
            )
          }
          expect(fixture.instructions()).toHaveLength(1)
          expect(fixture.sent.length).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: runs(5, 300), seed: 50 },
    )
  })
})
