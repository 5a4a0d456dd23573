import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JournalPort } from '../../../electron/core/ports.js'
import {
  createInstructionLog,
  type NewInstruction,
  type NewLogRecord,
} from '../../../electron/core/instructions/queue/instruction-log.js'
import {
  newWaiting,
  WaitingLog,
  type WaitingJournal,
} from '../../../electron/core/instructions/waiting/waiting-log.js'
import { createJournal } from '../../../electron/core/orders/order-journal.js'
import {
  zStoredOrder,
  storedOrder,
} from '../../../electron/core/instructions/requests/stored-action.js'
import { asMoney, dec } from '../../../shared/domain/decimal.js'
import {
  clientOrderId,
  type ConnectionId,
  type InstructionId,
  type WaitingId,
} from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { runs } from '../../harness/system/effort.js'
import { anyAction, anyChange, anyDraft, anyOrder } from '../../harness/order-arbitraries.js'

/** A file that outlives the run that writes it. */
function fileOf(lines: string[] = []): WaitingJournal & { readonly lines: string[] } {
  const port: JournalPort = {
    append: (line) => {
      lines.push(line)
      return Promise.resolve(ok(undefined))
    },
    read: () => Promise.resolve(ok({ lines: [...lines], tailCut: false })),
    close: () => Promise.resolve(),
  }
  return {
    ...port,
    lines,
    replace: (next) => {
      lines.splice(0, lines.length, ...next)
      return Promise.resolve(ok(undefined))
    },
  }
}

const AT = epochMs(1_800_000_000_000)
const ID = 'a'.repeat(32) as InstructionId
const requested = (action: NewInstruction['action']): NewInstruction => ({
  id: ID,
  source: 'local',
  connectionId: '0123456789abcdef' as ConnectionId,
  connectionName: 'Helper',
  environment: 'practice',
  key: 'k1',
  requestDigest: 'b'.repeat(64),
  action,
  reason: 'because',
  batch: null,
  createdAt: AT,
  expiresAt: AT,
})

/** Every record that can follow a request, in any of its states. */
const STEPS: readonly NewLogRecord[] = [
  { kind: 'asked', id: ID, key: 'k2', at: AT },
  { kind: 'amended', id: ID, amendment: null, at: AT },
  { kind: 'extended', id: ID, expiresAt: AT, at: AT },
  ...(['declined', 'expired', 'revoked', 'withdrawn'] as const).map((why) => ({
    kind: 'ended' as const,
    id: ID,
    why,
    detail: 'x'.repeat(500),
    at: AT,
  })),
  ...(['approved', 'allowed-by-rule'] as const).map((why) => ({
    kind: 'sending' as const,
    id: ID,
    why,
    detail: '',
    worth: asMoney(dec('1')),
    at: AT,
  })),
  ...(['acknowledged', 'rejected', 'denied', 'unknown'] as const).map((state) => ({
    kind: 'outcome' as const,
    id: ID,
    state,
    clientOrderId: clientOrderId('c1'),
    text: '',
    at: AT,
  })),
]

describe('REL-43: the files of instructions', () => {
  it('read every order in any state as it was written', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const line = JSON.stringify(storedOrder(order))
        expect(zStoredOrder.parse(JSON.parse(line))).toEqual(order)
      }),
      { numRuns: runs(300, 3_000) },
    )
  })

  it('read every request, in every state, after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(anyAction, async (action) => {
        const file = fileOf()
        const log = createInstructionLog(file)
        const creation: NewLogRecord = { kind: 'made', made: [requested(action)] }
        for (const record of [creation, ...STEPS]) {
          expect(await log.append(record)).toEqual(ok(undefined))
        }
        const read = await createInstructionLog(fileOf(file.lines)).read()
        if (!read.ok) throw new Error(read.error.message)
        expect(read.value.map(({ record }) => record)).toEqual(
          [creation, ...STEPS].map((record) => ({ v: 1, ...record })),
        )
      }),
      { numRuns: runs(200, 2_000) },
    )
  })

  it('read every waiting request after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(anyAction, async (action) => {
        const file = fileOf()
        const { connectionId, connectionName, key, requestDigest, reason } = requested(action)
        const waiting = newWaiting({
          id: 'c'.repeat(32) as WaitingId,
          connectionId,
          connectionName,
          key,
          requestDigest,
          reason,
          actions: [action],
          condition: { kind: 'time', time: AT },
          createdAt: AT,
          expiresAt: AT,
        })
        expect(await new WaitingLog(file).add(waiting)).toEqual(ok(undefined))
        const read = await new WaitingLog(fileOf(file.lines)).read()
        if (!read.ok) throw new Error(read.error.message)
        expect(read.value.waiting).toEqual([waiting])
      }),
      { numRuns: runs(150, 1_500) },
    )
  })

  it('refuse a record that the next start could not read, and do not write it', async () => {
    const file = fileOf()
    const log = createInstructionLog(file)
    const record = { kind: 'asked' as const, id: 'no id' as InstructionId, key: 'k', at: AT }
    expect(await log.append(record)).toMatchObject({ ok: false })
    expect(file.lines).toEqual([])
  })
})

describe('REL-43: the order journal', () => {
  it('reads every draft and change after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(anyDraft, anyChange, async (draft, change) => {
        const file = fileOf()
        const journal = createJournal(file)
        const base = { accountId: draft.accountId, clientOrderId: clientOrderId('c1'), at: AT }
        const records = [
          {
            kind: 'intent' as const,
            ticket: 't',
            clientOrderId: base.clientOrderId,
            draft,
            at: AT,
          },
          { kind: 'denied' as const, ticket: 'u', draft, reasons: ['no'], at: AT },
          { kind: 'replace' as const, request: 'r', change, ...base },
          { kind: 'cancel' as const, request: 'c', ...base },
        ]
        for (const record of records) {
          expect(await journal.append(record)).toEqual(ok(undefined))
        }
        const read = await createJournal(fileOf(file.lines)).read()
        if (!read.ok) throw new Error(read.error.message)
        expect(read.value.records).toEqual(records.map((record) => ({ v: 1, ...record })))
      }),
      { numRuns: runs(150, 1_500) },
    )
  })

  it('does not write a record that a start could not read, and goes on', async () => {
    const file = fileOf()
    const journal = createJournal(file)
    const base = { accountId: 'not an id' as never, clientOrderId: clientOrderId('c1'), at: AT }
    expect(await journal.append({ kind: 'cancel', request: 'c', ...base })).toMatchObject({
      ok: false,
    })
    expect([file.lines, journal.failed]).toEqual([[], false])
  })
})
