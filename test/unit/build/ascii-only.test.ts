import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { withoutWideCharacters } from '../../../build/lib/ascii-only.mjs'

const SOURCE = `
  const größe = 1, naïve\u0101 = '€ − 中文 😀'
  const tag = 'a\u2028b'
  ;[naïve\u0101, \`\${größe} → \${tag}\`, /[−–😀]/u.exec('x–y')[0], /^[\u4e00-\u9fff]+$/.test('中文')]
`

describe('bundles for main and the exchange', () => {
  it('contain no character that takes two bytes in memory, and mean the same', () => {
    const plain = withoutWideCharacters(SOURCE)
    expect(/[\u0100-\uffff]/.test(plain)).toBe(false)
    expect(JSON.stringify(runInNewContext(plain))).toBe(JSON.stringify(runInNewContext(SOURCE)))
  })
})
