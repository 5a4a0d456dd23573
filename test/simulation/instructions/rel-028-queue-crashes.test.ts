import { describe, expect, it } from 'vitest'
import { asPrice, asQuantity, dec, decimalText } from '../../../shared/domain/decimal.js'
import type { Order } from '../../../shared/domain/order.js'
import { runs } from '../../harness/effort.js'
import { CrashWorld } from './crash-world.js'
import { DEATHS, type Death } from './crash-disk.js'
import { ASSISTANT, draft, market } from './desk-world.js'

const STEP = runs(6, 1)
type Script = (at: CrashWorld) => Promise<void>
/** A standing order of the assistant's, so that there is something to change. */
const standing = async (at: CrashWorld): Promise<Pick<Order, 'accountId' | 'clientOrderId'>> => {
  await at.ask('first', draft('150', '10'))
  await at.look()
  await at.decide()
  await at.wait(200)
  const id = at.all()[0]?.outcome?.clientOrderId
  if (id === null || id === undefined) throw new Error('the standing order was not made')
  return { accountId: draft().accountId, clientOrderId: id }
}

/** What people and assistants do; the process may die at any write of it. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  'asked, folded, approved': async (at) => {
    await at.ask('k1')
    await at.ask('k1')
    await at.ask('k2')
    await at.look()
    await at.decide()
    await at.wait(500)
  },
  'changed by the person, given more time, approved': async (at) => {
    await at.ask('k1', market())
    await at.look()
    const { card } = at.desk.confirm.get()
    if (card !== null) await at.desk.amend(card.id, card.digest, { quantity: asQuantity(dec('7')) })
    if (card !== null) await at.desk.extend(card.id)
    await at.look()
    await at.decide()
    await at.wait(500)
  },
  declined: async (at) => {
    await at.ask('k1')
    await at.look()
    await at.decide(1, { decision: 'decline' })
  },
  'revoked while it is approved': async (at) => {
    await at.ask('k1')
    await at.look()
    const [one] = at.all()
    void at.decide()
    if (one !== undefined) await at.desk.revoke(ASSISTANT, one.id)
    await at.wait(500)
  },
  expired: async (at) => {
    await at.ask('k1', market())
    await at.look(125_000)
    await at.decide()
  },
  'a batch in which one row is declined': async (at) => {
    await at.ask('k1', draft('187'), draft('188'), draft('189'))
    await at.look()
    const [first, second, third] = at.decisions
    if (first !== undefined) await at.desk.decide(first)
    if (second !== undefined) await at.desk.decide({ ...second, decision: 'decline' })
    if (third !== undefined) await at.desk.decide(third)
    await at.wait(500)
  },
  replaced: async (at) => {
    const on = await standing(at)
    await at.desk.instruct(ASSISTANT, {
      key: 'r',
      reason: '',
      action: {
        kind: 'replace',
        ...on,
        change: { limitPrice: asPrice(dec('151')), quantity: asQuantity(dec('11')) },
      },
    })
    at.desk.later(at.all()[0]?.id ?? null)
    await at.look()
    await at.decide()
    await at.wait(500)
  },
  cancelled: async (at) => {
    const on = await standing(at)
    await at.desk.instruct(ASSISTANT, { key: 'c', reason: '', action: { kind: 'cancel', ...on } })
    at.desk.later(at.all()[0]?.id ?? null)
    await at.look()
    await at.decide()
    await at.wait(500)
  },
}

/** What the exchange did, by the number it knows an order under. */
function check(at: CrashWorld, told: readonly string[]): void {
  const { exchange, disk, world } = at
  const where = told.join(' ')
  for (const instruction of at.all()) {
    const { id, action, status, ending, outcome, amendment } = instruction
    const what = `${where}: ${action.kind} ${status} ${ending?.why ?? ''} ${outcome?.state ?? ''}`
    expect(status, `${what}: alive by accident`).not.toBe('PENDING')
    expect(ending, what).not.toBeNull()
    expect(ending?.detail, what).not.toBe('')
    if (status !== 'APPROVED') expect(outcome, what).toBeNull()
    else {
      expect(['acknowledged', 'rejected', 'denied'], `${what}: did not come to its end`).toContain(
        outcome?.state,
      )
    }
    const ofTicket = disk
      .lines('orders')
      .map((line) => JSON.parse(line) as { kind: string; ticket?: string; clientOrderId?: string })
      .filter((line) => line.kind === 'intent' && line.ticket === `i-${id}`)
    if (action.kind === 'place') {
      expect(ofTicket.length, `${what}: one order at most`).toBeLessThanOrEqual(1)
      const held = [...exchange.orders.values()].find(
        (order) => order.id === ofTicket[0]?.clientOrderId,
      )
      expect(held === undefined ? 'none' : 'one', what).toBe(
        outcome?.state === 'acknowledged' ? 'one' : 'none',
      )
      if (held !== undefined) {
        expect(
          String(held.draft.size.kind === 'quantity' ? decimalText(held.draft.size.quantity) : ''),
          `${what}: what was shown is what was sent`,
        ).toBe(amendment?.quantity === undefined ? '10' : decimalText(amendment.quantity))
      }
    } else if (outcome !== null) {
      const held = exchange.orders.get(action.clientOrderId)
      const done = action.kind === 'cancel' ? held?.status === 'cancelled' : held?.limit === '151'
      // An order that filled before could not be changed; both say so.
      expect(done, what).toBe(outcome.state === 'acknowledged')
    }
  }
  expect(
    [...exchange.created.values()].every((count) => count === 1),
    where,
  ).toBe(true)
  const placed = exchange.sent.filter(({ kind }) => kind === 'place').map(({ id }) => id)
  expect(new Set(placed).size, `${where}: sent twice`).toBe(placed.length)
  // What the queue's file tells of is on the chain, and what was sent was decided and recorded
  // before.
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
      chain.some((each) => each.subject === record.id && each.kind === kind)
    if (record.kind === 'made') {
      expect(
        record.made?.every(({ id }) =>
          chain.some((each) => each.subject === id && each.kind === 'asked'),
        ),
        where,
      ).toBe(true)
    }
    if (record.kind === 'sending') expect(on('decided'), where).toBe(true)
    if (record.kind === 'ended') expect(on('ended') || on('decided'), where).toBe(true)
    if (record.kind === 'outcome') expect(on('outcome'), where).toBe(true)
  }
  for (const line of disk.lines('orders')) {
    const record = JSON.parse(line) as { kind: string; ticket?: string }
    if (record.kind === 'intent') {
      expect(
        chain.some((each) => each.kind === 'sent' && each.body['ticket'] === record.ticket),
        where,
      ).toBe(true)
    }
  }
  expect(world.epoch).toBeGreaterThan(0)
}

