import type { NewRecord } from '../../../../../electron/core/audit/audit-port.js'
import { Dispatch } from '../../../../../electron/core/instructions/queue/dispatch.js'
import type { InstructionServiceDeps } from '../../../../../electron/core/instructions/queue/instruction-service-deps.js'
import { createInstructionStore } from '../../../../../electron/core/instructions/queue/instruction-store.js'
import type {
  NewInstruction,
  NewLogRecord,
} from '../../../../../electron/core/instructions/queue/instruction-log.js'
import type { PendingApproval } from '../../../../../electron/core/orders/gateway/pending-approval.js'
import { createEmitter } from '../../../../../shared/domain/emitter.js'
import type { ConnectionId, InstructionId } from '../../../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../../../shared/domain/app/app-error.js'
import { waitForApproval } from '../../../../fakes/pending-approval.js'
import { settle } from '../../../../simulation/core/simulation.js'
import { ACC, draft, money, NOW, order, price } from '../policy/policy-fixture.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

export type GatewayAnswer = Result<TradeOutcome, AppError>
export const ID = '1'.repeat(32) as InstructionId
export const PLACE: InstructionAction = { kind: 'place', draft: draft() }
export const change = (kind: 'replace' | 'cancel', target = order('o1')): InstructionAction =>
  kind === 'cancel'
    ? { kind, accountId: ACC, clientOrderId: target.clientOrderId, before: target }
    : {
        kind,
        accountId: ACC,
        clientOrderId: target.clientOrderId,
        change: { limitPrice: price('99') },
        before: target,
      }
/** A text that is longer than a record may be. */
export const LONG = 'x'.repeat(900)

/**
 * Opens a dispatch over one instruction, with an order service whose answers and timers the test
 * controls.
 */
export async function openDispatch(
  action: InstructionAction = PLACE,
  more: { readonly sourceId?: string; readonly acquire?: () => Promise<Result<void, string>> } = {},
) {
  const changed = createEmitter<readonly Order[]>()
  const state = {
    rows: [] as Order[],
    calls: [] as string[],
    names: [] as unknown[],
    records: [] as NewLogRecord[],
    audit: [] as string[],
    logged: [] as string[],
    timers: [] as { readonly ms: number; readonly run: () => void }[],
    answer: (): Promise<GatewayAnswer> =>
      Promise.resolve(ok({ outcome: 'acknowledged', order: order('o1') })),
    outcome: (): Promise<Result<TradeOutcome | null, AppError>> =>
      Promise.resolve(err(appError('provider/unavailable', foreign('no')))),
    lookUp: (): Promise<Result<Order | null, AppError>> => Promise.resolve(ok(null)),
    now: NOW,
    storeFails: null as NewLogRecord['kind'] | null,
    gate: null as Promise<void> | null,
    setRow(updated: Order) {
      this.rows = [updated]
      changed.emit([updated])
    },
    subscribed: 0,
  }
  const call = (name: string, rest: readonly unknown[] = []) => {
    state.calls.push(name)
    state.names.push(...rest)
    return state.answer()
  }
  const record = (kind: string, line: string) => {
    state.audit.push(`${kind}: ${line}`)
    return Promise.resolve(ok({ seq: 0, hash: '' }))
  }
  const store = createInstructionStore({
    append: async (step) => {
      await state.gate
      if (state.storeFails === step.kind) return err({ kind: 'full', message: 'full' })
      state.records.push(step)
      return ok(undefined)
    },
    read: () => Promise.resolve(ok([])),
  })
  await store.add(
    [
      {
        id: ID,
        source: more.sourceId === undefined ? 'local' : 'hosted',
        ...(more.sourceId === undefined ? {} : { sourceId: more.sourceId }),
        connectionId: '00000000000000a1' as ConnectionId,
        connectionName: 'Helper',
        environment: 'practice',
        key: 'k',
        requestDigest: '0'.repeat(64),
        action,
        reason: '',
        batch: null,
        createdAt: NOW,
        expiresAt: epochMs(NOW + 60_000),
      } as NewInstruction,
    ],
    [money('1000')],
  )
  const dispatch = new Dispatch(
    {
      audit: {
        append: (kind: string, _subject: string, line: string) => record(kind, line),
        beginAll: (records: readonly NewRecord[]) => {
          const [written] = records.map(({ kind, line }) => record(kind, line))
          return { written, proved: written }
        },
      },
      clock: { now: () => state.now, monotonic: () => 0 },
      log: {
        event: (_level: string, name: string) => {
          state.logged.push(name)
        },
      },
      timers: {
        after: (ms: number, run: () => void) => {
          const timer = { ms, run }
          state.timers.push(timer)
          return () => {
            state.timers = state.timers.filter((other) => other !== timer)
          }
        },
      },
      orderGateway: {
        orders: {
          submit: (ticket: string, _draft: unknown, ...name: unknown[]) =>
            call(`submit ${ticket}`, name),
          submitApproved: async (ticket: string, _draft: unknown, approval: PendingApproval) => {
            const withheld = await waitForApproval(approval)
            return withheld === null
              ? call(`submit ${ticket}`)
              : ok({ outcome: 'denied', reasons: [withheld] })
          },
          replace: (_account: unknown, id: string) => call(`replace ${id}`),
          cancel: (_account: unknown, id: string) => call(`cancel ${id}`),
        },
        queries: {
          outcome: (ticket: string) => {
            state.calls.push(`outcome ${ticket}`)
            return state.outcome()
          },
          order: (_account: unknown, id: string) => {
            state.calls.push(`order ${id}`)
            return state.lookUp()
          },
        },
        streams: {
          orders: {
            all: () => state.rows,
            subscribe: (listener: (rows: readonly Order[]) => void) => {
              state.subscribed += 1
              const stop = changed.add(listener)
              return () => {
                state.subscribed -= 1
                stop()
              }
            },
          },
        },
      },
      ...(more.acquire === undefined ? {} : { hosted: { acquire: more.acquire } }),
    } as unknown as InstructionServiceDeps,
    store,
  )
  const instruction = () => {
    const found = store.get(ID)
    if (found === undefined) throw new Error('gone')
    return found
  }
  const send = (detail = 'Approved by the person') =>
    dispatch.send(instruction(), {
      why: 'approved',
      detail,
      exposure: money('1000'),
      digest: null,
      press: 'observed',
      requestDigest: '',
    })
  const after = () => {
    const { status, ending, outcome } = instruction()
    return outcome === null
      ? `${status}: ${ending?.why ?? ''} ${ending?.detail ?? ''}`
      : `${outcome.state} ${outcome.clientOrderId ?? 'none'}: ${outcome.text}`
  }
  /** Returns the first outcome on the record, whatever came later. */
  const first = () =>
    state.records.flatMap((step) =>
      step.kind === 'outcome'
        ? [`${step.state} ${step.clientOrderId ?? 'none'}: ${step.text}`]
        : [],
    )[0]
  return {
    state,
    store,
    dispatch,
    instruction,
    send,
    after,
    first,
    fire: async (ms: number) => {
      for (const timer of state.timers.filter((candidate) => candidate.ms === ms)) {
        state.timers = state.timers.filter((other) => other !== timer)
        timer.run()
      }
      await settle()
    },
  }
}
