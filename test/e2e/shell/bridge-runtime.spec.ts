import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT } from '../../../build/lib/paths.mjs'
import { appView } from '../../../build/runtime/app-view.mjs'
import { resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { bridgeCommand } from '../../../electron/assistant/clients/launcher.js'
import {
  launcherPath,
  refreshBridgeLauncher,
} from '../../../electron/app/assistants/bridge-launcher.js'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'
import { connectBridge } from '../../harness/assistant/bridge-client.js'
import { flipFuse } from '../../harness/system/fuses.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/**
 * The command that is written into a client's settings, with the program as it is shipped: its
 * runtime cannot run as plain Node, and there is no display.
 */

let folder: string
let executable: string

test.skip(process.platform !== 'linux', 'the launcher of other systems has no test runtime')

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-shipped-'))
  // A view of its own, so that no other test runs on the changed executable.
  const view = appView(await resolveRuntime({ quiet: true }), join(ROOT, 'out'))
  executable = join(view, '..', `countersign-${process.pid}`)
  copyFileSync(view, executable)
  chmodSync(executable, 0o755)
  flipFuse(executable, 'RunAsNode', false)
})
test.afterAll(() => removeFolder(folder).then(() => removeFolder(executable)))

/** Writes the launcher as the program does at its start, and returns the clients' command. */
async function launcherFor(privateFolder: string, file = executable) {
  await refreshBridgeLauncher({
    program: { file, args: [] },
    folder: privateFolder,
    log: { event: (_level, name) => expect(name).toBe('') },
  })
  const launcher = launcherPath(privateFolder)
  return bridgeCommand('linux', { file, args: [] }, { launcher, folder: privateFolder })
}

/** As an editor that runs on Electron itself, and has no display, starts it. */
const FOREIGN = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--trace-warnings', DISPLAY: '' }

for (const mode of ['auto', 'legacy'] as const) {
  test(`SEC-32: the written command answers with the program closed and open, without a window (${mode})`, async () => {
    const fixture = await startEndpointFixture({ httpPort: null })
    await fixture.endpoint.close()
    const command = await launcherFor(fixture.folder)
    const before = readdirSync(fixture.folder)
    const { client, transport, stderr } = await connectBridge(mode, fixture.folder, TOKEN, {
      ...command,
      env: { ...command.env, ...FOREIGN },
    })
    expect(client.getNegotiatedProtocolVersion()).toBe(
      mode === 'auto' ? '2026-07-28' : '2025-11-25',
    )
    expect((await client.listTools()).tools).toEqual([])
    const next = await startEndpointFixture({ httpPort: null, folder: fixture.folder })
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
    expect((await client.callTool({ name: 'get_policy', arguments: {} })).isError).not.toBe(true)
    // One process, which has no children: no window, no zygote, no display.
    const process = `/proc/${transport.pid}/task/${transport.pid}/children`
    expect(readFileSync(process, 'utf8')).toBe('')
    expect(stderr()).not.toMatch(/display|sandbox|X server/i)
    await client.close()
    await next.endpoint.close()
    expect(readdirSync(fixture.folder).sort()).toEqual(before.sort())
  })
}

test('SEC-32: the command stays valid when the program moves, as an AppImage does', async () => {
  const fixture = await startEndpointFixture({ httpPort: null })
  const command = await launcherFor(fixture.folder)
  const moved = `${executable}-moved`
  renameSync(executable, moved)
  try {
    await expect(connectBridge('auto', fixture.folder, TOKEN, command)).rejects.toThrow()
    expect(await launcherFor(fixture.folder, moved)).toEqual(command)
    const { client } = await connectBridge('auto', fixture.folder, TOKEN, command)
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
    await client.close()
  } finally {
    renameSync(moved, executable)
    await fixture.endpoint.close()
  }
})
