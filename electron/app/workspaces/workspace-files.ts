import { open, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { WorkspaceFolder } from '../../core/workspaces/workspace-store.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { FileDialogPort } from '../settings/file-dialog-port.js'
import { PROGRAM_FORMS } from '../settings/program-forms.js'
import type { StoredDocuments } from '../settings/stored-documents.js'
import { notRead, notWritten } from '../settings/file-failure.js'

const MAX_FILE_BYTES = 4_000_000
const FILE = /^([a-f0-9]{16})\.json$/
const KIND = { name: message('system.workspaceFile'), extensions: ['json'] }

const FOLDER = 'workspaces'

/** The folder `workspaces` of the program's data folder. */
export function workspaceFolder(userData: string, files: StoredDocuments): WorkspaceFolder {
  const file = (name: string) => files.document(`${FOLDER}/${name}.json`, PROGRAM_FORMS.workspaces)
  const workspaceNames = (): readonly string[] =>
    files.register.known().flatMap((name) => {
      const [folder = '', own = ''] = name.split('/')
      return folder === FOLDER ? (FILE.exec(own)?.[1] ?? []) : []
    })
  return {
    async list() {
      // There is no folder before the first workspace; a file that cannot be read fails later.
      const names = await readdir(path.join(userData, FOLDER)).catch(() => [])
      const found = names.flatMap((name) => FILE.exec(name)?.[1] ?? [])
      // One that is gone is listed too, so that its loss is noticed when it is read.
      return [...new Set([...found, ...workspaceNames()])].toSorted()
    },
    document: file,
    current: files.document(`${FOLDER}/current.json`, PROGRAM_FORMS.currentWorkspace),
  }
}

/** Writes an exported workspace where the person chooses; false when they canceled. */
export async function saveWorkspaceFile(
  dialog: FileDialogPort,
  name: string,
  text: string,
): Promise<Result<boolean, AppError>> {
  const target = await dialog.savePath({
    title: message('workspaces.exportTitle'),
    defaultName: `countersign-workspace-${name.replaceAll(/[^\p{L}\p{N}-]/gu, '_')}.json`,
    kind: KIND,
  })
  if (target === null) return ok(false)
  try {
    await writeFile(target, text)
    return ok(true)
  } catch (error) {
    return err(notWritten(error))
  }
}

/** Reads a workspace file that the person chooses; null when they canceled. */
export async function readWorkspaceFile(
  dialog: FileDialogPort,
): Promise<Result<string | null, AppError>> {
  const source = await dialog.openPath({ title: message('workspaces.importTitle'), kind: KIND })
  if (source === null) return ok(null)
  try {
    const file = await open(source)
    try {
      // Its size first: a file of any size may have been chosen.
      const { size } = await file.stat()
      return size > MAX_FILE_BYTES
        ? err(appError('workspace/refused', message('workspaces.fileTooLarge')))
        : ok(await file.readFile('utf8'))
    } finally {
      await file.close()
    }
  } catch (error) {
    return err(notRead(error))
  }
}
