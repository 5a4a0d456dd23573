import { beforeAll, describe, expect, it } from 'vitest'
import { createFixtureServer } from '../../harness/fixture-server.js'
import { startForwarder } from '../../harness/key-forwarder.js'
import { runServerScenarios, type Check } from '../../harness/mcp-runner.js'
import { startRig, TOKEN } from '../../harness/assistant-endpoint.js'

/**
 * The official conformance runner against the endpoint: guard, keys, sessions and transports are the product's, the server is the
 * product's with the runner's fixtures added. Its version knows the protocol up to 2025-11-25.
 */
const SCENARIOS = [
  'completion-complete', 'dns-rebinding-protection', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums', 'json-schema-2020-12', 'logging-set-level', 'ping',
  'prompts-get-embedded-resource', 'prompts-get-simple', 'prompts-get-with-args', 'prompts-get-with-image', 'prompts-list', 'resources-list', 'resources-read-binary', 'resources-read-text',
  'resources-subscribe', 'resources-templates-read', 'resources-unsubscribe', 'server-initialize', 'server-sse-multiple-streams', 'server-sse-polling', 'tools-call-audio',
  'tools-call-elicitation', 'tools-call-embedded-resource', 'tools-call-error', 'tools-call-image', 'tools-call-mixed-content', 'tools-call-sampling', 'tools-call-simple-text',
  'tools-call-with-logging', 'tools-call-with-progress', 'tools-list',
]

/**
 * Checks that do not succeed, and why. The scenario of streams that break calls itself a client of 2025-03-26; an event without data, and
 * with it the time to wait, is sent to clients of 2025-11-25 and later only, since older ones fail over it.
 */
const EXPECTED: Readonly<Record<string, Check['status']>> = { 'server-sse-polling server-sse-priming-event': 'WARNING', 'server-sse-polling server-sse-retry-field': 'WARNING' }

describe('the official conformance runner', () => {
  let found: ReadonlyMap<string, readonly Check[]>
  beforeAll(async () => {
    const origins: string[] = []
    const rig = await startRig({ makeServer: createFixtureServer, origins, limits: { burst: 1_000 } })
    // One scenario asks from a page of the endpoint's own address, which the product refuses like any other page.
    origins.push(`http://127.0.0.1:${rig.endpoint.port}`)
    const forwarder = await startForwarder(rig.endpoint.port, TOKEN)
    found = await runServerScenarios(forwarder.url)
    await forwarder.close()
    await rig.endpoint.close()
  })

  it('has the scenarios that are known here', () => expect([...found.keys()].sort()).toEqual(SCENARIOS))

  it.each(SCENARIOS)('%s', (scenario) => {
    const checks = found.get(scenario) ?? []
    expect(checks).not.toEqual([])
    const wrong = checks.filter(({ id, status }) => status !== 'SUCCESS' && status !== 'INFO' && EXPECTED[`${scenario} ${id}`] !== status)
    expect(wrong).toEqual([])
  })

  it('has nothing left to expect that succeeds by now', () => {
    const now = [...found].flatMap(([scenario, checks]) => checks.map(({ id, status }) => [`${scenario} ${id}`, status]))
    expect(Object.fromEntries(now.filter(([name]) => name !== undefined && name in EXPECTED))).toEqual(EXPECTED)
  })
})
