import { z } from 'zod'
import type { AccountId } from '../../../../shared/domain/ids.js'
import { asReadonly } from '../../../../shared/domain/readonly-schema.js'
import { journalMembers, type JournalRecords } from './journal-records.js'

/** The version of the file. */
export const TRADE_JOURNAL_VERSION = 1

const zFile = asReadonly(z.strictObject({ v: z.literal(TRADE_JOURNAL_VERSION), ...journalMembers }))

/** Reads the stored records of an account; null for a text that cannot be read. */
export function parseJournalRecords(text: string, accountId: AccountId): JournalRecords | null {
  try {
    const { v: _version, ...records } = zFile.parse(JSON.parse(text))
    return records.accountId === accountId ? records : null
  } catch {
    return null
  }
}

export const writeJournalRecords = (records: JournalRecords): string =>
  JSON.stringify({ v: TRADE_JOURNAL_VERSION, ...records })
