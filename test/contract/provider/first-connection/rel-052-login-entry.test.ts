import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthorizer } from '../../../../electron/adapters/loopback-callback.js'
import { HttpsPort } from '../../../../electron/adapters/https-port.js'
import { signIn } from '../../../../electron/core/auth/sign-in.js'
import {
  atEntry,
  loginEntries,
  servedEntry,
} from '../../../../electron/provider/auth/login-entry.js'
import { ok } from '../../../../shared/domain/result.js'
import { nodePorts } from '../../../harness/exchange/node-ports.js'
import { startBroker, type BrokerStandIn } from './broker-stand-in.js'

let broker: BrokerStandIn
let http: HttpsPort
beforeAll(async () => {
  broker = await startBroker('production')
  const authority = broker.practice.ready.ca
  // The API leads to the exchange's own address of the login page.
  http = new HttpsPort({
    pinnedCa: null,
    dial: (host, port) =>
      host === '127.0.0.1' ? { host, port, authority } : broker.dial(host, port),
  })
})
afterAll(async () => {
  http.close()
  await broker.close()
})

/** Requests an address as a browser does, and returns its status and where it leads. */
async function visit(address: string) {
  const { origin, pathname, search } = new URL(address)
  const answer = await http.send({
    ...{ method: 'GET', origin, target: `${pathname}${search}`, headers: {}, body: null },
    ...{ connectTimeoutMs: 5_000, readTimeoutMs: 5_000, maxResponseBytes: 1 << 20 },
  })
  if (!answer.ok) throw new Error(answer.error.detail)
  return { status: answer.value.status, location: answer.value.headers['location'] ?? null }
}

/** Signs in at the entry that the broker serves; returns the pages that the browser saw. */
async function signInByBrowser() {
  const { clock, random } = nodePorts(null)
  const statuses: number[] = []
  const signed = await signIn({
    auth: broker.provider({ mode: 'connect' }).auth,
    clock,
    random,
    authorize: createAuthorizer(async (url) => {
      const first = await visit(atEntry(url, await servedEntry(http, broker.endpoints)))
      statuses.push(first.status)
      if (first.location !== null) statuses.push((await visit(first.location)).status)
      const { redirect } = (await broker.practice.command({
        command: 'approve',
        query: Object.fromEntries(new URL(url).searchParams),
      })) as { readonly redirect: string }
      await fetch(redirect)
      return ok(undefined)
    }),
  })
  return { signed, statuses }
}

describe('REL-52: both entries of the sign-in in the browser', () => {
  const [page, code] = loginEntries({
    origins: {
      api: 'https://api.webull.com',
      oauth: 'https://us-oauth-open-api.webull.com',
      passport: 'https://passport.webull.com',
      broker: 'https://broker-api.webull.com',
    },
    loginPath: '/oauth2/authenticate/login',
  })

  it('begins at the login page while the broker has it there', async () => {
    expect(await servedEntry(http, broker.endpoints)).toEqual(page)
    const { signed, statuses } = await signInByBrowser()
    expect(signed).toMatchObject({ ok: true })
    expect(statuses).toEqual([200])
  })

  it('begins at the API’s address where the login page is unknown, and arrives there', async () => {
    await broker.play({ loginEntry: 'code' })
    expect(await visit(`${page?.origin}${page?.path}`)).toMatchObject({ status: 404 })
    expect(await servedEntry(http, broker.endpoints)).toEqual(code)
    const { signed, statuses } = await signInByBrowser()
    expect(signed).toMatchObject({ ok: true })
    expect(statuses).toEqual([302, 200])
    await broker.play({ loginEntry: 'page' })
  })

  it('stays with the login page where neither answers', async () => {
    const closed = new HttpsPort({
      pinnedCa: null,
      dial: (host, port) => ({ ...broker.dial(host, port), port: 1 }),
    })
    expect(await servedEntry(closed, broker.endpoints)).toEqual(page)
    closed.close()
  })
})
