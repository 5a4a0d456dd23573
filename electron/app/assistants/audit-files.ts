import { open, writeFile } from 'node:fs/promises'
import { nodeCrypto } from '../../adapters/crypto.js'
import type { AuditPort } from '../../core/audit/audit-port.js'
import { checkReceiptText } from '../../core/audit/receipt-check.js'
import { fileErrorMessage } from '../../core/file-error.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { ReceiptCheck } from '../../../shared/domain/instructions/audit.js'
import type { InstructionId } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { FileDialogPort, FileKind } from '../settings/file-dialog-port.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { notRead, notWritten } from '../settings/file-failure.js'

const JSON_LINES: FileKind = { name: message('system.jsonLines'), extensions: ['jsonl'] }
const RECEIPT: FileKind = { name: message('system.receiptFile'), extensions: ['json'] }
const PUBLIC_KEY: FileKind = { name: message('system.publicKeyFile'), extensions: ['txt'] }
/** A receipt has a few kilobytes. */
const MAX_RECEIPT_BYTES = 5_000_000

/** An audit log and its environment, which is part of the suggested file names. */
export interface OpenAuditLog {
  readonly audit: AuditPort
  readonly environment: Environment
}

/** Requests a file name and saves a whole audit log. False when the person canceled. */
export const saveAuditLog = (
  dialog: FileDialogPort,
  { audit, environment }: OpenAuditLog,
): Promise<Result<boolean, AppError>> =>
  saveText(dialog, {
    title: message('system.exportAuditTitle', { environment }),
    defaultName: `countersign-audit-${environment}.jsonl`,
    kind: JSON_LINES,
    text: async () => ok(await audit.exportText()),
  })

/** Requests a file name and saves the receipt of an instruction. */
export const saveReceipt = (
  dialog: FileDialogPort,
  { audit, environment }: OpenAuditLog,
  instruction: InstructionId,
): Promise<Result<boolean, AppError>> =>
  saveText(dialog, {
    title: message('system.exportReceiptTitle', { environment }),
    defaultName: `countersign-receipt-${environment}-${instruction.slice(0, 8)}.json`,
    kind: RECEIPT,
    async text() {
      const text = await audit.receiptText(instruction)
      if (!text.ok) return err(storageError(fileErrorMessage(text.error)))
      return text.value === null
        ? err(appError('instruction/refused', message('audit.receiptIncomplete')))
        : ok(text.value)
    },
  })

/** Requests a file name and saves the public key of the receipts, in base64. */
export const saveReceiptKey = (
  dialog: FileDialogPort,
  { audit, environment }: OpenAuditLog,
): Promise<Result<boolean, AppError>> =>
  saveText(dialog, {
    title: message('system.exportReceiptKeyTitle', { environment }),
    defaultName: `countersign-receipt-key-${environment}.txt`,
    kind: PUBLIC_KEY,
    async text() {
      const key = await audit.receiptPublicKey()
      return key.ok ? ok(`${key.value}\n`) : err(storageError(fileErrorMessage(key.error)))
    },
  })

/**
 * Requests a receipt's file and checks it. `ownKeys` are the public keys of this computer by
 * environment. Null when the person canceled.
 */
export async function checkReceiptFile(
  dialog: FileDialogPort,
  ownKeys: ReadonlyMap<string, string>,
): Promise<Result<ReceiptCheck | null, AppError>> {
  const title = message('system.checkReceiptTitle')
  const path = await dialog.openPath({ title, kind: RECEIPT })
  if (path === null) return ok(null)
  try {
    return ok(checkReceiptText(await readStart(path), nodeCrypto, ownKeys))
  } catch (error) {
    return err(notRead(error))
  }
}

/** Returns the text of a file, or of its first part when it is too long to be a receipt. */
async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(MAX_RECEIPT_BYTES)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

type SaveDialog = Parameters<FileDialogPort['savePath']>[0]

interface SavedText extends SaveDialog {
  readonly text: () => Promise<Result<string, AppError>>
}

/** Makes the text first, so that no file name is requested for what does not exist. */
async function saveText(
  dialog: FileDialogPort,
  { text, ...options }: SavedText,
): Promise<Result<boolean, AppError>> {
  const made = await text()
  if (!made.ok) return made
  const path = await dialog.savePath(options)
  if (path === null) return ok(false)
  try {
    await writeFile(path, made.value)
    return ok(true)
  } catch (error) {
    return err(notWritten(error))
  }
}

const storageError = (why: Message): AppError => appError('storage/failed', why)
