import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { configOf, programOf } from './program.js'
import { ROOT } from './sources.js'

/** For each folder, expressions that must not compile because the type is absent. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  shared: [
    'document.title',
    'process.env',
    'setTimeout(() => 1, 1)',
    'fetch("x")',
    'console.log(1)',
    'Buffer.from("")',
  ],
  'electron/core': [
    'document.title',
    'process.env',
    'setTimeout(() => 1, 1)',
    'fetch("x")',
    'console.log(1)',
    'crypto.randomUUID()',
  ],
  'electron/provider': [
    'document.title',
    'process.env',
    'setInterval(() => 1, 1)',
    'fetch("x")',
    'Buffer.from("")',
  ],
  'electron/handlers': ['document.title', 'process.env', 'setTimeout(() => 1, 1)'],
  'electron/adapters': ['document.title', 'window.name'],
  'electron/practice': ['document.title', 'window.name'],
  'electron/shell': ['document.title', 'window.name'],
  renderer: ['process.env', 'Buffer.from("")', 'require("fs")'],
}

describe.each(Object.entries(ABSENT))('the compiler project of %s', (folder, texts) => {
  const { options } = configOf(`${folder}/tsconfig.json`)
  const path = join(ROOT, folder, 'sample-of-a-stranger.ts')
  const lines = [...texts.map((text) => `void ${text}`), 'void Math.abs(1)', 'export {}']
  const globals =
    options.types?.length === 0 && folder !== 'shared'
      ? [join(ROOT, 'build', 'types', 'pure-globals.d.ts')]
      : []
  const program = programOf(
    { ...options, noEmit: true, composite: false, incremental: false },
    globals,
    { [path]: lines.join('\n') },
  )
  const file = program.getSourceFile(path)

  it('compiles allowed globals and nothing else', () => {
    const wrong = program
      .getSemanticDiagnostics(file)
      .filter(({ category }) => category === ts.DiagnosticCategory.Error)
    const failing = wrong.map(
      ({ start = 0 }) => file?.getLineAndCharacterOfPosition(start).line ?? -1,
    )
    expect([...new Set(failing)].sort((a, b) => a - b)).toEqual(texts.map((_, index) => index))
  })
})
