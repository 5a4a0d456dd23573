import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTests, readArguments, select } from '../../run/selection.mjs'

const ORDERS = 'test/unit/core/orders.test.ts'
const PICTURE = 'test/unit/renderer/picture.test.tsx'
const ORDER_WINDOW = 'test/e2e/orders/lifecycle.spec.ts'

let root = ''
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-selection-'))
  write(ORDERS, "describe('an order', () => it('is sent once (REL-1)', send))")
  write(PICTURE, "describe('a picture', () => it('is drawn', draw))")
  write(ORDER_WINDOW, "describe('the window', () => it('is drawn after an order', draw))")
  write('test/bench/main.test.ts', '')
  write('test/unit/build/fixtures/broken.test.ts', '')
  write('electron/boot.ts', '')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('the tests that npm test can choose', () => {
  it('are those of test/ without benchmarks and fixtures', () => {
    expect(listTests(root)).toEqual([ORDER_WINDOW, ORDERS, PICTURE])
  })
})

describe('a filter of npm test', () => {
  it.each([
    ['a path', ORDERS, [ORDERS], null],
    ['a path of this computer', './test/unit/core/', ['test/unit/core'], null],
    ['a path of Windows', String.raw`test\unit\core`, ['test/unit/core'], null],
    ['a folder of test/', 'unit', ['test/unit/'], null],
    ['a part of a path', 'picture', ['picture'], null],
    ['a part of paths of both kinds', 'order', ['order'], ['order']],
    ['a window test', 'e2e/orders/lifecycle', null, ['e2e/orders/lifecycle']],
    ['every test with windows', 'e2e', null, []],
    ['every test without windows', 'vitest', [], null],
  ])('is %s', (_kind, filter, plain, windows) => {
    expect(select([filter], null, root)).toEqual({ named: [], plain, windows, title: null })
  })

  it('is a path from the root of the disk', () => {
    expect(select([join(root, ORDERS)], null, root).plain).toEqual([ORDERS])
  })

  it('is the name of a stage, beside paths', () => {
    const selection = select(['types', 'seeds', 'picture'], null, root)
    expect(selection).toMatchObject({ named: ['types', 'seeds'], plain: ['picture'] })
  })

  it('is the name of a stage that runs only on request', () => {
    for (const name of ['newer', 'newer-node', 'newer-windows']) {
      const selection = select([name], null, root)
      expect(selection).toEqual({ named: [name], plain: null, windows: null, title: null })
    }
  })

  it('is refused with the names of the stages when it matches nothing', () => {
    expect(() => select(['picture', 'nosuch'], null, root)).toThrow(
      /No stage .* “nosuch”.*format, types/,
    )
    expect(() => select(['electron/boot.ts'], null, root)).toThrow(
      'electron/boot.ts contains no test',
    )
  })
})

describe('a title of npm test', () => {
  it('runs the files that contain it, with and without windows', () => {
    expect(select([], 'is drawn', root)).toEqual({
      named: [],
      plain: [PICTURE],
      windows: [ORDER_WINDOW],
      title: 'is drawn',
    })
  })

  it('matches as text, not as a pattern', () => {
    const { title, plain } = select([], 'is sent once (REL-1)', root)
    expect(plain).toEqual([ORDERS])
    expect(new RegExp(title ?? '').test('an order is sent once (REL-1)')).toBe(true)
  })

  it('is also the full title of a failure report', () => {
    const { title, plain } = select([], 'an order › is sent once', root)
    expect({ title, plain }).toEqual({ title: 'an order is sent once', plain: [ORDERS] })
  })

  it('runs only files that the filters match', () => {
    expect(select(['unit'], 'is drawn', root)).toMatchObject({ plain: [PICTURE], windows: null })
  })

  it('runs every file of the filters when none contains it, because tests can build their titles', () => {
    expect(select(['picture'], 'in 3 colors', root)).toMatchObject({ plain: ['picture'] })
  })

  it('is refused without a filter when no file contains it', () => {
    expect(() => select([], 'in 3 colors', root)).toThrow(/“in 3 colors”.*name its file/)
  })
})

describe('the arguments of npm test', () => {
  it('are filters, a title and options', () => {
    expect(readArguments(['unit', '-t', 'is drawn'])).toEqual({
      help: false,
      quick: false,
      changed: false,
      title: 'is drawn',
      filters: ['unit'],
    })
    expect(readArguments(['--quick']).quick).toBe(true)
  })

  it.each([
    [['--watch']],
    [['-t']],
    [['-t', ' ']],
    [['--quick', 'unit']],
    [['--changed', '-t', 'is drawn']],
  ])('%j are refused with a hint', (args) => {
    expect(() => readArguments(args)).toThrow('npm test -- --help lists the options.')
  })
})
