import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../build/lib/exec.mjs'
import { tool } from '../../../build/lib/folders.mjs'
import { ROOT } from '../../../build/lib/paths.mjs'
import { findClassNames, replacementFor } from '../../../build/lint/rules/names.mjs'
import { findFlatFolders, findUnguardedScripts } from '../../../build/lint/tree-rules.mjs'

const CONFIG = join(ROOT, 'build', 'config', 'oxlint-project.json')
const body = (first: string, last: string) => [first, ...Array(6).fill('void 0'), last].join('\n')
const AT_LOAD =
  'key-handlers: listens to keys while its module loads: add the listener in a function'
/** A tag that is wide by the number of its attributes. */
const TAG = `<p ${'a={b} '.repeat(20)}>`
const OWN_CHECK = 'renderer/ui/keys/composition.ts does'

/** The path and the text of a file, then its violations: the line, and a part of the message. */
type Case = readonly [path: string, text: string, ...findings: (readonly [number, string])[]]

const CASES: readonly Case[] = [
  // Names of declarations, members and files. A use of a name is no violation.
  ['use.ts', "import { told } from './a.js'\nlist.heard(told, { seat: 1 })"],
  ['order-room.ts', 'const price = list.told', [1, 'names: the name "order-room.ts": use ']],
  ['local.ts', 'const seat = 1', [1, 'names: the name "seat": use ']],
  ['parameter.ts', 'const f = ({ a: heard }, told) => 1', [1, '"heard"'], [1, '"told"']],
  ['type.ts', 'type Rooms<Keeper> = (seat: Keeper) => 1', ...names('Rooms', 'Keeper', 'seat')],
  ['class.ts', 'class A { #told = 1; heard() {} }', ...names('told', 'heard')],
  ['object.ts', 'const a = { weigh() {}, get told() {} }', ...names('weigh', 'told')],
  [
    'index.ts',
    'interface A { [told: string]: 1 }\ntype B = { [heard: string]: 1 }',
    [1, '"told"'],
    [2, '"heard"'],
  ],
  ['signature.ts', 'interface A { told: 1; heard(): 1; at: 1 }', ...names('told', 'heard')],

  // Participles that are used more than five lines below.
  ['short.ts', 'const found = 1\nuse(found)'],
  ['member.ts', body('const { held, known = 1 } = entry', 'use(held, known)')],
  ['sides.ts', body('const [left, right] = sides', 'use(left, right)')],
  ['long.ts', body('const found = 1', 'use(found)'), [1, 'participles: the name "found": say']],
  ['given.ts', `function f(given) {\n${body('', 'use(given)')}\n}`, [1, '"given"']],
  ['renamed.ts', body('const { held: rest } = entry', 'use(rest)'), [1, '"rest"']],
  ['remaining.ts', body('const { a, ...rest } = entry', 'use(a, rest)'), [1, '"rest"']],

  // Types named by a bare word.
  ['fill.ts', 'interface FillRow {}\ntype Page<Row> = Row[]\nfunction Row() {}'],
  ['row.ts', 'interface Row {}', [1, 'bare-types: the type "Row": say of what it is one']],
  ['entry.ts', 'export type Entry = 1\nclass Target {}', [1, '"Entry"'], [2, '"Target"']],

  // Riddles in comments, over the ends of lines.
  ['comparison.ts', "// Compares the journal's lots with those of the broker."],
  ['text.ts', "const text = '// it is of'\n// The day to which it belongs."],
  ['lines.ts', '// The day that the volume\n// is of.', [1, '"is of"']],
  ['end.ts', 'void 1\n/**\n * The volume is\n * of.\n */', [2, 'riddles: "is of" in a comment']],
  ['that.ts', '// The halt: that of the live session.', [1, 'that of']],
  ['those.ts', '// The prices are only those of the calendar.', [1, 'are only those of']],
  ['riddle.ts', '// Names those of them that wait.', [1, 'those of them']],
  ['cover.ts', '// Returns what is held that covers the legs.', [1, 'what is held that']],

  // Titles of tests, also of tables.
  ['a.test.ts', "describe('of', f)\nit('rejects a key', f)\ntest.step('and then', f)"],
  ['b.test.ts', "it('of a stock', f)", [1, 'titles: "of a stock": begin with the subject or verb']],
  ['c.test.ts', "test.each([1])('and %s', f)\nit.each`a`('not', f)", [1, 'and %s'], [2, 'not']],
  ['d.spec.tsx', "test('of a stock', f)", [1, 'titles: "of a stock"']],

  // Lines that are wide without a long literal.
  ['literal.ts', `const text = '${'word '.repeat(30)}'\nconst more = \`${'word '.repeat(30)}\``],
  ['address.ts', `// ${'word '.repeat(20)} https://${'a'.repeat(50)}`],
  ['wide.ts', `const a = [${'1, '.repeat(40)}1]`, [1, 'wide-lines: 133 columns, above 100']],
  ['text.tsx', `const text = (\n  <p>\n    ${'word '.repeat(30)}\n  </p>\n)`],
  [
    'tags.tsx',
    `const a = (\n  ${TAG}\n    ${'word '.repeat(10)}\n  ${TAG}\n  </p></p>\n)`,
    ...wide(2, 4),
  ],

  // Key handlers that an input method would reach, in pages only.
  ['renderer/resize.ts', "window.addEventListener('resize', draw)"],
  ['renderer/start.ts', "export const start = (page) => page.addEventListener('keydown', act)"],
  ['renderer/field.tsx', 'const Field = () => <input onKeyDown={act} onKeyUp={act} />'],
  ['renderer/keys.ts', 'class Keys { open() { this.page.addEventListener(type, act) } }'],
  ['renderer/ui/keys/composition.ts', "window.addEventListener('keydown', act)"],
  ['test/renderer/keys.ts', "window.addEventListener('keydown', act)"],
  ['electron/keys.ts', "window.addEventListener('keydown', act)"],
  ['renderer/window.ts', "window.addEventListener('keydown', act)", [1, AT_LOAD]],
  ['renderer/up.ts', "\ndocument.addEventListener('keyup', act, true)", [2, AT_LOAD]],
  ['renderer/types.ts', 'for (const t of TYPES) page.addEventListener(t, act)', [1, AT_LOAD]],
  ['renderer/now.ts', "(() => { a.addEventListener('keypress', act) })()", [1, AT_LOAD]],
  ['renderer/mac.ts', "if (isMac) window.addEventListener('keydown', act)", [1, AT_LOAD]],
  ['renderer/down.ts', 'window.onkeydown = act', [1, 'handles keys by "onkeydown"']],
  ['renderer/press.ts', 'document.onkeypress = act', [1, 'handles keys by "onkeypress"']],
  ['renderer/check.ts', 'const act = (event) => event.isComposing || send()', [1, OWN_CHECK]],
  ['renderer/code.ts', 'const act = ({ keyCode: code }) => send()', [1, OWN_CHECK]],
  ['renderer/end.ts', "const a = () => f.addEventListener('compositionend', b)", [1, OWN_CHECK]],
  ['renderer/jsx.tsx', 'const field = <input onCompositionEnd={send} />', [1, OWN_CHECK]],
  ['renderer/frame.ts', 'void frame.contentWindow', [1, 'reaches the keys of another page by']],
]

