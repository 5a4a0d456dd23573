import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { startToFail } from '../../harness/windows/failed-start.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

test('A port in use is reported with what to do and that no order was placed, and ends the app', async () => {
  const blocker = createServer()
  await new Promise<void>((resolve) => {
    blocker.listen(0, '127.0.0.1', resolve)
  })
  const { port } = blocker.address() as AddressInfo
  const userData = freshUserData()
  try {
    const { exitCode, stderr, boxes } = await startToFail([
      `--user-data-dir=${userData}`,
      `--practice-port-base=${port}`,
    ])
    const reason = `One of the ports ${port} to ${port + 6} is in use. Choose another --port-base, or leave it out.`
    expect(stderr).toContain('The practice exchange cannot start')
    expect(stderr).toContain(reason)
    expect(stderr).toContain('No order was placed.')
    expect(exitCode).toBe(1)
    expect(boxes).toHaveLength(1)
    expect(boxes[0]?.detail).toContain(reason)
  } finally {
    await removeFolder(userData)
    await new Promise((resolve) => {
      blocker.close(resolve)
    })
  }
})
