import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { PRODUCT } from '../../../../build/bundles.mjs'
import { listFiles } from '../../../../build/lib/files.mjs'
import {
  committedList,
  contentsDifference,
  entryKind,
  forbiddenIn,
} from '../../../../build/packaging/contents.mjs'

const OUT = fileURLToPath(new URL('../../../../out', import.meta.url))
const built = PRODUCT.every(({ output }) => existsSync(join(OUT, output)))
const LIST = committedList('asar')
const names = (list: readonly string[]): string[] => list.map((line) => line.replace(/\?$/, ''))

describe('SEC-12: the contents of a package', () => {
  it('are those of the committed list for the bundles that are built here', ({ skip }) => {
    if (!built) skip('the bundles are not built: npm run build')
    const paths = PRODUCT.flatMap(({ name }) =>
      listFiles(join(OUT, name)).map((path) => `${name}/${path}`),
    )
    expect(contentsDifference([...paths, 'package.json'], LIST)).toEqual({ extra: [], missing: [] })
  })

  it.for([
    'main/main.cjs.map',
    'main/chunks/orders-Bsdutd6y.test.cjs',
    'renderer/assets/key-Bsdutd6y.pem',
    'code-cache/25.1.1-8e2075ecf467-trained.runtime',
    'tests/main.cjs',
    '.env',
    'main/chunks/deep/orders-Bsdutd6y.cjs',
  ])('do not allow %s', (path) => {
    expect(contentsDifference([...names(LIST), path], LIST)).toEqual({
      extra: [entryKind(path)],
      missing: [],
    })
  })

  it('name an entry that is missing, unless the list says that it may be', () => {
    const paths = names(LIST).filter((path) => !/preload|code-cache/.test(path))
    expect(contentsDifference(paths, LIST)).toEqual({
      extra: [],
      missing: ['preload/preload.cjs'],
    })
  })

  it('are the same for each system where they can be', () => {
    const linux = committedList('linux').map((path) => path.replace(/^locales/, 'pak'))
    for (const list of [linux, committedList('win32'), committedList('darwin')]) {
      for (const name of ['app.asar', 'sbom.cdx.json', 'LICENSE.txt', 'TEST-RUNTIME?']) {
        expect(list.filter((path) => path.endsWith(name))).toHaveLength(1)
      }
    }
  })

  it('have no key, no source map, no access of tests and no path of the computer', () => {
    const key = `-----BEGIN PRIVATE KEY-----\\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(2)}`
    expect(forbiddenIn(key, [])).toEqual(['a private key'])
    expect(forbiddenIn('`-----BEGIN PRIVATE KEY-----\\n${base64}`', [])).toEqual([])
    expect(forbiddenIn('a()\n//# sourceMappingURL=a.map', [])).toEqual(['a source map'])
    expect(forbiddenIn('process.env.COUNTERSIGN_TEST', [])).toEqual(['an access of tests'])
    expect(forbiddenIn('"/srv/joe/desk/main.ts"', ['/srv/joe'])).toEqual(['the path /srv/joe'])
    expect(forbiddenIn('"/rooted/a"', ['/root'])).toEqual([])
  })
})
