import { writeFile } from 'node:fs/promises'
import type { AuditPort } from '../../core/audit/audit-port.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { InstructionId } from '../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { FileDialogPort } from '../settings/file-dialog-port.js'
import { message } from '../../../shared/messages/make-message.js'

const JSON_LINES = { name: message('system.jsonLines'), extensions: ['jsonl'] }

export interface AuditExport {
  readonly audit: AuditPort
  /** The instruction whose receipt is saved; null for the whole chain. */
  readonly instruction: InstructionId | null
  readonly environment: Environment
}

/**
 * Requests a file name and saves a whole audit chain, or the receipt of one instruction. False when
 * the person canceled. The suggested name contains the environment, so that two chains are not
 * confused.
 */
export async function saveAudit(
  dialog: FileDialogPort,
  { audit, instruction, environment }: AuditExport,
): Promise<Result<boolean, AppError>> {
  const path = await dialog.savePath({
    title:
      instruction === null
        ? message('system.exportAuditTitle', { environment })
        : message('system.exportReceiptTitle', { environment }),
    defaultName:
      instruction === null
        ? `countersign-audit-${environment}.jsonl`
        : `countersign-receipt-${environment}-${instruction.slice(0, 8)}.jsonl`,
    kind: JSON_LINES,
  })
  if (path === null) return ok(false)
  try {
    await writeFile(path, await audit.exportText(instruction))
    return ok(true)
  } catch {
    return err(appError('storage/failed', message('system.fileNotWritten')))
  }
}
