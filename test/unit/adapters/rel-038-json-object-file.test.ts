import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JsonObjectFile } from '../../../electron/adapters/json-object-file.js'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-json-'))
  path = join(folder, 'window.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('REL-38: file of one JSON object', () => {
  it('reads nothing from a missing file, and then what was written', () => {
    const file = new JsonObjectFile(join(folder, 'deep', 'window.json'))
    expect(file.get('desk')).toBeUndefined()
    file.set({ desk: { x: 1 } })
    expect(file.get('desk')).toEqual({ x: 1 })
    expect(new JsonObjectFile(join(folder, 'deep', 'window.json')).get('desk')).toEqual({ x: 1 })
  })

  it('replaces the given members only, readable by its owner, and leaves no other file', () => {
    writeFileSync(path, '{"confirm":{"x":2},"desk":{"x":1}}')
    new JsonObjectFile(path).set({ desk: { x: 3 } })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ confirm: { x: 2 }, desk: { x: 3 } })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['window.json'])
  })

  it.each(['{"desk":', '[]', 'null', '"text"'])('throws for a file that holds %s', (content) => {
    writeFileSync(path, content)
    expect(() => new JsonObjectFile(path)).toThrow(/JSON|object/)
    expect(readFileSync(path, 'utf8')).toBe(content)
  })

  it('keeps the old content, in memory too, when the new one cannot be put in its place', () => {
    writeFileSync(path, '{"desk":1}')
    const file = new JsonObjectFile(path)
    rmSync(path)
    mkdirSync(join(path, 'in-the-way'), { recursive: true })
    expect(() => file.set({ desk: 2 })).toThrow(/^E[A-Z]+/)
    expect(file.get('desk')).toBe(1)
    expect(readdirSync(folder)).toEqual(['window.json'])
  })
})
