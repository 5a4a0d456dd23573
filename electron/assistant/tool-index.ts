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
const TEXT_WEIGHT = 1
/** A synonym counts less than the word itself. */
const SYNONYM_WEIGHT = 0.7
/** Every word of a name that nobody requested for makes it fit a little less. */
const EXTRA_WORD = 0.05

/** Returns the words of a text, singular, without those that say nothing. */
const termsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !IGNORED.has(word))
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/s$/, '') : word))

/** A tool with the words that it is found by. */
interface Entry {
  readonly tool: Tool
  readonly named: ReadonlySet<string>
  readonly described: ReadonlySet<string>
}

/** Finds tools by words: a rare word counts more than one that half of them have. */
export class ToolIndex {
  readonly #entries: readonly Entry[]

  constructor(tools: readonly Tool[]) {
    this.#entries = tools.map((entry) => ({
      tool: entry,
      named: new Set(termsOf(entry.name)),
      described: new Set(termsOf(`${entry.title} ${entry.description}`)),
    }))
  }

  /** Returns the tools that have any of the words, the best first; all of them without a word. */
  find(text: string): readonly Tool[] {
    const requested = new Set(termsOf(text))
    if (requested.size === 0) return this.#entries.map(({ tool: found }) => found)
    const weights = new Map<string, number>()
    for (const word of requested) weights.set(word, this.#rarity(word))
    for (const synonym of [...requested].flatMap((word) => SYNONYMS[word] ?? [])) {
      if (!requested.has(synonym)) weights.set(synonym, this.#rarity(synonym) * SYNONYM_WEIGHT)
    }
    return this.#entries
      .map((entry) => ({ entry, score: scoreOf(entry, weights) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ entry }) => entry.tool)
  }

  #rarity(word: string): number {
    const having = this.#entries.filter(
      ({ named, described }) => named.has(word) || described.has(word),
    )
    return Math.log(1 + this.#entries.length / (1 + having.length))
  }
}

/** Returns how well a tool fits; zero without any of the words. */
function scoreOf({ named, described }: Entry, weights: ReadonlyMap<string, number>): number {
  const found = [...weights].reduce(
    (score, [word, weight]) =>
      score + weight * (named.has(word) ? NAME_WEIGHT : described.has(word) ? TEXT_WEIGHT : 0),
    0,
  )
  const extra = [...named].filter((word) => !weights.has(word)).length
  return found === 0 ? 0 : found - extra * EXTRA_WORD
}
