import { writeFile } from 'node:fs/promises'
import { dialog } from 'electron'
import type { AuditPort } from '../../core/audit/audit-port.js'
import { ENVIRONMENT_LABELS, type Environment } from '../../../shared/domain/environment.js'
import type { InstructionId } from '../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'

const FILTERS = [{ name: 'JSON lines', extensions: ['jsonl'] }]

/**
 * Requests a file name and saves a whole audit chain, or the receipt of one instruction. False when
 * the person canceled. The suggested name contains the environment, so that two chains are not
 * confused.
 */
export async function saveAudit(
  audit: AuditPort,
  instruction: InstructionId | null,
  environment: Environment,
): Promise<Result<boolean, AppError>> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: `${instruction === null ? 'Export the audit log' : 'Export the receipt'} (${ENVIRONMENT_LABELS[environment]})`,
    filters: FILTERS,
    defaultPath:
      instruction === null
        ? `countersign-audit-${environment}.jsonl`
        : `countersign-receipt-${environment}-${instruction.slice(0, 8)}.jsonl`,
  })
  if (canceled || filePath === undefined || filePath === '') return ok(false)
  try {
    await writeFile(filePath, await audit.exportText(instruction))
    return ok(true)
  } catch {
    return err(appError('storage/failed', 'The file could not be written there.'))
  }
}
