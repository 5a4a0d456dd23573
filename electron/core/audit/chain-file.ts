import { message } from '../../../shared/messages/make-message.js'
import type { JournalPort } from '../ports.js'
import type { ChainProblem } from './audit-chain.js'

/** What is in the file of a chain. */
export interface ChainFile {
  readonly read: Awaited<ReturnType<JournalPort['read']>>
  /** Set when a record was lost, even where the rest is a chain. */
  readonly damage: ChainProblem | null
}

/**
 * Reads the file of a chain. One that was just set aside because of a damaged record is read once
 * more, without that record.
 */
export async function readChainFile(journal: JournalPort): Promise<ChainFile> {
  const read = await journal.read()
  const aside = read.ok ? undefined : read.error.aside
  if (aside === undefined || aside.readable === 0) return { read, damage: null }
  const { file } = aside
  const damage = { seq: null, what: message('audit.recordDamaged', { file }) }
  return { read: await journal.read(), damage }
}
