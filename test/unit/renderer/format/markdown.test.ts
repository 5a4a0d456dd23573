import { describe, expect, it } from 'vitest'
import { markdownBlocks, markdownSpans } from '../../../../renderer/format/markdown.js'

describe('a written summary', () => {
  it('is read as headings, lists and paragraphs', () => {
    expect(
      markdownBlocks('# Today\nTwo things.\n\n- first\n- **second**\n\nThe\nend.').map(
        ({ kind }) => kind,
      ),
    ).toEqual(['heading', 'paragraph', 'list', 'paragraph'])
    expect(markdownBlocks('The\nend.')).toEqual([
      { kind: 'paragraph', spans: [{ kind: 'text', text: 'The end.' }] },
    ])
  })

  it('has emphasis, code and links with their addresses', () => {
    expect(markdownSpans('**KO** is *up*, `KO`: [more](https://www.sec.gov/x)')).toEqual([
      { kind: 'strong', text: 'KO' },
      { kind: 'text', text: ' is ' },
      { kind: 'emphasis', text: 'up' },
      { kind: 'text', text: ', ' },
      { kind: 'code', text: 'KO' },
      { kind: 'text', text: ': ' },
      { kind: 'link', text: 'more', address: 'https://www.sec.gov/x' },
    ])
  })

  it('keeps HTML and unfinished marks as plain text', () => {
    const hostile = '<img src=x onerror=alert(1)> **open [x](y'
    expect(markdownSpans(hostile)).toEqual([{ kind: 'text', text: hostile }])
  })
})
