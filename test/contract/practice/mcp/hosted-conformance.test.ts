import { expect } from 'vitest'
import { startForwarder, type Forwarder } from '../../../harness/conformance/key-forwarder.js'
import { describeConformance } from '../../../harness/conformance/mcp-conformance.js'
import { HOSTED_SESSIONS, HOSTED_STATELESS } from '../../../harness/conformance/mcp-expected.js'
import { startExchange } from '../support/test-exchange.js'
import { connectAssistant } from './assistant.js'

/** Starts the exchange's hosted server, with the token of a client that a person authorized. */
async function hosted(): Promise<Forwarder> {
  const exchange = await startExchange()
  const { ready } = exchange.practice
  const assistant = await connectAssistant(ready, {
    user: ready.user.name,
    password: ready.user.password,
    accounts: [await exchange.account()],
  })
  const forwarder = await startForwarder(
    Number(new URL(ready.hosts.api).port),
    assistant.tokens()?.access_token ?? '',
    ready.ca,
  )
  return {
    url: forwarder.url,
    async close() {
      await forwarder.close()
      await assistant.close()
      expect(exchange.errors).toEqual([])
      await exchange.close()
    },
  }
}

describeConformance(
  'the official conformance runner, at the hosted server, up to 2025-11-25',
  'sessions',
  HOSTED_SESSIONS,
  hosted,
)
describeConformance(
  'the official conformance runner, at the hosted server, of 2026-07-28',
  'stateless',
  HOSTED_STATELESS,
  hosted,
)
