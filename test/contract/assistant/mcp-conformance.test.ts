import { TOOLSETS } from '../../../shared/domain/instructions/toolset.js'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'
import { createFixtureServer } from '../../harness/conformance/fixture-server.js'
import { startForwarder, type Forwarder } from '../../harness/conformance/key-forwarder.js'
import { describeConformance } from '../../harness/conformance/mcp-conformance.js'
import { ENDPOINT_SESSIONS, ENDPOINT_STATELESS } from '../../harness/conformance/mcp-expected.js'

/**
 * Starts the real endpoint (guard, keys, sessions, transports) with the real server and the
 * runner's fixtures added.
 */
async function endpoint(): Promise<Forwarder> {
  const origins: string[] = []
  // The runner triggers list changes: the person removes toolsets and restores them.
  let all = true
  const change = (): void => {
    all = !all
    fixture.fakePort.allow(all ? TOOLSETS : ['account', 'trading', 'instrument'])
  }
  const fixture = await startEndpointFixture({
    makeServer: createFixtureServer(change),
    origins,
    limits: { burst: 1_000 },
  })
  // One scenario sends requests from a page of the endpoint's own address, which the product
  // refuses like any other page.
  origins.push(`http://127.0.0.1:${fixture.endpoint.port}`)
  const forwarder = await startForwarder(fixture.endpoint.port, TOKEN)
  return {
    url: forwarder.url,
    async close() {
      await forwarder.close()
      await fixture.endpoint.close()
    },
  }
}

describeConformance(
  'the official conformance runner, against the assistant endpoint, up to 2025-11-25',
  'sessions',
  ENDPOINT_SESSIONS,
  endpoint,
)
describeConformance(
  'the official conformance runner, against the assistant endpoint, of 2026-07-28',
  'stateless',
  ENDPOINT_STATELESS,
  endpoint,
)
