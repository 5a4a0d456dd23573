import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

const GARBAGE = 'this is not ours\nat all\n'
const FILES = ['connections.json', 'instructions.journal', 'trades.journal'] as const

interface Bridge {
  readonly countersign: {
    invoke(op: string, input: object): Promise<{ ok: boolean; value: AssistantsView }>
  }
}
const viewOf = (desk: MainWindowPage): Promise<AssistantsView> =>
  desk.page.evaluate(
    async () =>
      (await (window as unknown as Bridge).countersign.invoke('assistants.get', {})).value,
  )

test('REL-38: damaged files of assistants are set aside, shown, and halt assistants', async () => {
  const userData = freshUserData()
  const folder = path.join(userData, 'practice', 'assistants')
  mkdirSync(folder, { recursive: true })
  for (const name of FILES) writeFileSync(path.join(folder, name), GARBAGE)
  writeFileSync(path.join(userData, 'assistants.json'), GARBAGE)
  const desk = await openMainWindow({ suite: 'damaged-files', keyStore: 'none', userData })
  try {
    await desk.ready()
    const notices = desk.page.locator('.notices')
    for (const name of [...FILES, 'assistants.json']) {
      await expect(notices.getByText(name, { exact: false }).first()).toBeVisible()
    }
    await expect.poll(async () => (await viewOf(desk)).halt?.scope).toBe('assistants')
    await desk.screenshot('reported')
    const contents = readdirSync(folder).map((name) =>
      readFileSync(path.join(folder, name), 'utf8'),
    )
    expect(contents.filter((content) => content === GARBAGE)).toHaveLength(FILES.length)
    // The person looked and resumes assistants.
    const released = await desk.page.evaluate(() =>
      (window as unknown as Bridge).countersign.invoke('assistants.release', {}),
    )
    expect(released.ok).toBe(true)
    expect((await viewOf(desk)).halt).toBeNull()
  } finally {
    await desk.close()
    await removeFolder(userData)
  }
})
