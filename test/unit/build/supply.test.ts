import { describe, expect, it } from 'vitest'
import { readAudit } from '../../../build/supply/advisories.mjs'
import { checkAges, compareVersions, newestMature } from '../../../build/supply/ages.mjs'
import { lockedPackages, projectPackages } from '../../../build/supply/locked.mjs'

const NOW = Date.parse('2026-11-29T00:00:00Z')
const TIMES = {
  '45.3.9': '2026-11-10T00:00:00Z',
  '45.4.1': '2026-11-22T00:00:00Z',
  '45.5.0': '2026-11-22T00:00:01Z',
  '45.10.0-beta.1': '2026-10-01T00:00:00Z',
  '46.0.0': '2026-11-01T00:00:00Z',
  created: '2015-01-01T00:00:00Z',
}

describe('the check of dependencies', () => {
  it('takes every locked version once, under the name of its package', () => {
    expect(
      lockedPackages({
        packages: {
          '': { version: '0.1.0' },
          'node_modules/a': { version: '1.0.0' },
          'node_modules/b/node_modules/a': { version: '1.0.0' },
          'node_modules/@s/c': { version: '2.0.0' },
          'node_modules/alias': { name: 'real', version: '3.0.0' },
          'node_modules/linked': { link: true },
        },
      }),
    ).toEqual([
      { name: '@s/c', version: '2.0.0' },
      { name: 'a', version: '1.0.0' },
      { name: 'real', version: '3.0.0' },
    ])
    expect(projectPackages().length).toBeGreaterThan(100)
  })

  it('never takes an answer that is no report for "nothing found"', () => {
    for (const output of ['', 'not json', '{}', '{"message":"405 Method Not Allowed"}', 'null']) {
      expect(readAudit(output).kind).toBe('unreachable')
    }
    expect(readAudit('{"message":"405 Method Not Allowed"}')).toMatchObject({ why: /405/ })
    expect(readAudit('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual({
      kind: 'answered',
      found: [],
    })
    const report = { vulnerabilities: { a: { severity: 'high', via: ['b', { title: 'Reads' }] } } }
    expect(readAudit(JSON.stringify(report))).toEqual({
      kind: 'answered',
      found: [{ name: 'a', severity: 'high', titles: ['Reads'] }],
    })
  })

  it('finds versions younger than seven days, and those of unknown age', async () => {
    const locked = ['45.3.9', '45.4.1', '45.5.0', '45.9.9'].map((version) => ({
      name: 'electron',
      version,
    }))
    const calls: string[] = []
    const stored = {}
    const timesOf = (name: string) => {
      calls.push(name)
      return Promise.resolve(name === 'electron' ? TIMES : null)
    }
    const lost = { name: 'lost', version: '1.0.0' }
    expect(await checkAges([...locked, lost], NOW, timesOf, stored)).toEqual({
      young: [{ name: 'electron', version: '45.5.0', days: 6 }],
      unknown: [{ name: 'electron', version: '45.9.9' }, lost],
    })
    expect(calls.sort()).toEqual(['electron', 'lost'])
    const known = locked.slice(0, 2)
    expect(await checkAges(known, NOW, timesOf, stored)).toEqual({ young: [], unknown: [] })
    expect(calls).toHaveLength(2)
  })

  it('knows the newest released version of a major line that is old enough', () => {
    expect(newestMature(TIMES, 45, NOW)).toBe('45.4.1')
    expect(newestMature(TIMES, 45, NOW + 1_000)).toBe('45.5.0')
    expect(newestMature(TIMES, 44, NOW)).toBeNull()
    expect(['45.10.0', '45.9.9', '44.0.0'].sort(compareVersions)).toEqual([
      '44.0.0',
      '45.9.9',
      '45.10.0',
    ])
  })
})
