import { describe, expect, it } from 'vitest'
import { csvCell, csvText, tabbedLine } from '../../../../renderer/format/csv.js'

describe('CSV', () => {
  it('holds any text in a cell, and never a formula', () =>
    expect([
      csvCell('plain'),
      csvCell(3),
      csvCell('-1.5'),
      csvCell('a,"b"'),
      csvCell('two\nlines'),
      csvCell('=1+1'),
      csvCell('-cmd'),
      csvCell('@x'),
    ]).toEqual(['plain', '3', '-1.5', '"a,""b"""', '"two\nlines"', "'=1+1", "'-cmd", "'@x"]))

  it.each([
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x|@sum', "x|'@sum"],
    ['x, =1', `"x, '=1"`],
    ['x\t=1', "x\t'=1"],
    [' =1+1', " '=1+1"],
    ['  -cmd', "  '-cmd"],
    ['x,"a";=1+1', `"x,""a"";'=1+1"`],
    ['a=b; c-d', 'a=b; c-d'],
    ['-1.5', '-1.5'],
    ['x;"=1+1";y', '"x;""\'=1+1"";y"'],
    ['"@sum"', '"""\'@sum"""'],
    ['x;\n=1', '"x;\n\'=1"'],
    ['\r\n\r\n=1', '"\'\r\n\r\n\'=1"'],
  ])('holds no formula where another program ends the cell: %s', (text, cell) =>
    expect(csvCell(text)).toBe(cell),
  )

  it.each(['Bought; \nnext time half', 'a\r\n\r\nb', 'first,\tsecond', 'x |\ny'])(
    'leaves a text with line breaks as a person wrote it: %j',
    (text) => expect(csvCell(text)).toContain(text),
  )

  it('ends every line as RFC 4180 does', () =>
    expect(
      csvText([
        ['a', 1],
        ['b', 2],
      ]),
    ).toBe('a,1\r\nb,2\r\n'))
})

describe('a line for the clipboard', () => {
  it('keeps one cell per column, whatever the cells contain', () =>
    expect(tabbedLine(['AAPL', 'two\tcells\nin one', '=1+1', '-2.5'])).toBe(
      "AAPL\ttwo cells in one\t'=1+1\t-2.5",
    ))

  it('takes a new line and the wide forms of the signs for the beginning of a formula too', () =>
    expect(
      ['\n=1', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201'].map((text) => csvCell(text)),
    ).toEqual(['"\'\n\'=1"', "'\uFF1D1", "'\uFF0B1", "'\uFF0D1", "'\uFF201"]))
})
