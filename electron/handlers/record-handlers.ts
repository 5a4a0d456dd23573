import type { AppError } from '../../shared/domain/app/app-error.js'
import type { JournalReport } from '../../shared/domain/account/journal.js'
import type { ClientOrderId } from '../../shared/domain/ids.js'
import type { InstructionRow } from '../../shared/domain/instructions/instruction-row.js'
import type { Result } from '../../shared/domain/result.js'
import type { recordContract } from '../../shared/ipc/records/record-contract.js'
import type { RecordPage } from '../core/records/records-port.js'
import type { TradingSession } from '../core/session/trading-session.js'
import type { Handlers } from './handler.js'

/** Returns the orders that came of assistants' instructions, with the assistants' names. */
export type AssistantOrders = () => ReadonlyMap<ClientOrderId, string>

/** Returns the report with arrays of its own, as the contract has it. */
const toPlain = ({ days, bySymbol, byHour, bySource, uncosted, ...report }: JournalReport) => ({
  ...report,
  days: [...days],
  bySymbol: [...bySymbol],
  byHour: [...byHour],
  bySource: [...bySource],
  uncosted: [...uncosted],
})

type RecordHandlers = Pick<Handlers, keyof typeof recordContract>

/** Returns the page with an array of its own, as the contract has it. */
const paged = <T>(answer: Result<RecordPage<T>, AppError>) =>
  answer.ok
    ? { ok: true as const, value: { ...answer.value, rows: [...answer.value.rows] } }
    : answer

/** Returns the orders of instructions with the names of the assistants that requested them. */
export const assistantOrders = (
  rows: readonly InstructionRow[],
): ReadonlyMap<ClientOrderId, string> =>
  new Map(
    rows.flatMap(({ clientOrderId, connectionName }) =>
      clientOrderId === null ? [] : [[clientOrderId, connectionName] as const],
    ),
  )

/** Creates the operations that read what the broker recorded. */
export function createRecordHandlers(
  session: () => Promise<TradingSession>,
  assistantOrders: AssistantOrders,
): RecordHandlers {
  const journal = async (): Promise<TradingSession['journal']> => {
    const found = (await session()).journal
    found.nameAssistants(assistantOrders())
    return found
  }
  return {
    'journal.report': async ({ accountId, ...period }) => {
      const report = await (await journal()).report(accountId, period)
      return report.ok ? { ok: true, value: toPlain(report.value) } : report
    },
    'journal.trips': async (query) => paged(await (await journal()).trips(query)),
    'journal.lots': async (query) => paged(await (await journal()).lots(query)),
    'journal.refresh': async ({ accountId }) => {
      ;(await session()).journal.refresh(accountId)
      return { ok: true, value: {} }
    },
    'records.cash': async (query) => paged(await (await session()).records.cashActivities(query)),
    'records.executions': async (query) => paged(await (await session()).records.executions(query)),
    'records.transfers': async (query) => paged(await (await session()).records.transfers(query)),
    'log.requests': async ({ cursor }) =>
      paged({ ok: true, value: (await session()).records.requests(cursor) }),
    'records.transfer': async ({ accountId, transferId }) =>
      (await session()).records.transfer(accountId, transferId),
  }
}
