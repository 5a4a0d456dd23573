import type { RequestContext } from './bad-call.js'
import type { ToolError } from './refusal-fixture.js'

/** Rules whose answers name prices, strikes or days that differ with the market and the day. */
const OF_THE_MARKET: ReadonlySet<string> = new Set([
  'price-band',
  'stop-side',
  'buying-power',
  'max-notional',
  'met-already',
  'stop-not-losing',
  'target-not-winning',
  'strike-unknown',
  'expiration-unknown',
  'price-step',
])
/** Rules whose answers name how much is held: a new account holds more of what costs less. */
const OF_THE_POSITION: ReadonlySet<string> = new Set(['available-to-close', 'short-while-held'])
const NUMBER = /[+−]?\d[\d,]*(?:\.\d+)?/g

/** The names that stand for what differs between two exchanges. */
const namesOf = ({
  securities,
  futures,
  crypto,
  events,
  ...context
}: RequestContext): readonly (readonly [string, string])[] => [
  [securities, '{securities}'],
  [futures, '{futures}'],
  [crypto, '{crypto}'],
  [events, '{events}'],
  [context.future.symbol, '{future}'],
  [context.working, '{working}'],
  ...context.calls.flatMap(({ strike, expiration }): readonly (readonly [string, string])[] => [
    [strike, '{strike}'],
    [expiration, '{expiration}'],
  ]),
]

/**
 * Writes the whole answer to a bad call, so that every word of it can be compared. Account numbers
 * and what the market decides stand as names, and as `#`.
 */
export function writtenAnswer(
  about: string,
  tool: string,
  error: ToolError | null,
  context: RequestContext,
): string {
  if (error === null) return `${about}\n  ${tool}: no refusal\n`
  const { code, field, value, rule, did_you_mean: meant, message, next } = error
  const isOfMarket = OF_THE_MARKET.has(rule ?? '')
  const place = [field ?? '-', rule ?? '-'].join(' ')
  const sent = [`= ${value ?? 'nothing'}`, ...(meant === undefined ? [] : [`meant ${meant}`])]
  const quantity = new RegExp(`\\b${context.held}\\b`, 'g')
  const mask = (text: string): string => {
    if (isOfMarket) return text.replaceAll(NUMBER, '#')
    return OF_THE_POSITION.has(rule ?? '') ? text.replaceAll(quantity, '{held}') : text
  }
  const lines = [`${code} ${place} ${mask(sent.join(', '))}`, mask(message), next]
  const named = namesOf(context).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    lines.map((line) => `  ${line}\n`).join(''),
  )
  return `${about}\n  ${tool}\n${named}`
}
