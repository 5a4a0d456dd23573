import { readFile, stat, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { KeyBindings } from '../../../shared/domain/app/key-bindings.js'
import { zKeyBindings } from '../../../shared/domain/app/key-bindings-schema.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { FileDialogPort } from './file-dialog-port.js'
import { notRead, notWritten } from './file-failure.js'

const FILE_VERSION = 1
const MAX_BYTES = 100_000
const KIND = { name: message('system.keysFile'), extensions: ['json'] }

const zKeysFile = z.strictObject({
  kind: z.literal('countersign-keys'),
  v: z.literal(FILE_VERSION),
  data: zKeyBindings,
})

const failed = (problem: Message): Result<never, AppError> =>
  err(appError('storage/failed', problem))

/** Exports shortcuts to files that the person chooses, and imports them. */
export class KeyFiles {
  readonly #dialog: FileDialogPort
  readonly #current: () => KeyBindings

  /** @param current returns the stored shortcuts */
  constructor(dialog: FileDialogPort, current: () => KeyBindings) {
    this.#dialog = dialog
    this.#current = current
  }

  /** Requests a file name and writes the shortcuts; false when the person canceled. */
  async save(): Promise<Result<boolean, AppError>> {
    const path = await this.#dialog.savePath({
      title: message('system.exportKeysTitle'),
      defaultName: 'countersign-shortcuts.json',
      kind: KIND,
    })
    if (path === null) return ok(false)
    const file = { kind: 'countersign-keys', v: FILE_VERSION, data: this.#current() }
    try {
      await writeFile(path, `${JSON.stringify(file, null, 2)}\n`)
      return ok(true)
    } catch (error) {
      return err(notWritten(error))
    }
  }

  /** Reads a file that the person chooses; null when they canceled. */
  async read(): Promise<Result<KeyBindings | null, AppError>> {
    const path = await this.#dialog.openPath({
      title: message('system.importKeysTitle'),
      kind: KIND,
    })
    if (path === null) return ok(null)
    try {
      // Before it is read: a device has no end, and the largest file would fill the memory.
      const found = await stat(path)
      if (!found.isFile() || found.size > MAX_BYTES) return failed(message('system.notKeysFile'))
      const text = (await readFile(path)).toString('utf8')
      // Editors of Windows put a mark before the text.
      const parsed = zKeysFile.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')))
      return parsed.success ? ok(parsed.data.data) : failed(message('system.notKeysFile'))
    } catch (error) {
      return error instanceof SyntaxError
        ? failed(message('system.notKeysFile'))
        : err(notRead(error))
    }
  }
}
