import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createAssetHandler,
  resolveAsset,
  SCHEME_PRIVILEGES,
} from '../../electron/app/security/app-protocol.js'
import { CSP } from '../../electron/app/security/csp.js'

let base = ''
let root = ''
beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), 'countersign-protocol-'))
  root = path.join(base, 'renderer')
  for (const directory of [root, path.join(root, 'assets'), path.join(base, 'renderer-evil')]) {
    mkdirSync(directory)
  }
  writeFileSync(path.join(root, 'index.html'), '<p>desk</p>')
  writeFileSync(path.join(root, 'assets', 'a.js'), 'export {}')
  writeFileSync(path.join(base, 'secret.txt'), 'secret')
  writeFileSync(path.join(base, 'renderer-evil', 'x.html'), 'evil')
  symlinkSync(path.join(base, 'secret.txt'), path.join(root, 'link.txt'))
})
afterAll(() => rmSync(base, { recursive: true }))

const TRAVERSALS = [
  'app://desk/../secret.txt',
  'app://desk/%2e%2e/secret.txt',
  'app://desk/..%2fsecret.txt',
  'app://desk/%2e%2e%2fsecret.txt',
  'app://desk/..%5csecret.txt',
  'app://desk/..\\secret.txt',
  'app://desk//etc/passwd.txt',
  'app://desk/%252e%252e/secret.txt',
  'app://desk/assets/../../secret.txt',
  'app://desk/index.html%00.txt',
  'app://desk/../renderer-evil/x.html',
  'app://desk/..%2frenderer-evil/x.html',
  'app://desk/link.txt',
  'app://other/index.html',
  'app://desk.evil/index.html',
  'app://desk@evil/index.html',
  'app://user@desk/index.html',
  'file:///etc/passwd',
  'https://desk/index.html',
  'not an address',
  'app://desk/secret',
  'app://desk/%',
]

describe('SEC-07: app protocol', () => {
  it('serves its own files with their type and the content security policy', async () => {
    const answer = await createAssetHandler(root)({ url: 'app://desk/', method: 'GET' })
    expect(answer.status).toBe(200)
    expect(answer.body.toString()).toBe('<p>desk</p>')
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['content-security-policy']).toBe(CSP)
    expect(
      (await createAssetHandler(root)({ url: 'app://desk/assets/a.js', method: 'GET' })).headers[
        'content-type'
      ],
    ).toContain('text/javascript')
  })

  it.each(TRAVERSALS)('refuses %s', async (url) => {
    const answer = await createAssetHandler(root)({ url, method: 'GET' })
    expect(answer.status).toBe(404)
    expect(answer.body.toString()).not.toContain('secret')
  })

  it('refuses other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await createAssetHandler(root)({ url: 'app://desk/', method })).status).toBe(405)
    }
  })

  it('never resolves outside the root, for any path', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '%2f',
        '%5c',
        '\\',
        '/',
        'assets',
        '%00',
        '%252e',
        '...',
        '~',
        'a.js',
      ),
      fc.string({ maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const file = resolveAsset('/srv/renderer', `app://desk/${pieces.join('/')}`)
        return file === null || file.startsWith('/srv/renderer/')
      }),
      { numRuns: 2_000 },
    )
  })

  it('is registered without privileges that bypass the content security policy', () => {
    expect(SCHEME_PRIVILEGES).toEqual({
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true },
    })
  })
})
