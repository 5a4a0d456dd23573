import { dialog } from 'electron'
import type { FileDialogPort, FileKind } from '../../app/settings/file-dialog-port.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

const filters = ({ name, extensions }: FileKind) => [{ name, extensions: [...extensions] }]

/** The system's own file dialogs. */
export const fileDialog: FileDialogPort = {
  async savePath({ title, defaultName, kind }) {
    const { canceled, filePath } = await dialog.showSaveDialog({
      title: inEnglish(title),
      defaultPath: defaultName,
      filters: filters(kind),
    })
    return canceled || filePath === undefined || filePath === '' ? null : filePath
  },
  async openPath({ title, kind }) {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: inEnglish(title),
      properties: ['openFile'],
      filters: filters(kind),
    })
    return canceled ? null : (filePaths[0] ?? null)
  },
}