/**
 * Runs a script until it is over or the process dies at its `killAt`th write; then starts again,
 * and looks at everything.
 */
async function crash(name: string, script: Script, killAt: number, death: Death): Promise<boolean> {
  const at = new CrashWorld(killAt * 31 + name.length)
  const unproved: string[] = []
  at.exchange.onSend = (kind) => {
    const sending = at.all().filter(({ outcome }) => outcome?.state === 'sending')
    if (!sending.some(({ id }) => at.proved('decided', id))) unproved.push(kind)
  }
  void at.start()
  await at.world.run(1_000)
  at.disk.writes.length = 0
  at.disk.killAt = killAt
  at.disk.death = death
  let over = false
  let broke: unknown = null
  void script(at)
    .catch((cause: unknown) => {
      broke = cause
    })
    .finally(() => {
      over = true
    })
  await at.world.run(200_000, () => over || at.disk.dead)
  if (broke !== null) throw broke as Error
  const told = [name, death, String(killAt), at.disk.writes.at(-1) ?? '']
  const [died, before] = [at.disk.dead, at.exchange.sent.length]
  at.die()
  void at.start()
  const open = (): boolean =>
    at.life === null ||
    at
      .all()
      .some(
        ({ status, outcome }) =>
          status === 'PENDING' || outcome?.state === 'sending' || outcome?.state === 'unknown',
      )
  await at.world.run(at.world.now + 5_000)
  await at.world.run(at.world.now + 600_000, () => !open())
  // Whatever a page still holds from before approves nothing now.
  const late = at.decisions.map((decision) => at.desk.decide(decision))
  await at.world.run(at.world.now + 2_000)
  for (const answer of await Promise.all(late)) expect(answer.ok, told.join(' ')).toBe(false)
  if (died) expect(at.exchange.sent.length, `${told.join(' ')}: sent after a restart`).toBe(before)
  check(at, told)
  expect(
    unproved,
    `${told.join(' ')}: sent before a head on the disk told of the decision`,
  ).toEqual([])
  // The caller calls again with its key: the same instruction where it was taken, and no further
  // order.
  const known = at.all().length
  const again = at.desk.instruct(ASSISTANT, {
    key: name === 'a batch in which one row is declined' ? 'k1' : 'none',
    reason: '',
    action: { kind: 'place', drafts: [draft('187'), draft('188'), draft('189')] },
  })
  await at.world.run(at.world.now + 1_000)
  if (name.startsWith('a batch') && known > 0) {
    expect((await again).ok && at.all().length, told.join(' ')).toBe(known)
  }
  const report = at.life?.audit.verify()
  await at.world.run(at.world.now + 1_000)
  expect((await report)?.problem, told.join(' ')).toBeNull()
  at.die()
  return died
}

describe('rel-028: the process dies at every write of the queue, the chain, the order journal and the key store', () => {
  it.each(Object.entries(SCRIPTS))('%s', async (name, script) => {
    let points = 0
    for (const [of, death] of DEATHS.entries()) {
      // In `npm test` the three ways to die share the writes between them; `npm run sim` dies in
      // every way at every one.
      for (let killAt = 1 + (of % STEP); ; killAt += STEP) {
        if (!(await crash(name, script, killAt, death))) break
        points += 1
      }
    }
    expect(points, `${name} writes something`).toBeGreaterThan(3)
  })
})
