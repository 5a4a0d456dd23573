import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFileDialog } from '../../../../electron/shell/system/system-dialogs.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'

const DOWNLOADS = path.resolve('/person/Downloads')
const CHOSEN = path.resolve('/person/Trading/orders.csv')

interface DialogOptions {
  readonly defaultPath?: string
}
const requested: (string | undefined)[] = []
const answers = { canceled: false, filePath: CHOSEN, filePaths: [CHOSEN] }
vi.mock('electron', () => ({
  app: { getPath: (name: string) => (name === 'downloads' ? DOWNLOADS : '/nowhere') },
  systemPreferences: {},
  dialog: {
    showSaveDialog: ({ defaultPath }: DialogOptions) => {
      requested.push(defaultPath)
      return Promise.resolve(answers)
    },
    showOpenDialog: ({ defaultPath }: DialogOptions) => {
      requested.push(defaultPath)
      return Promise.resolve(answers)
    },
  },
}))

const title = message('start.title')
const kind = { name: title, extensions: ['csv'] }

beforeEach(() => {
  requested.length = 0
  Object.assign(answers, { canceled: false, filePath: CHOSEN, filePaths: [CHOSEN] })
})

describe('REL-51: the dialogs for files', () => {
  it('begin with downloads on every runtime, and then in the folder of the last file', async () => {
    const dialogs = createFileDialog(inEnglish)
    await dialogs.savePath({ title, kind, defaultName: 'orders.csv' })
    await dialogs.savePath({ title, kind, defaultName: 'fills.csv' })
    await dialogs.openPath({ title, kind })
    const folder = path.dirname(CHOSEN)
    expect(requested).toEqual([
      path.join(DOWNLOADS, 'orders.csv'),
      path.join(folder, 'fills.csv'),
      folder,
    ])
  })

  it.each([
    ['an empty path, as newer runtimes answer', ''],
    ['no path, as older runtimes answer', undefined],
  ])('return nothing for a canceled dialog with %s', async (_name, filePath) => {
    Object.assign(answers, { canceled: true, filePath, filePaths: [] })
    const dialogs = createFileDialog(inEnglish)
    expect(await dialogs.savePath({ title, kind, defaultName: 'orders.csv' })).toBeNull()
    expect(await dialogs.openPath({ title, kind })).toBeNull()
    await dialogs.openPath({ title, kind })
    expect(requested.at(-1)).toBe(DOWNLOADS)
  })
})
