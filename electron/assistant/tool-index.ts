import MiniSearch from 'minisearch'
import type { Tool } from './tool.js'

/** Words that say nothing about what a tool is for. */
const IGNORED: ReadonlySet<string> = new Set(
  'a all an and at by do for from get give how i in is it list me my need of on or please show that the to tool today tools want what when which with'.split(
    ' ',
  ),
)
/** What people and models call things that tools name otherwise. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  candle: ['bar'],
  ohlc: ['bar'],
  chart: ['bar'],
  quote: ['snapshot'],
  price: ['snapshot'],
  book: ['quote', 'depth'],
  fundamental: ['financial', 'statement'],
  mover: ['gainer', 'active'],
  etf: ['fund'],
  chain: ['contract'],
  bitcoin: ['crypto'],
  coin: ['crypto'],
  contract: ['instrument'],
  market: ['instrument'],
  prediction: ['event'],
  bet: ['place'],
  buy: ['place', 'instruction'],
  sell: ['place', 'instruction'],
  trade: ['place', 'instruction'],
  twap: ['algo'],
  vwap: ['algo'],
  pov: ['algo'],
  modify: ['replace'],
  change: ['replace'],
  basket: ['batch'],
  several: ['batch'],
  fill: ['execution'],
  deposit: ['cash', 'activity'],
  withdrawal: ['cash', 'activity'],
  decide: ['processed', 'instruction'],
  person: ['processed'],
}
/** A word of the name says more of a tool than one of its description. */
const NAME_WEIGHT = 3
/** A tool that is asked for by its very name comes before those that only have the same words. */
const OWN_NAME_WEIGHT = 3
/** A synonym counts less than the word itself. */
const SYNONYM_WEIGHT = 0.7

/** Returns the words of a text, singular, without those that say nothing. */
const termsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !IGNORED.has(word))
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/s$/, '') : word))

/** Finds tools by words, the best first; a rare word counts more than a common one. */
export class ToolIndex {
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #index = new MiniSearch<Pick<Tool, 'name' | 'title' | 'description'>>({
    idField: 'name',
    fields: ['name', 'title', 'description'],
    tokenize: (text) => [...termsOf(text)],
    processTerm: (term) => term,
  })

  constructor(tools: readonly Tool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
    this.#index.addAll(tools)
  }

  /** Returns the tools that have any of the words, the best first; all of them without a word. */
  find(text: string): readonly Tool[] {
    const requested = [...new Set(termsOf(text))]
    if (requested.length === 0) return [...this.#tools.values()]
    const ownName = text.trim().toLowerCase().replaceAll(' ', '_')
    const synonyms = requested
      .flatMap((word) => SYNONYMS[word] ?? [])
      .filter((word) => !requested.includes(word))
    const found = this.#index.search([...requested, ...synonyms].join(' '), {
      boost: { name: NAME_WEIGHT },
      boostTerm: (term) => (requested.includes(term) ? 1 : SYNONYM_WEIGHT),
      boostDocument: (name) => (name === ownName ? OWN_NAME_WEIGHT : 1),
    })
    return found.flatMap(({ id }) => this.#tools.get(id as string) ?? [])
  }
}
