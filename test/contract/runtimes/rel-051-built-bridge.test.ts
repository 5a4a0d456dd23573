import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OUT } from '../../../build/lib/paths.mjs'
import { connectBridge } from '../../harness/assistant/bridge-client.js'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'

const BUNDLE = join(OUT, 'bridge', 'bridge.cjs')

describe('REL-51: the built bridge', () => {
  it.for(['auto', 'legacy'] as const)(
    'answers a client on this Node, as clients start it: %s',
    async (mode, { skip }) => {
      if (!existsSync(BUNDLE)) skip('the bundles are not built: npm run build')
      const fixture = await startEndpointFixture({ httpPort: null })
      const program = { command: process.execPath, args: [BUNDLE], env: {} }
      const { client } = await connectBridge(mode, fixture.folder, TOKEN, program)
      const answer = await client.callTool({ name: 'get_account_list', arguments: {} })
      expect(answer.structuredContent).toMatchObject({ accounts: [{ account_id: 'ACC1' }] })
      await client.close()
      await fixture.endpoint.close()
    },
  )
})
