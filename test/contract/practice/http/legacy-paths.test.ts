import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../../../shared/wire/catalog.js'
import { LEGACY_PATHS } from '../../../../shared/wire/legacy-paths.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()

const PAGE = '../shared/contract/gap-vs-seed.md'
const aliases = Object.entries(LEGACY_PATHS).flatMap(([id, paths]) =>
  (paths ?? []).map((path) => [path, id] as const),
)

describe('paths of the older libraries', () => {
  it.each(aliases)('%s reaches the same handler', async (path, id) => {
    const operation = CATALOG.find((known) => known.id === id)
    expect(operation).toBeDefined()
    if (operation?.host !== 'api') return
    const shape = operation.method === 'POST' ? { method: 'POST' as const, body: '{}' } : {}
    const [old, current] = [
      await exchange.client.signed({ path, ...shape }),
      await exchange.client.signed({ path: operation.path, ...shape }),
    ]
    expect(old.status).toBe(current.status)
    expect(old.status).not.toBe(404)
    expect(Object.keys(old.json as object).sort()).toEqual(
      Object.keys(current.json as object).sort(),
    )
  })

  it('answer a signed read with the v2 header', async () => {
    const reply = await exchange.client.signed({
      path: '/openapi/account/list',
      headers: { 'x-version': 'v2' },
    })
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual(
      expect.arrayContaining([expect.objectContaining({ account_type: 'MARGIN' })]),
    )
  })

  it('are those of the documentation page', (context) => {
    if (!existsSync(PAGE)) return context.skip('the contract pages are not beside the project')
    const page = readFileSync(PAGE, 'utf8')
    // `/a/b/*` covers every path below; `/a/.../b/*` covers any parts in between.
    const below = (path: string): boolean =>
      path
        .split('/')
        .some(
          (part, index, parts) =>
            (index > 2 && page.includes(`${parts.slice(0, index).join('/')}/*`)) ||
            (index > 1 && page.includes(`/${parts[1] ?? ''}/.../${part}/*`)),
        )
    // `/a/b/c, /d/e` also means `/a/b/d/e`.
    const isSiblingPath = (path: string): boolean =>
      path
        .split('/')
        .some(
          (_, index, parts) =>
            index > 2 &&
            page.includes(`${parts.slice(0, index).join('/')}/`) &&
            page.includes(`, /${parts.slice(index).join('/')}`),
        )
    for (const [path] of aliases) {
      const last = path.slice(path.lastIndexOf('/'))
      expect(
        page.includes(path) ||
          (page.includes(path.slice(0, path.lastIndexOf('/'))) &&
            (page.includes(last) || page.includes(`, ${last.slice(1)}`))) ||
          below(path) ||
          isSiblingPath(path),
        path,
      ).toBe(true)
    }
  })
})
