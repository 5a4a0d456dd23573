import { request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createAuthorizer,
  openLoopback,
  type LoopbackReceiver,
} from '../../../electron/adapters/loopback-callback.js'
import { loadLanguages, SystemLanguage } from '../../../electron/app/settings/system-language.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { foreign } from '../../../shared/messages/make-message.js'

await loadLanguages()

const STATE = 'a'.repeat(32)
let receivers: LoopbackReceiver[] = []
afterEach(() => {
  for (const receiver of receivers) receiver.close()
  receivers = []
})

const start = async (options?: Parameters<typeof openLoopback>[0]): Promise<LoopbackReceiver> => {
  const receiver = await openLoopback(options)
  if (!receiver.ok) throw new Error(inEnglish(receiver.error.message))
  receivers.push(receiver.value)
  return receiver.value
}
const sendRequest = (
  uri: string,
  overrides: { readonly path?: string; readonly method?: string; readonly host?: string } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> =>
  new Promise((resolve, reject) => {
    const url = new URL(uri)
    const outgoing = request(
      {
        host: url.hostname,
        port: url.port,
        path: overrides.path ?? url.pathname + url.search,
        method: overrides.method ?? 'GET',
        agent: false,
        ...(overrides.host === undefined ? {} : { headers: { host: overrides.host } }),
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
  it('answers the browser in the language that it is given', async () => {
    const language = new SystemLanguage(() => 'es-MX')
    const receiver = await start({ language })
    const answered = await sendRequest(`${receiver.redirectUri}?code=x&state=wrong`)
    expect(answered.status).toBe(404)
    expect(answered.body).toContain('<html lang="es">')
    expect(answered.body).toContain('No se inició ninguna sesión')
  })

  it('listens only on the literal loopback address, on a free port', async () => {
    const receiver = await start()
    expect(receiver.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}\/callback$/)
    const port = Number(new URL(receiver.redirectUri).port)
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((candidate) => candidate?.family === 'IPv4' && !candidate.internal)?.address
    if (outside === undefined) return
    const refused = await new Promise((resolve) => {
      const socket = connect({ host: outside, port })
      socket.on('connect', () => resolve(false)).on('error', () => resolve(true))
    })
    expect(refused).toBe(true)
  })

  it('answers 404 to hostile requests, and then accepts the right one', async () => {
    const receiver = await start()
    const answered = receiver.receive(STATE)
    const { redirectUri } = receiver
    const port = new URL(redirectUri).port
    const hostile = [
      sendRequest(`${redirectUri}?code=c&state=${STATE}`, { method: 'POST' }),
      sendRequest(`${redirectUri}?code=c&state=${STATE}`, { method: 'HEAD' }),
      sendRequest(`${redirectUri}?code=c&state=${STATE}`, { host: `localhost:${port}` }),
      sendRequest(`${redirectUri}?code=c&state=${STATE}`, { host: 'evil.example' }),
      sendRequest(redirectUri, { path: `/?code=c&state=${STATE}` }),
      sendRequest(redirectUri, { path: `/callback/?code=c&state=${STATE}` }),
      sendRequest(redirectUri, { path: `/CALLBACK?code=c&state=${STATE}` }),
      sendRequest(redirectUri, { path: `//callback?code=c&state=${STATE}` }),
      sendRequest(redirectUri),
      sendRequest(`${redirectUri}?code=c`),
      sendRequest(`${redirectUri}?code=c&state=${'b'.repeat(32)}`),
      sendRequest(`${redirectUri}?code=c&state=${STATE}&state=${STATE}`),
      sendRequest(`${redirectUri}?code=c&code=d&state=${STATE}`),
      sendRequest(`${redirectUri}?state=${STATE}`),
      sendRequest(`${redirectUri}?code=c&error=e&state=${STATE}`),
      sendRequest(`${redirectUri}?code=${'c'.repeat(5_000)}&state=${STATE}`),
      sendRequest(`${redirectUri}?code=c?&state=${STATE}`),
    ]
    for (const answer of await Promise.all(hostile)) expect(answer.status).toBe(404)
    const right = await sendRequest(`${redirectUri}?code=right&state=${STATE}`)
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
    await expect(sendRequest(`${redirectUri}?code=again&state=${STATE}`)).rejects.toThrow(
      'ECONNREFUSED',
    )
  })

  it('passes on an error of the provider, and times out', async () => {
    const receiver = await start()
    const answered = receiver.receive(STATE)
    expect(
      (await sendRequest(`${receiver.redirectUri}?error=access_denied&state=${STATE}`)).status,
    ).toBe(200)
    expect(await answered).toMatchObject({ ok: true })
    const slow = await start({ timeoutMs: 40 })
    expect(await slow.receive(STATE)).toMatchObject({ ok: false, error: { kind: 'timeout' } })
    await expect(sendRequest(`${slow.redirectUri}?code=c&state=${STATE}`)).rejects.toThrow(
      'ECONNREFUSED',
    )
  })

  it('accepts nothing before the attempt waits for it', async () => {
    const receiver = await start()
    expect((await sendRequest(`${receiver.redirectUri}?code=c&state=${STATE}`)).status).toBe(404)
  })

  it('reports that its port is taken', async () => {
    const first = await start()
    expect(await openLoopback({ port: Number(new URL(first.redirectUri).port) })).toMatchObject({
      ok: false,
      error: { kind: 'failed' },
    })
  })

  it('completes one attempt from the login page to the answer', async () => {
    let openedUrl = ''
    const authorizer = createAuthorizer(async (url) => {
      openedUrl = url
      const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
      expect((await sendRequest(`${redirect}?code=planted&state=wrong`)).status).toBe(404)
      await sendRequest(`${redirect}?code=mine&state=${STATE}`)
      return { ok: true, value: undefined }
    })
    const answer = await authorizer.authorize(
      (redirect) =>
        `https://login.example/?state=${STATE}&redirect_uri=${encodeURIComponent(redirect)}`,
    )
    expect(answer).toMatchObject({ ok: true, value: { query: `code=mine&state=${STATE}` } })
    expect(openedUrl).toContain('login.example')
    const failing = createAuthorizer(() =>
      Promise.resolve({ ok: false, error: { kind: 'failed', message: foreign('no browser') } }),
    )
    expect(await failing.authorize(() => 'https://login.example/')).toEqual({
      ok: false,
      error: { kind: 'failed', message: foreign('no browser') },
    })
  })
})
