import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpPort } from '../../../electron/core/net-ports.js'
import { nodePorts } from '../../harness/exchange/node-ports.js'
import { openPractice, type PracticeSession } from './practice-session.js'

const ACCOUNTS = 'trading.accounts.list'
/** An answer after this time is late, and arrives. */
const LATE_MS = 1_800

let practice: PracticeSession
beforeAll(async () => {
  practice = await openPractice()
})
afterAll(async () => {
  await practice.close()
})

/** A client that counts how often its idle connections are closed. */
function countingClient() {
  const { http, ...ports } = nodePorts(practice.ready.ca)
  let closings = 0
  const counting: HttpPort = {
    send: (request) => http.send(request),
    close: () => http.close(),
    closeIdle: () => {
      closings += 1
      http.closeIdle?.()
    },
  }
  const client = practice.provider({ ports: { ...ports, http: counting } })
  return { client, closings: () => closings }
}

const fault = (kind: string, more: object = {}): Promise<unknown> =>
  practice.practice.command({
    command: 'fault',
    fault: { kind, operation: ACCOUNTS, count: 1, ...more },
  })

test('REL-34: a late answer costs no connection, and a lost one ends those that are idle', async () => {
  const { client, closings } = countingClient()
  expect((await client.portfolio.accounts()).ok).toBe(true)

  await fault('delay', { ms: LATE_MS })
  expect((await client.portfolio.accounts()).ok).toBe(true)
  expect(closings()).toBe(0)

  await fault('drop-before-effect', { count: null })
  expect((await client.portfolio.accounts()).ok).toBe(false)
  expect(closings()).toBeGreaterThan(0)
  await practice.practice.command({ command: 'clear-faults' })
  expect((await client.portfolio.accounts()).ok).toBe(true)
})
