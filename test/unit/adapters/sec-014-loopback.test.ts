import { request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createAuthorizer,
  openLoopback,
  type LoopbackReceiver,
} from '../../../electron/adapters/loopback-callback.js'

const STATE = 'a'.repeat(32)
let open: LoopbackReceiver[] = []
afterEach(() => {
  for (const receiver of open) receiver.close()
  open = []
})

const start = async (options?: Parameters<typeof openLoopback>[0]): Promise<LoopbackReceiver> => {
  const receiver = await openLoopback(options)
  if (!receiver.ok) throw new Error(receiver.error.message)
  open.push(receiver.value)
  return receiver.value
}
const ask = (
  uri: string,
  change: { readonly path?: string; readonly method?: string; readonly host?: string } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> =>
  new Promise((resolve, reject) => {
    const url = new URL(uri)
    const outgoing = request(
      {
        host: url.hostname,
        port: url.port,
        path: change.path ?? url.pathname + url.search,
        method: change.method ?? 'GET',
        agent: false,
        ...(change.host === undefined ? {} : { headers: { host: change.host } }),
      },
      (response) => {
        let body = ''
        response
          .setEncoding('utf8')
          .on('data', (text: string) => {
            body += text
          })
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          )
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })

describe('SEC-14: loopback callback', () => {
  it('listens on the loopback literal only, on a free port', async () => {
    const receiver = await start()
    expect(receiver.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}\/callback$/)
    const port = Number(new URL(receiver.redirectUri).port)
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address
    if (outside === undefined) return
    const refused = await new Promise((resolve) => {
      const socket = connect({ host: outside, port })
      socket.on('connect', () => resolve(false)).on('error', () => resolve(true))
    })
    expect(refused).toBe(true)
  })

  it('answers 404 to everything hostile, and stays open for the one that is right', async () => {
    const receiver = await start()
    const answered = receiver.receive(STATE)
    const { redirectUri } = receiver
    const port = new URL(redirectUri).port
    const hostile = [
      ask(`${redirectUri}?code=c&state=${STATE}`, { method: 'POST' }),
      ask(`${redirectUri}?code=c&state=${STATE}`, { method: 'HEAD' }),
      ask(`${redirectUri}?code=c&state=${STATE}`, { host: `localhost:${port}` }),
      ask(`${redirectUri}?code=c&state=${STATE}`, { host: 'evil.example' }),
      ask(redirectUri, { path: `/?code=c&state=${STATE}` }),
      ask(redirectUri, { path: `/callback/?code=c&state=${STATE}` }),
      ask(redirectUri, { path: `/CALLBACK?code=c&state=${STATE}` }),
      ask(redirectUri, { path: `//callback?code=c&state=${STATE}` }),
      ask(redirectUri),
      ask(`${redirectUri}?code=c`),
      ask(`${redirectUri}?code=c&state=${'b'.repeat(32)}`),
      ask(`${redirectUri}?code=c&state=${STATE}&state=${STATE}`),
      ask(`${redirectUri}?code=c&code=d&state=${STATE}`),
      ask(`${redirectUri}?state=${STATE}`),
      ask(`${redirectUri}?code=c&error=e&state=${STATE}`),
      ask(`${redirectUri}?code=${'c'.repeat(5_000)}&state=${STATE}`),
      ask(`${redirectUri}?code=c?&state=${STATE}`),
    ]
    for (const answer of await Promise.all(hostile)) expect(answer.status).toBe(404)
    const right = await ask(`${redirectUri}?code=right&state=${STATE}`)
    expect(right.status).toBe(200)
    expect(await answered).toEqual({ ok: true, value: `code=right&state=${STATE}` })
    expect(right.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(right.headers['content-security-policy']).toContain("default-src 'none'")
    expect(right.body).not.toContain('right')
    expect(right.body).not.toContain(STATE)
    await expect(ask(`${redirectUri}?code=again&state=${STATE}`)).rejects.toThrow('ECONNREFUSED')
  })

  it('hands over an error of the provider too, and gives up in time', async () => {
    const receiver = await start()
    const answered = receiver.receive(STATE)
    expect((await ask(`${receiver.redirectUri}?error=access_denied&state=${STATE}`)).status).toBe(
      200,
    )
    expect(await answered).toMatchObject({ ok: true })
    const slow = await start({ timeoutMs: 40 })
    expect(await slow.receive(STATE)).toMatchObject({ ok: false, error: { kind: 'timeout' } })
    await expect(ask(`${slow.redirectUri}?code=c&state=${STATE}`)).rejects.toThrow('ECONNREFUSED')
  })

  it('accepts nothing before anybody waits', async () => {
    const receiver = await start()
    expect((await ask(`${receiver.redirectUri}?code=c&state=${STATE}`)).status).toBe(404)
  })

  it('says when its port is taken', async () => {
    const first = await start()
    expect(await openLoopback({ port: Number(new URL(first.redirectUri).port) })).toMatchObject({
      ok: false,
      error: { kind: 'failed' },
    })
  })

  it('carries one attempt from the page to the answer', async () => {
    let shown = ''
    const authorizer = createAuthorizer(async (url) => {
      shown = url
      const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
      expect((await ask(`${redirect}?code=planted&state=wrong`)).status).toBe(404)
      await ask(`${redirect}?code=mine&state=${STATE}`)
      return { ok: true, value: undefined }
    })
    const answer = await authorizer.authorize(
      (redirect) =>
        `https://login.example/?state=${STATE}&redirect_uri=${encodeURIComponent(redirect)}`,
    )
    expect(answer).toMatchObject({ ok: true, value: { query: `code=mine&state=${STATE}` } })
    expect(shown).toContain('login.example')
    const failing = createAuthorizer(() =>
      Promise.resolve({ ok: false, error: { kind: 'failed', message: 'no browser' } }),
    )
    expect(await failing.authorize(() => 'https://login.example/')).toEqual({
      ok: false,
      error: { kind: 'failed', message: 'no browser' },
    })
  })
})