function wide(...lines: number[]): (readonly [number, string])[] {
  return lines.map((line) => [line, 'wide-lines: '])
}

function names(...banned: string[]): (readonly [number, string])[] {
  return banned.map((name) => [1, `names: the name "${name}": use `])
}

describe('the project rules of the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-rules-'))
  let output = ''

  beforeAll(async () => {
    for (const [path, text] of CASES) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const args = [tool('oxlint/bin/oxlint'), '-c', CONFIG, '--format', 'unix', '.']
    output = (await run(process.execPath, args, { cwd: folder })).stdout
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const tables = CASES.map(([path, , ...findings]) => ({ path, findings }))
  it.each(tables)(
    'report each violation in $path with its line, and nothing else',
    ({ path, findings }) => {
      const lines = [...output.matchAll(/^(.+?):(\d+):\d+: (.*) \[Error\/project\((.*)\)\]$/gm)]
        .filter(([, file]) => file === path)
        .map(([, , line, message, rule]) => [Number(line), `${rule}: ${message}`])
      expect(lines).toEqual(findings.map(([line, text]) => [line, expect.stringContaining(text)]))
    },
  )
})

describe('the lint rule for names', () => {
  it.each(['told', 'toldDay', 'isHeard', 'MOST_ORDERS', 'leastSize', 'confirmRoom', 'of', 'mine'])(
    'rejects the name %s',
    (name) => {
      expect(replacementFor(name)).not.toBeNull()
    },
  )

  it.each(['published', 'accountOf', 'maxOrders', 'confirmWindow', 'almost'])(
    'accepts the name %s',
    (name) => {
      expect(replacementFor(name)).toBeNull()
    },
  )
})

describe('the lint rule for class names', () => {
  it('finds a banned class name in a style sheet, but not in its comments', () => {
    const sheet = '/* .door */\n.panel,\n.door-row .old { width: 0.5em }'
    expect(findClassNames('a.css', sheet)).toEqual([
      expect.stringMatching(/^a\.css:3 {2}the name "door-row": use /),
    ])
  })
})

describe('the lint rule for folders', () => {
  it('finds a folder that holds more than twenty files', () => {
    const files = Array.from({ length: 21 }, (_, index) => `shared/domain/file-${index}.ts`)
    expect(findFlatFolders(files)).toEqual([expect.stringContaining('shared/domain  21 files')])
    expect(findFlatFolders(files.slice(1))).toEqual([])
  })
})

describe('the lint rule for pages', () => {
  const unguarded = (modules: Record<string, string>) =>
    findUnguardedScripts(
      '<script type="module" src="/a.ts"></script>',
      (path) => modules[path] ?? '',
    )

  it('accepts a script whose first statement ignores compositions', () => {
    const text = "import { a } from './b.js'\nconst c = 1\nignoreComposition(window)\na(c)"
    expect(unguarded({ 'renderer/a.ts': text })).toEqual([])
  })

  it('checks the imported script when a script only imports another one', () => {
    const modules = (main: string) => ({
      'renderer/a.ts': "import './a.css'\n\n// The program.\nvoid import('./main.js')",
      'renderer/main.tsx': main,
    })
    expect(unguarded(modules('ignoreComposition(window)\nopen()'))).toEqual([])
    expect(unguarded(modules('open()\nignoreComposition(window)'))).toEqual(['renderer/a.ts'])
  })

  it.each(['', 'open()', 'ignoreComposition(other)', "void import('./gone.js')", 'if (a) b()'])(
    'finds a script whose first statement is not that one: %s',
    (text) => expect(unguarded({ 'renderer/a.ts': text })).toEqual(['renderer/a.ts']),
  )
})
