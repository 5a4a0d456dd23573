import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT } from '../../../build/lib/paths.mjs'
import { appLaunch, resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'
import { connectBridge } from '../../harness/assistant/bridge-client.js'

/**
 * The command that is written into a client's settings: the app's own executable, started as plain
 * Node, and the built bridge.
 */
test('The built bridge runs on the app’s own runtime, as clients start it', async () => {
  const { executablePath } = appLaunch(await resolveRuntime({ quiet: true }), join(ROOT, 'out'))
  const bridge = {
    command: executablePath,
    args: [join(ROOT, 'out', 'bridge', 'bridge.cjs')],
    env: { ELECTRON_RUN_AS_NODE: '1' },
  }
  for (const mode of ['auto', 'legacy'] as const) {
    const fixture = await startEndpointFixture({ httpPort: null })
    const { client } = await connectBridge(mode, fixture.folder, TOKEN, bridge)
    expect(client.getNegotiatedProtocolVersion()).toBe(
      mode === 'auto' ? '2026-07-28' : '2025-11-25',
    )
    expect(
      (await client.callTool({ name: 'get_account_list', arguments: {} })).structuredContent,
    ).toMatchObject({ accounts: [{ account_id: 'ACC1' }] })
    await fixture.endpoint.close()
    const offline = await client.callTool({ name: 'get_policy', arguments: {} })
    expect(JSON.stringify(offline)).toContain('not-running')
    const next = await startEndpointFixture({ httpPort: null, folder: fixture.folder })
    expect((await client.callTool({ name: 'get_policy', arguments: {} })).isError).not.toBe(true)
    await client.close()
    await next.endpoint.close()
  }
})
