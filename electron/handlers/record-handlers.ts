import type { AppError } from '../../shared/domain/app/app-error.js'
import type { Result } from '../../shared/domain/result.js'
import type { recordContract } from '../../shared/ipc/records/record-contract.js'
import type { RecordPage } from '../core/records/records-port.js'
import type { TradingSession } from '../core/session/trading-session.js'
import type { Handlers } from './handler.js'

type RecordHandlers = Pick<Handlers, keyof typeof recordContract>

/** Returns the page with an array of its own, as the contract has it. */
const paged = <T>(answer: Result<RecordPage<T>, AppError>) =>
  answer.ok
    ? { ok: true as const, value: { ...answer.value, rows: [...answer.value.rows] } }
    : answer

/** Creates the operations that read what the broker recorded. */
export function createRecordHandlers(session: () => Promise<TradingSession>): RecordHandlers {
  return {
    'records.cash': async (query) => paged(await (await session()).records.cashActivities(query)),
    'records.executions': async (query) => paged(await (await session()).records.executions(query)),
    'records.transfers': async (query) => paged(await (await session()).records.transfers(query)),
    'log.requests': async ({ cursor }) =>
      paged({ ok: true, value: (await session()).records.requests(cursor) }),
    'records.transfer': async ({ accountId, transferId }) =>
      (await session()).records.transfer(accountId, transferId),
  }
}
