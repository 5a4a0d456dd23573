import { describe, expect, it } from 'vitest'
import { PRODUCT, hits, sources } from './sources.js'

const CODE = ['.ts', '.tsx', '.mjs', '.cjs']
const everywhere = sources([...PRODUCT, 'build', 'test'], CODE)
const product = sources(PRODUCT, CODE)
const styles = sources(['renderer'], ['.css', '.html'])

/** Files whose purpose includes output. */
const ENTRY_POINTS = /^electron\/(main|practice\/main)\.ts$/

describe('the static checks', () => {
  it('are suppressed nowhere', () => {
    expect(
      hits(
        everywhere,
        /@ts-(ignore|expect-error|nocheck)|(eslint|oxlint|biome)-(disable|ignore)|\bdepcruise-ignore\b|@(?:public|alias)\b/,
      ),
    ).toEqual([])
  })

  it('find no focused or disabled test', () => {
    expect(hits(sources(['test'], CODE), /^\s*(it|test|describe)\.(only|todo|fixme)\(/m)).toEqual(
      [],
    )
    // A test may skip itself by a condition, with a reason that the run prints, when something it
    // needs is missing.
    expect(
      hits(
        sources(['test'], CODE),
        /^\s*(it|test|describe)\.skip\((?![\w\s.[\]'!=()]+,\s*(?:'|NO_))/m,
      ),
    ).toEqual([])
  })
})

describe('the product', () => {
  it('prints nothing outside its entry points', () => {
    const quiet = product.filter(({ path }) => !ENTRY_POINTS.test(path))
    expect(hits(quiet, /\bconsole\.\w+/)).toEqual([])
  })

  it('contains no markers of unfinished work', () => {
    expect(
      hits(
        [...product, ...styles],
        /\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b|not implemented|coming soon/,
      ),
    ).toEqual([])
  })

  it('injects no markup', () => {
    const pattern =
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|createElement\(['"]style/
    expect(hits(sources(['renderer']), pattern)).toEqual([])
  })
})
