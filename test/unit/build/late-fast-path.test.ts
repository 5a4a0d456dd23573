import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as zod from 'zod'
import {
  lateFastPath,
  PARSES_BEFORE,
  withLateFastPath,
} from '../../../build/lib/late-fast-path.mjs'
import { ROOT } from '../../../build/lib/paths.mjs'

type Zod = typeof zod

let folder = ''
let changed: Zod
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-zod-'))
  const entry = join(folder, 'entry.js')
  const package_ = createRequire(import.meta.url).resolve('zod/package.json')
  writeFileSync(entry, `export * from ${JSON.stringify(join(package_, '..', 'index.js'))}\n`)
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    plugins: [lateFastPath()],
    build: {
      outDir: join(folder, 'out'),
      minify: false,
      lib: { entry, formats: ['es'], fileName: () => 'zod.mjs' },
    },
  })
  changed = (await import(pathToFileURL(join(folder, 'out', 'zod.mjs')).href)) as Zod
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One of each kind of object that the program's schemas have. */
const schemasOf = (z: Zod): readonly Zod['ZodType'][] =>
  [
    z.object({ symbol: z.string(), size: z.coerce.number().optional() }),
    z.strictObject({ id: z.string().regex(/^[a-z]+$/), note: z.string().nullable() }),
    z.looseObject({ kind: z.literal('x') }),
    z.object({ n: z.number().default(3), at: z.string().transform((text) => text.length) }),
    z.object({ list: z.array(z.object({ a: z.string() })) }).catchall(z.number()),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), value: z.int() }),
      z.object({ kind: z.literal('b') }).refine(() => true),
    ]),
  ] as never

const INPUTS: readonly unknown[] = [
  {},
  null,
  [],
  'text',
  { symbol: 'AAPL', size: '4' },
  { symbol: 1 },
  { id: 'abc', note: null },
  { id: 'ABC', note: null, more: 1 },
  { kind: 'x', more: [1] },
  { kind: 'a', value: 1.5 },
  { kind: 'a', value: 1 },
  { kind: 'b', ['__proto__']: 1 },
  { at: 'four' },
  { list: [{ a: 'x' }, { a: 1 }] },
  { list: [], more: 4 },
  JSON.parse('{"symbol":"A","__proto__":{"x":1}}'),
]

describe('zod with a late fast path', () => {
  it('parses as zod does, before and after a schema has its fast path', () => {
    const [ours, theirs] = [schemasOf(changed), schemasOf(zod)] as unknown as readonly [
      readonly zod.ZodType[],
      readonly zod.ZodType[],
    ]
    for (let round = 0; round < PARSES_BEFORE / 4; round += 1) {
      for (const [index, schema] of ours.entries()) {
        for (const input of INPUTS) {
          const [parsed, expected] = [schema.safeParse(input), theirs[index]?.safeParse(input)]
          expect(parsed.success).toBe(expected?.success)
          expect(parsed.data).toEqual(expected?.data)
          expect(parsed.error?.issues).toEqual(expected?.error?.issues)
        }
      }
    }
  })

  it('is made for the source of the installed version only', () => {
    const source = readFileSync(
      join(ROOT, 'node_modules', 'zod', 'v4', 'core', 'schemas.js'),
      'utf8',
    )
    expect(withLateFastPath(source)).toContain(`parses < ${PARSES_BEFORE}`)
    expect(withLateFastPath(source.replaceAll('superParse', 'other'))).toBeNull()
    expect(withLateFastPath('')).toBeNull()
  })
})
