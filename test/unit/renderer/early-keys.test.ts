import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const RENDERER = join(import.meta.dirname, '../../../renderer')
const FOLDERS = ['app', 'ui', 'confirm'] as const
/** Matches code that listens for keys or presses, or moves the focus. */
const LISTENS = /addEventListener|\.focus\(|listenTo\w+\(/

/** Returns the text of every call of a function in a source, arguments included. */
function callsOf(name: string, source: string): readonly string[] {
  return [...source.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ index }) => {
    let depth = 0
    for (let position = source.indexOf('(', index); position < source.length; position += 1) {
      if (source[position] === '(') depth += 1
      if (source[position] === ')' && (depth -= 1) === 0) return source.slice(index, position + 1)
    }
    return source.slice(index)
  })
}

it('finds an effect that listens, whatever it contains', () => {
  expect(
    callsOf('useEffect', 'a(); useEffect(() => { go((x)); y.focus() }, [b(c)]); z.focus()'),
  ).toEqual(['useEffect(() => { go((x)); y.focus() }, [b(c)])'])
})

it('every listener and focus is set before the paint, so that no early key is lost', () => {
  const late = FOLDERS.flatMap((folder) =>
    readdirSync(join(RENDERER, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        callsOf('useEffect', readFileSync(join(RENDERER, folder, path), 'utf8'))
          .filter((call) => LISTENS.test(call))
          .map((call) => `${folder}/${path}: ${call.slice(0, 80)}`),
      ),
  )
  expect(late).toEqual([])
})
