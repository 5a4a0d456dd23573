import path from 'node:path'
import { app, dialog, systemPreferences } from 'electron'
import type { FileDialogPort, FileKind } from '../../app/settings/file-dialog-port.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import type { SystemAuthPort } from '../../core/lock/app-lock.js'

/**
 * Creates the system's own file dialogs. They open in the folder of the last file: newer runtimes
 * do not remember it, and begin with downloads each time.
 * @param write writes their titles in the person's language
 */
export function createFileDialog(write: MessageFormatter): FileDialogPort {
  let lastFolder: string | null = null
  const folder = (): string => lastFolder ?? app.getPath('downloads')
  const remember = (file: string | null): string | null => {
    if (file !== null) lastFolder = path.dirname(file)
    return file
  }
  const filters = ({ name, extensions }: FileKind) => [
    { name: write(name), extensions: [...extensions] },
  ]
  return {
    async savePath({ title, defaultName, kind }) {
      const { canceled, filePath } = await dialog.showSaveDialog({
        title: write(title),
        defaultPath: path.join(folder(), defaultName),
        filters: filters(kind),
      })
      return canceled || filePath === undefined || filePath === '' ? null : remember(filePath)
    },
    async openPath({ title, kind }) {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        title: write(title),
        defaultPath: folder(),
        properties: ['openFile'],
        filters: filters(kind),
      })
      return canceled ? null : remember(filePaths[0] ?? null)
    },
  }
}

/**
 * Creates the computer's own proof of identity: Touch ID on macOS. Other systems offer nothing
 * comparable to such programs, so the passphrase is used there.
 *
 * @param write writes the reason in the person's language
 */
export const createSystemAuth = (write: MessageFormatter): SystemAuthPort => ({
  get available() {
    return process.platform === 'darwin' && systemPreferences.canPromptTouchID()
  },
  async authenticate(reason) {
    try {
      await systemPreferences.promptTouchID(write(reason))
      return true
    } catch {
      // Canceled or failed: the person was not recognized, and the system showed them why.
      return false
    }
  },
})
