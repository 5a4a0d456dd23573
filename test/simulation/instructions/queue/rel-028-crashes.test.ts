import { describe, expect, it } from 'vitest'
import { asPrice, asQuantity, dec, decimalText } from '../../../../shared/domain/decimal.js'
import { exitsOf } from '../../../../shared/domain/orders/exits.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { runs } from '../../../harness/system/effort.js'
import { CrashFixture } from '../harness/crash-fixture.js'
import { DEATHS, type Death } from '../harness/crash-disk.js'
import { ASSISTANT } from '../harness/instruction-fixture.js'
import { draft, market } from '../harness/fake-order-gateway.js'

const STEP = runs(6, 1)
type Script = (fixture: CrashFixture) => Promise<void>
/** Places a working order of the assistant, which a script can change. */
const workingOrder = async (
  fixture: CrashFixture,
): Promise<Pick<Order, 'accountId' | 'clientOrderId'>> => {
  await fixture.request('first', draft('150', '10'))
  await fixture.drawCards()
  await fixture.decide()
  await fixture.wait(200)
  const id = fixture.instructions()[0]?.outcome?.clientOrderId
  if (id === null || id === undefined) throw new Error('the standing order was not made')
  return { accountId: draft().accountId, clientOrderId: id }
}

/** What people and assistants do; the process may die at any write of it. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  'asked, folded, approved': async (fixture) => {
    await fixture.request('k1')
    await fixture.request('k1')
    await fixture.request('k2')
    await fixture.drawCards()
    await fixture.decide()
    await fixture.wait(500)
  },
  'changed by the person, given more time, approved': async (fixture) => {
    await fixture.request('k1', market())
    await fixture.drawCards()
    const { card } = fixture.service.confirm.live.get()
    if (card !== null) {
      await fixture.service.review.amend(card.id, card.digest, {
        quantity: asQuantity(dec('7')),
      })
    }
    if (card !== null) await fixture.service.review.extend(card.id)
    await fixture.drawCards()
    await fixture.decide()
    await fixture.wait(500)
  },
  declined: async (fixture) => {
    await fixture.request('k1')
    await fixture.drawCards()
    await fixture.decide(1, { decision: 'decline' })
  },
  'revoked while it is approved': async (fixture) => {
    await fixture.request('k1')
    await fixture.drawCards()
    const [instruction] = fixture.instructions()
    void fixture.decide()
    if (instruction !== undefined) await fixture.service.endings.revoke(ASSISTANT, instruction.id)
    await fixture.wait(500)
  },
  expired: async (fixture) => {
    await fixture.request('k1', market())
    await fixture.drawCards(125_000)
    await fixture.decide()
  },
  'a batch in which one row is declined': async (fixture) => {
    await fixture.request('k1', draft('187'), draft('188'), draft('189'))
    await fixture.drawCards()
    const [first, second, third] = fixture.decisions
    if (first !== undefined) await fixture.service.decisions.decide(first)
    if (second !== undefined) {
      await fixture.service.decisions.decide({ ...second, decision: 'decline' })
    }
    if (third !== undefined) await fixture.service.decisions.decide(third)
    await fixture.wait(500)
  },
  'an entry with its exits, approved': async (fixture) => {
    const entry = draft('187')
    await fixture.service.intake.instruct(ASSISTANT, {
      key: 'k1',
      reason: '',
      action: {
        kind: 'place',
        drafts: [entry],
        exits: exitsOf(entry, { takeProfit: asPrice(dec('200')), stopLoss: asPrice(dec('180')) }),
      },
    })
    await fixture.drawCards(3_400)
    await fixture.decide()
    await fixture.wait(500)
  },
  replaced: async (fixture) => {
    const on = await workingOrder(fixture)
    await fixture.service.intake.instruct(ASSISTANT, {
      key: 'r',
      reason: '',
      action: {
        kind: 'replace',
        ...on,
        change: { limitPrice: asPrice(dec('151')), quantity: asQuantity(dec('11')) },
      },
    })
    fixture.service.confirm.defer(fixture.instructions()[0]?.id ?? null)
    await fixture.drawCards()
    await fixture.decide()
    await fixture.wait(500)
  },
  cancelled: async (fixture) => {
    const on = await workingOrder(fixture)
    await fixture.service.intake.instruct(ASSISTANT, {
      key: 'c',
      reason: '',
      action: { kind: 'cancel', ...on },
    })
    fixture.service.confirm.defer(fixture.instructions()[0]?.id ?? null)
    await fixture.drawCards()
    await fixture.decide()
    await fixture.wait(500)
  },
}

/** Returns the ticket of an instruction from that of one of its linked orders. */
const mainTicket = (ticket = ''): string => ticket.replace(/#\d+$/, '')

/** Compares the orders of the exchange, by client order id, with queue, chain and journal. */
function check(fixture: CrashFixture, contextParts: readonly string[]): void {
  const { exchange, disk, simulation } = fixture
  const context = contextParts.join(' ')
  for (const instruction of fixture.instructions()) {
    const { id, action, status, ending, outcome, amendment } = instruction
    const details = `${context}: ${action.kind} ${status} ${ending?.why ?? ''} ${outcome?.state ?? ''}`
    expect(status, `${details}: alive by accident`).not.toBe('PENDING')
    expect(ending, details).not.toBeNull()
    expect(ending?.detail, details).not.toBe('')
    if (status !== 'APPROVED') expect(outcome, details).toBeNull()
    else {
      expect(
        ['acknowledged', 'rejected', 'denied'],
        `${details}: did not come to its end`,
      ).toContain(outcome?.state)
    }
    const ofTicket = disk
      .lines('orders')
      .map((line) => JSON.parse(line) as { kind: string; ticket?: string; clientOrderId?: string })
      .filter((line) => line.kind === 'intent' && mainTicket(line.ticket) === `i-${id}`)
    if (action.kind === 'place') {
      const count = 1 + (action.exits?.length ?? 0)
      expect(ofTicket.length, `${details}: each order at most once`).toBeLessThanOrEqual(count)
      const ids = ofTicket.map(({ clientOrderId }) => clientOrderId)
      const [entry, ...exits] = [...exchange.orders.values()].filter((order) =>
        ids.includes(order.id),
      )
      expect(entry === undefined ? 0 : 1 + exits.length, details).toBe(
        outcome?.state === 'acknowledged' ? count : 0,
      )
      if (entry !== undefined) {
        expect(
          String(
            entry.draft.size.kind === 'quantity' ? decimalText(entry.draft.size.quantity) : '',
          ),
          `${details}: what was shown is what was sent`,
        ).toBe(amendment?.quantity === undefined ? '10' : decimalText(amendment.quantity))
      }
    } else if (outcome !== null) {
      const held = exchange.orders.get(action.clientOrderId)
      const done = action.kind === 'cancel' ? held?.status === 'cancelled' : held?.limit === '151'
      // An order that had filled could not be changed; both sides say so.
      expect(done, details).toBe(outcome.state === 'acknowledged')
    }
  }
  expect(
    [...exchange.created.values()].every((count) => count === 1),
    context,
  ).toBe(true)
  const placed = exchange.sent.filter(({ kind }) => kind === 'place').map(({ id }) => id)
  expect(new Set(placed).size, `${context}: sent twice`).toBe(placed.length)
  // Everything in the queue's file is on the chain, and every send was decided and recorded before.
  const chain = disk
    .lines('audit')
    .map(
      (line) =>
        JSON.parse(line) as { kind: string; subject: string; body: Record<string, unknown> },
    )
  for (const line of disk.lines('instructions')) {
    const record = JSON.parse(line) as {
      kind: string
      id: string
      state?: string
      made?: { id: string }[]
    }
    const on = (kind: string): boolean =>
      chain.some((entry) => entry.subject === record.id && entry.kind === kind)
    if (record.kind === 'made') {
      expect(
        record.made?.every(({ id }) =>
          chain.some((entry) => entry.subject === id && entry.kind === 'asked'),
        ),
        context,
      ).toBe(true)
    }
    if (record.kind === 'sending') expect(on('decided'), context).toBe(true)
    if (record.kind === 'ended') expect(on('ended') || on('decided'), context).toBe(true)
    if (record.kind === 'outcome') expect(on('outcome'), context).toBe(true)
  }
  for (const line of disk.lines('orders')) {
    const record = JSON.parse(line) as { kind: string; ticket?: string }
    if (record.kind === 'intent') {
      expect(
        chain.some(
          (entry) => entry.kind === 'sent' && entry.body['ticket'] === mainTicket(record.ticket),
        ),
        context,
      ).toBe(true)
    }
  }
  expect(simulation.epoch).toBeGreaterThan(0)
}

/**
 * Runs a script until it ends or the process dies at write `killAt`; then restarts and checks
 * everything.
 */
async function crash(name: string, script: Script, killAt: number, death: Death): Promise<boolean> {
  const fixture = new CrashFixture(killAt * 31 + name.length)
  const unproved: string[] = []
  fixture.exchange.onSend = (kind) => {
    const sending = fixture.instructions().filter(({ outcome }) => outcome?.state === 'sending')
    if (!sending.some(({ id }) => fixture.isProved('decided', id))) unproved.push(kind)
  }
  void fixture.start()
  await fixture.simulation.run(1_000)
  fixture.disk.writes.length = 0
  fixture.disk.killAt = killAt
  fixture.disk.death = death
  let over = false
  let broke: unknown = null
  void script(fixture)
    .catch((cause: unknown) => {
      broke = cause
    })
    .finally(() => {
      over = true
    })
  await fixture.simulation.run(200_000, () => over || fixture.disk.dead)
  if (broke !== null) throw broke as Error
  const contextParts = [name, death, String(killAt), fixture.disk.writes.at(-1) ?? '']
  const [died, before] = [fixture.disk.dead, fixture.exchange.sent.length]
  fixture.crash()
  void fixture.start()
  const open = (): boolean =>
    fixture.life === null ||
    fixture
      .instructions()
      .some(
        ({ status, outcome }) =>
          status === 'PENDING' || outcome?.state === 'sending' || outcome?.state === 'unknown',
      )
  await fixture.simulation.run(fixture.simulation.now + 5_000)
  await fixture.simulation.run(fixture.simulation.now + 600_000, () => !open())
  // Decisions that a page still holds from before approve nothing.
  const late = fixture.decisions.map((decision) => fixture.service.decisions.decide(decision))
  await fixture.simulation.run(fixture.simulation.now + 2_000)
  for (const answer of await Promise.all(late)) {
    expect(answer.ok, contextParts.join(' ')).toBe(false)
  }
  if (died) {
    expect(fixture.exchange.sent.length, `${contextParts.join(' ')}: sent after a restart`).toBe(
      before,
    )
  }
  check(fixture, contextParts)
  expect(
    unproved,
    `${contextParts.join(' ')}: sent before a head on the disk told of the decision`,
  ).toEqual([])
  // The caller repeats its call with its key: the same instruction if it was accepted, and no
  // further order.
  const countBefore = fixture.instructions().length
  const repeated = fixture.service.intake.instruct(ASSISTANT, {
    key: name === 'a batch in which one row is declined' ? 'k1' : 'none',
    reason: '',
    action: { kind: 'place', drafts: [draft('187'), draft('188'), draft('189')] },
  })
  await fixture.simulation.run(fixture.simulation.now + 1_000)
  if (name.startsWith('a batch') && countBefore > 0) {
    expect((await repeated).ok && fixture.instructions().length, contextParts.join(' ')).toBe(
      countBefore,
    )
  }
  const report = fixture.life?.audit.verify()
  await fixture.simulation.run(fixture.simulation.now + 1_000)
  expect((await report)?.problem, contextParts.join(' ')).toBeNull()
  fixture.crash()
  return died
}

describe('REL-28: the process dies at every write of queue, chain, journal and key store', () => {
  it.each(Object.entries(SCRIPTS))(
    'the next start recovers from a death with: %s',
    async (name, script) => {
      let points = 0
      for (const [deathIndex, death] of DEATHS.entries()) {
        // In `npm test` the three ways to die share the writes between them; `npm run sim` dies in
        // every way at every one.
        for (let killAt = 1 + (deathIndex % STEP); ; killAt += STEP) {
          if (!(await crash(name, script, killAt, death))) break
          points += 1
        }
      }
      expect(points, `${name} writes something`).toBeGreaterThan(3)
    },
  )
})
