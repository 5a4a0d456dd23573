import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createInstructionStore,
  type InstructionStore,
} from '../../../electron/core/instructions/queue/instruction-store.js'
import type {
  InstructionLog,
  NewInstruction,
  LogLine,
} from '../../../electron/core/instructions/queue/instruction-log.js'
import { usageOf, type Counted } from '../../../electron/core/instructions/policy/usage.js'
import { asMoney, fromInteger, ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'
import { clientOrderId, type ConnectionId, type InstructionId } from '../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../shared/domain/instructions/instruction.schema.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { ORDER_STATUSES } from '../../../shared/domain/orders/order-state.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import {
  ACC,
  draft,
  money,
  order,
  quantity,
} from '../../unit/core/instructions/policy/policy-fixture.js'

const CONNECTIONS = [
  '00000000000000a1' as ConnectionId,
  '00000000000000b2' as ConnectionId,
] as const
const ORDERS = ['o0', 'o1', 'o2', 'o3', 'o4', 'o5'].map(clientOrderId)
/** The evening before New York sets its clocks back: days here have 24 and 25 hours. */
const BEGIN = Date.UTC(2026, 9, 31, 20)
const nat = (max: number) => fc.integer({ min: 0, max })

/**
 * One event; the numbers select among what exists. Time passes in between, and sometimes a clock is
 * set back.
 */
const step = fc.record({
  minutes: fc.oneof(
    { weight: 6, arbitrary: nat(40) },
    { weight: 1, arbitrary: fc.integer({ min: -1_500, max: 1_500 }) },
  ),
  which: nat(30),
  order: nat(ORDERS.length - 1),
  connectionIndex: nat(1),
  kind: fc.oneof(
    fc.constantFrom(
      'ask',
      'ask',
      'ask',
      'batch',
      'change',
      'raise',
      'cancel',
      'sending',
      'sending',
      'ended',
      'again',
      'amended',
    ),
    fc.constantFrom('acknowledged', 'rejected', 'denied', 'unknown'),
  ),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface History {
  readonly ledger: InstructionStore
  readonly exposures: Map<InstructionId, Money>
  readonly lines: LogLine[]
  now: number
}

function createHistory(lines: readonly LogLine[] = []): History {
  const written: LogLine[] = [...lines]
  const store: Pick<InstructionLog, 'append' | 'read'> = {
    append: (record) => {
      written.push({ record: { v: 1, ...record } as LogLine['record'], line: '' })
      return Promise.resolve(ok(undefined))
    },
    read: () => Promise.resolve(ok(written)),
  }
  return { ledger: createInstructionStore(store), exposures: new Map(), lines: written, now: BEGIN }
}

function actionOf(kind: Step['kind'], id: Order['clientOrderId']): InstructionAction {
  if (kind === 'cancel') {
    return { kind: 'cancel', accountId: ACC, clientOrderId: id, before: order(id) }
  }
  if (kind === 'change' || kind === 'raise') {
    return {
      kind: 'replace',
      accountId: ACC,
      clientOrderId: id,
      change: kind === 'raise' ? { quantity: quantity('40') } : {},
      before: order(id),
    }
  }
  return { kind: 'place', draft: draft() }
}

async function applyStep(
  history: History,
  { minutes, kind, which, connectionIndex, order: orderIndex }: Step,
): Promise<void> {
  const { ledger, exposures: worths } = history
  history.now += minutes * 60_000 + 137
  const now = epochMs(history.now)
  const all = ledger.all()
  const named = ORDERS[orderIndex] ?? clientOrderId('o0')
  const connection = connectionIndex === 0 ? CONNECTIONS[0] : CONNECTIONS[1]
  if (
    kind === 'ask' ||
    kind === 'batch' ||
    kind === 'change' ||
    kind === 'raise' ||
    kind === 'cancel'
  ) {
    const count = kind === 'batch' ? 2 : 1
    const created = Array.from(
      { length: count },
      (_, index): NewInstruction => ({
        id: `${all.length + index}`.padStart(32, '0') as InstructionId,
        source: 'local',
        connectionId: connection,
        connectionName: 'Helper',
        environment: 'practice',
        key: `k${all.length}`,
        requestDigest: `${all.length}`.padStart(64, '0'),
        action: actionOf(kind, named) as NewInstruction['action'],
        reason: '',
        batch: count === 1 ? null : { batchId: `b${all.length}`, index, count },
        createdAt: now,
        expiresAt: epochMs(now + 900_000),
      }),
    )
    const exposure = asMoney(fromInteger(100 + which))
    for (const { id } of created) worths.set(id, exposure)
    await ledger.add(
      created,
      created.map(() => exposure),
    )
    return
  }
  const chosen = all[all.length - 1 - (which % Math.max(1, all.length))]
  if (chosen === undefined) return
  const { id } = chosen
  switch (kind) {
    case 'sending':
      if (chosen.status !== 'PENDING') return
      worths.set(id, money('77'))
      await ledger.commit({
        kind: 'sending',
        id,
        why: 'approved',
        detail: '',
        worth: money('77'),
        at: now,
      })
      return
    case 'ended':
      return void (await ledger.appendAlways(
        { kind: 'ended', id, why: 'declined', detail: '', at: now },
        Promise.resolve(),
      ))
    case 'again':
      return void (await ledger.append({ kind: 'asked', id, key: 'again', at: now }))
    case 'amended':
      return void (await ledger.append({
        kind: 'amended',
        id,
        amendment: { quantity: quantity('3') },
        at: now,
      }))
    case 'acknowledged':
    case 'rejected':
    case 'denied':
    case 'unknown':
      return void (await ledger.append({
        kind: 'outcome',
        id,
        state: kind,
        clientOrderId: kind === 'denied' ? null : named,
        text: '',
        at: now,
      }))
  }
}

const everything = ({ ledger, exposures: worths }: History): readonly Counted[] =>
  ledger
    .all()
    .map((instruction) => ({ instruction, exposure: worths.get(instruction.id) ?? ZERO_MONEY }))

function expectSameUsage(
  history: History,
  orders: readonly Order[],
  now: EpochMs,
  except: InstructionId | null,
): void {
  const { ledger } = history
  const query = { orders, now, except }
  for (const connection of CONNECTIONS) {
    expect(usageOf({ connection, instructions: ledger.counted(query), ...query })).toEqual(
      usageOf({ connection, instructions: everything(history), ...query }),
    )
  }
  const open = ledger
    .all()
    .filter(
      ({ status, outcome }) =>
        status === 'PENDING' ||
        (status === 'APPROVED' &&
          outcome?.state !== 'acknowledged' &&
          outcome?.state !== 'rejected' &&
          outcome?.state !== 'denied'),
    )
  expect(ledger.open()).toEqual(open)
}

const rows = fc
  .array(fc.constantFrom(...ORDER_STATUSES), { minLength: ORDERS.length, maxLength: ORDERS.length })
  .map((statuses) =>
    ORDERS.map((id, index) =>
      order(id, { status: statuses[index] ?? 'working', placedAt: epochMs(BEGIN) }),
    ),
  )

describe('REL-36: the index of the instruction store', () => {
  it('gives the same usage as a scan of all instructions, for any history and orders', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        rows,
        nat(60),
        async (steps, orders, pick) => {
          const history = createHistory()
          for (const [index, step] of steps.entries()) {
            await applyStep(history, step)
            if (index % 7 === 6) expectSameUsage(history, orders, epochMs(history.now), null)
          }
          const all = history.ledger.all()
          expectSameUsage(history, orders, epochMs(history.now), null)
          expectSameUsage(
            history,
            orders,
            epochMs(history.now),
            all[pick % Math.max(1, all.length)]?.id ?? null,
          )
          expectSameUsage(history, orders, epochMs(history.now + 26 * 3_600_000), null)
          expectSameUsage(history, [], epochMs(history.now - 26 * 3_600_000), null)
        },
      ),
    )
  })

  it('gives the same results after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 30 }),
        rows,
        async (steps, orders) => {
          const before = createHistory()
          for (const step of steps) await applyStep(before, step)
          const after = createHistory(before.lines)
          await after.ledger.replay(epochMs(before.now))
          const query = { orders, now: epochMs(before.now), except: null }
          const ids = ({ ledger }: History): readonly InstructionId[] =>
            ledger.counted(query).map(({ instruction }) => instruction.id)
          expect(ids(after)).toEqual(ids(before))
          expect(after.ledger.open()).toEqual(before.ledger.open())
        },
      ),
    )
  })

  it('returns only what counts today, without a scan of a long history', async () => {
    const history = createHistory()
    for (let index = 0; index < 300; index += 1) {
      await applyStep(history, { minutes: 60, kind: 'ask', which: 0, connectionIndex: 0, order: 0 })
      await applyStep(history, {
        minutes: 0,
        kind: 'sending',
        which: 0,
        connectionIndex: 0,
        order: 0,
      })
      await applyStep(history, {
        minutes: 0,
        kind: 'acknowledged',
        which: 0,
        connectionIndex: 0,
        order: index % 5,
      })
    }
    expect(history.ledger.all()).toHaveLength(300)
    expect(
      history.ledger.counted({ orders: [], now: epochMs(history.now), except: null }).length,
    ).toBeLessThanOrEqual(25)
  })
})

describe('the log of instructions', () => {
  it('has one end of each instruction, whatever ends it again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const history = createHistory()
        for (const next of steps) await applyStep(history, next)
        const ended = history.lines.flatMap(({ record }) =>
          record.kind === 'ended' ? [record.id] : [],
        )
        expect(ended).toHaveLength(new Set(ended).size)
        const decided = history.lines.flatMap(({ record }) =>
          record.kind === 'ended' || record.kind === 'sending' ? [record.id] : [],
        )
        expect(decided).toHaveLength(new Set(decided).size)
      }),
    )
  })
})
