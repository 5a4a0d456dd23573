import { namedPosition } from '../../shared/domain/account/account.js'
import type { AppError } from '../../shared/domain/app/app-error.js'
import type { JournalReport, TradeSource } from '../../shared/domain/account/journal.js'
import type { TripPicture } from '../../shared/domain/account/journal-notes.schema.js'
import type { ClientOrderId } from '../../shared/domain/ids.js'
import type { InstructionRow } from '../../shared/domain/instructions/instruction-row.js'
import type { Result } from '../../shared/domain/result.js'
import type { recordContract } from '../../shared/ipc/records/record-contract.js'
import type { RecordPage } from '../core/records/records-port.js'
import type { TradingSession } from '../core/session/trading-session.js'
import type { Handlers } from './handler.js'

/**
 * Returns the orders in which assistants took part: orders of their instructions, and orders that
 * the person sent from a ticket which one filled.
 */
export type AssistantOrders = () => ReadonlyMap<ClientOrderId, TradeSource>

/** Returns the report with arrays of its own, as the contract has it. */
const toPlain = ({
  days,
  bySymbol,
  byHour,
  bySource,
  byTag,
  uncosted,
  ...report
}: JournalReport) => ({
  ...report,
  days: [...days],
  bySymbol: [...bySymbol],
  byHour: [...byHour],
  bySource: [...bySource],
  byTag: [...byTag],
  uncosted: [...uncosted],
})

type RecordHandlers = Pick<Handlers, keyof typeof recordContract>

/** Returns the page with an array of its own, as the contract has it. */
const paged = <T>(answer: Result<RecordPage<T>, AppError>) =>
  answer.ok
    ? { ok: true as const, value: { ...answer.value, rows: [...answer.value.rows] } }
    : answer

/** Returns who decided on the orders of assistants, and which assistant it was. */
export const assistantOrders = (services: {
  readonly rows: { all(): readonly InstructionRow[] }
  preparedOrders(): ReadonlyMap<ClientOrderId, string>
}): ReadonlyMap<ClientOrderId, TradeSource> => {
  const sources = new Map<ClientOrderId, TradeSource>()
  for (const [order, name] of services.preparedOrders()) sources.set(order, { kind: 'hand', name })
  for (const { clientOrderId, connectionName: name } of services.rows.all()) {
    if (clientOrderId !== null) sources.set(clientOrderId, { kind: 'assistant', name })
  }
  return sources
}

/** Saves copies of chart pictures where the person wants them; false when it was canceled. */
export interface PictureSaver {
  save(about: TripPicture, png: string): Promise<Result<boolean, AppError>>
}

type NotesOperation =
  | 'journal.edit-notes'
  | 'journal.remove-notes'
  | 'journal.attach-picture'
  | 'journal.remove-picture'
  | 'journal.picture'
  | 'journal.save-picture'

/** Creates the operations on what the person writes and attaches to round trips. */
const notesHandlers = (
  journal: () => Promise<TradingSession['journal']>,
  pictures: PictureSaver,
): Pick<RecordHandlers, NotesOperation> => ({
  'journal.edit-notes': async ({ accountId, tripId, key, note, tags }) =>
    (await journal()).notes.edit(accountId, { tripId, key }, { note, tags }),
  'journal.remove-notes': async ({ accountId, ...trip }) =>
    (await journal()).notes.remove(accountId, trip),
  'journal.attach-picture': async ({ accountId, tripId, key, symbol, png }) =>
    (await journal()).notes.attach(accountId, { tripId, key }, { symbol, png }),
  'journal.remove-picture': async ({ accountId, pictureId, ...trip }) =>
    (await journal()).notes.removePicture(accountId, trip, pictureId),
  'journal.picture': async ({ accountId, pictureId }) => {
    const found = await (await journal()).notes.picture(accountId, pictureId)
    return found.ok ? { ok: true, value: { png: found.value.png } } : found
  },
  'journal.save-picture': async ({ accountId, pictureId }) => {
    const found = await (await journal()).notes.picture(accountId, pictureId)
    if (!found.ok) return found
    const saved = await pictures.save(found.value.about, found.value.png)
    return saved.ok ? { ok: true, value: { saved: saved.value } } : saved
  },
})

/** Creates the operations that read what the broker recorded. */
export function createRecordHandlers(
  session: () => Promise<TradingSession>,
  assistantOrders: AssistantOrders,
  pictures: PictureSaver,
): RecordHandlers {
  const journal = async (): Promise<TradingSession['journal']> => {
    const found = (await session()).journal
    found.nameAssistants(assistantOrders())
    return found
  }
  return {
    'journal.report': async ({ accountId, tag, ...period }) => {
      const report = await (await journal()).report(accountId, period, tag)
      return report.ok ? { ok: true, value: toPlain(report.value) } : report
    },
    'journal.trips': async (query) => paged(await (await journal()).trips(query)),
    'journal.lots': async (query) => paged(await (await journal()).lots(query)),
    'journal.open-lots': async (query) => paged(await (await journal()).openLotPage(query)),
    'records.position': async ({ accountId, positionId }) => {
      const list = await (await session()).queries.positions(accountId)
      if (!list.ok) return list
      return { ok: true, value: namedPosition(list.value.positions, positionId) ?? null }
    },
    'records.position-lots': async (query) =>
      paged(await (await session()).records.positionLots(query)),
    'journal.refresh': async ({ accountId }) => {
      ;(await session()).journal.refresh(accountId)
      return { ok: true, value: {} }
    },
    ...notesHandlers(journal, pictures),
    'records.cash': async (query) => paged(await (await session()).records.cashActivities(query)),
    'records.executions': async (query) => paged(await (await session()).records.executions(query)),
    'records.transfers': async (query) => paged(await (await session()).records.transfers(query)),
    'log.requests': async ({ cursor }) =>
      paged({ ok: true, value: (await session()).records.requests(cursor) }),
    'records.transfer-parts': async ({ accountId, group }) => {
      const parts = await (await session()).records.transferParts(accountId, group)
      return parts.ok ? { ok: true, value: [...parts.value] } : parts
    },
    'records.transfer': async ({ accountId, transferId }) =>
      (await session()).records.transfer(accountId, transferId),
  }
}
