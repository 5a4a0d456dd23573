import path from 'node:path'
import { ALERTS_VERSION } from '../../core/alerts/alert-file.js'
import { AUDIT_VERSION } from '../../core/audit/audit-chain.js'
import { AUDIT_CHECKPOINT_VERSION } from '../../core/audit/checkpoint.js'
import { ORDER_WRITES_VERSION } from '../../core/institution/order-write.js'
import { CONNECTIONS_VERSION } from '../../core/instructions/connections/connection-file.js'
import { HALT_VERSION } from '../../core/instructions/kill-switch/halt-file.js'
import { INSTRUCTION_LOG_VERSION } from '../../core/instructions/queue/instruction-log.js'
import { TRADE_BOOK_VERSION } from '../../core/instructions/scorecard/trade-book.js'
import { WAITING_LOG_VERSION } from '../../core/instructions/waiting/waiting-log.js'
import { WINDOW_CHANGES_VERSION } from '../../core/instructions/window/window-change-file.js'
import { LIMITS_VERSION } from '../../core/limits/personal-limit-file.js'
import { CHECKPOINT_VERSION } from '../../core/orders/journal/journal-checkpoint.js'
import { JOURNAL_VERSION } from '../../core/orders/journal/journal-record.js'
import { TRADING_VERSION } from '../../core/session/halts/stored-trading.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { SEED_VERSION } from '../practice/practice-seed.js'
import { VAULT_VERSION } from '../session/vault.js'
import { newerFileIn, type VersionedFile } from '../settings/newer-file.js'
import { profileFolder } from '../settings/profile-folders.js'
import { newestProgram } from '../start/newest-program.js'

/**
 * The files of a profile on which the safety of orders depends. With a newer one the profile does
 * not open: what it says of orders, halts, limits and requests would be missing. Every other file
 * is only not written. The exchange checks its own files.
 */
export const ORDER_CRITICAL_FILES: readonly VersionedFile[] = [
  {
    file: 'orders.journal',
    shape: 'journal',
    version: Math.min(JOURNAL_VERSION, CHECKPOINT_VERSION),
  },
  { file: 'institution-orders.journal', shape: 'journal', version: ORDER_WRITES_VERSION },
  { file: 'trading.json', shape: 'document', version: TRADING_VERSION },
  { file: '.trading', shape: 'reserved', version: TRADING_VERSION },
  { file: 'limits.json', shape: 'document', version: LIMITS_VERSION },
  { file: '.limits', shape: 'reserved', version: LIMITS_VERSION },
  { file: 'assistants/halt.json', shape: 'document', version: HALT_VERSION },
  { file: '.halt', shape: 'reserved', version: HALT_VERSION },
  { file: 'assistants/instructions.journal', shape: 'journal', version: INSTRUCTION_LOG_VERSION },
  {
    file: 'assistants/instructions-archive.journal',
    shape: 'journal',
    version: INSTRUCTION_LOG_VERSION,
  },
  { file: 'assistants/waiting.journal', shape: 'journal', version: WAITING_LOG_VERSION },
  { file: 'assistants/trades.journal', shape: 'journal', version: TRADE_BOOK_VERSION },
  { file: 'assistants/audit.journal', shape: 'journal', version: AUDIT_VERSION },
  { file: 'assistants/checkpoint.json', shape: 'document', version: AUDIT_CHECKPOINT_VERSION },
  { file: 'assistants/connections.json', shape: 'document', version: CONNECTIONS_VERSION },
  { file: 'assistants/window-changes.json', shape: 'document', version: WINDOW_CHANGES_VERSION },
  { file: 'alerts.json', shape: 'document', version: ALERTS_VERSION },
  { file: 'practice-market.json', shape: 'document', version: SEED_VERSION },
  { file: 'vault/<secret>.vault', shape: 'document', version: VAULT_VERSION },
]

/**
 * Returns why a profile may not be opened by this version of the program; null when it may. Reads
 * only: nothing was changed, and nothing may be.
 */
export function newerFilesProblem(
  userData: string,
  profile: Pick<Profile, 'id' | 'environment'>,
): Message | null {
  const file = newerFileIn(profileFolder(userData, profile), ORDER_CRITICAL_FILES)
  if (file === null) return null
  const name = path.relative(userData, file).replaceAll(path.sep, '/')
  return message('profiles.newerFile', { file: name, program: newestProgram(userData) })
}
