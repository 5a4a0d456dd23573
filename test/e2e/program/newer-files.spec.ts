import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { checkedText, contentOf } from '../../../electron/adapters/journal/checked-file.js'
import { encodeRecord } from '../../../electron/adapters/journal/journal-record.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

const userData = freshUserData()
const options = { suite: 'newer-files', keyStore: 'none', userData } as const
const inFolder = (...names: readonly string[]): string => path.join(userData, ...names)
const text = (file: string): string => readFileSync(file, 'utf8')

test.afterAll(() => removeFolder(userData))

/** Returns the bytes of every file of the client in the practice folder and beside it. */
function clientFiles(): Readonly<Record<string, string>> {
  const files = readdirSync(userData, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(userData, path.join(entry.parentPath, entry.name)))
    .filter((file) => file.startsWith('practice') && !/^practice\/(exchange|hosted)\//.test(file))
  return Object.fromEntries(files.map((file) => [file, readFileSync(inFolder(file), 'latin1')]))
}

/** Rewrites a checked document as a newer version would have written it. */
function makeNewer(file: string): string {
  const content = JSON.parse(contentOf(text(file)) ?? '') as { v: number }
  const newer = checkedText(JSON.stringify({ ...content, v: content.v + 1 }))
  writeFileSync(file, newer)
  return newer
}

async function useOnce(): Promise<MainWindowPage> {
  const desk = await openMainWindow(options)
  await desk.ready()
  await expect.poll(() => readdirSync(userData)).toContain('newest-program.json')
  return desk
}

test('REL-38: a workspace of a newer version is reported and not changed, and the program goes on', async () => {
  await (await useOnce()).close()
  const [name = ''] = readdirSync(inFolder('workspaces')).filter((file) => file !== 'current.json')
  const newer = makeNewer(inFolder('workspaces', name))
  const desk = await openMainWindow(options)
  try {
    await desk.ready()
    const notices = desk.page.locator('.notices .notice')
    await expect(notices.filter({ hasText: 'newer version of Countersign' })).toContainText(name)
    await desk.screenshot('workspace-en')
  } finally {
    await desk.close()
  }
  expect(text(inFolder('workspaces', name))).toBe(newer)
})

test('REL-38: a profile whose order journal a newer version wrote does not open, in words', async () => {
  const first = await useOnce()
  await chooseLanguage(first.page, 'es')
  await first.close()
  appendFileSync(
    inFolder('practice', 'orders.journal'),
    encodeRecord('{"v":2,"kind":"something-new"}'),
  )
  writeFileSync(inFolder('newest-program.json'), checkedText('{"v":1,"program":"9.8.7"}'))
  const before = clientFiles()
  expect(Object.keys(before).length).toBeGreaterThan(8)

  const desk = await openMainWindow(options)
  try {
    const cover = desk.page.getByRole('dialog').filter({ hasText: 'practice/orders.journal' })
    await expect(cover).toContainText('una versión más reciente de Countersign (9.8.7)')
    await expect(cover).toContainText('no se envió ninguna orden')
    await expect(cover.getByRole('button', { name: 'Perfiles' })).toBeVisible()
    await desk.screenshot('journal-es')
  } finally {
    await desk.close()
  }
  expect(clientFiles()).toEqual(before)
  expect(contentOf(text(inFolder('newest-program.json')))).toContain('9.8.7')
})
