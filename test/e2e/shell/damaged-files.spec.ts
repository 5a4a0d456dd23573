import {
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

const userData = freshUserData()
const practice = path.join(userData, 'practice')
const options = { suite: 'damaged-files', keyStore: 'none', userData } as const
const workspaces = path.join(userData, 'workspaces')

test.afterAll(() => removeFolder(userData))

const notices = (desk: MainWindowPage) => desk.page.locator('.notices .notice')

/** Uses the program once, so that every file has content. */
async function useOnce(): Promise<void> {
  const desk = await openMainWindow(options)
  await desk.ready()
  await expect
    .poll(() => readdirSync(practice).filter((name) => name === 'watchlists.json').length)
    .toBe(1)
  await expect.poll(() => readFileSync(path.join(userData, 'files.json'), 'utf8')).toContain('/')
  await desk.close()
}

/** Returns the patterns of the files in the table of what is said of damage. */
function tableOfFiles(): readonly RegExp[] {
  const table = readFileSync('electron/core/files/FILES.md', 'utf8')
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => {
    const name = file.replaceAll('.', '\\.').replaceAll(/<[^>]+>/g, '[^/]+')
    return new RegExp(`(^|/)${name.replace('\\.\\./', '')}$`)
  })
}

/** Files of the runtime, and of locks and temporary writes of a process. */
const FOREIGN = /^(\.|[A-Z])|\.tmp$|^practice\/hosted/

test('REL-38: every file of a used profile is in the table of what is said of damage', async () => {
  await useOnce()
  const patterns = tableOfFiles()
  const files = readdirSync(userData, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(userData, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !FOREIGN.test(file))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !patterns.some((pattern) => pattern.test(file)))).toEqual([])
})

test('REL-38: a lost workspace, unreadable alerts and changed watchlists are told, and kept', async () => {
  await useOnce()
  const [workspace = ''] = readdirSync(workspaces).filter((name) => name !== 'current.json')
  rmSync(path.join(workspaces, workspace))
  const alerts = path.join(practice, 'alerts.json')
  rmSync(alerts, { force: true })
  // A link to itself cannot be read by anybody.
  symlinkSync(alerts, alerts)
  const watchlists = path.join(practice, 'watchlists.json')
  const changed = readFileSync(watchlists, 'utf8').replace('"lists"', '"listz"')
  writeFileSync(watchlists, changed)

  const desk = await openMainWindow(options)
  try {
    await desk.ready()
    const text = async (): Promise<string> => (await notices(desk).allInnerTexts()).join('\n')
    await expect.poll(text).toContain(`workspaces/${workspace} (a workspace) is missing`)
    await expect.poll(text).toContain('alerts.json (your alerts) could not be read')
    await expect.poll(text).toContain('No alert is evaluated until it can be read.')
    await expect.poll(text).toContain('watchlists.json (your watchlists) was damaged')
    await desk.screenshot('told-en')
    expect(readlinkSync(alerts)).toBe(alerts)
    const [aside = ''] = readdirSync(practice).filter((name) =>
      name.startsWith('watchlists.json.set-aside-'),
    )
    expect(readFileSync(path.join(practice, aside), 'utf8')).toBe(changed)
    await chooseLanguage(desk.page, 'es')
    await expect.poll(text).toContain('alerts.json (sus alertas) no se pudo leer del disco')
    await desk.screenshot('told-es')
    await chooseLanguage(desk.page, 'en')
    const ofFiles = notices(desk).filter({ hasText: 'A file with your data' })
    for (let left = await ofFiles.count(); left > 0; left -= 1) {
      await ofFiles.first().getByRole('button').click()
      // A notice leaves when main has answered.
      await expect(ofFiles).toHaveCount(left - 1)
    }
  } finally {
    await desk.close()
  }

  const later = await openMainWindow(options)
  try {
    await later.ready()
    await expect(notices(later).filter({ hasText: 'alerts.json' })).toBeVisible()
    await expect(notices(later).filter({ hasText: 'watchlists.json' })).toHaveCount(0)
    await expect(notices(later).filter({ hasText: 'workspaces/' })).toHaveCount(0)
  } finally {
    await later.close()
  }
})
