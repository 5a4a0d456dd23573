import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AssistantRouter } from '../../../electron/core/instructions/assistant/assistant-port.js'
import {
  startEndpointFixture,
  TOKEN,
  type EndpointFixture,
} from '../../harness/assistant/endpoint-fixture.js'
import { untilQuiet } from '../../harness/system/until-quiet.js'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** An endpoint whose check of a key is held back from the nth one on, until it is let go. */
async function startHeld(nth: number) {
  let checks = 0
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const opened: { fixture: EndpointFixture | null } = { fixture: null }
  const router = (): AssistantRouter | null => {
    const port = opened.fixture?.fakePort.port
    if (port === undefined) return null
    return {
      portOf: () => port,
      async authenticate(token) {
        checks += 1
        if (checks >= nth) await gate
        return port.authenticate(token)
      },
    }
  }
  const fixture = await startEndpointFixture({ router })
  opened.fixture = fixture
  ends.push(() => fixture.endpoint.close())
  return { fixture, letGo, checks: () => checks }
}

const request = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'cancel_instruction',
    arguments: { account_id: 'ACC1', client_order_id: 'working-order-1' },
  },
}

describe('SEC-21: a request that is on its way when access is disabled', () => {
  // Its key is checked when it begins, and once more when its body has arrived.
  it.each([1, 2])('reaches nothing, also at check %i of its key', async (nth) => {
    const { fixture, letGo, checks } = await startHeld(nth)
    const answer = fetch(fixture.endpoint.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(request),
    }).then(
      ({ status }) => status,
      () => null,
    )
    await vi.waitFor(() => expect(checks()).toBe(nth), { timeout: 60_000, interval: 5 })
    await fixture.endpoint.close()
    letGo()
    expect(await answer).not.toBe(200)
    const { fakePort } = fixture
    await untilQuiet(() => fakePort.clients.length + fakePort.requests.length)
    expect([fakePort.clients, fakePort.requests]).toEqual([[], []])
  })
})
