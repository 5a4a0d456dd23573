import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DecimalMisuseFinder } from './decimal-misuse.js'
import { openNativeProject } from './native-project.js'
import { PRODUCT, ROOT, hits, sources } from './sources.js'

/** The implementation itself, and the chart folder, whose pixels are floats. */
const ALLOWED = /^(shared\/domain\/decimal\.ts$|renderer\/chart\/)/

const SAMPLE = join(ROOT, 'shared', 'domain', 'sample-of-misuse.ts')
const HEAD = `import type { Decimal, Price } from './decimal.js'
declare const a: Decimal, p: Price, maybe: Decimal | null, list: readonly Decimal[], n: number
`
const BAD = [
  'a + n',
  'a - p',
  'a * n',
  'n / a',
  'a % n',
  'a ** n',
  'a < p',
  'a > p',
  'a <= p',
  'a >= p',
  'a === p',
  'a !== p',
  'a == p',
  'a != p',
  'maybe === a',
  '+a',
  '-a',
  '`${a}`',
  '`${maybe}!`',
  'Number(a)',
  'parseFloat(a)',
  'Math.max(a, n)',
  'BigInt(p)',
  'list.includes(a)',
  'list.indexOf(a)',
  'list.toSorted()',
]
const GOOD = [
  'maybe === null',
  'maybe !== null',
  'maybe == undefined',
  'n + 1',
  '`${n}`',
  'list.length > 1',
  'list.toSorted(() => 0)',
  '[1, 2].includes(n)',
  'Number(n)',
]

const product = sources(PRODUCT).filter(({ path }) => !ALLOWED.test(path))
const sample = HEAD + [...BAD, ...GOOD].map((text) => `void (${text})`).join('\n')
const { project, close } = openNativeProject(
  product.map(({ path }) => join(ROOT, path)),
  { [SAMPLE]: sample },
)
const finder = new DecimalMisuseFinder(project.checker)
afterAll(close)

function misuses(path: string): string[] {
  const file = project.program.getSourceFile(path)
  if (file === undefined) throw new Error(`${path} is not in the program`)
  return finder.find(file)
}

describe('REL-35: decimals', () => {
  it('are used by their own functions only', () => {
    const wrong = product.flatMap(({ path }) =>
      misuses(join(ROOT, path)).map((misuse) => `${path}:${misuse}`),
    )
    expect(wrong).toEqual([])
  })

  it('are never parsed from or formatted through a float', () => {
    expect(hits(product, /\bparseFloat\b|\.to(Fixed|Precision|Exponential)\(/)).toEqual([])
  })

  it('are detected in every misuse, and in no valid use', () => {
    const before = HEAD.split('\n').length - 1
    const caught = new Set(
      misuses(SAMPLE).map((misuse) => Number.parseInt(misuse, 10) - before - 1),
    )
    const all = [...BAD, ...GOOD]
    expect(all.filter((_, index) => caught.has(index))).toEqual(BAD)
  })
})
