import { err, type Result } from '../../../shared/domain/result.js'
import { CODES } from '../../../shared/wire/errors.js'
import type { Exchange } from '../exchange/api/exchange-api.js'
import type { Refusal } from '../exchange/api/refusals.js'

type Kind = 'order' | 'broker' | 'set' | 'read' | 'host'

/**
 * The effect of each exchange method on the recorded state: `order` changes it and may be refused;
 * `house` changes it together with state outside the exchange; `set` changes switches; `read`
 * changes nothing; `host` is for the process that runs the exchange.
 */
const KINDS = {
  place: 'order',
  replace: 'order',
  cancel: 'order',
  openAccount: 'broker',
  moveCash: 'broker',
  configure: 'set',
  depth: 'read',
  tradedSymbol: 'read',
  haltedSymbols: 'read',
  last: 'read',
  accounts: 'read',
  userIds: 'read',
  balance: 'read',
  positions: 'read',
  realized: 'read',
  preview: 'read',
  detail: 'read',
  openOrders: 'read',
  history: 'read',
  openOrdersV2: 'read',
  historyV2: 'read',
  executions: 'read',
  executionsV2: 'read',
  cashActivities: 'read',
  cashActivitiesV2: 'read',
  transfers: 'read',
  transfer: 'read',
  lots: 'read',
  lotsV2: 'read',
  withdrawable: 'read',
  isEmpty: 'read',
  onTradeEvent: 'read',
  onAccountEvent: 'read',
  apply: 'host',
  clockTo: 'host',
  seedHistory: 'host',
  snapshotState: 'host',
  beginSnapshot: 'host',
  restoreState: 'host',
} as const satisfies { readonly [Method in keyof Exchange]: Kind } & Readonly<Record<string, Kind>>

type Of<K extends Kind> = {
  [Method in keyof typeof KINDS]: (typeof KINDS)[Method] extends K ? Method : never
}[keyof typeof KINDS]

/** Receives changes to record. */
export interface Recorder {
  /** False while nothing can be stored; orders are then refused before they take effect. */
  readonly healthy: boolean
  /**
   * Records a call that changed the exchange. `bound` is true when it belongs together with a
   * change of other state.
   */
  call(method: string, args: readonly unknown[], answer: unknown, bound: boolean): void
}

const NOT_STORED: Refusal = { status: 500, code: CODES.systemError, message: 'System error' }

/** Wraps an exchange so that every change is recorded as it happens. */
export function recordedExchange(exchange: Exchange, recorder: Recorder): Exchange {
  const order =
    <Body, RecordedAnswer>(
      method: Of<'order'>,
      run: (body: Body) => Result<RecordedAnswer, Refusal>,
    ) =>
    (body: Body): Result<RecordedAnswer, Refusal> => {
      if (!recorder.healthy) return err(NOT_STORED)
      const result = run(body)
      if (result.ok) recorder.call(method, [body], result.value, false)
      return result
    }
  const change =
    <Args extends readonly unknown[]>(method: Of<'broker' | 'set'>, run: (...args: Args) => void) =>
    (...args: Args): void => {
      run(...args)
      recorder.call(method, args, undefined, KINDS[method] === 'broker')
    }
  return {
    ...exchange,
    place: order('place', exchange.place),
    replace: order('replace', exchange.replace),
    cancel: order('cancel', exchange.cancel),
    openAccount: change('openAccount', exchange.openAccount),
    moveCash: change('moveCash', exchange.moveCash),
    configure: change('configure', exchange.configure),
  }
}

/**
 * The result of replaying a recorded call. `other` describes how the result differs from the
 * recorded one.
 */
export type Repeated = { readonly ok: true } | { readonly ok: false; readonly other: string }

const isRecorded = (method: string): method is Of<'order' | 'broker' | 'set'> =>
  Object.hasOwn(KINDS, method) &&
  ['order', 'broker', 'set'].includes(KINDS[method as keyof typeof KINDS])
const isResult = (value: unknown): value is Result<unknown, Refusal> =>
  typeof value === 'object' && value !== null && 'ok' in value

/** Replays a recorded call. */
export function repeatCall(
  exchange: Exchange,
  method: string,
  args: readonly unknown[],
  answer: unknown,
): Repeated {
  if (!isRecorded(method)) return { ok: false, other: `${method} is not known` }
  // The log is read only as far as its lines are exactly as written, so the arguments have the
  // method's types.
  const run = exchange[method] as (...args: readonly unknown[]) => unknown
  const result = run(...args)
  if (!isResult(result)) return { ok: true }
  if (!result.ok) return { ok: false, other: `${method}: ${result.error.code}` }
  return JSON.stringify(result.value) === JSON.stringify(answer)
    ? { ok: true }
    : { ok: false, other: `${method}: other ids` }
}
