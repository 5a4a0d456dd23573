import { describe, expect, it } from 'vitest'
import { findBareTypes } from '../../../build/lint/bare-types.mjs'
import { checkUnusedExports, findUnusedExports } from '../../../build/lint/exports.mjs'
import { findFlatFolders, findWideLines } from '../../../build/lint/layout.mjs'
import { findParticiples } from '../../../build/lint/participles.mjs'
import { findRiddles } from '../../../build/lint/riddles.mjs'
import { findFragments } from '../../../build/lint/titles.mjs'
import { findClassNames, findNames, replacementFor } from '../../../build/lint/names.mjs'

const source = (path: string, text: string) => ({ path, text })

describe('the lint rule for names', () => {
  it.each(['told', 'toldDay', 'isHeard', 'MOST_ORDERS', 'leastSize', 'confirmRoom', 'of', 'mine'])(
    'finds %s',
    (name) => {
      expect(replacementFor(name)).not.toBeNull()
    },
  )

  it.each(['published', 'accountOf', 'maxOrders', 'confirmWindow', 'almost'])(
    'accepts %s',
    (name) => {
      expect(replacementFor(name)).toBeNull()
    },
  )

  it('finds declarations and file names, not uses', () => {
    const found = findNames(
      'shared/order-room.ts',
      'const seat = 1\nexport const price = list.told',
    )
    expect(found.map(({ name }) => name).sort()).toEqual(['order-room.ts', 'seat'])
  })
})

describe('the lint rule for class names', () => {
  it('finds a class of a style sheet, not a word of its comment', () => {
    const sheet = '/* .door */\n.panel,\n.door-row .old { width: 0.5em }'
    expect(findClassNames('a.css', sheet)).toMatchObject([{ line: 3, name: 'door-row' }])
  })
})

describe('the lint rule for participles as names', () => {
  const body = (first: string, last: string) => [first, ...Array(6).fill('void 0'), last].join('\n')

  it('finds a local and a parameter that are used more than five lines below', () => {
    const local = body('const found = 1', 'use(found)')
    const parameter = `function f(given) {\n${body('', 'use(given)')}\n}`
    expect(findParticiples('a.ts', local)).toMatchObject([{ line: 1, name: 'found' }])
    expect(findParticiples('a.ts', parameter)).toMatchObject([{ line: 1, name: 'given' }])
  })

  it('accepts short lives, members that are taken apart, and the opposite of right', () => {
    expect(findParticiples('a.ts', 'const found = 1\nuse(found)')).toEqual([])
    expect(findParticiples('a.ts', body('const { held } = entry', 'use(held)'))).toEqual([])
    const pair = body('const [left, right] = sides', 'use(left, right)')
    expect(findParticiples('a.ts', pair)).toEqual([])
    expect(findParticiples('a.ts', body('const { held: rest } = entry', 'use(rest)'))).toHaveLength(
      1,
    )
  })
})

describe('the lint rule for types named by a bare word', () => {
  it('finds an interface, an alias and a class', () => {
    const text = 'interface Row {}\nexport type Entry = 1\nclass Target {}'
    expect(findBareTypes('a.ts', text).map(({ line, name }) => [line, name])).toEqual([
      [1, 'Row'],
      [2, 'Entry'],
      [3, 'Target'],
    ])
  })

  it('accepts a word that says of what, a type parameter and a component', () => {
    const text = 'interface FillRow {}\ntype Page<Row> = Row[]\nfunction Row() {}'
    expect(findBareTypes('a.ts', text)).toEqual([])
  })
})

describe('the lint rule for riddles in comments', () => {
  it('finds a form that leaves out what something belongs to, over the ends of lines', () => {
    const text = 'const a = 1\n/**\n * The day that the volume is\n * of.\n */\nconst b = 2'
    expect(findRiddles('a.ts', text)).toMatchObject([{ line: 2, form: 'is of' }])
  })

  it.each([
    'The halt: that of the live session.',
    'The prices are only those of the calendar.',
    'Names those of them that wait.',
    'Returns what is held that covers the legs.',
  ])('finds "%s"', (comment) => {
    expect(findRiddles('a.ts', `// ${comment}`)).toHaveLength(1)
  })

  it('accepts a comparison', () => {
    const text = "// Compares the journal's lots with those of the broker."
    expect(findRiddles('a.ts', text)).toEqual([])
  })

  it('accepts the same words in code', () => {
    expect(findRiddles('a.ts', "const text = 'it is of'\n// The day to which it belongs.")).toEqual(
      [],
    )
  })
})

describe('the lint rule for titles of tests', () => {
  it('finds the end of a sentence that a group begins, also in a table', () => {
    const text = "it('of a stock', f)\ntest.each([1])('and %s', f)\nit.each`a`('not so', f)"
    expect(findFragments('a.test.ts', text).map(({ line }) => line)).toEqual([1, 2, 3])
  })

  it('accepts a sentence, a group and a step', () => {
    const text = "describe('of', f)\nit('rejects a key', f)\ntest.step('and then', f)"
    expect(findFragments('a.test.ts', text)).toEqual([])
  })
})

describe('the lint rule for layout', () => {
  it('finds a line that is too wide without a long literal', () => {
    const wide = `export const sum = [${'1, '.repeat(40)}1]`
    expect(findWideLines('a.ts', wide)).toMatchObject([{ line: 1 }])
    expect(findWideLines('a.ts', `const text = '${'word '.repeat(30)}'`)).toEqual([])
  })

  it('finds a folder with more than twenty files of one level', () => {
    const files = Array.from({ length: 21 }, (_, index) => `shared/domain/file-${index}.ts`)
    expect(findFlatFolders(files)).toEqual([{ folder: 'shared/domain', count: 21 }])
    expect(findFlatFolders(files.slice(1))).toEqual([])
  })
})

describe('the lint rule for exports', () => {
  const user = source('electron/main.ts', "import { used } from './a.js'\nvoid used")
  const module = source(
    'electron/a.ts',
    'export const used = 1\nexport const unused = 2\nexport const own = 3\nexport const twice = own\nvoid twice',
  )

  it('finds an export that neither another module nor its own uses', () => {
    expect(findUnusedExports([user, module])).toEqual([
      { file: 'electron/a.ts', line: 2, name: 'unused' },
    ])
  })

  it('counts a namespace and a dynamic import as a use of every export', () => {
    for (const text of ["import * as a from './a.js'\nvoid a", "void import('./a.js')"]) {
      expect(findUnusedExports([source('electron/main.ts', text), module])).toEqual([])
    }
  })

  it('accepts a listed export, and asks to remove an entry that is not needed', () => {
    expect(checkUnusedExports([user, module], { 'electron/a.ts': ['unused'] })).toEqual([])
    expect(checkUnusedExports([user, module], { 'electron/a.ts': ['unused', 'used'] })).toEqual([
      expect.stringContaining('electron/a.ts#used is used or gone'),
    ])
  })
})
