import type { Protocol } from 'electron'
import { describe, expect, it } from 'vitest'
import { serveAssets } from '../../../../electron/shell/security/asset-scheme.js'

const ANSWER = {
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: Buffer.from('page'),
}
const REQUEST = { url: 'app://desk/page.txt', method: 'GET' }
const handler = ({ url }: { readonly url: string }) =>
  Promise.resolve(url === REQUEST.url ? ANSWER : { ...ANSWER, status: 404 })

type Respond = (answer: { statusCode: number; headers: object; data: Buffer }) => void

describe('REL-51: the scheme of the pages', () => {
  it('is served in the way of an older runtime', async () => {
    const answer = await new Promise<object>((resolve) => {
      const registerBufferProtocol = (
        _scheme: string,
        serve: (request: typeof REQUEST, respond: Respond) => void,
      ): void => serve(REQUEST, resolve)
      serveAssets({ registerBufferProtocol } as unknown as Protocol, 'app', handler)
    })
    expect(answer).toEqual({ statusCode: 200, headers: ANSWER.headers, data: ANSWER.body })
  })

  it('is served in the way of a newer runtime, which has no other', async () => {
    const served: Promise<Response>[] = []
    const handle = (_scheme: string, serve: (request: Request) => Promise<Response>): void =>
      void served.push(serve(REQUEST as Request))
    serveAssets({ handle } as unknown as Protocol, 'app', handler)
    const response = await served[0]
    expect(response?.status).toBe(200)
    expect(await response?.text()).toBe('page')
    expect(Object.fromEntries(response?.headers ?? [])).toEqual(ANSWER.headers)
  })
})
