import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { freshUserData, launchApp } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

test('A port in use is reported with what to do and that no order was placed, and ends the app', async () => {
  const blocker = createServer()
  await new Promise<void>((resolve) => {
    blocker.listen(0, '127.0.0.1', resolve)
  })
  const { port } = blocker.address() as AddressInfo
  const userData = freshUserData()
  const run = await launchApp({
    suite: 'port-in-use',
    keyStore: 'none',
    userData,
    args: [`--practice-port-base=${port}`],
  })
  try {
    const said = (): string => run.stderr().join('\n')
    await expect.poll(said, { timeout: 45_000 }).toContain('The practice exchange cannot start')
    await expect
      .poll(said)
      .toContain(
        `One of the ports ${port} to ${port + 5} is in use. Choose another --port-base, or leave it out.`,
      )
    await expect.poll(said).toContain('No order was placed.')
    await run.screenshot('01-window')
  } finally {
    await run.kill()
    await removeFolder(userData)
    await new Promise((resolve) => {
      blocker.close(resolve)
    })
  }
})
