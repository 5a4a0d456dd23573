import { describe, expect, it } from 'vitest'
import { place, sources, type Source } from './sources.js'

/** The practice exchange stands for the broker: it has no log, and its failures are scripted. */
const FILES = sources(['electron']).filter(({ path }) => !path.startsWith('electron/practice/'))

/** A `catch` without its exception, and the `try` before it. */
const LOST_EXCEPTION = /\btry \{((?:(?!\btry \{)[\s\S])*?)\} catch \{/g
const LOST_REJECTION = /\.catch\(\s*\(\)|\.then\(\s*[\w.]+,\s*\(\) =>/g
/** Text of another format than expected: the exception says nothing that the text does not. */
const FORMATS =
  /JSON\.(?:parse|stringify)\(|new URL\(|decodeURIComponent\(|\bBigInt\(|TextDecoder|\.decode\(|verify\(/
/** Lines above a handler of a rejection that may state the reason. */
const REASON_LINES = 3

const isComment = (line: string): boolean => /^(?:\/\/|\*\/|\/\*\*)/.test(line.trim())

/** Returns where a file drops the cause of a failure without saying why it may. */
function lostCauses(source: Source): readonly string[] {
  const { text } = source
  const lines = text.split('\n')
  const exceptions = [...text.matchAll(LOST_EXCEPTION)].flatMap((found) => {
    const end = found.index + found[0].length
    const first = text.slice(end).trimStart()
    return FORMATS.test(found[1] ?? '') || first.startsWith('//') ? [] : [place(source, end)]
  })
  const rejections = [...text.matchAll(LOST_REJECTION)].flatMap(({ index }) => {
    const line = text.slice(0, index).split('\n').length - 1
    const before = lines.slice(Math.max(0, line - REASON_LINES), line)
    return before.some(isComment) ? [] : [place(source, index)]
  })
  return [...exceptions, ...rejections]
}

const lostIn = (text: string): number => lostCauses({ path: 'x.ts', text }).length

describe('causes of failures (REL-30)', () => {
  it('are logged, returned, or may be dropped for a reason that stands there', () => {
    expect(FILES.length).toBeGreaterThan(500)
    expect(FILES.flatMap(lostCauses)).toEqual([])
  })

  it('are missed by a handler without its exception and without a reason', () => {
    expect(lostIn('send().catch((): null => null)')).toBe(1)
    expect(lostIn('send().then(settle, () => settle(null))')).toBe(1)
    expect(lostIn('try {\n  send()\n} catch {\n}')).toBe(1)
    expect(lostIn('try {\n  send()\n} catch {\n  // It was logged there.\n}')).toBe(0)
    expect(lostIn('// It was logged there.\nsend().catch(() => null)')).toBe(0)
    expect(lostIn('try {\n  JSON.parse(text)\n} catch {\n}')).toBe(0)
    expect(lostIn('try {\n  send()\n} catch (error) {\n}')).toBe(0)
  })
})
