import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { place, sources, type Source } from './sources.js'

/** What names a price, a step or an average in the code. */
const PRICE = /price|limit|stop|\bbid|\bask|\blast\b|cost|average|tick|\bstep|strike|breakEven/i
/** The writers themselves. */
const WRITERS = [
  'renderer/format/',
  'renderer/chart/price-scale-text.ts',
  'shared/messages/number-format.ts',
]
/** Estimates of this client, which lie on no step: expected moves, break-evens, payoff curves. */
const ESTIMATES = [
  'renderer/panels/options/options-bar.tsx',
  'renderer/panels/strategy/strategy-figures.tsx',
  'renderer/confirm/card/payoff.tsx',
]
/** Strikes have at most three places in the symbol itself. */
const STRIKES = ['renderer/panels/options/chain-columns.tsx']

interface Call {
  readonly file: string
  readonly callSite: string
  readonly name: string
  readonly args: readonly string[]
}

function calls(source: Source): Call[] {
  const writerCalls: Call[] = []
  const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression } = node
      const name = ts.isPropertyAccessExpression(expression)
        ? expression.name.text
        : expression.getText()
      writerCalls.push({
        file: source.path,
        callSite: place(source, node.getStart()),
        name,
        args: node.arguments.map((argument) => argument.getText()),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return writerCalls
}

const ALL = sources(['renderer', 'shared/messages'])
  .filter(({ path }) => !WRITERS.some((writer) => path.startsWith(writer)))
  .flatMap(calls)

describe('REL-45: a price is written with the step of its listing', () => {
  it('no price is written with a constant number of places', () => {
    const constants = ALL.filter(
      ({ name, args }) =>
        (name === 'formatDecimal' || name === 'decimal') &&
        args.length > 2 &&
        PRICE.test(args[0] ?? ''),
    ).filter(({ file }) => ![...ESTIMATES, ...STRIKES].includes(file))
    expect(constants.map(({ callSite }) => callSite)).toEqual([])
  })

  it('one module writes prices, from the text of the decimal', () => {
    const others = ALL.filter(
      ({ name, file }) =>
        ['toPrecision', 'toFixed'].includes(name) && !file.startsWith('renderer/chart/'),
    )
    expect(others.map(({ callSite }) => callSite)).toEqual([])
  })

  it('every file that is excepted still needs it', () => {
    for (const path of [...ESTIMATES, ...STRIKES]) {
      expect(
        ALL.some(
          ({ file, name, args }) =>
            file === path && name === 'formatDecimal' && PRICE.test(args[0] ?? ''),
        ),
        path,
      ).toBe(true)
    }
  })
})
